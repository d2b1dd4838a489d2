package checktest

import (
	"testing"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// The values of hand-built facts, as the engine writes them.
var (
	Unknown = facts.Value{Open: true}
	Truth   = Alt(facts.Part{Kind: facts.Keyword, Text: "true"})
	Falsity = Alt(facts.Part{Kind: facts.Keyword, Text: "false"})
	Undef   = Alt(facts.Part{Kind: facts.Keyword, Text: "undefined"})
)

// Lit is constant text.
func Lit(s string) facts.Value { return Alt(facts.Part{Kind: facts.Literal, Text: s}) }

// Alt is one pattern.
func Alt(parts ...facts.Part) facts.Value {
	return facts.Value{Alts: []facts.Pattern{parts}}
}

// Text is the part of a pattern that is text.
func Text(s string) facts.Part { return facts.Part{Kind: facts.Literal, Text: s} }

// Root is the part that is a named folder.
func Root(s string) facts.Part { return facts.Part{Kind: facts.Root, Text: s} }

// Hole is the part that nobody knows.
var Hole = facts.Part{Kind: facts.Unknown}

// Raw is bytes that are written out.
func Raw(s string) facts.Value { return Alt(facts.Part{Kind: facts.Bytes, Text: s}) }

// Number is a keyword or a number.
func Number(s string) facts.Value { return Alt(facts.Part{Kind: facts.Keyword, Text: s}) }

// Either is one of some values.
func Either(vs ...facts.Value) facts.Value {
	var out facts.Value
	for _, v := range vs {
		out.Alts = append(out.Alts, v.Alts...)
		out.Open = out.Open || v.Open
	}
	return out
}

// Items is a list.
func Items(vs ...facts.Value) facts.Value { return facts.Value{Items: vs} }

// Props is an object, of names and values in turn.
func Props(kv ...any) facts.Value {
	m := map[string]facts.Value{}
	for i := 0; i < len(kv); i += 2 {
		m[kv[i].(string)] = kv[i+1].(facts.Value)
	}
	return facts.Value{Props: m}
}

// Use is a use of a symbol at the first place of a.js.
func Use(module, member string, kind facts.UseKind, args ...facts.Value) facts.Use {
	return facts.Use{Module: module, Member: member, Kind: kind, Args: args, Where: finding.Location{File: "a.js", Line: 1, Column: 1}}
}

// Manifest parses a manifest of the fixture x with some members more, and the texts of its
// package.nls.json.
func Manifest(t *testing.T, rest string, words map[string]string) *extension.Manifest {
	t.Helper()
	text := `{"name": "x", "publisher": "p", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}` + rest + `}`
	m, err := extension.ParseManifest([]byte(text), words, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Trust is the member of a manifest that answers for untrusted workspaces.
func Trust(answer string) string {
	return `, "capabilities": {"untrustedWorkspaces": ` + answer + `}`
}
