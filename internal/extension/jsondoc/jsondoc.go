// Package jsondoc reads a JSON document and remembers where everything in it
// stood, so that a finding about a manifest can point at the author's own line.
//
// It accepts what JSON.parse accepts and nothing more, plus a leading byte
// order mark. It knows nothing about manifests, and its input is hostile: depth
// and number of values are bounded, and it never panics.
package jsondoc

import (
	"fmt"
	"strings"
)

// Kind is the type of a JSON value.
type Kind uint8

// The kinds.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String names the kind with its article-free JSON name.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// Value is one value of the document.
type Value struct {
	Kind Kind
	// Start and End are byte offsets into the text.
	Start, End int32
	// Text is the decoded string, or the number as written.
	Text string
	// True is the value of a boolean.
	True bool
	// Items are the elements of an array.
	Items []*Value
	// Members are those of an object in the order written; a name written
	// twice is kept once, with its last value.
	Members []Member

	// index finds a member of a large object; nil for a small one.
	index map[string]int
}

// Member is one name and value of an object.
type Member struct {
	Name      string
	NameStart int32
	Value     *Value
}

// Get returns a member by name; nil when there is none or v is no object.
func (v *Value) Get(name string) *Value {
	if m := v.member(name); m != nil {
		return m.Value
	}
	return nil
}

func (v *Value) member(name string) *Member {
	if v == nil {
		return nil
	}
	if v.index != nil {
		if i, ok := v.index[name]; ok {
			return &v.Members[i]
		}
		return nil
	}
	for i := range v.Members {
		if v.Members[i].Name == name {
			return &v.Members[i]
		}
	}
	return nil
}

// Document is a parsed text.
type Document struct {
	Root *Value
	// Duplicates are the pointers of members that were written more than once;
	// the first hundred.
	Duplicates []string
	text       string
	anchors    []anchor
}

// Raw returns the text of a value as it was written.
func (d *Document) Raw(v *Value) string {
	if v == nil {
		return ""
	}
	return d.text[v.Start:v.End]
}

// SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	// Line and Column count from 1; columns are UTF-16 units.
	Line, Column int
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

// Pointer appends a member name to a JSON pointer.
func Pointer(base, name string) string { return base + "/" + escaper.Replace(name) }
