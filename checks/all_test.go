package checks

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
)

// byName returns a check that has to be there.
func byName(name string) Check {
	c, ok := ByName(name)
	if !ok {
		panic("there is no check " + name)
	}
	return c
}

// folderOf is the folder of a check's family.
func folderOf(t *testing.T, c Check) string {
	t.Helper()
	for _, f := range Families() {
		if slices.ContainsFunc(f.Checks, func(o Check) bool { return o.Name == c.Name }) {
			return f.Name
		}
	}
	t.Fatalf("%s is of no family", c.Name)
	return ""
}

// Every folder here is a family and is listed, but for the tool that writes a
// check, what the families share, and what several of them are measured by.
func TestFamiliesAreListed(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var folders, listed []string
	for _, e := range entries {
		if e.IsDir() && !slices.Contains([]string{"internal", "new", "testdata"}, e.Name()) {
			folders = append(folders, e.Name())
		}
	}
	for _, f := range Families() {
		listed = append(listed, f.Name)
		if len(f.Checks) == 0 {
			t.Errorf("the family %s has no checks", f.Name)
		}
	}
	if diff := cmp.Diff(folders, listed); diff != "" {
		t.Errorf("folders against the list (-folders +list):\n%s", diff)
	}
	for i, c := range All() {
		if i > 0 && c.Name <= All()[i-1].Name {
			t.Errorf("%s comes after %s", c.Name, All()[i-1].Name)
		}
	}
}

// docs/reference/checks.md is the pages in one; UPDATE=1 writes it.
func TestDocsAreCurrent(t *testing.T) {
	file := filepath.Join("..", "docs", "reference", "checks.md")
	want := Docs()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := string(checktest.Read(t, file)); got != want {
		t.Errorf("%s is not what the pages say; UPDATE=1 go test ./checks rewrites it", file)
	}
}
