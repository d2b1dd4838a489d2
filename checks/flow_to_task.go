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
	rate := table.strangers(in, facts.ToTask)
	var out []finding.Finding
	for _, a := range arrivals(in.Program, func(f facts.Flow) (finding.Severity, bool) {
		s, ok := rate(f)
		if runsCommand(f.Sink) && f.Source.Kind == facts.FromWebview {
			// Pages hand on the commands of their links by design, often after
			// asking the user; somebody has to write into the page first.
			s = min(s, finding.Medium)
		}
		return s, ok
	}) {
		out = append(out, a.finding(in, fix))
	}
	return out
}

// runsCommand tells a command of the editor from what runs beside it.
func runsCommand(s facts.Sink) bool {
	return s.Module == "vscode" && s.Member == "commands.executeCommand"
}
