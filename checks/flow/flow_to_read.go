package flow

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var flowToRead = check.Check{
	Name:       "flow_to_read",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{22},
	Needs:      []check.Need{check.NeedCode},
	Run:        runFlowToRead,
}

func runFlowToRead(_ context.Context, in check.Input) []finding.Finding {
	// A page in any browser can ask the server; a webview's page is the
	// extension's own until somebody writes into it.
	table := dataflow.Severities{
		facts.FromRequest: {facts.AsPath: finding.High},
		facts.FromURI:     {facts.AsPath: finding.Medium},
		facts.FromWebview: {facts.AsPath: finding.Low},
	}
	fix := &finding.Fix{
		Text:  "resolve the path, and refuse it when it does not begin with the folder that is served",
		Edits: []finding.Edit{},
	}
	var out []finding.Finding
	for _, a := range dataflow.Arrivals(in.Program, table.Strangers(in, facts.ToRead)) {
		out = append(out, a.Finding(in, fix))
	}
	return out
}
