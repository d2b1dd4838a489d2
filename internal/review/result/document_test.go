package result_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/review/result"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// On a terminal what does not hold comes first, with its command; what holds takes a line.
func TestTheTextFoldsWhatHolds(t *testing.T) {
	p := page(0, "acme.toy")
	outcome := gate.Judge(gate.Input{Head: p.Report, Base: p.Report, Wider: []string{"processes: docker"}})
	for i := range outcome.Results {
		if outcome.Results[i].State == gate.Fails {
			outcome.Results[i].Command = "ringfence policy explain . 'processes: docker'"
			outcome.Results[i].Fix = "read why it is needed, and take it out if it is not; " +
				"to accept it, whoever may push to the base's branch allows it there first, " +
				"{in brackets: what is copied stays on its line}; the entry: {}"
		}
	}
	d := result.Document{Base: "abc", Extensions: []result.Judged{
		{Path: ".", ID: "acme.toy", Version: "1.0.0", Category: verdict.Sandbox, Passes: outcome.Passes(), Gates: outcome},
	}}
	want := `acme.toy 1.0.0 (.): sandbox, does not pass, risk none; the change brings no new finding
  fails    widening: the policy allows what it did not allow before
             processes: docker
           to put it right: ringfence policy explain . 'processes: docker'
             read why it is needed, and take it out if it is not; to accept it, whoever may push to
             the base's branch allows it there first,
             {in brackets: what is copied stays on its line}
             the entry: {}
  8 gates hold: reject, layers, secrets, review, findings, ceiling, drift, settings

Judged against abc: it does not pass.
`
	if diff := cmp.Diff(want, d.Text()); diff != "" {
		t.Error(diff)
	}
}
