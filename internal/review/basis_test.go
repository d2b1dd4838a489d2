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
	head, beside, base := &report.Report{Subject: "head"}, &report.Report{Subject: "head's sources"}, &report.Report{Subject: "base"}
	for name, c := range map[string]struct {
		head    side
		sources *report.Report
		base    side
		want    *report.Report
		why     string
	}{
		"two packages":           {side{report: head, started: true, basis: facts.Package}, nil, side{report: base, started: true, basis: facts.Package}, head, ""},
		"two of sources":         {side{report: head, started: true, basis: facts.Sources}, nil, side{report: base, started: true, basis: facts.Sources}, head, ""},
		"a base nobody built":    {side{report: head, started: true, basis: facts.Package}, beside, side{report: base, started: true, basis: facts.Sources}, beside, ""},
		"and no sources beside":  {side{report: head, started: true, basis: facts.Package}, nil, side{report: base, started: true, basis: facts.Sources}, nil, "not compared"},
		"a head nobody built":    {side{report: head, started: true, basis: facts.Sources}, nil, side{report: base, started: true, basis: facts.Package}, nil, "not compared"},
		"a head that is not":     {side{report: head, basis: facts.Package}, nil, side{report: base, started: true, basis: facts.Package}, nil, "the code of the change was not seen"},
		"a base that is not":     {side{report: head, started: true, basis: facts.Package}, nil, side{report: base, basis: facts.Package}, nil, "--base-package"},
		"neither names an entry": {side{report: head, started: true}, nil, side{report: base, started: true}, head, ""},
	} {
		got := pairUp(c.head, c.sources, &c.base)
		if got.head != c.want || (got.base == base) != (c.want != nil) || (got.why == "") != (c.why == "") || !strings.Contains(got.why, c.why) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestAStartForgives what brings ringfence in, and where it is in already only a
// configuration that asks for more.
func TestAStartForgives(t *testing.T) {
	const added, workflow = ".ringfence/config.yml is added", ".github/workflows/ringfence.yml is added"
	for name, c := range map[string]struct {
		start   start
		config  string
		against string
	}{
		"no start":                          {start{}, "fail-on: [high]\n", added + "; " + workflow},
		"the first of the repository":       {start{atStart: true, fresh: true}, "profile: paper\n", ""},
		"the first of the extension":        {start{atStart: true}, "fail-on: [high]\n", workflow},
		"it asks for less":                  {start{atStart: true}, "fail-on: [none]\n", added + "; " + workflow},
		"it answers a finding":              {start{atStart: true}, "ignore: [{check: code_dynamic_eval, path: a.js, reason: mine}]\n", added + "; " + workflow},
		"it judges by another profile":      {start{atStart: true}, "profile: paper\n", added + "; " + workflow},
		"it is no configuration to be read": {start{atStart: true}, "x: [", added + "; " + workflow},
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
