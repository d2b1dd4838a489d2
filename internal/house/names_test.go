package house

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What claims something here, each by a name that stays when its file moves.
var (
	goTest   = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example)\w*)\(`)
	nodeTest = regexp.MustCompile("(?m)^\\s*test\\((?:'([^']*)'|\"([^\"]*)\"|`([^`]*)`)")
)

// testNames returns the names of all tests, transcripts and fixtures, sorted: what is looked
// for when one of them is gone.
func testNames(t *testing.T) []string {
	t.Helper()
	is := map[string]bool{}
	for _, name := range tracked(t) {
		data := func() []byte {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		at := strings.Split(name, "/")
		switch {
		case strings.HasSuffix(name, "_test.go"):
			for _, m := range goTest.FindAllSubmatch(data(), -1) {
				if string(m[1]) != "TestMain" {
					is["go "+string(m[1])] = true
				}
			}
		case strings.HasSuffix(name, ".test.js"):
			for _, m := range nodeTest.FindAllSubmatch(data(), -1) {
				is["node "+string(bytes.Join(m[1:], nil))] = true
			}
		case strings.HasSuffix(name, ".txtar"):
			is["transcript "+path.Base(name)] = true
		case at[0] == "checks" && slices.Contains(at, "testdata") && slices.Index(at, "testdata")+2 < len(at):
			is["fixture "+at[slices.Index(at, "testdata")+1]] = true
		}
	}
	var out []string
	for name := range is {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// TestNoTestIsLost: what was claimed once is claimed still. testdata/tests.txt lists the
// names, from the first release of this repository's second layout (4ce1ff1) on; one that
// is gone has a line in testdata/gone.txt, which says where its claim is held now.
func TestNoTestIsLost(t *testing.T) {
	const list = "internal/house/testdata/tests.txt"
	now := testNames(t)
	if len(now) < 1200 {
		t.Fatalf("only %d names: this test does not see them", len(now))
	}
	before := readLines(t, list)
	gone := map[string]bool{}
	for _, line := range readLines(t, "internal/house/testdata/gone.txt") {
		name, where, ok := strings.Cut(line, ": ")
		switch _, there := slices.BinarySearch(now, name); {
		case !ok || where == "":
			t.Errorf("gone.txt: %q does not say where the claim is held now", line)
		case there:
			t.Errorf("gone.txt: %s is there", name)
		}
		gone[name] = true
	}
	all := slices.Clone(now)
	for _, name := range before {
		if _, there := slices.BinarySearch(now, name); !there && !gone[name] {
			t.Errorf("%s was there and is not; where its claim is held now belongs into internal/house/testdata/gone.txt", name)
			all = append(all, name)
		}
	}
	slices.Sort(all)
	if os.Getenv("UPDATE") != "" {
		// A name that is lost stays in the list: writing it anew is no way to lose one.
		if err := os.WriteFile(filepath.FromSlash(list), []byte(strings.Join(all, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, name := range now {
		if _, listed := slices.BinarySearch(before, name); !listed {
			t.Errorf("%s is new and not in %s; make generate writes it", name, list)
		}
	}
}

func readLines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(string(text)), "\n"), func(line string) bool {
		return line == "" || strings.HasPrefix(line, "#")
	})
}

// TestWhatCheckLeavesOutHasItsPlace: each target that a skipped test names stands in
// CONTRIBUTING.md, with the job that runs it or with why none does.
func TestWhatCheckLeavesOutHasItsPlace(t *testing.T) {
	page, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| ((?:`make [a-z-]+`(?:, )?)+) \\| [^|]+ \\| ([^|]+) \\|$")
	target := regexp.MustCompile("`make ([a-z-]+)`")
	job := regexp.MustCompile("^job `([a-z]+)`(?: of `(release\\.yml)`)?$")
	placed := map[string]bool{}
	for _, m := range row.FindAllSubmatch(page, -1) {
		for _, name := range target.FindAllSubmatch(m[1], -1) {
			run := string(name[1])
			placed[run] = true
			in := job.FindSubmatch(m[2])
			if in == nil {
				if !strings.HasPrefix(string(m[2]), "by hand") {
					t.Errorf("make %s: %q is neither a job nor by hand", run, m[2])
				}
				continue
			}
			file := "ci.yml"
			if len(in[2]) > 0 {
				file = string(in[2])
			}
			if !runs(t, file, string(in[1]), "make "+run) {
				t.Errorf("make %s: job %s of %s does not run it", run, in[1], file)
			}
		}
	}
	skip := regexp.MustCompile(`Skipf?\("make ([a-z-]+): `)
	for _, name := range tracked(t) {
		if !strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "internal/testkit/tally/") {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range skip.FindAllSubmatch(data, -1) {
			if !placed[string(m[1])] {
				t.Errorf("%s: make %s is in no row of CONTRIBUTING.md", name, m[1])
			}
		}
	}
}

// runs reports that a job of a workflow has a step with this command.
func runs(t *testing.T, file, job, command string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(".github", "workflows", file))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "\n  "+job+":\n")
	if !ok {
		return false
	}
	if end := regexp.MustCompile(`\n  [a-z]+:\n`).FindStringIndex(rest); end != nil {
		rest = rest[:end[0]]
	}
	return regexp.MustCompile(`(?m)^\s+(?:- )?run: ` + regexp.QuoteMeta(command) + `(?: |$)`).MatchString(rest)
}
