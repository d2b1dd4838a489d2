package flow

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var flowToWrite = check.Check{
	Name:       "flow_to_write",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{22, 73},
	Needs:      []check.Need{check.NeedCode},
	Run:        runFlowToWrite,
}

func runFlowToWrite(_ context.Context, in check.Input) []finding.Finding {
	// Only the text of a workspace's files counts here: that an extension writes
	// below the folder that is open is what it is for.
	table := dataflow.Severities{
		facts.FromRequest: {facts.AsPath: finding.High},
		facts.FromURI:     {facts.AsPath: finding.High},
		facts.FromNetwork: {facts.AsPath: finding.Medium},
		facts.FromWebview: {facts.AsPath: finding.Medium},
		facts.FromFile:    {facts.AsPath: finding.Medium},
	}
	rate := table.Strangers(in, facts.ToWrite)
	fix := &finding.Fix{
		Text:  "resolve the path, and refuse it when it does not begin with the folder it belongs to",
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
