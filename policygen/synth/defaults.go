package synth

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

// Bounds of what a default is made lines of: bytes of a text, and texts of a setting or of its members.
const (
	maxDefault  = 300
	maxDefaults = 32
)

// defaults learns what the manifest says the extension's settings are until a person sets them: a
// line of the policy that names a setting does not cover that (docs/guide/policy.md).
func (b *builder) defaults() {
	b.preset = map[string]any{}
	if b.in.Extension == nil {
		return
	}
	for _, s := range b.in.Extension.Manifest.Contributes.Settings {
		var value any
		if json.Unmarshal([]byte(s.Default), &value) != nil {
			value = nil
		}
		b.preset[s.Key] = value
	}
}

// standard is the manifest's default of a setting that is a text, or nothing.
func (b *builder) standard(key string) string {
	text, ok := usable(b.preset[key])
	if !ok {
		return ""
	}
	return text
}

// usable gives a default that is a text of which a line can be made.
func usable(value any) (string, bool) {
	text, ok := value.(string)
	return text, ok && text != "" && len(text) <= maxDefault
}

// declared is the setting of the manifest that an id names, itself or a member of its value, and the names of the member.
func (b *builder) declared(id string) (key string, member []string) {
	for key = id; key != ""; {
		if _, ok := b.preset[key]; ok {
			return key, member
		}
		at := strings.LastIndexByte(key, '.')
		if at < 0 {
			break
		}
		key, member = key[:at], append([]string{key[at+1:]}, member...)
	}
	return id, nil
}

// presets are the defaults of a setting or of a member of its value, whose names may be stars.
func (b *builder) presets(id string) []any {
	key, member := b.declared(id)
	at := []any{b.preset[key]}
	for _, name := range member {
		var next []any
		for _, v := range at {
			next = append(next, members(v, name)...)
		}
		if at = next; len(at) > maxDefaults {
			return at[:maxDefaults]
		}
	}
	return at
}

// members are the members of a value that a name or a star stands for, sorted by their keys.
func members(value any, name string) (out []any) {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if name == "*" || name == key {
				out = append(out, v[key])
			}
		}
	case []any:
		for i, x := range v {
			if name == "*" || name == strconv.Itoa(i) {
				out = append(out, x)
			}
		}
	}
	return out
}

// byDefault gives a value as it is while its settings have their defaults, or nothing where it has no
// setting with one. What cannot be made a line of it opens nothing: the line with the setting stands.
func (b *builder) byDefault(p facts.Pattern) []facts.Pattern {
	found := false
	out := []facts.Pattern{nil}
	for _, part := range p {
		texts := []facts.Part{part}
		if part.Kind == facts.Config {
			texts, found = nil, true
			for _, v := range b.presets(part.Text) {
				if text, ok := usable(v); ok {
					texts = append(texts, facts.Part{Kind: facts.Literal, Text: text})
				}
			}
		}
		if len(out)*len(texts) > maxDefaults {
			return nil
		}
		var next []facts.Pattern
		for _, q := range out {
			for _, text := range texts {
				next = append(next, append(slices.Clone(q), text))
			}
		}
		out = next
	}
	if !found {
		return nil
	}
	return out
}

// linesByDefault gives the programs that stand first in lists which the manifest has as defaults, each with what
// follows it there. What the code may put in place of a word with signs in it is any word.
func (b *builder) linesByDefault(p facts.Pattern) (out []standing) {
	if len(p) != 1 || p[0].Kind != facts.Config {
		return nil
	}
	list, ok := strings.CutSuffix(p[0].Text, ".0")
	if !ok {
		return nil
	}
	for _, v := range b.presets(list) {
		words, _ := v.([]any)
		if len(words) == 0 || len(words) > maxDefaults {
			continue
		}
		name, ok := usable(words[0])
		if !ok {
			continue
		}
		var args []string
		for _, w := range words[1:] {
			text, ok := w.(string)
			if !ok || strings.ContainsAny(text, "${}%<>*") {
				text = "*"
			}
			args = append(args, text)
		}
		program := facts.Pattern{{Kind: facts.Literal, Text: name}}
		out = append(out, standing{program, [][]string{append(args, "...")}})
	}
	return out
}

// standing is a program as defaults name it, and the lists of its arguments.
type standing struct {
	program facts.Pattern
	lists   [][]string
}

// standards gives what a program is by default. One that does whatever its arguments say keeps those that stand behind it
// in the manifest, where the code's are not known.
func (b *builder) standards(p facts.Pattern, lists [][]string, shell bool) (out []standing) {
	unknown := len(lists) == 1 && len(lists[0]) == 1 && lists[0][0] == "..."
	lines := b.linesByDefault(p)
	if !unknown || shell || len(lines) == 0 {
		for _, d := range b.byDefault(p) {
			out = append(out, standing{d, lists})
		}
		return out
	}
	for i, l := range lines {
		if name, _ := l.program.Constant(); !loose().MatchString(name[strings.LastIndexAny(name, `/\`)+1:]) {
			lines[i].lists = lists
		}
	}
	return lines
}
