package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"
)

// riddles are phrases that readers did not understand, each with what is said instead.
var riddles = map[string]string{
	"asked wrongly":         "wrong use",
	"we broke":              "an error of ringfence or its surroundings",
	"nobody asked for it (": "not asked",
	"holds reject":          "the gate passed",
	"did not run (":         "not checked",
	"was skipped":           "not checked: NAME (why)",
	"also not run":          "nor NAME",
	"(skipped)":             "NAME alone, where what was not checked is listed",
	"(partly)":              "in part: NAME",
	// Hard for readers, as docs/measurements/readers.md counts them.
	"fails on reject":       "it does not pass, and why",
	"holds changes to it":   "ringfence gate judges changes to it",
	"fail-on does not name": "--fail-on NAME would fail it",
	"not all of it is in":   "results of some repositories are missing",
}

// riddlesIn names the riddles in a text.
func riddlesIn(text string) []string {
	var out []string
	for phrase, instead := range riddles {
		if strings.Contains(strings.ToLower(text), phrase) {
			out = append(out, strconv.Quote(phrase)+", say "+strconv.Quote(instead))
		}
	}
	return out
}

// No string of the program is a riddle, nor is a line of what people read beside it: pages,
// the loader, the action.
func TestNoRiddles(t *testing.T) {
	seen, pages := 0, 0
	for _, name := range tracked(t) {
		if strings.HasSuffix(name, "_test.go") || strings.Contains("/"+name, "/testdata/") || name == "CHANGELOG.md" {
			continue
		}
		// What readers said, and what was printed then, is quoted there.
		if name == "docs/measurements/readers.md" || name == "docs/measurements/walks.md" {
			continue
		}
		switch path.Ext(name) {
		case ".md", ".js", ".cjs", ".yml", ".tmpl", ".txt":
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			pages++
			for _, r := range riddlesIn(string(text)) {
				t.Errorf("%s: %s", name, r)
			}
		case ".go":
			seen += stringsOf(t, name, func(at token.Position, text string) {
				for _, r := range riddlesIn(text) {
					t.Errorf("%s: %s", at, r)
				}
			})
		}
	}
	if seen < 1000 || pages < 150 {
		t.Errorf("%d strings and %d pages were read, and there are more", seen, pages)
	}
}

// stringsOf calls f with each string of a file and counts them.
func stringsOf(t *testing.T, name string, f func(token.Position, string)) int {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		seen++
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			t.Fatal(err)
		}
		f(fset.Position(lit.Pos()), text)
		return true
	})
	return seen
}

// The search finds what it looks for, in a sentence and at its beginning, and nothing else.
func TestRiddlesAreFound(t *testing.T) {
	for text, want := range map[string]int{"2 asked wrongly, 3 we broke": 2, "Asked wrongly": 1, "wrong use, 3 an error of ringfence": 0} {
		if got := riddlesIn(text); len(got) != want {
			t.Errorf("%q: %q, want %d", text, got, want)
		}
	}
}
