package checks

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// fixed is a fix with edits; none of them means that code has to change.
func fixed(text string, edits ...finding.Edit) *finding.Fix {
	if edits == nil {
		edits = []finding.Edit{}
	}
	return &finding.Fix{Text: finding.Printable(text, finding.MaxMessage), Edits: edits}
}

// set is the edit that gives a place of package.json a value.
func set(pointer string, v any) finding.Edit { return edit("package.json", pointer, v) }

// unset is the edit that takes a place of package.json away.
func unset(pointer string) finding.Edit { return edit("package.json", pointer, nil) }

func edit(file, pointer string, v any) finding.Edit {
	text, err := json.Marshal(v)
	if err != nil {
		panic("checks: an edit that is no JSON: " + err.Error())
	}
	return finding.Edit{File: file, Pointer: pointer, Value: text}
}

// say gives what belongs into package.json for a text to people, and the edit
// that puts the text where the manifest keeps its texts: package.nls.json, when
// there is one.
func say(m *extension.Manifest, key, text string) (value string, edits []finding.Edit) {
	if !m.Translated() {
		return text, nil
	}
	key = freeKey(m, key)
	return "%" + key + "%", []finding.Edit{edit("package.nls.json", "/"+key, text)}
}

// freeKey gives a key package.nls.json does not have yet.
func freeKey(m *extension.Manifest, key string) string {
	free := key
	for n := 2; ; n++ {
		if _, taken := m.Text(free); !taken {
			return free
		}
		free = key + strconv.Itoa(n)
	}
}

// jsonPointer is the pointer of a member of the document itself.
func jsonPointer(name string) string {
	return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// sound makes a fix fit to be shown: edits that hold what does not print or is
// too large, which only a hostile manifest asks for, are left to a person.
func sound(fix *finding.Fix) *finding.Fix {
	if fix == nil {
		return nil
	}
	out := finding.Fix{Text: finding.Printable(fix.Text, finding.MaxMessage), Edits: fix.Edits}
	if out.Edits == nil || out.Validate() != nil {
		out.Edits = []finding.Edit{}
	}
	return &out
}
