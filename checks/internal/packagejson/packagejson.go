// Package packagejson knows places of an extension's package.json, and the edits of
// it that a finding proposes.
package packagejson

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Fix is a fix with edits; none of them means that code has to change.
func Fix(text string, edits ...finding.Edit) *finding.Fix {
	if edits == nil {
		edits = []finding.Edit{}
	}
	return &finding.Fix{Text: escape.Printable(text, finding.MaxMessage), Edits: edits}
}

// Set is the edit that gives a place of package.json a value.
func Set(pointer string, v any) finding.Edit { return Edit("package.json", pointer, v) }

// Unset is the edit that takes a place of package.json away.
func Unset(pointer string) finding.Edit { return Edit("package.json", pointer, nil) }

// Edit is the edit that gives a place of a file a value; nil takes the place away.
func Edit(file, pointer string, v any) finding.Edit {
	text, err := json.Marshal(v)
	if err != nil {
		panic("checks: an edit that is no JSON: " + err.Error())
	}
	return finding.Edit{File: file, Pointer: pointer, Value: text}
}

// Say returns what belongs into package.json for a text to people, and the edit
// that puts the text where the manifest keeps its texts: package.nls.json, when
// there is one.
func Say(m *extension.Manifest, key, text string) (value string, edits []finding.Edit) {
	if !m.Translated() {
		return text, nil
	}
	key = freeKey(m, key)
	return "%" + key + "%", []finding.Edit{Edit("package.nls.json", "/"+key, text)}
}

// freeKey returns a key package.nls.json does not have yet.
func freeKey(m *extension.Manifest, key string) string {
	free := key
	for n := 2; ; n++ {
		if _, taken := m.Text(free); !taken {
			return free
		}
		free = key + strconv.Itoa(n)
	}
}

// Pointer is the pointer of a member of the document itself.
func Pointer(name string) string {
	return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// At is the place of a JSON pointer in package.json.
func At(m *extension.Manifest, pointer string) finding.Location {
	line, col, _ := m.Position(pointer)
	return finding.Location{File: "package.json", Line: line, Column: col}
}
