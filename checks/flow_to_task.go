package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var flowToTask = Check{
	Name:       "flow_to_task",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{78},
	Needs:      []Need{NeedCode},
	Run:        runFlowToTask,
}

func runFlowToTask(_ context.Context, in Input) []finding.Finding {
	table := severities{
		facts.FromRequest:   {facts.AsCommand: finding.Critical, facts.AsArgs: finding.Medium, facts.AsEnv: finding.Medium},
		facts.FromURI:       {facts.AsCommand: finding.Critical, facts.AsArgs: finding.Medium, facts.AsEnv: finding.Medium},
		facts.FromNetwork:   {facts.AsCommand: finding.High, facts.AsArgs: finding.Low, facts.AsEnv: finding.Low},
		facts.FromWebview:   {facts.AsCommand: finding.High, facts.AsArgs: finding.Low, facts.AsEnv: finding.Low},
		facts.FromClipboard: {facts.AsCommand: finding.Medium},
	}
	fix := &finding.Fix{
		Text:  "take the command from a list in the code, and let a person read what a terminal is to run",
		Edits: []finding.Edit{},
	}
	var out []finding.Finding
	for _, a := range arrivals(in.Program, table.strangers(in, facts.ToTask)) {
		out = append(out, a.finding(in, fix))
	}
	return out
}
