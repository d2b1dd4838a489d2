package checks

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// unwritten is the word `make new` leaves wherever a person has to write.
const unwritten = "UNWRITTEN"

// incomplete says what is missing from a folder of checks that a list is said
// to list: code, page and fixtures, and nothing that claims to be one more.
func incomplete(t *testing.T, dir string, list []Check) []string {
	t.Helper()
	var out []string
	problem := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	var listed []string
	for _, c := range list {
		listed = append(listed, c.Name)
		if c.Run == nil || len(c.Needs) == 0 || !slices.Contains(finding.Modules(), c.Module) {
			problem("%s: a field is missing", c.Name)
		}
		if !slices.Contains(finding.Confidences(), c.Confidence) {
			problem("%s: confidence %q is none", c.Name, c.Confidence)
		}
		// Code scanning shows ten tags of a rule, and four are taken.
		if !slices.IsSorted(c.CWE) || len(c.CWE) > 6 || len(c.CWE) > 0 && (c.CWE[0] < 1 || c.CWE[len(c.CWE)-1] > 1500) {
			problem("%s: %v are no numbers of weaknesses in order, six at most", c.Name, c.CWE)
		}
		for _, twin := range []string{"bad", "ok"} {
			if _, err := os.Stat(filepath.Join(dir, "testdata", c.Name, twin, "package.json")); err != nil {
				problem("%s has no fixture %s", c.Name, twin)
			}
		}
	}
	if !slices.IsSorted(listed) {
		problem("the list is not sorted by name")
	}
	var files []string
	for _, f := range glob(t, filepath.Join(dir, "*.go")) {
		if bytes.Contains(read(t, f), []byte("= Check{\n\tName:")) {
			files = append(files, strings.TrimSuffix(filepath.Base(f), ".go"))
		}
	}
	if diff := cmp.Diff(files, listed); diff != "" {
		problem("files that define a check against the list (-files +list):\n%s", diff)
	}
	var pages, fixtures []string
	for _, f := range glob(t, filepath.Join(dir, "*.md")) {
		pages = append(pages, strings.TrimSuffix(filepath.Base(f), ".md"))
	}
	for _, f := range glob(t, filepath.Join(dir, "testdata", "*_*")) {
		fixtures = append(fixtures, filepath.Base(f))
	}
	if diff := cmp.Diff(pages, listed); diff != "" {
		problem("pages against the list (-pages +list):\n%s", diff)
	}
	if diff := cmp.Diff(fixtures, listed); diff != "" {
		problem("fixtures against the list (-fixtures +list):\n%s", diff)
	}
	return out
}

// badPage says what is wrong with the page of a check whose folder is dir. Pages
// have the same parts, and their examples are lines of the fixtures, so that they
// cannot rot.
func badPage(t *testing.T, dir string, c Check) []string {
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

// badFixture says where a check and one of its fixtures disagree.
func badFixture(t *testing.T, c Check, fixture string) []string {
	t.Helper()
	wants := wantsOf(t, fixture)
	if twin := filepath.Base(fixture) == "ok"; twin != (len(wants) == 0) {
		return []string{fmt.Sprintf("%d lines want a finding", len(wants))}
	}
	got := findingsOf(t, c, fixture)
	out := compare(t, wants, got)
	if filepath.Base(fixture) == "bad" {
		for _, said := range saidOn(c.Page()) {
			if !slices.ContainsFunc(got, func(f finding.Finding) bool { return f.Message == said }) {
				out = append(out, fmt.Sprintf("the page of %s says that it finds %q, and it does not", c.Name, said))
			}
		}
	}
	return out
}

// saidOn are the findings' words that a page shows under its bad example.
func saidOn(page string) []string {
	_, bad, _ := strings.Cut(page, "## Bad\n")
	bad, _, _ = strings.Cut(bad, "\n## ")
	_, text, ok := strings.Cut(bad, "```text\n")
	if !ok {
		return nil
	}
	text, _, _ = strings.Cut(text, "```")
	return strings.Split(strings.TrimSpace(text), "\n")
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

// What the house tests are for: a check that was left out, a page or fixture that
// went missing, and a check that says nothing any more are all noticed.
func TestTheHouseNotices(t *testing.T) {
	if testing.Short() {
		t.Skip("short: tries each mistake on a copy of the folder; the tests that see them stay")
	}
	whole := func(t *testing.T) string {
		dir := filepath.Join(t.TempDir(), "checks")
		if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	notices := func(t *testing.T, problems []string, word string) {
		t.Helper()
		if !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, word) }) {
			t.Errorf("nobody noticed; the problems are %q", problems)
		}
	}
	remove := func(t *testing.T, path string) {
		t.Helper()
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("nothing where all is well", func(t *testing.T) {
		if got := incomplete(t, whole(t), All()); got != nil {
			t.Errorf("%q", got)
		}
	})
	for i, c := range All() {
		t.Run("left out "+c.Name, func(t *testing.T) {
			notices(t, incomplete(t, ".", slices.Delete(All(), i, i+1)), c.Name)
		})
		t.Run("silenced "+c.Name, func(t *testing.T) {
			c.Run = silent
			notices(t, badFixture(t, c, filepath.Join("testdata", c.Name, "bad")), "no finding matches")
		})
	}
	c := All()[0]
	t.Run("a page missing", func(t *testing.T) {
		dir := whole(t)
		remove(t, filepath.Join(dir, c.Name+".md"))
		notices(t, incomplete(t, dir, All()), "pages against the list")
	})
	for _, part := range []string{"", "bad", "ok"} {
		t.Run("a fixture missing "+part, func(t *testing.T) {
			dir := whole(t)
			remove(t, filepath.Join(dir, "testdata", c.Name, part))
			notices(t, incomplete(t, dir, All()), c.Name+" has no fixture")
		})
	}
	t.Run("a list out of order", func(t *testing.T) {
		list := All()
		slices.Reverse(list)
		notices(t, incomplete(t, ".", list), "not sorted")
	})
	t.Run("a check without needs", func(t *testing.T) {
		list := All()
		list[0].Needs = nil
		notices(t, incomplete(t, ".", list), "a field is missing")
	})
	t.Run("a fixture whose example went", func(t *testing.T) {
		dir := whole(t)
		remove(t, filepath.Join(dir, "testdata", c.Name, "ok"))
		notices(t, badPage(t, dir, c), "is not a line of the fixture ok")
	})
	t.Run("a fixture that wants what is not there", func(t *testing.T) {
		dir := whole(t)
		bad := filepath.Join(dir, "testdata", c.Name, "bad")
		if err := os.CopyFS(filepath.Join(dir, "twin", "ok"), os.DirFS(bad)); err != nil {
			t.Fatal(err)
		}
		notices(t, badFixture(t, c, filepath.Join(dir, "twin", "ok")), "lines want a finding")
	})
}

func silent(context.Context, Input) []finding.Finding { return nil }
