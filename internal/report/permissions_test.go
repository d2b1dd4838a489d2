package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// several is a program with two processes, a page and code that one of the two loads.
func several() *facts.Program {
	return &facts.Program{
		Modules: []facts.Module{
			{Path: "lib/shared.js", Reached: true},
			{Path: "main.js", Reached: true},
			{Path: "node_modules/dep/index.js", Dependency: "dep", Reached: true},
			{Path: "old.js"},
			{Path: "page.js", Reached: true, Shallow: true},
			{Path: "part.js", Reached: true, Shallow: true},
			{Path: "server.js", Reached: true},
		},
		Entries: []facts.Entry{
			{File: "main.js", Kind: facts.EntryMain}, {File: "page.js", Kind: facts.EntryWebview}, {File: "server.js", Kind: facts.EntryFork},
		},
	}
}

// What is an entry starts itself, the script of a page is started by a page, and of two
// processes one or the other leads to what both may load. What nothing leads to has none.
func TestEntriesOf(t *testing.T) {
	p := several()
	for file, want := range map[string]struct {
		Files []string
		Told  bool
	}{
		"main.js":                   {[]string{"main.js"}, true},
		"server.js":                 {[]string{"server.js"}, true},
		"page.js":                   {[]string{"page.js"}, true},
		"part.js":                   {[]string{"page.js"}, true},
		"lib/shared.js":             {[]string{"main.js", "server.js"}, false},
		"node_modules/dep/index.js": {[]string{"main.js", "server.js"}, false},
		"old.js":                    {[]string{}, false},
		"gone.js":                   {[]string{}, false},
	} {
		got, told := entriesOf(p, file)
		if diff := cmp.Diff(want.Files, got); diff != "" || told != want.Told {
			t.Errorf("%s: told %t, want %t %s", file, told, want.Told, diff)
		}
	}
	p.Entries = p.Entries[:2]
	if got, told := entriesOf(p, "lib/shared.js"); !told || len(got) != 1 {
		t.Errorf("with one process: %v %t", got, told)
	}
	if got, told := entriesOf(nil, "main.js"); told || len(got) != 0 {
		t.Errorf("not analysed: %v %t", got, told)
	}
}

// grant is a line for a program, and why gives its places.
func grant(program string) policy.Grant {
	return policy.Grant{Section: policy.Processes, Pattern: program}
}

func why(g policy.Grant, files ...string) evidence.Line {
	l := evidence.Line{Grant: g.Key(), Origins: []string{"static"}}
	for i, f := range files {
		l.Places = append(l.Places, evidence.Place{
			Where: finding.Location{File: f, Line: i + 1, Column: 1}, Symbol: "child_process.spawn",
			Path: append([]string{f}, slices.Repeat([]string{"a\x1b[0m"}, 30)...),
		})
	}
	return l
}

// Each line names the parts of the code that need it, own code before packages, and what
// became of it: new against the base, denied by an override, or accepted with no place.
func TestPermissionsOf(t *testing.T) {
	git, docker, npm, curl := grant("git"), grant("docker"), grant("npm"), grant("curl")
	is := policy.Policy{Grants: []policy.Grant{docker, git, npm}, Denied: []policy.Grant{curl}}
	doc := evidence.Document{Lines: []evidence.Line{
		why(git, "main.js", "main.js", "main.js", "node_modules/dep/index.js"), why(docker, "server.js"),
		{Grant: npm.Key(), Origins: []string{"accepted"}, More: 7},
	}}
	got := PermissionsOf(several(), is, doc, func(g policy.Grant) bool { return g.Key() == docker.Key() })
	if err := got.validate(); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, l := range got.Lines {
		text := fmt.Sprintf("%s %s %v more %d:", l.Text, l.State, l.Origins, l.More)
		for _, n := range l.Needs {
			p := got.Parts[n.Part]
			text += fmt.Sprintf(" [%s %v %v, %d uses, %d places]", p.Package, p.Files, p.Entries, n.Uses, len(n.Places))
		}
		lines = append(lines, text)
	}
	want := []string{
		"docker widened [] more 0: [ [server.js] [server.js], 1 uses, 1 places]",
		"git granted [] more 0: [ [main.js] [main.js], 3 uses, 2 places] [dep [node_modules/dep/index.js] [main.js server.js], 1 uses, 1 places]",
		"npm granted [accepted] more 7:",
		"curl denied [] more 0:",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	r := build(t, program(), nil, "default")
	r.Permissions = got
	var v any
	if err := json.Unmarshal(written(t, r), &v); err != nil {
		t.Fatal(err)
	}
	if err := schema(t).Validate(v); err != nil {
		t.Error(err)
	}
	got.Lines[0].Needs[0].Part = len(got.Parts)
	if got.validate() == nil {
		t.Error("a line that is needed by a part that is not there was taken")
	}
}

// Ten thousand files and lines stay within the bounds, and what is left out is counted:
// no line that code needs looks as if none did.
func TestPermissionsAreBounded(t *testing.T) {
	p := &facts.Program{}
	var is policy.Policy
	var doc evidence.Document
	for i := range 10_000 {
		file := fmt.Sprintf("node_modules/d%05d/%s.js", i, strings.Repeat("\u202elong", 100))
		p.Modules = append(p.Modules, facts.Module{Path: file, Dependency: fmt.Sprintf("d%05d", i), Reached: true})
		g := grant(fmt.Sprintf("program-%05d", i))
		is.Grants, doc.Lines = append(is.Grants, g), append(doc.Lines, why(g, file, file, file))
	}
	got := PermissionsOf(p, is, doc, nil)
	if err := got.validate(); err != nil {
		t.Fatal(err)
	}
	if len(got.Lines) != maxList || got.More != 9000 || len(got.Parts) != maxParts {
		t.Errorf("%d lines and %d more, %d parts", len(got.Lines), got.More, len(got.Parts))
	}
	if slices.ContainsFunc(got.Lines, func(l Permission) bool { return len(l.Needs) == 0 }) {
		t.Error("a line lost its code")
	}
}
