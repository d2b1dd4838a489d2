package value

import (
	"slices"
	"testing"
)

func text(s string) Pattern { return Pattern{{Kind: Literal, Text: s}} }

// Every kind of part is written so that a person can tell it from the text beside it.
func TestPatternString(t *testing.T) {
	for _, c := range []struct {
		name     string
		pattern  Pattern
		want     string
		constant bool
	}{
		{"nothing", nil, "", true},
		{"text", Pattern{{Literal, "a"}, {Literal, "/b"}}, "a/b", true},
		{"root", Pattern{{Root, "extension"}, {Literal, "/x"}}, "${extension}/x", false},
		{"setting", Pattern{{Config, "go.gopath"}}, "${config:go.gopath}", false},
		{"variable", Pattern{{Env, "HOME"}}, "${env:HOME}", false},
		{"hole", Pattern{{Literal, "a"}, {Unknown, ""}}, "a<unknown>", false},
		{"keyword is no text", Pattern{{Keyword, "null"}}, "null", false},
		{"bytes are no text", Pattern{{Bytes, "\x00\xff"}}, "<bytes 00ff>", false},
	} {
		if got := c.pattern.String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if _, ok := c.pattern.Constant(); ok != c.constant {
			t.Errorf("%s: constant %t, want %t", c.name, ok, c.constant)
		}
	}
}

// Constants are all there is, or nothing is said of them.
func TestValueConstants(t *testing.T) {
	for _, c := range []struct {
		name  string
		value Value
		want  []string
	}{
		{"two texts", Value{Alts: []Pattern{text("a"), text("b")}}, []string{"a", "b"}},
		{"and others", Value{Alts: []Pattern{text("a")}, Open: true}, nil},
		{"one with a hole", Value{Alts: []Pattern{text("a"), {{Unknown, ""}}}}, nil},
		{"none", Value{}, nil},
	} {
		got, ok := c.value.Constants()
		if ok != (c.want != nil) || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q %t, want %q", c.name, got, ok, c.want)
		}
	}
}

func TestValueIsUnknown(t *testing.T) {
	hole := Pattern{{Unknown, ""}}
	for _, c := range []struct {
		name  string
		value Value
		want  bool
	}{
		{"the zero value", Value{}, true},
		{"a hole", Value{Alts: []Pattern{hole}, Open: true}, true},
		{"a hole behind text", Value{Alts: []Pattern{{{Literal, "a"}, {Unknown, ""}}}}, false},
		{"a function", Value{Alts: []Pattern{hole}, Func: true}, false},
		{"an object", Value{Props: map[string]Value{"shell": {}}}, false},
		{"a list", Value{Items: []Value{{}}}, false},
		{"an empty list", Value{Items: []Value{}}, true},
	} {
		if got := c.value.IsUnknown(); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}
