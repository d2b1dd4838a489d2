package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// event is one line of `go test -json`; `go doc test2json` describes it.
type event struct {
	Action, Package, ImportPath, Test, Output, FailedBuild string

	Elapsed float64 // seconds of a test or package that ended
}

// name is a test of a package; the package itself has no test name.
type name struct{ pkg, test string }

type skipped struct {
	name
	why string
}

// tally counts tests that have no subtests, and of the others those that failed
// by themselves: a failure counts once, not once for each test around it.
type tally struct {
	w      io.Writer
	strict bool // CI: a test that could not run has failed

	output map[name][]string // what was printed and not yet shown or dropped
	built  map[string][]string
	parent map[name]bool // has subtests
	broken map[name]bool // it, or something in it, failed

	passed, failed int
	skips          []skipped
	timed          []timed
}

func newTally(w io.Writer, strict bool) *tally {
	return &tally{
		w:      w,
		strict: strict,
		output: map[name][]string{},
		built:  map[string][]string{},
		parent: map[name]bool{},
		broken: map[name]bool{},
	}
}

// read takes the events until they end.
func (t *tally) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			var e event
			if json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
				fmt.Fprint(t.w, line) // go's own words, which are no event
			} else {
				t.take(e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (t *tally) take(e event) {
	n := name{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		t.built[e.ImportPath] = append(t.built[e.ImportPath], e.Output)
	case "run":
		if i := strings.LastIndex(e.Test, "/"); i > 0 {
			t.parent[name{e.Package, e.Test[:i]}] = true
		}
	case "output":
		t.output[n] = append(t.output[n], e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" {
			t.endPackage(e)
		} else {
			t.endTest(e.Action, n)
			t.timed = append(t.timed, timed{n, e.Elapsed})
		}
	}
}

func (t *tally) endTest(action string, n name) {
	said := t.output[n]
	delete(t.output, n)
	switch action {
	case "pass":
		if !t.parent[n] {
			t.passed++
		}
	case "skip":
		t.skips = append(t.skips, skipped{n, reason(said)})
	case "fail":
		fmt.Fprintf(t.w, "%s\n%s", n.pkg, strings.Join(said, ""))
		if !t.broken[n] {
			t.failed++
		}
		for test := n.test; test != ""; test = test[:max(strings.LastIndex(test, "/"), 0)] {
			t.broken[name{n.pkg, test}] = true
		}
		t.broken[name{n.pkg, ""}] = true
	}
}

// endPackage prints the package's own line. A package that failed though no
// test of it did (it does not build, it panicked, its time was over) is a
// failure, with all that is known of it.
func (t *tally) endPackage(e event) {
	own := name{e.Package, ""}
	if e.Action == "fail" && !t.broken[own] {
		t.failed++
		fmt.Fprint(t.w, strings.Join(t.built[e.FailedBuild], ""))
		for _, n := range t.unfinished(e.Package) {
			fmt.Fprint(t.w, strings.Join(t.output[n], ""))
		}
	}
	for _, line := range t.output[own] {
		if e.Action == "fail" || verdict.MatchString(line) {
			fmt.Fprint(t.w, line)
		}
	}
	for n := range t.output {
		if n.pkg == e.Package {
			delete(t.output, n)
		}
	}
}

// verdict is the line by which go test ends a package.
var verdict = regexp.MustCompile(`^(ok|FAIL|\?)?\s+\S`)

// unfinished are the tests of a package that began and did not end.
func (t *tally) unfinished(pkg string) []name {
	var found []name
	for n := range t.output {
		if n.pkg == pkg && n.test != "" {
			found = append(found, n)
		}
	}
	slices.SortFunc(found, func(a, b name) int { return strings.Compare(a.test, b.test) })
	return found
}

var (
	frame = regexp.MustCompile(`^\s*(===|---) `)
	place = regexp.MustCompile(`^\s*\S+\.go:\d+: `)
	// transcript begins what testscript says after the reason of a skip.
	transcript = regexp.MustCompile(`^\s*testscript\.go:\d+: WORK=`)
)

// reason is what a test said when it skipped, in one line.
func reason(said []string) string {
	var words []string
	for _, line := range said {
		if transcript.MatchString(line) {
			break // what a transcript ran in and had said so far
		}
		if !frame.MatchString(line) {
			words = append(words, strings.Fields(place.ReplaceAllString(line, ""))...)
		}
	}
	if len(words) == 0 {
		return "no reason given"
	}
	return strings.Join(words, " ")
}

// line is the last one.
func (t *tally) line() string {
	return fmt.Sprintf("tests: %d passed, %d failed, %d skipped", t.passed, t.failed, len(t.skips))
}
