package extension

import (
	"path/filepath"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
)

// TestRealExtensionsLoadWithoutProblems: every extension of the corpus loads,
// all of its files can be read, its main file is there, and nothing about it is
// odd.
func TestRealExtensionsLoadWithoutProblems(t *testing.T) {
	if testing.Short() {
		t.Skip("short: downloads real extensions")
	}
	dir, err := corpus.Fetch(t.Context())
	cannot(t, err)
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	loaded := 0
	for _, p := range paths {
		if filepath.Base(p) == "node_modules" || filepath.Base(p)[0] == '.' {
			continue
		}
		t.Run(filepath.Base(p), func(t *testing.T) {
			e, err := Load(t.Context(), p, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			for _, f := range e.Files() {
				if _, err := e.ReadFile(f.Path); err != nil {
					t.Error(err)
				}
			}
			for _, problem := range e.Problems() {
				t.Errorf("%+v", problem)
			}
			if why := e.Manifest.Refused(); why != "" {
				t.Errorf("VS Code is said not to load it: %s", why)
			}
			if e.MainMissing() || e.Manifest.Main == "" {
				t.Errorf("main %q is missing", e.Manifest.Main)
			}
			if filepath.Ext(p) == ".vsix" && (e.Source != VSIX || e.VSIX == nil) {
				t.Errorf("source %s, manifest %v", e.Source, e.VSIX)
			}
			loaded++
		})
	}
	if loaded < 36 {
		t.Errorf("%d extensions loaded, want at least 36", loaded)
	}
}
