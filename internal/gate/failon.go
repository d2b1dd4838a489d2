package gate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// Word is a word of fail-on that holds against a change, and why. The words
// reject and needs-review are gates, and none asks for nothing: they are never
// among these.
type Word struct {
	Word string `json:"word"`
	// Why is one sentence; Details and More are as in Result, and so are Command and
	// Fix.
	Why     string   `json:"why"`
	Details []string `json:"details"`
	More    int      `json:"more"`
	Command string   `json:"command"`
	Fix     string   `json:"fix"`
}

// failOn returns the words that count against the change, in the order of
// verdict.FailWords. What the base has already counts for none of them: who
// changes one line does not answer for the rest.
//
// A severity counts the findings the change brings. sandbox counts when the base
// needed no policy. incomplete counts when something is not seen that can run and
// that the base had not, or had seen. Where the base could not be looked at, a
// word that holds for the head counts. Without a base what is there is judged as
// it is, as a scan does, unless it was merged before.
func failOn(in Input, news []finding.Finding, known bool) []Word {
	out := []Word{}
	words := in.Head.Config.FailOn
	if in.Merged || slices.Contains(words, "none") {
		return out
	}
	// What is compared with the base, where that is not the head itself, is the head
	// on the base's terms.
	compared := cmp.Or(in.Compared, in.Head)
	for _, w := range verdict.FailWords() {
		if !slices.Contains(words, w) {
			continue
		}
		is := Word{Word: w}
		switch {
		case w == string(verdict.Reject) || w == "needs-review":
			continue
		case (w == string(verdict.Sandbox) || w == "incomplete") && !slices.Contains(in.Head.Verdict.Fails, w):
			continue
		case w == string(verdict.Sandbox):
			if known && in.Base != in.Head && in.Base.Verdict.Category.Level() >= verdict.Sandbox.Level() {
				continue
			}
			is.Why, is.Details = "the change needs a policy, and the base needed none", because(in.Head.Verdict)
			if in.Base == in.Head {
				is.Why = "it needs a policy"
			}
		case w == "incomplete":
			var old *report.Report
			if known && in.Base != in.Head {
				old = in.Base
			}
			is.Details = unseen(compared, old)
			is.Why = "something that can run was not seen"
			if old != nil {
				is.Why = "something that can run was not seen, and it is not the base's"
			}
			if old != nil && old.Verdict.Incomplete && len(is.Details) == 0 {
				continue
			}
		default:
			if is.Why, is.Details = severe(in, news, known, w); len(is.Details) == 0 {
				continue
			}
		}
		if !known {
			is.Why += "; what is new cannot be told: " + in.NoBase
		}
		is.Why = line(is.Why)
		is.Details, is.More = few(is.Details)
		out = append(out, is)
	}
	return out
}

// severe returns the findings that a severity counts.
func severe(in Input, news []finding.Finding, known bool, word string) (why string, details []string) {
	threshold := finding.None
	if err := threshold.UnmarshalText([]byte(word)); err != nil {
		return "", nil
	}
	fs, why := news, "the change brings findings of "+word+" severity or above"
	if !known || in.Base == in.Head {
		fs, why = in.Head.Findings, "there are findings of "+word+" severity or above"
	}
	for _, f := range fs {
		if f.Suppressed == nil && f.Severity >= threshold {
			details = append(details, placed(f))
		}
	}
	return why, details
}

// unseen returns what can run and was not seen, without what the base had not seen
// either: the same file for the same reason. old may be nil.
func unseen(head, old *report.Report) []string {
	had := map[string]bool{}
	if old != nil {
		for _, b := range old.Code.BlindSpots {
			had[b.File+"\x00"+b.Reason] = b.Reached
		}
	}
	var out []string
	if !head.Code.Analysed && (old == nil || old.Code.Analysed) {
		out = append(out, line("the code could not be analysed: "+head.Code.Why))
	}
	for _, b := range head.Code.BlindSpots {
		if !b.Reached || had[b.File+"\x00"+b.Reason] {
			continue
		}
		where, row := finding.Location{File: b.File, Line: b.Line}.Anchor()
		out = append(out, line(fmt.Sprintf("%s:%d %s", where, row, b.Reason)))
	}
	return out
}
