package html

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// mapOf draws parts and lines.
func mapOf(p *report.Permissions, entries ...report.Entry) *mapView {
	r := &report.Report{Permissions: p}
	r.Code.Entries = entries
	b := newBudget()
	return newMapView(r, newLinesView(p, "", "", b), b)
}

// uses are lines of a section that the first part needs.
func uses(s policy.Section, n int) (out []report.Permission) {
	for i := range n {
		out = append(out, report.Permission{Section: s, Text: fmt.Sprintf("x%02d", i), State: report.Granted, Needs: []report.Need{{Uses: 1}}})
	}
	return out
}

// A node of several files names them: "one of 2 entries" answered nobody who asked which.
func TestANodeOfSeveralFilesListsThem(t *testing.T) {
	files := []string{"dist/a.js"}
	for i := range 11 {
		files = append(files, fmt.Sprintf("dist/workers/of/the/extension/worker%02d.js", i))
	}
	v := mapOf(&report.Permissions{
		Parts: []report.Part{{Files: files, More: 3, Entries: files[:2]}}, Lines: uses(policy.Processes, 1),
	})
	var listed [][]string
	for _, n := range []nodeView{v.Short.Entries[0], v.Short.Parts[0]} {
		var texts []string
		for _, l := range n.List {
			texts = append(texts, l.Text)
			if l.Y+4 > n.Y+n.H {
				t.Errorf("%q stands below its node", l.Text)
			}
		}
		listed = append(listed, texts)
	}
	if diff := cmp.Diff([][]string{{"dist/a.js", "…/extension/worker00.js"}, {
		"dist/a.js", "…/of/the/extension/worker00.js", "…/of/the/extension/worker01.js", "…/of/the/extension/worker02.js",
		"…/of/the/extension/worker03.js", "…/of/the/extension/worker04.js", "…/of/the/extension/worker05.js", "and 8 more",
	}}, listed); diff != "" {
		t.Error(diff)
	}
	// The mirror: one of one file says its name once.
	parts := []report.Part{{Files: files[:1], Entries: files[:1], EntriesTold: true}}
	v = mapOf(&report.Permissions{Parts: parts, Lines: uses(policy.Processes, 1)})
	if a, b := v.Short.Entries[0], v.Short.Parts[0]; a.List != nil || b.List != nil || a.Text != "dist/a.js" || b.H >= partH+listH {
		t.Errorf("%+v %+v", a, b)
	}
}

// What VS Code starts is said so, also where the code may start the same file as a process.
func TestTheMainEntryIsSaidFirst(t *testing.T) {
	file := "client/dist/node/theClientMain.js"
	parts := []report.Part{{Files: []string{file}, Entries: []string{file}, EntriesTold: true}}
	p := &report.Permissions{Parts: parts, Lines: uses(policy.Processes, 1)}
	v := mapOf(p, report.Entry{File: file, Kind: facts.EntryFork}, report.Entry{File: file, Kind: facts.EntryMain})
	if n := v.Short.Entries[0]; n.Under != "VS Code starts it" || n.Text != "…/node/theClientMain.js" {
		t.Errorf("%+v", n)
	}
	v = mapOf(p, report.Entry{File: file, Kind: facts.EntryFork, Via: "dist/main.js: child_process.fork"})
	if n := v.Short.Entries[0]; n.Under != "process of main.js" {
		t.Errorf("%+v", n)
	}
	v = mapOf(p, report.Entry{File: file, Kind: facts.EntryFork}, report.Entry{File: file, Kind: facts.EntryWorker})
	if n := v.Short.Entries[0]; n.Under != "started as a process" {
		t.Errorf("%+v", n)
	}
}

// The small picture has room for programs before anything else.
func TestProgramsHaveMoreRows(t *testing.T) {
	p := &report.Permissions{Parts: []report.Part{{Files: []string{"a.js"}, EntriesTold: true}}}
	p.Lines = slices.Concat(uses(policy.Processes, 30), uses(policy.EnvRead, 30))
	v := mapOf(p)
	var folds []string
	for _, n := range v.Short.Rows {
		if strings.HasPrefix(n.Text, "and ") {
			folds = append(folds, n.Text)
		}
	}
	if diff := cmp.Diff([]string{"and 18 more", "and 25 more"}, folds); diff != "" {
		t.Error(diff)
	}
	if v.Full == nil || len(v.Full.Rows) != 60 {
		t.Error("the larger picture has not all of it")
	}
}

// A path is known by its end.
func TestFitPath(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"dist/main.js", "dist/main.js"},
		{"client/dist/node/cssClientMain.js", "…/cssClientMain.js"},
		{"client/dist/n/cssClient.js", "…/dist/n/cssClient.js"},
		{"a/abcdefghijklmnopqrstuvwxyz.js", "abcdefghijk…tuvwxyz.js"},
		{"own code of many, many files", "own code of…many files"},
	} {
		if got := fitPath(c.path, 22); got != c.want {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
}
