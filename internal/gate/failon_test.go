package gate_test

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// A word counts what the base had not, and each has its mirror: the same head
// over a base that had it.
func TestWordsCountWhatIsNew(t *testing.T) {
	// says is a report for which a word holds, as a scan has it.
	says := func(word string, change func(*report.Report)) *report.Report {
		return with(func(r *report.Report) {
			r.Config.FailOn, r.Verdict.Fails = []string{word}, []string{word}
			r.Code.Analysed = true
			change(r)
		})
	}
	bad := func(word string) *report.Report {
		return says(word, func(r *report.Report) { r.Findings = []finding.Finding{eval(3, "h")} })
	}
	answered := bad("high")
	answered.Findings[0].Suppressed = &finding.Suppression{Reason: "ours"}
	blind := func(files ...string) *report.Report {
		return says("incomplete", func(r *report.Report) {
			r.Verdict.Incomplete = len(files) > 0
			for _, f := range files {
				r.Code.BlindSpots = append(r.Code.BlindSpots, report.BlindSpot{File: f, Line: 2, Reason: "it does not parse", Reached: f != "spare.js"})
			}
		})
	}
	open := says("sandbox", func(r *report.Report) { r.Verdict.Category = verdict.Unrestricted })
	fenced := says("sandbox", func(*report.Report) {})
	for name, c := range map[string]struct {
		in   gate.Input
		want string // what the detail holds; empty: no word holds
	}{
		"a finding that is new":                {gate.Input{Head: bad("high"), Base: clean()}, "main.js:3"},
		"a worse one than the word":            {gate.Input{Head: bad("low"), Base: clean()}, "main.js:3"},
		"a milder one than the word":           {gate.Input{Head: bad("critical"), Base: clean()}, ""},
		"the base's finding":                   {gate.Input{Head: bad("high"), Base: bad("high")}, ""},
		"an answered one":                      {gate.Input{Head: answered, Base: clean()}, ""},
		"a finding, and nobody saw the base":   {gate.Input{Head: bad("high"), NoBase: "it is gone"}, "main.js:3"},
		"a new extension":                      {gate.Input{Head: bad("high"), Base: &report.Report{}}, "main.js:3"},
		"a policy that is needed now":          {gate.Input{Head: fenced, Base: open}, ": "},
		"a policy that was needed":             {gate.Input{Head: fenced, Base: clean()}, ""},
		"a policy, and nobody saw the base":    {gate.Input{Head: fenced, NoBase: "it is gone"}, ": "},
		"a file that is not seen any more":     {gate.Input{Head: blind("a.js"), Base: blind()}, "a.js:2"},
		"a file that was not seen":             {gate.Input{Head: blind("a.js"), Base: blind("a.js")}, ""},
		"another file than was not seen":       {gate.Input{Head: blind("a.js", "b.js"), Base: blind("a.js")}, "b.js:2"},
		"a file that nothing led to, and does": {gate.Input{Head: blind("a.js"), Base: blind("spare.js")}, "a.js:2"},
		"a word that the head does not say": {gate.Input{Head: with(func(r *report.Report) { r.Config.FailOn = []string{"high"} }),
			Base: clean()}, ""},
		"a row that fails by itself is no word": {gate.Input{Head: with(func(r *report.Report) { r.Verdict.Fails = []string{"high"} }),
			Base: clean()}, ""},
		"reject is a gate": {gate.Input{Head: says("reject", func(r *report.Report) {
			r.Verdict.Category = verdict.Reject
		}), Base: clean()}, ""},
		"a review is a gate": {gate.Input{Head: says("needs-review", func(r *report.Report) {
			r.Verdict.NeedsReview = true
		}), Base: clean()}, ""},
		"sources of both sides, and theirs is new": {gate.Input{Head: says("low", func(*report.Report) {}), Compared: bad("low"),
			Base: clean()}, "main.js:3"},
		"sources of both sides, and theirs is the base's": {gate.Input{Head: bad("low"), Compared: bad("low"), Base: bad("low")}, ""},
		"sources of both sides are never complete": {gate.Input{Head: blind("bundle.js"), Compared: blind("a.ts"), Base: blind("a.ts")},
			""},
		"none beside another word asks for nothing": {gate.Input{Head: says("low", func(r *report.Report) {
			r.Config.FailOn = []string{"none", "low"}
			r.Findings = []finding.Finding{eval(3, "h")}
		}), Base: clean()}, ""},
		"a change that was merged": {gate.Input{Head: bad("high"), Base: clean(), Merged: true}, ""},
	} {
		c.in.Threshold = finding.None
		for _, row := range []*report.Report{c.in.Head} {
			row.Verdict.Because = []verdict.Reason{{Rule: "privileged", Text: "it does"}}
		}
		got := gate.Judge(c.in)
		switch {
		case c.want == "" && len(got.FailOn) != 0,
			c.want != "" && (len(got.FailOn) != 1 || !strings.Contains(strings.Join(got.FailOn[0].Details, "\n"), c.want)):
			t.Errorf("%s: %+v, want %q", name, got.FailOn, c.want)
		case len(got.FailOn) > 0 && (got.Passes() || got.FailOn[0].Why == ""):
			t.Errorf("%s: it passes although %+v", name, got.FailOn)
		case len(got.FailOn) > 0 && c.in.NoBase != "" && !strings.Contains(got.FailOn[0].Why, "it is gone"):
			t.Errorf("%s: %q", name, got.FailOn[0].Why)
		}
	}
	// Without a base what is there is judged as it is.
	there := bad("high")
	if got := gate.Judge(gate.Input{Head: there, Base: there, Threshold: finding.None}); len(got.FailOn) != 1 {
		t.Errorf("as it is: %+v", got.FailOn)
	}
}

// A gate that fails names file, line and column of what decides.
func TestGatesNamePlaces(t *testing.T) {
	in := gate.Input{Threshold: finding.High, Base: clean(), Head: with(func(r *report.Report) {
		f := eval(3, "h")
		f.Where.Column = 7
		r.Findings = []finding.Finding{f}
		r.Verdict.Category, r.Verdict.NeedsReview = verdict.Reject, true
		r.Verdict.Because = []verdict.Reason{{Rule: "malicious-chain", Text: "it runs what it fetches", Findings: []int{0, 99}}}
	})}
	o := gate.Judge(in)
	for _, n := range []gate.Name{gate.Reject, gate.Review, gate.Findings} {
		if text := strings.Join(o.Of(n).Details, "\n"); !strings.Contains(text, "main.js:3:7 high code_dynamic_eval") {
			t.Errorf("%s: %q", n, text)
		}
	}
}
