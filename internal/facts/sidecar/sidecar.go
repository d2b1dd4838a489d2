// Package sidecar works out ahead of time what the loader must know of a file of
// JavaScript before it compiles it: which names the file takes from outside,
// where import() stands in it, and, for an ECMAScript module, the same file as
// CommonJS. What is worked out here is not worked out each time the extension
// starts, and is worked out by a real parser.
//
// The file itself is not changed. What is said of it are edits, made to the text
// when it is loaded. Read panics or exhausts the stack on some hostile input:
// package worker calls it in a child process.
package sidecar

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	esbuild "github.com/evanw/esbuild/bridge"
)

// The names that the loader gives a file. A file that has names of its own with
// this beginning is refused.
const (
	reserved = "__ringfence_"
	// ImportName stands where import stood in import(…).
	ImportName = reserved + "import"
	// MetaName stands where import.meta stood in a converted file.
	MetaName = reserved + "import_meta"
	// HereName is what a direct eval is called with in place of its argument: it makes, in
	// the same scope, the function that the argument goes to.
	HereName = reserved + "here"
	// EvaluateName stands where eval stood otherwise.
	EvaluateName = reserved + "evaluate"
	// WithName is called where a with statement stood, and throws: strict code has none, and the rest of the
	// file need not go without what one function cannot do.
	WithName = reserved + "with"
)

// Edit replaces Length UTF-16 units at Offset by Text. Offsets are those of the
// text that Text gives, as JavaScript counts.
type Edit struct {
	Offset, Length int
	Text           string
}

// MarshalJSON writes [offset, length, text].
func (e Edit) MarshalJSON() ([]byte, error) { return json.Marshal([]any{e.Offset, e.Length, e.Text}) }

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Edit) UnmarshalJSON(data []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	if len(parts) != 3 {
		return errors.New("an edit has an offset, a length and a text")
	}
	return errors.Join(json.Unmarshal(parts[0], &e.Offset), json.Unmarshal(parts[1], &e.Length), json.Unmarshal(parts[2], &e.Text))
}

// Source is what there is to know of one text.
type Source struct {
	// Edits are in order and do not overlap.
	Edits []Edit `json:"edits,omitempty"`
	// Free are the names the text takes from outside, sorted; with Eval or With
	// there may be more.
	Free []string `json:"free"`
	// Assigned are those of Free that the text assigns to, sorted: such a name is the file's own under the loader, whoever
	// else has one like it.
	Assigned []string `json:"assigned,omitempty"`
	// Eval and With report a direct call of eval and a with statement.
	Eval bool `json:"eval,omitempty"`
	// Direct reports that the edits name every eval of the text: its direct calls may see
	// the names around them.
	Direct bool `json:"direct,omitempty"`
	With   bool `json:"with,omitempty"`
	// Strict reports that the text begins with "use strict".
	Strict bool `json:"strict,omitempty"`
}

// File is what there is to know of a file.
type File struct {
	Source
	// ESM reports import or export statements, import.meta, or await outside
	// functions: what only an ECMAScript module has.
	ESM bool `json:"esm,omitempty"`
	// CommonJS is the file as CommonJS, when that was asked for; empty, with a
	// reason, where it cannot be.
	CommonJS  string `json:"commonJS,omitempty"`
	Converted Source `json:"converted"`
	// Awaits reports that CommonJS has an await outside functions, and Imports what its import
	// statements load: that has to be there before it runs.
	Awaits  bool     `json:"awaits,omitempty"`
	Imports []string `json:"imports,omitempty"`
	Reason  string   `json:"reason,omitempty"`
}

// Conversion says which files are wanted as CommonJS as well.
type Conversion byte

// The conversions.
const (
	Never  Conversion = '0'
	IfESM  Conversion = '1' // as Node decides where package.json has no "type"
	Always Conversion = '2'
)

// Read reads a file's text, which Text has made.
func Read(name, text string, wanted Conversion) (File, error) {
	source, dynamic, err := read(name, text)
	if err != nil {
		return File{}, err
	}
	f := File{Source: source, ESM: dynamic.ESM || dynamic.Meta || dynamic.Await}
	if wanted == Never || wanted == IfESM && !f.ESM {
		return f, nil
	}
	code, awaits, err := esbuild.ToCommonJS(text, MetaName)
	if err == nil {
		f.Converted, _, err = readAgain(name, code)
	}
	if err != nil {
		f.Reason = err.Error()
		return f, nil
	}
	f.CommonJS, f.Awaits, f.Imports = code, awaits, dynamic.Statics
	return f, nil
}

// read reads a text in which nothing may have the loader's names.
func read(name, text string) (Source, esbuild.Dynamic, error) {
	tree, err := esbuild.ParseScript(name, text)
	if err != nil {
		return Source{}, esbuild.Dynamic{}, err
	}
	if esbuild.Names(&tree, reserved) {
		return Source{}, esbuild.Dynamic{}, errors.New("it has names that begin with " + reserved + ", which are the loader's")
	}
	return describe(&tree, text)
}

