package review

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/review/result"
)

// TestSidesAreComparedOnOneBasis: a package is compared with a package, sources with
// sources, and nothing with code that nobody saw.
func TestSidesAreComparedOnOneBasis(t *testing.T) {
	const built, sources = facts.Package, facts.Sources
	head, beside, base := &report.Report{Subject: "head"}, &report.Report{Subject: "head's sources"}, &report.Report{Subject: "base"}
	seen := func(r *report.Report, basis facts.Basis) side { return side{report: r, started: true, basis: basis} }
	for name, c := range map[string]struct {
		head   side
		beside *report.Report
		base   side
		want   *report.Report
		why    string
	}{
		"two packages":           {seen(head, built), nil, seen(base, built), head, ""},
		"two of sources":         {seen(head, sources), nil, seen(base, sources), head, ""},
		"a base nobody built":    {seen(head, built), beside, seen(base, sources), beside, ""},
		"and no sources beside":  {seen(head, built), nil, seen(base, sources), nil, "not compared"},
		"a head nobody built":    {seen(head, sources), nil, seen(base, built), nil, "not compared"},
		"a head that is not":     {side{report: head, basis: built}, nil, seen(base, built), nil, "the code of the change was not seen"},
		"a base that is not":     {seen(head, built), nil, side{report: base, basis: built}, nil, "--base-package"},
		"neither names an entry": {side{report: head, started: true}, nil, side{report: base, started: true}, head, ""},
	} {
		got := pairUp(c.head, c.beside, &c.base)
		if got.head != c.want || (got.base == base) != (c.want != nil) || (got.why == "") != (c.why == "") || !strings.Contains(got.why, c.why) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestAStartForgives what brings ringfence in, and where it is in already only a
// configuration that asks for more.
func TestAStartForgives(t *testing.T) {
	const added, workflow = ".ringfence/config.yml is added", ".github/workflows/ringfence.yml is added"
	const both = added + "; " + workflow
	for name, c := range map[string]struct {
		start   start
		config  string
		against string
	}{
		"no start":                          {start{}, "fail-on: [high]\n", both},
		"the first of the repository":       {start{atStart: true, fresh: true}, "profile: paper\n", ""},
		"the first of the extension":        {start{atStart: true}, "fail-on: [high]\n", workflow},
		"it asks for less":                  {start{atStart: true}, "fail-on: [none]\n", both},
		"it answers a finding":              {start{atStart: true}, "ignore: [{check: code_dynamic_eval, path: a.js, reason: x}]\n", both},
		"it judges by another profile":      {start{atStart: true}, "profile: paper\n", both},
		"it is no configuration to be read": {start{atStart: true}, "x: [", both},
	} {
		against, notes := c.start.forgiven(".", []string{added, workflow}, baseline.Documents{Config: []byte(c.config)})
		if got := strings.Join(against, "; "); got != c.against {
			t.Errorf("%s: %q stands against it, want %q", name, got, c.against)
		}
		if c.start.atStart != (len(notes) > 0) {
			t.Errorf("%s: %q", name, notes)
		}
	}
}

// TestFoldersOfExtensions are plain names that no two extensions share.
func TestFoldersOfExtensions(t *testing.T) {
	var r Result
	for _, at := range []string{"a/b", "a_b", "A_B", "..", strings.Repeat("x", 300)} {
		r.Extensions = append(r.Extensions, Extension{Judged: result.Judged{Path: at}})
	}
	var got []string
	taken := map[string]bool{}
	for _, x := range r.Extensions {
		got = append(got, r.Folder(x, taken))
	}
	if want := "a_b/ a_b_2/ A_B_3/ __/ " + strings.Repeat("x", 100) + "/"; strings.Join(got, " ") != want {
		t.Errorf("%q", got)
	}
	if alone := (Result{Extensions: r.Extensions[:1]}).Folder(r.Extensions[0], map[string]bool{}); alone != "" {
		t.Errorf("the only one lies in %q", alone)
	}
}
