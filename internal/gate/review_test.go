package gate_test

import (
	"testing"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// A review that the base asks for in the same words was given when the base was
// merged, and counts as long as the change brings nothing.
func TestAReviewIsAskedForOnce(t *testing.T) {
	asks := func(why string, fs ...finding.Finding) *report.Report {
		return with(func(r *report.Report) {
			r.Verdict.NeedsReview, r.Findings = true, fs
			r.Verdict.Because = []verdict.Reason{{Rule: "chain", Text: why}}
		})
	}
	same := asks("it runs what it fetches")
	answered := eval(3, "h")
	answered.Suppressed = &finding.Suppression{Reason: "ours"}
	for name, c := range map[string]struct {
		in   gate.Input
		want gate.State
	}{
		"the base asks for the same": {gate.Input{Head: asks("it runs what it fetches"), Base: same}, gate.Accepted},
		"the base asks for another": {gate.Input{Head: asks("it runs what it fetches"), Base: asks("it is obfuscated")},
			gate.Fails},
		"the base asks for none": {gate.Input{Head: asks("it runs what it fetches"), Base: clean()}, gate.Fails},
		"the change brings a finding": {gate.Input{Head: asks("it runs what it fetches", eval(3, "h")), Base: same},
			gate.Fails},
		"the change brings an answered one": {gate.Input{Head: asks("it runs what it fetches", answered), Base: same},
			gate.Accepted},
		"what is there is judged as it is": {gate.Input{Head: same, Base: same}, gate.Fails},
		"it is on its branch already":      {gate.Input{Head: same, Base: same, Merged: true}, gate.Accepted},
		"the base is not known":            {gate.Input{Head: same, NoBase: "gone"}, gate.Fails},
		"merged, and nothing is asked for": {gate.Input{Head: clean(), Base: clean(), Merged: true}, gate.Holds},
		"sources say nothing new, packages are the same": {gate.Input{Head: same, Compared: clean(), Base: clean(), SamePackages: true},
			gate.Accepted},
		"sources say nothing new, packages changed": {gate.Input{Head: same, Compared: clean(), Base: clean()}, gate.Fails},
		"sources ask for the same": {gate.Input{Head: asks("a chain of a package"),
			Compared: asks("it runs what it fetches"), Base: same, SamePackages: true}, gate.Accepted},
		"sources ask for more": {gate.Input{Head: same, Compared: asks("it runs what it fetches"), Base: clean(),
			SamePackages: true}, gate.Fails},
		"sources ask for more than was read of the base": {gate.Input{Head: same, Compared: asks("it runs what it fetches"), Base: clean(),
			SamePackages: true, Unread: true}, gate.Accepted},
		"sources bring a finding that the base's lack": {gate.Input{Head: same, Compared: asks("x", eval(3, "h")), Base: clean(),
			SamePackages: true, Unread: true}, gate.Fails},
		"the package asks, and the base was read to no end": {gate.Input{Head: same, Base: clean(), SamePackages: true, Unread: true},
			gate.Fails},
		"the head asks for less than it did ": {gate.Input{Head: clean(), Base: same}, gate.Holds},
	} {
		c.in.Threshold = finding.None
		if got := gate.Judge(c.in).Of(gate.Review); got.State != c.want || (got.State == gate.Accepted) != (got.By != "") {
			t.Errorf("%s: %+v, want %s", name, got, c.want)
		}
	}
	rejected := with(func(r *report.Report) { r.Verdict.Category = verdict.Reject })
	if got := gate.Judge(gate.Input{Head: rejected, Base: rejected, Merged: true}).Of(gate.Reject); got.State != gate.Fails {
		t.Errorf("a reject that was merged: %+v", got)
	}
}
