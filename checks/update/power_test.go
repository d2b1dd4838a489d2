package update

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/releasediff"
)

// rated is what a case expects of a finding.
type rated struct {
	Severity, Paper finding.Severity
	Intent          finding.Intent
	Confidence      finding.Confidence
}

// A pack that is nothing but a pack may grow; what runs code and brings others
// along is a chain, unless everybody knows them.
func TestNewMembers(t *testing.T) {
	m := checktest.Manifest(t, `, "main": "./a.js"`, nil)
	chain := []rated{{finding.High, finding.None, finding.Malicious, finding.Likely}}
	plain := []rated{{finding.Low, finding.None, finding.Capability, finding.Confirmed}}
	entry := []extension.Item{{Value: "a.js", Pointer: "/main"}}
	for _, c := range []struct {
		name, member string
		ran          bool
		entries      []extension.Item
		want         []rated
	}{
		{"of code", "fixture.loader", true, nil, chain},
		{"of code that is new itself", "fixture.loader", false, entry, chain},
		{"of a pack", "fixture.loader", false, nil, plain},
		{"well known", "ms-python.Python", true, nil, plain},
		{"the editor's own", "vscode.git", true, nil, plain},
		{"not the editor's own", "vscode-git.git", true, nil, chain},
	} {
		change := &releasediff.Change{Ran: c.ran, Entries: c.entries, Extensions: []extension.Item{{Value: c.member, Pointer: "/main"}}}
		if diff := cmp.Diff(
			c.want,
			checktest.Rates[rated](t, updateAddsExtensions, check.Input{Manifest: m, Base: &check.Base{Change: change}}),
		); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A power is one however it is taken, and only where the code can run.
func TestNewPower(t *testing.T) {
	program := func(reached bool, uses ...facts.Use) *facts.Program {
		return &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: reached}, {Path: "b.js", Reached: true}}, Uses: uses}
	}
	run, read := checktest.Use("child_process", "execFile", facts.Call), checktest.Use("fs", "readFile", facts.Call)
	whole := checktest.Use("child_process", "?", facts.Escape)
	medium := rated{finding.Medium, finding.None, finding.Capability, finding.Confirmed}
	low := rated{finding.Low, finding.None, finding.Capability, finding.Confirmed}
	for _, c := range []struct {
		name          string
		ran           bool
		before, after *facts.Program
		want          []rated
	}{
		{"a first one", true, program(true, read), program(true, read, run), []rated{medium}},
		{"one beside another", true, program(true, checktest.Use("https", "get", facts.Call)), program(true, run), []rated{low}},
		{"code that is new itself", false, program(true), program(true, run), []rated{low}},
		{"the same", true, program(true, run), program(true, checktest.Use("child_process", "spawn", facts.Call)), nil},
		{"in code that did not run", true, program(false, run), program(true, run), []rated{medium}},
		{"in code that does not run", true, program(true), program(false, run), nil},
		{"files", true, program(true), program(true, read), nil},
		{"nobody saw the code before", true, nil, program(true, run), nil},
		// All that a module can do, when it is handed on as a whole.
		{"a whole module", true, program(true), program(true, whole), []rated{medium, medium, medium}},
	} {
		in := check.Input{
			Program: c.after,
			Base:    &check.Base{Change: &releasediff.Change{Ran: c.ran}, Power: uses.PowerOf(catalog.Default(), c.before)},
		}
		if diff := cmp.Diff(c.want, checktest.Rates[rated](t, updateAddsPower, in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// Without a release before, the checks say that there is none, and with one
// whose code nobody saw, that this is missing.
func TestNoBase(t *testing.T) {
	in := check.Input{Manifest: checktest.Manifest(t, `, "main": "./a.js"`, nil), Program: &facts.Program{}}
	for _, r := range checktest.Run(t, []check.Check{updateAddsCode, updateAddsPower}, in) {
		if r.State != check.Skipped || r.Why != check.NoBase {
			t.Errorf("%s: %s, %s", r.Check.Name, r.State, r.Why)
		}
	}
	in.Base = &check.Base{Change: &releasediff.Change{}}
	if r := checktest.Run(t, []check.Check{updateAddsPower}, in)[0]; r.State != check.Skipped || r.Why == check.NoBase {
		t.Errorf("%s: %s", r.State, r.Why)
	}
	if r := checktest.Run(t, []check.Check{updateAddsCode}, in)[0]; r.State != check.Nothing {
		t.Errorf("%s: %s", r.State, r.Why)
	}
}

// Who compared a digest before something ran and compares none any more, with a host that is new, took a check away.
func TestADigestThatIsNoLongerCompared(t *testing.T) {
	files := []facts.Module{{Path: "a.js", Reached: true}}
	strings := []facts.String{{Text: "https://idx.mirror.invalid/1.json", Where: finding.Location{File: "a.js", Line: 3, Column: 1}}}
	doing := []facts.Use{checktest.Use("fs", "writeFileSync", facts.Call), checktest.Use("child_process", "spawn", facts.Call)}
	hashes := append(doing[:len(doing):len(doing)], checktest.Use("crypto", "createHash", facts.Call))
	for _, c := range []struct {
		name          string
		before, after []facts.Use
		hosts         []facts.String
		want          bool
	}{
		{"gone, and a new host", hashes, doing, strings, true},
		{"gone, and no new host", hashes, doing, nil, false},
		{"kept", hashes, hashes, strings, false},
		{"never there", doing, doing, strings, false},
		{"gone from what runs nothing", hashes[2:], nil, strings, false},
	} {
		known := catalog.Default()
		before := &facts.Program{Modules: files, Uses: c.before}
		in := check.Input{Catalog: known, Program: &facts.Program{Modules: files, Uses: c.after, Strings: c.hosts},
			Base: &check.Base{Change: &releasediff.Change{Ran: true}, Power: uses.PowerOf(known, before)}}
		if got := len(unchecked(in)) > 0; got != c.want {
			t.Errorf("%s: named %t, want %t", c.name, got, c.want)
		}
	}
}