// readAgain reads a converted text, which mentions import.meta by its new name.
func readAgain(name, text string) (Source, esbuild.Dynamic, error) {
	tree, err := esbuild.ParseScript(name, text)
	if err != nil {
		return Source{}, esbuild.Dynamic{}, err
	}
	return describe(&tree, text)
}

func describe(tree *esbuild.AST, text string) (Source, esbuild.Dynamic, error) {
	d := esbuild.FindDynamic(tree)
	s := Source{Eval: d.Eval, With: d.With, Strict: esbuild.Strict(tree), Assigned: d.Assigned}
	s.Free = esbuild.FreeNames(tree)
	slices.Sort(s.Free)
	s.Free = slices.Compact(s.Free)
	places := map[int]place{}
	for _, offset := range d.Imports {
		places[offset] = place{"import", ImportName}
	}
	for _, offset := range d.Withs {
		places[offset] = place{with, without}
	}
	octals(d.Literals, text, places)
	if s.Direct = d.Eval && directOnly(d, text); s.Direct {
		for offset, direct := range d.Evals {
			places[offset] = place{eval, EvaluateName}
			if direct {
				places[offset] = place{eval, here}
			}
		}
	}
	at, units := 0, 0
	for _, offset := range slices.Sorted(maps.Keys(places)) {
		p := places[offset]
		if offset < at || offset > len(text) || !strings.HasPrefix(text[offset:], p.word) {
			return s, d, fmt.Errorf("the parser finds %s at %d where there is none", p.word, offset)
		}
		units += unitsOf(text[at:offset])
		at = offset
		s.Edits = append(s.Edits, Edit{units, len(p.word), p.text})
	}
	return s, d, nil
}

// place is a word of a text and what stands there instead.
type place struct{ word, text string }

const (
	eval = "eval"
	here = eval + "(" + HereName + ")"
	with = "with"
	// What is one statement with what follows it, where an else or a break belongs to what it belonged to.
	without = "for(" + WithName + "();;)while"
)

// directOnly reports that each eval of a text is one that the parser names, or that it
// is no name of a value for sure: a member, a text of its own, a key. The loader gives
// such a text the language's eval, so that what nobody named must not be there. The
// parser leaves out code that cannot run, which this finds too.
func directOnly(d esbuild.Dynamic, text string) bool {
	if d.Short || d.With {
		return false
	}
	for at := 0; ; {
		i := strings.Index(text[at:], eval)
		if i < 0 {
			break
		}
		at += i
		end := at + len(eval)
		_, named := d.Evals[at]
		before, after := "", text[end:]
		if at > 0 {
			before = text[at-1 : at]
		}
		switch {
		case named, isPart(before), before == ".", isPart(after):
		case before != "" && strings.Contains(`"'`+"`", before) && strings.HasPrefix(after, before):
		default:
			return false
		}
		at = end
	}
	// A name that is written with an escape stands at no such place.
	for offset := range d.Evals {
		if offset > len(text) || !strings.HasPrefix(text[offset:], eval) {
			return false
		}
	}
	return true
}

// isPart reports a letter of an ASCII name at the beginning of a text.
func isPart(text string) bool {
	if text == "" {
		return false
	}
	c := text[0]
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// unitsOf counts UTF-16 units.
func unitsOf(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// Check refuses what Read cannot have said of a text: an answer comes from a
// process that has read a stranger's code.
func (f File) Check(text string) error {
	if err := f.Source.check(text); err != nil {
		return err
	}
	if !utf8.ValidString(f.CommonJS) {
		return errors.New("the converted file is no text")
	}
	return f.Converted.check(f.CommonJS)
}

func (s Source) check(text string) error {
	units := unitsOf(text)
	end := 0
	var inUnits []uint16
	for _, e := range s.Edits {
		ours := e.Length == len("import") && e.Text == ImportName || s.With && e.Length == len(with) && e.Text == without ||
			s.Direct && e.Length == len(eval) && (e.Text == here || e.Text == EvaluateName)
		if e.Offset < end || e.Length < 0 || e.Offset > units-e.Length {
			return errors.New("an edit is out of place")
		}
		if !ours && inUnits == nil {
			inUnits = utf16.Encode([]rune(text))
		}
		if !ours && !isOctal(string(utf16.Decode(inUnits[e.Offset:e.Offset+e.Length])), e.Text) {
			return errors.New("an edit is none of ours")
		}
		end = e.Offset + e.Length
	}
	for _, names := range [][]string{s.Free, s.Assigned} {
		for i, name := range names {
			if name == "" || i > 0 && name <= names[i-1] {
				return errors.New("the names are not in order")
			}
		}
	}
	return nil
}
