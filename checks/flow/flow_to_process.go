package flow

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var flowToProcess = check.Check{
	Name:       "flow_to_process",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{78, 88},
	Needs:      []check.Need{check.NeedCode},
	Run:        runFlowToProcess,
}

func runFlowToProcess(_ context.Context, in check.Input) []finding.Finding {
	// An argument in its own place of the list is a way in only when the program
	// takes options that run things, as git does. Clients pass what servers and
	// pages say to programs all day, so that there it is worth a note; from a
	// link it is not.
	table := dataflow.Severities{
		facts.FromRequest:   {facts.AsCommand: finding.Critical, facts.AsArgs: finding.Medium, facts.AsEnv: finding.High},
		facts.FromURI:       {facts.AsCommand: finding.Critical, facts.AsArgs: finding.Medium, facts.AsEnv: finding.High},
		facts.FromNetwork:   {facts.AsCommand: finding.High, facts.AsArgs: finding.Low, facts.AsEnv: finding.Medium},
		facts.FromWebview:   {facts.AsCommand: finding.High, facts.AsArgs: finding.Low, facts.AsEnv: finding.Medium},
		facts.FromClipboard: {facts.AsCommand: finding.Medium},
	}
	fix := &finding.Fix{
		Text:  "take the program from a list in the code, and put \"--\" before an argument that may begin with a dash",
		Edits: []finding.Edit{},
	}
	var out []finding.Finding
	for _, a := range dataflow.Arrivals(in.Program, table.Strangers(in, facts.ToProcess)) {
		out = append(out, a.Finding(in, fix))
	}
	return out
}
