package facts_test

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

// positionCases put a call of fetch somewhere; lines and columns count from
// one and columns are UTF-16 units, as SARIF has them.
var positionCases = []struct {
	name, source string
	line, column int
}{
	{"first", "fetch(u)", 1, 1},
	{"line feed", "\n\n fetch(u)", 3, 2},
	{"carriage return and line feed", "a;\r\nb;\r\n  fetch(u)", 3, 3},
	{"carriage return", "a;\rb;\r  fetch(u)", 3, 3},
	{"line separator", "a;\u2028fetch(u)", 2, 1},
	{"paragraph separator", "a;\u2029 fetch(u)", 2, 2},
	{"next line is no line end", "/*\u0085*/fetch(u)", 1, 6},
	{"vertical tab is no line end", "\v\f fetch(u)", 1, 4},
	{"a tab is one column", "\t\tfetch(u)", 1, 3},
	{"two bytes, one unit", `"é";fetch(u)`, 1, 5},
	{"three bytes, one unit", `"漢字";fetch(u)`, 1, 6},
	{"four bytes, two units", `"😀";fetch(u)`, 1, 6},
	{"combined emoji", `"👩‍👩‍👧";fetch(u)`, 1, 12},
	{"byte order mark", "\uFEFFfetch(u)", 1, 2},
	{"line after a byte order mark", "\uFEFFa;\nfetch(u)", 2, 1},
	{"template over lines", "`a\r\nb\n${fetch(u)}`", 3, 3},
	{"continued string", "'a\\\r\nb';fetch(u)", 2, 4},
	{"comment over lines", "/*\n\u2028*/fetch(u)", 3, 3},
	{"hashbang", "#!/usr/bin/env node\nfetch(u)", 2, 1},
	{"escaped identifier", "f\\u0065tch(u)", 1, 1},
	{"invalid bytes", "'\xff\xfe';fetch(u)", 1, 6},
	{"broken rune at the end of a line", "'\xe2\x80'\n;fetch(u)", 2, 2},
}

func TestPlacesAreTheAuthorsOwn(t *testing.T) {
	for _, c := range positionCases {
		t.Run(c.name, func(t *testing.T) {
			p := analyze(t, files{"main.js": c.source})
			found := calls(p, "globals.fetch")
			if len(found) != 1 {
				t.Fatalf("%q: %d calls of fetch, want 1; blind: %v", c.source, len(found), p.BlindSpots)
			}
			if w := found[0].Where; w.File != "main.js" || w.Line != c.line || w.Column != c.column {
				t.Errorf("%q: fetch is at %s:%d:%d, want main.js:%d:%d", c.source, w.File, w.Line, w.Column, c.line, c.column)
			}
		})
	}
}

