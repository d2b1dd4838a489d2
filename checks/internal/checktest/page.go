package checktest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/internal/check"
)

// badPage says what is wrong with the page of a check whose folder is dir. Pages
// have the same parts, and their examples are lines of the fixtures, so that they
// cannot rot.
func badPage(t *testing.T, dir string, c check.Check) []string {
	t.Helper()
	var out []string
	problem := func(format string, args ...any) {
		out = append(out, c.Name+": "+fmt.Sprintf(format, args...))
	}
	page := c.Page()
	if strings.Contains(page, unwritten) {
		problem("the page is not written yet")
	}
	if strings.Contains(page, "// want") {
		problem("the page shows a mark of the fixtures, which are for the tests; put the finding's words into a ```text block")
	}
	if !strings.HasPrefix(page, "# "+c.Name+": ") || c.Title() == "" || c.Summary() == "" {
		problem("the page does not begin with its name, a title and a summary")
	}
	if n := len(c.Title()); n > 255 {
		problem("the title has %d characters, GitHub shows 255", n)
	}
	if n := len(c.Summary()); n > 1024 {
		problem("the summary has %d characters, GitHub shows 1024", n)
	}
	var heads []string
	for line := range strings.Lines(page) {
		if h, ok := strings.CutPrefix(line, "## "); ok {
			heads = append(heads, strings.TrimSpace(h))
		}
	}
	want := []string{"Why it matters", "Bad", "Good", "How it is rated", "When to ignore it", "Sources"}
	if diff := cmp.Diff(want, heads); diff != "" {
		problem("sections (-want +got):\n%s", diff)
	}
	for _, example := range [][2]string{{"Bad", "bad"}, {"Good", "ok"}} {
		code := fenced(page, example[0])
		if code == "" {
			problem("no example under %s", example[0])
		}
		all := withoutMarks(allText(t, filepath.Join(dir, "testdata", c.Name, example[1])))
		for line := range strings.Lines(code) {
			if !strings.Contains(all, strings.TrimSpace(line)) {
				problem("%s's example is not a line of the fixture %s: %s", example[0], example[1], line)
			}
		}
	}
	return out
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
	for _, f := range append(Glob(t, filepath.Join(dir, "*")), Glob(t, filepath.Join(dir, "node_modules", "*", "*"))...) {
		if info, err := os.Stat(f); err == nil && !info.IsDir() {
			b.Write(Read(t, f))
		}
	}
	return b.String()
}

// withoutMarks leaves the marks for the tests out of a fixture's text.
func withoutMarks(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = jsonMark.ReplaceAllString(wantJS.ReplaceAllString(strings.TrimRight(line, " \n"), ""), "")
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// jsonMark is wantJSON with the comma before it.
var jsonMark = regexp.MustCompile(`(?:,[ \t]*)?` + wantJSON.String())
