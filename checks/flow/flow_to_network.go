package flow

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var flowToNetwork = check.Check{
	Name:       "flow_to_network",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{918},
	Needs:      []check.Need{check.NeedCode},
	Run:        runFlowToNetwork,
}

func runFlowToNetwork(_ context.Context, in check.Input) []finding.Finding {
	// That one answer names the next address is how the web works, and what is
	// in the clipboard the user chose to open.
	table := dataflow.Severities{
		facts.FromRequest: {facts.AsAddress: finding.High},
		facts.FromURI:     {facts.AsAddress: finding.High},
		facts.FromWebview: {facts.AsAddress: finding.Medium},
		facts.FromFile:    {facts.AsAddress: finding.Medium},
	}
	rate := table.Strangers(in, facts.ToNetwork)
	fix := &finding.Fix{
		Text:  "parse the address, and go there only when its scheme and host are on a list in the code",
		Edits: []finding.Edit{},
	}
	var out []finding.Finding
	for _, a := range dataflow.Arrivals(in.Program, func(f facts.Flow) (finding.Severity, bool) {
		if dataflow.NamesOnly(f.Source) {
			return 0, false
		}
		return rate(f)
	}) {
		out = append(out, a.Finding(in, fix))
	}
	return out
}
