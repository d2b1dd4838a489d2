package checks

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supply"
	"github.com/ringfence-dev/ringfence/internal/update"
)

func rates(t *testing.T, c Check, in Input) []rated {
	t.Helper()
	in.Catalog = catalog.Default()
	var out []rated
	for _, f := range runChecks(t, []Check{c}, in)[0].Findings {
		out = append(out, rated{f.Severity, f.PaperSeverity, f.Intent, f.Confidence})
	}
	return out
}

// Each figure of publisher_cadence, and the mirror just beside it.
func TestCadence(t *testing.T) {
	m := manifest(t, `, "main": "./a.js"`, nil)
	odd := []rated{{finding.Low, finding.None, finding.Hygiene, finding.Heuristic}}
	one := func(day string) []supply.Release { return []supply.Release{{Version: "1.0.0", Day: day}} }
	two := func(newest, before string) []supply.Release {
		return []supply.Release{{Version: "1.0.1", Day: newest}, {Version: "1.0.0", Day: before}}
	}
	for _, c := range []struct {
		name     string
		installs int64
		today    string
		releases []supply.Release
		want     []rated
	}{
		{"young and popular", 10_000, "2027-01-31", one("2027-01-02"), odd},
		{"not so popular", 9_999, "2027-01-31", one("2027-01-02"), nil},
		{"not so young", 10_000, "2027-01-31", one("2027-01-01"), nil},
		{"a second release", 10_000, "2027-01-31", two("2027-01-30", "2027-01-02"), nil},
		{"a day nobody knows", 10_000, "2027-01-31", one(""), nil},
		{"a day to come", 10_000, "2027-01-31", one("2027-02-02"), nil},
		{"nobody knows today", 10_000, "", one("2027-01-02"), nil},
		{"nobody knows its releases", 10_000, "2027-01-31", nil, nil},
		{"woken", 1, "2027-01-31", two("2027-01-01", "2026-01-01"), odd},
		{"a day too soon", 1, "2027-01-31", two("2027-01-01", "2026-01-02"), nil},
		{"woken long ago", 1, "2027-03-02", two("2027-01-01", "2026-01-01"), nil},
		{"the day before is not known", 1, "2027-01-31", two("2027-01-01", ""), nil},
	} {
		w := &supply.World{Today: c.today, Listing: &supply.Listing{Registry: supply.Marketplace, Published: true, Installs: &c.installs, Releases: c.releases}}
		if diff := cmp.Diff(c.want, rates(t, publisherCadence, Input{Manifest: m, World: w})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A pack that is nothing but a pack may grow; what runs code and brings others
// along is a chain, unless everybody knows them.
func TestNewMembers(t *testing.T) {
	m := manifest(t, `, "main": "./a.js"`, nil)
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
		change := &update.Change{Ran: c.ran, Entries: c.entries, Extensions: []extension.Item{{Value: c.member, Pointer: "/main"}}}
		if diff := cmp.Diff(c.want, rates(t, updateAddsExtensions, Input{Manifest: m, Base: &Base{Change: change}})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A power is one however it is taken, and only where the code can run.
func TestNewPower(t *testing.T) {
	program := func(reached bool, uses ...facts.Use) *facts.Program {
		return &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: reached}, {Path: "b.js", Reached: true}}, Uses: uses}
	}
	run, read := use("child_process", "execFile", facts.Call), use("fs", "readFile", facts.Call)
	whole := use("child_process", "?", facts.Escape)
	medium := rated{finding.Medium, finding.None, finding.Capability, finding.Confirmed}
	low := rated{finding.Low, finding.None, finding.Capability, finding.Confirmed}
	for _, c := range []struct {
		name          string
		ran           bool
		before, after *facts.Program
		want          []rated
	}{
		{"a first one", true, program(true, read), program(true, read, run), []rated{medium}},
		{"one beside another", true, program(true, use("https", "get", facts.Call)), program(true, run), []rated{low}},
		{"code that is new itself", false, program(true), program(true, run), []rated{low}},
		{"the same", true, program(true, run), program(true, use("child_process", "spawn", facts.Call)), nil},
		{"in code that did not run", true, program(false, run), program(true, run), []rated{medium}},
		{"in code that does not run", true, program(true), program(false, run), nil},
		{"files", true, program(true), program(true, read), nil},
		{"nobody saw the code before", true, nil, program(true, run), nil},
		// All that a module can do, when it is handed on as a whole.
		{"a whole module", true, program(true), program(true, whole), []rated{medium, medium, medium}},
	} {
		in := Input{Program: c.after, Base: &Base{Change: &update.Change{Ran: c.ran}, Power: PowerOf(catalog.Default(), c.before)}}
		if diff := cmp.Diff(c.want, rates(t, updateAddsPower, in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// Without a release before, the checks say that there is none, and with one
// whose code nobody saw, that this is missing.
func TestNoBase(t *testing.T) {
	in := Input{Manifest: manifest(t, `, "main": "./a.js"`, nil), Program: &facts.Program{}}
	for _, r := range runChecks(t, []Check{updateAddsCode, updateAddsPower}, in) {
		if r.State != Skipped || r.Why != NoBase {
			t.Errorf("%s: %s, %s", r.Check.Name, r.State, r.Why)
		}
	}
	in.Base = &Base{Change: &update.Change{}}
	if r := runChecks(t, []Check{updateAddsPower}, in)[0]; r.State != Skipped || r.Why == NoBase {
		t.Errorf("%s: %s", r.State, r.Why)
	}
	if r := runChecks(t, []Check{updateAddsCode}, in)[0]; r.State != Nothing {
		t.Errorf("%s: %s", r.State, r.Why)
	}
}
