package verdict

import (
	"slices"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// The words a run can fail on. A category includes the harsher ones, a severity
// the worse ones.
const (
	failReject     = "reject"
	failReview     = "needs-review"
	failSandbox    = "sandbox"
	failIncomplete = "incomplete"
	// failNone lets everything pass.
	failNone = "none"
)

// FailWords lists what a run can be asked to fail on. Reject, needs-review and
// rows marked Fails (a secret in the package) fail always, unless the only word
// is none: to pass, a person has to answer the finding with a reason.
func FailWords() []string {
	return []string{
		failReject, failReview, failSandbox, failIncomplete,
		finding.Critical.String(), finding.High.String(), finding.Medium.String(), finding.Low.String(), failNone,
	}
}

// fails returns the words that hold, in the order of FailWords; the rows that
// fail by themselves are in r.Fails already and come first.
func (r Result) fails(words []string) []string {
	out := append([]string{}, r.Fails...)
	if slices.Contains(words, failNone) {
		return []string{}
	}
	for _, w := range FailWords() {
		asked := slices.Contains(words, w)
		holds := false
		switch w {
		case failReject:
			holds = r.Category == Reject
		case failReview:
			holds = r.NeedsReview
		case failSandbox:
			holds = asked && r.Category.Level() >= Sandbox.Level()
		case failIncomplete:
			holds = asked && r.Incomplete
		case failNone:
		default:
			threshold := finding.None
			holds = asked && threshold.UnmarshalText([]byte(w)) == nil && r.Overall >= threshold
		}
		if holds {
			out = append(out, w)
		}
	}
	return out
}
