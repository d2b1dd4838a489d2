package chain

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainMachineSent = check.Check{
	Name:       "chain_machine_sent",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{200, 359},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainMachineSent,
}

func runChainMachineSent(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, f := range trails(in, facts.ToSend, facts.FromEnvironment, facts.FromMachine) {
		list := destinations(in, f)
		to, elsewhere := foreign(list)
		whole := f.Source.Kind == facts.FromEnvironment
		if seen[f.Sink.Where] || !elsewhere && (!whole || local(list)) {
			continue
		}
		// Telemetry names machines as well; it does so to a host with a name and
		// an owner, and never sends all variables.
		anonymous := elsewhere && (uses.Bare(to) || to.Is(endpoint.Webhook, endpoint.Paste, endpoint.Tunnel, endpoint.DeadDrop))
		if !whole && !anonymous {
			continue
		}
		seen[f.Sink.Where] = true
		what := "who uses the machine"
		if whole {
			what = "the whole environment, with every key in it,"
		}
		target := "an address decided at run time"
		if elsewhere {
			target = wording.Quote(to.Host)
		}
		links := stepsAsLinks(f)
		if anonymous {
			links = append(links, link{f.Sink.Where, "to a host that does not say whose it is"})
		}
		out = append(out, chain(in, finding.Likely, fmt.Sprintf("%s goes to %s", what, target), links...))
	}
	return out
}

// local holds when all that is known of the addresses is of this machine.
func local(list []uses.Destination) bool {
	for _, d := range list {
		if !d.Known || !d.Address.Private() {
			return false
		}
	}
	return len(list) > 0
}