// TestMembersOfAChainHaveTheirOwnPlaces: two calls never share a place.
func TestMembersOfAChainHaveTheirOwnPlaces(t *testing.T) {
	p := analyze(t, files{"main.js": "const fs = require('fs');\nfs.readFileSync('a');fs.\n  readFileSync('b'); fs['readFileSync']('c');"})
	var got []string
	for _, place := range places(p) {
		if strings.HasSuffix(place, "fs.readFileSync") {
			got = append(got, place)
		}
	}
	want := []string{"main.js:2:4 fs.readFileSync", "main.js:3:3 fs.readFileSync", "main.js:3:25 fs.readFileSync"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

// TestAParseErrorHasItsLine: blind says where.
func TestAParseErrorHasItsLine(t *testing.T) {
	for _, c := range []struct {
		source string
		line   int
	}{{"a;\r\nb;\r\nlet = = 1", 3}, {"a;\nlet = = 1", 2}, {"let = = 1", 1}} {
		p := analyze(t, files{"main.js": c.source})
		if len(p.BlindSpots) != 1 || p.BlindSpots[0].File != "main.js" || p.BlindSpots[0].Line != c.line {
			t.Errorf("%q: blind %+v, want one on line %d", c.source, p.BlindSpots, c.line)
		}
	}
}

// mapComments are what a file may say of itself to seem another. None counts.
func mapComments() map[string]string {
	inline := func(m map[string]any) string {
		data, err := json.Marshal(m)
		if err != nil {
			panic(err)
		}
		return "data:application/json;base64," + base64.StdEncoding.EncodeToString(data)
	}
	elsewhere := inline(map[string]any{"version": 3, "sources": []string{"../../innocent.ts"}, "names": []string{},
		"sourcesContent": []string{"harmless();\n"}, "mappings": "AAAA;AACA;AACA;AACA;AACA"})
	return map[string]string{
		"inline map":            "//# sourceMappingURL=" + elsewhere,
		"inline map, old style": "//@ sourceMappingURL=" + elsewhere,
		"inline map in a block": "/*# sourceMappingURL=" + elsewhere + " */",
		"map with no mappings": "//# sourceMappingURL=" + inline(
			map[string]any{"version": 3, "sources": []string{"x"}, "names": []string{}, "mappings": ""},
		),
		"huge mappings": "//# sourceMappingURL=" + inline(
			map[string]any{
				"version":  3,
				"sources":  []string{"x"},
				"names":    []string{},
				"mappings": "gggggggggggggggD" + strings.Repeat(";AAggggDA", 2000),
			},
		),
		"damaged mappings": "//# sourceMappingURL=" + inline(
			map[string]any{"version": 3, "sources": []string{"x"}, "names": []string{}, "mappings": "!!!!"},
		),
		"sections": "//# sourceMappingURL=" + inline(
			map[string]any{
				"version": 3,
				"sections": []any{
					map[string]any{
						"offset": map[string]any{"line": 0, "column": 0},
						"map":    map[string]any{"version": 3, "sources": []string{"x"}, "names": []string{}, "mappings": "AAAA"},
					},
				},
			},
		),
		"map of a neighbour":      "//# sourceMappingURL=other.js.map",
		"map outside":             "//# sourceMappingURL=../../../../etc/passwd",
		"map on the network":      "//# sourceMappingURL=https://attacker.example/main.js.map",
		"not base64":              "//# sourceMappingURL=data:application/json;base64,%%%%",
		"source url":              "//# sourceURL=innocent.js",
		"source url of Node":      "//# sourceURL=node:fs",
		"webpack's source url":    "//# sourceURL=webpack://x/./src/innocent.ts?",
		"preserved with a pragma": "/** @preserve */ //# sourceMappingURL=" + elsewhere,
	}
}

// TestAFilesOwnSourceMapMovesNothing: whoever wrote the file wrote the map.
func TestAFilesOwnSourceMapMovesNothing(t *testing.T) {
	const code = "const fs = require('fs'),\n  cp = require('child_process');\nexports.activate = () => {\n" +
		"  fs.readFileSync('/etc/passwd');\n  cp.exec('id');\n  eval(x);\n};\n"
	around := func(text string) files {
		return files{
			"main.js":      text,
			"innocent.ts":  "harmless();\n",
			"other.js.map": `{"version":3,"sources":["innocent.ts"],"names":[],"mappings":"AAAA;AAAA;AAAA;AAAA"}`,
		}
	}
	plain := analyze(t, around(code))
	if len(calls(plain, "fs.readFileSync")) != 1 || len(calls(plain, "globals.eval")) != 1 {
		t.Fatalf("the program without a map has the uses %v", places(plain))
	}
	same := func(p *facts.Program) facts.Program {
		c := *p
		c.Modules = slices.Clone(p.Modules)
		for i := range c.Modules {
			c.Modules[i].Bytes = 0 // the comment itself
		}
		return c
	}
	for name, comment := range mapComments() {
		t.Run(name, func(t *testing.T) {
			for _, text := range []string{code + comment, code + comment + "\n", code + "\n" + comment + "\n//\n"} {
				if diff := cmp.Diff(same(plain), same(analyze(t, around(text)))); diff != "" {
					t.Errorf("the comment changes the program (-without +with):\n%s", diff)
				}
			}
		})
	}
	moved := analyze(t, around("\n"+code))
	if cmp.Equal(same(plain), same(moved)) {
		t.Error("a line more at the beginning changes nothing, so the comparison sees nothing")
	}
}
