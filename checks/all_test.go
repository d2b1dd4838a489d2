package checks

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that defines a check is named for it, is listed, has a page and
// fixtures; and nothing else claims to be a check.
func TestEveryCheckIsWhole(t *testing.T) {
	for _, problem := range incomplete(t, ".", All()) {
		t.Error(problem)
	}
}

func TestPages(t *testing.T) {
	for _, c := range All() {
		for _, problem := range badPage(t, ".", c) {
			t.Error(problem)
		}
	}
}

// docs/checks.md is the pages in one; UPDATE=1 writes it.
func TestDocsAreCurrent(t *testing.T) {
	file := filepath.Join("..", "docs", "checks.md")
	want := Docs()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := string(read(t, file)); got != want {
		t.Errorf("%s is not what the pages say; UPDATE=1 go test ./checks rewrites it", file)
	}
}

func fenced(page, section string) string {
	_, rest, _ := strings.Cut(page, "## "+section+"\n")
	rest, _, _ = strings.Cut(rest, "\n## ")
	_, rest, _ = strings.Cut(rest, "```")
	_, rest, _ = strings.Cut(rest, "\n")
	code, _, _ := strings.Cut(rest, "```")
	return code
}

func allText(t *testing.T, dir string) string {
	var b strings.Builder
	for _, f := range append(glob(t, filepath.Join(dir, "*")), glob(t, filepath.Join(dir, "node_modules", "*", "*"))...) {
		if info, err := os.Stat(f); err == nil && !info.IsDir() {
			b.Write(read(t, f))
		}
	}
	return b.String()
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	out, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
