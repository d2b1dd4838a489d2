// Package checktest is what the tests of all families share: the rules that a
// check's folder, page and fixtures are held to, hand-built facts, and how checks
// are run. Only tests import it.
package checktest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Family holds a family to what every check has: code, a page, fixtures with a
// benign twin, and a place in the list. A check's own tests are those of
// TestChecks/NAME. The folder is the one that the test runs in.
func Family(t *testing.T, list []check.Check) {
	for _, problem := range incomplete(t, ".", list) {
		t.Error(problem)
	}
	for _, c := range list {
		t.Run(c.Name, func(t *testing.T) {
			for _, problem := range badPage(t, ".", c) {
				t.Error(problem)
			}
			for _, dir := range Glob(t, filepath.Join("testdata", c.Name, "*")) {
				t.Run(filepath.Base(dir), func(t *testing.T) {
					for _, problem := range badFixture(t, c, dir) {
						t.Error(problem)
					}
				})
			}
			t.Run("twice", func(t *testing.T) {
				dir := filepath.Join("testdata", c.Name, "bad")
				if diff := cmp.Diff(FindingsOf(t, c, dir), FindingsOf(t, c, dir)); diff != "" {
					t.Errorf("two runs differ:\n%s", diff)
				}
			})
		})
	}
}

// unwritten is the word `make new` leaves wherever a person has to write.
const unwritten = "UNWRITTEN"

// incomplete says what is missing from a folder of checks that a list is said
// to list: code, page and fixtures, and nothing that claims to be one more.
func incomplete(t *testing.T, dir string, list []check.Check) []string {
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
	for _, f := range Glob(t, filepath.Join(dir, "*.go")) {
		if bytes.Contains(Read(t, f), []byte("= check.Check{\n\tName:")) {
			files = append(files, strings.TrimSuffix(filepath.Base(f), ".go"))
		}
	}
	if diff := cmp.Diff(files, listed); diff != "" {
		problem("files that define a check against the list (-files +list):\n%s", diff)
	}
	var pages, fixtures []string
	for _, f := range Glob(t, filepath.Join(dir, "*.md")) {
		pages = append(pages, strings.TrimSuffix(filepath.Base(f), ".md"))
	}
	for _, f := range Glob(t, filepath.Join(dir, "testdata", "*_*")) {
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

// badFixture says where a check and one of its fixtures disagree.
func badFixture(t *testing.T, c check.Check, fixture string) []string {
	t.Helper()
	wants := WantsOf(t, fixture)
	if twin := filepath.Base(fixture) == "ok"; twin != (len(wants) == 0) {
		return []string{fmt.Sprintf("%d lines want a finding", len(wants))}
	}
	got := FindingsOf(t, c, fixture)
	out := Compare(t, wants, got)
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
