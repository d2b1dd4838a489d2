package house

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/claims"
)

// claimed are the sentences of this repository that claim something is sandboxed
// or isolated, as the engine finds them in any extension, and what bears each
// out. There is to be none that only says so.
var claimed = map[string]string{}

// about are the places that speak of such sentences: the engine's own texts, the
// checks' fixtures, and code that was written to break out.
var about = []string{
	"internal/claims/",
	"checks/manifest/claim_isolation.md",
	"docs/reference/checks.md",
	"claims_test.go",
	"checks/testdata/",
	"checks/manifest/testdata/claim_isolation/",
	"internal/catalog/testdata/",
	"internal/precision/testdata/",
	"testdata/transcripts/gate/gate_claims.txtar",
}

// The engine that reads what extensions say of themselves reads this repository
// too: prose, comments and messages.
func TestThisRepositoryClaimsNoMoreThanItShows(t *testing.T) {
	read := 0
	used := map[string]bool{}
	for _, name := range tracked(t) {
		if !slices.Contains([]string{".md", ".go", ".js", ".mjs", ".cjs", ".json", ".yml", ".txtar", ".tmpl", ".txt"}, path.Ext(name)) ||
			slices.ContainsFunc(about, func(p string) bool { return strings.HasPrefix(name, p) }) {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		read++
		for _, c := range claims.Find(data) {
			key := name + ": " + c.Text
			if claimed[key] == "" {
				t.Errorf("%s:%d:%d claims %q: say what a test shows, or list it in claimed with the test", name, c.Line, c.Column, c.Text)
			}
			used[key] = true
		}
	}
	if read < 300 {
		t.Errorf("only %d files were read: this test does not see the repository", read)
	}
	for key := range claimed {
		if !used[key] {
			t.Errorf("nobody claims any more: %s", key)
		}
	}
}
