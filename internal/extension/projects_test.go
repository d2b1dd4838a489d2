package extension

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// golden is a project as it stood when vsce listed it: every path, the links,
// and of the contents only what decides about packaging.
type golden struct {
	// Vsce is the version that made List.
	Vsce string `json:"vsce"`
	// Contents are .vscodeignore and package.json files, the latter cut down
	// to what npm and vsce look at.
	Contents map[string]string `json:"contents"`
	Links    map[string]string `json:"links"`
	Paths    []string          `json:"paths"`
	// List is what `vsce ls` printed, sorted.
	List []string `json:"list"`
}

// TestRepositoryListsWhatVsceDid lays the recorded projects out again, with
// empty files, and compares with what vsce said about them.
func TestRepositoryListsWhatVsceDid(t *testing.T) {
	files, err := filepath.Glob("testdata/projects/*.json")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d recorded projects, %v; want at least 5", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var g golden
			if err := json.Unmarshal(data, &g); err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for _, p := range g.Paths {
				write(t, dir, p, g.Contents[p])
			}
			for link, target := range g.Links {
				path := filepath.Join(dir, filepath.FromSlash(link))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(filepath.FromSlash(target), path); err != nil {
					t.Skipf("elsewhere: this system makes no symbolic links: %v", err)
				}
			}
			if diff := cmp.Diff(g.List, shipped(t, dir)); diff != "" {
				t.Errorf("vsce listed (-), we list (+):\n%s", diff)
			}
			if len(g.List) == len(g.Paths) {
				t.Errorf("all %d files ship: this project shows nothing", len(g.Paths))
			}
		})
	}
}

// shipped lists a repository.
func shipped(t *testing.T, dir string) []string {
	t.Helper()
	e, err := LoadAs(t.Context(), dir, Repository, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	list := []string{}
	for _, f := range e.Files() {
		list = append(list, f.Path)
	}
	if !slices.IsSorted(list) {
		t.Error("the list is not sorted")
	}
	return list
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
