package verdict

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// docs/reference/verdict.md shows the tables that run.
func TestDocsAreCurrent(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "reference", "verdict.md")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(Docs()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Docs(), string(got)); diff != "" {
		t.Errorf("UPDATE=1 rewrites it (-tables +page):\n%s", diff)
	}
}
