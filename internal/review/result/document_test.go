package result_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/review/result"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// On a terminal what does not hold comes first, with its command, and ways have numbers.
// Of what holds it is said what was found, a line each.
func TestTheTextFoldsWhatHolds(t *testing.T) {
	p := page(0, "acme.toy")
	outcome := gate.Judge(gate.Input{Head: p.Report, Base: p.Report, Wider: []string{"processes: docker"}})
	for i := range outcome.Results {
		if outcome.Results[i].State == gate.Fails {
			outcome.Results[i].Command = "ringfence policy explain . 'processes: docker'"
			outcome.Results[i].Fix = "read why it is needed, and take it out if it is not; " +
				"two ways to accept it: 1. whoever may push to the base's branch allows it there first, " +
				"{in brackets: what is copied stays on its line}; 2. somebody else labels it; the entry: {}"
		}
	}
	d := result.Document{Base: "abc", Extensions: []result.Judged{
		{Path: ".", ID: "acme.toy", Version: "1.0.0", Category: verdict.Sandbox, Passes: outcome.Passes(), Gates: outcome,
			NotChecked: "malware; in part: a layer with a long name that takes up the rest of this line, and network"},
	}}
	want := `acme.toy 1.0.0 (.): sandbox, does not pass, risk none; the change brings no new finding
  verdict  sandbox: it should run behind a policy, which says what it may do
  fails    widening: the policy allows what it did not allow before
             processes: docker
           to put it right: ringfence policy explain . 'processes: docker'
             read why it is needed, and take it out if it is not; two ways to accept it:
             1. whoever may push to the base's branch allows it there first,
                {in brackets: what is copied stays on its line}
             2. somebody else labels it
             the entry:
             {}
  8 gates hold:
    reject    the verdict is not reject
    layers    every layer that the configuration requires has looked
    secrets   no key or token was found that nobody answered for
    review    the verdict asks for no person
    findings  no new finding is severe enough to fail
    ceiling   no ceiling of an organisation is in the way
    drift     no generated file differs from what the code gives
    settings  the change touches nothing that it is judged by
  not checked malware; in part: a layer with a long name that takes up the rest of this line, and
              network

Judged against abc: it does not pass.
`
	if diff := cmp.Diff(want, d.Text()); diff != "" {
		t.Error(diff)
	}
}
