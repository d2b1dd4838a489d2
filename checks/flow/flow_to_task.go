package flow

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var flowToTask = check.Check{
	Name:       "flow_to_task",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{78},
	Needs:      []check.Need{check.NeedCode},
	Run:        runFlowToTask,
}

func runFlowToTask(_ context.Context, in check.Input) []finding.Finding {
	table := dataflow.Severities{
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
	rate := table.Strangers(in, facts.ToTask)
	var out []finding.Finding
	for _, a := range dataflow.Arrivals(in.Program, func(f facts.Flow) (finding.Severity, bool) {
		s, ok := rate(f)
		if RunsCommand(f.Sink) && f.Source.Kind == facts.FromWebview {
			// Pages hand on the commands of their links by design, often after
			// asking the user; somebody has to write into the page first.
			s = min(s, finding.Medium)
		}
		return s, ok
	}) {
		out = append(out, a.Finding(in, fix))
	}
	return out
}

// RunsCommand tells a command of the editor from what runs beside it.
func RunsCommand(s facts.Sink) bool {
	return s.Module == "vscode" && s.Member == "commands.executeCommand"
}
