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
	b.standard, b.preset = map[string]string{}, map[string]any{}
	if b.in.Extension == nil {
		return
	}
	for _, s := range b.in.Extension.Manifest.Contributes.Settings {
		var value any
		if json.Unmarshal([]byte(s.Default), &value) != nil {
			value = nil
		}
		b.preset[s.Key] = value
		if text, ok := value.(string); ok && text != "" && len(text) <= maxDefault {
			b.standard[s.Key] = text
		}
	}
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
				if text, ok := v.(string); ok && text != "" && len(text) <= maxDefault {
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

// standardLine is a program with its arguments, as the manifest's default of a list of words has them.
type standardLine struct {
	program facts.Pattern
	args    []string
}

// linesByDefault gives the programs that stand first in lists which the manifest has as defaults, each with what
// follows it there. What the code may put in place of a word with signs in it is any word.
func (b *builder) linesByDefault(p facts.Pattern) (out []standardLine) {
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
		name, ok := words[0].(string)
		if !ok || name == "" || len(name) > maxDefault {
			continue
		}
		line := standardLine{program: facts.Pattern{{Kind: facts.Literal, Text: name}}}
		for _, w := range words[1:] {
			text, ok := w.(string)
			if !ok || strings.ContainsAny(text, "${}%<>*") {
				text = "*"
			}
			line.args = append(line.args, text)
		}
		line.args = append(line.args, "...")
		out = append(out, line)
	}
	return out
}

// standard is a program as defaults name it, and the lists of its arguments.
type standard struct {
	program facts.Pattern
	lists   [][]string
}

// standards gives what a program is by default. One that does whatever its arguments say keeps those that stand behind it
// in the manifest, where the code's are not known.
func (b *builder) standards(p facts.Pattern, lists [][]string, shell bool) (out []standard) {
	unknown := len(lists) == 1 && len(lists[0]) == 1 && lists[0][0] == "..."
	lines := b.linesByDefault(p)
	if !unknown || shell || len(lines) == 0 {
		for _, d := range b.byDefault(p) {
			out = append(out, standard{d, lists})
		}
		return out
	}
	for _, l := range lines {
		s := standard{l.program, lists}
		if name, _ := l.program.Constant(); loose().MatchString(name[strings.LastIndexAny(name, `/\`)+1:]) {
			s.lists = [][]string{l.args}
		}
		out = append(out, s)
	}
	return out
}
