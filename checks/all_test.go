package checks

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// A file that defines a check is named for it, is listed, has a page and
// fixtures; and nothing else claims to be a check.
func TestEveryCheckIsWhole(t *testing.T) {
	var listed []string
	for _, c := range All() {
		listed = append(listed, c.Name)
		if c.Run == nil || len(c.Needs) == 0 || !slices.Contains(finding.Modules(), c.Module) {
			t.Errorf("%s: a field is missing", c.Name)
		}
		for _, dir := range []string{"bad", "ok"} {
			if _, err := os.Stat(filepath.Join("testdata", c.Name, dir, "package.json")); err != nil {
				t.Errorf("%s has no fixture %s", c.Name, dir)
			}
		}
	}
	if !slices.IsSorted(listed) {
		t.Error("all.go is not sorted by name")
	}
	var files []string
	for _, f := range glob(t, "*.go") {
		text := read(t, f)
		if bytes.Contains(text, []byte("= Check{\n")) {
			files = append(files, strings.TrimSuffix(f, ".go"))
		}
	}
	if diff := cmp.Diff(files, listed); diff != "" {
		t.Errorf("files that define a check against all.go (-files +all.go):\n%s", diff)
	}
	var pages, fixtures []string
	for _, f := range glob(t, "*.md") {
		pages = append(pages, strings.TrimSuffix(f, ".md"))
	}
	for _, f := range glob(t, "testdata/*_*") {
		fixtures = append(fixtures, filepath.Base(f))
	}
	if diff := cmp.Diff(pages, listed); diff != "" {
		t.Errorf("pages against all.go (-pages +all.go):\n%s", diff)
	}
	if diff := cmp.Diff(fixtures, listed); diff != "" {
		t.Errorf("fixtures against all.go (-fixtures +all.go):\n%s", diff)
	}
}

// Pages have the same parts, and their examples are lines of the fixtures, so
// that they cannot rot.
func TestPages(t *testing.T) {
	want := []string{"Why it matters", "Bad", "Good", "How it is rated", "When to ignore it", "Sources"}
	for _, c := range All() {
		page := c.Page()
		if !strings.HasPrefix(page, "# "+c.Name+": ") || c.Title() == "" || c.Summary() == "" {
			t.Errorf("%s: the page does not begin with its name, a title and a summary", c.Name)
		}
		if n := len(c.Title()); n > 255 {
			t.Errorf("%s: the title has %d characters, GitHub shows 255", c.Name, n)
		}
		if n := len(c.Summary()); n > 1024 {
			t.Errorf("%s: the summary has %d characters, GitHub shows 1024", c.Name, n)
		}
		var heads []string
		for line := range strings.Lines(page) {
			if h, ok := strings.CutPrefix(line, "## "); ok {
				heads = append(heads, strings.TrimSpace(h))
			}
		}
		if diff := cmp.Diff(want, heads); diff != "" {
			t.Errorf("%s: sections (-want +got):\n%s", c.Name, diff)
		}
		for section, dir := range map[string]string{"Bad": "bad", "Good": "ok"} {
			code := fenced(page, section)
			if code == "" {
				t.Errorf("%s: no example under %s", c.Name, section)
			}
			all := allText(t, filepath.Join("testdata", c.Name, dir))
			for line := range strings.Lines(code) {
				if !strings.Contains(all, strings.TrimSpace(line)) {
					t.Errorf("%s: %s's example is not a line of the fixture %s: %s", c.Name, section, dir, line)
				}
			}
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
	for _, f := range glob(t, filepath.Join(dir, "*")) {
		b.Write(read(t, f))
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
