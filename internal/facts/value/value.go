// Package value says what is known of a value of the code: the texts it may be, each with
// holes for what nobody knows, the properties and items of a literal, and whether a function
// is among what it may be. It knows no program; package fold works values out.
package value

import (
	"fmt"
	"strings"
)

// Value is what is known of an argument: the alternatives it may be. An empty
// Value is wholly unknown.
type Value struct {
	// Alts are the possible values, sorted, at most 32 (package fold).
	Alts []Pattern
	// Open is true when there may be further values than Alts.
	Open bool
	// Props are the folded properties of an object literal argument
	// (spawn's {shell: true}), or nil.
	Props map[string]Value
	// Items are the folded items of an array literal argument, or nil.
	Items []Value
	// Beyond are texts that stand in the list at places nobody knows, as behind a list that is spread into it, or nil.
	Beyond []Pattern
	// Func is true when a function is among the possible values.
	Func bool
}

// Pattern is a string with holes: a sequence of literal text, named roots and
// unknowns.
type Pattern []Part

// Part is a piece of a Pattern.
type Part struct {
	Kind PartKind
	// Text is the literal text, the root's name ("extension"), the setting's
	// id or the environment variable's name. Of Unknown it says where a path comes from
	// (Document, DocumentFolder), and is empty where nobody knows.
	Text string
}

// Where a path comes from that is not known.
const (
	Document       = "document"        // the file of a document of the editor's
	DocumentFolder = "document folder" // the folder of such a file
)

// PartKind says what a Part stands for.
type PartKind uint8

// The kinds of part.
const (
	Literal PartKind = iota
	Root             // ${extension}, ${workspace}, ${globalStorage}, ${home}, ${tmp} …
	Config           // ${config:go.gopath}
	Env              // ${env:HOME}
	Unknown          // <unknown>
	Keyword          // true, false, null, undefined or a number: not a string
	Bytes            // bytes the code writes out: Buffer.from("00ff", "hex"); Text holds them as they are
)

// String writes a pattern the way a person reads it:
// "${extension}/server/<unknown>".
func (p Pattern) String() string {
	var b strings.Builder
	for _, part := range p {
		switch part.Kind {
		case Literal, Keyword:
			b.WriteString(part.Text)
		case Root:
			b.WriteString("${" + part.Text + "}")
		case Config:
			b.WriteString("${config:" + part.Text + "}")
		case Env:
			b.WriteString("${env:" + part.Text + "}")
		case Unknown:
			b.WriteString("<unknown>")
		case Bytes:
			fmt.Fprintf(&b, "<bytes %x>", part.Text)
		}
	}
	return b.String()
}

// Constant reports the text of a pattern that has no holes.
func (p Pattern) Constant() (string, bool) {
	var b strings.Builder
	for _, part := range p {
		if part.Kind != Literal {
			return "", false
		}
		b.WriteString(part.Text)
	}
	return b.String(), true
}

// Constants reports all values when every alternative is constant text.
func (v Value) Constants() ([]string, bool) {
	if v.Open || len(v.Alts) == 0 {
		return nil, false
	}
	out := make([]string, 0, len(v.Alts))
	for _, p := range v.Alts {
		s, ok := p.Constant()
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

// IsUnknown reports that nothing at all is known of the value.
func (v Value) IsUnknown() bool {
	if v.Func || len(v.Props) > 0 || len(v.Items) > 0 {
		return false
	}
	for _, p := range v.Alts {
		for _, part := range p {
			if part.Kind != Unknown {
				return false
			}
		}
	}
	return true
}
