package flow

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var flowToShell = check.Check{
	Name:       "flow_to_shell",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{78},
	Needs:      []check.Need{check.NeedCode},
	Run:        runFlowToShell,
}

func runFlowToShell(_ context.Context, in check.Input) []finding.Finding {
	// Any web page can send a request or hold a link. A server has to be taken
	// over first, a webview to be written into; what is in the clipboard, the
	// user put there, though rarely read.
	table := dataflow.Severities{
		facts.FromRequest:   {facts.AsCommand: finding.Critical, facts.AsArgs: finding.Critical},
		facts.FromURI:       {facts.AsCommand: finding.Critical, facts.AsArgs: finding.Critical},
		facts.FromNetwork:   {facts.AsCommand: finding.High, facts.AsArgs: finding.High},
		facts.FromWebview:   {facts.AsCommand: finding.High, facts.AsArgs: finding.High},
		facts.FromClipboard: {facts.AsCommand: finding.High, facts.AsArgs: finding.High},
	}
	fix := &finding.Fix{
		Text:  "call execFile or spawn with a list of arguments instead of a shell, or compare the value with a list of what is allowed",
		Edits: []finding.Edit{},
	}
	var out []finding.Finding
	for _, a := range dataflow.Arrivals(in.Program, table.Strangers(in, facts.ToShell)) {
		out = append(out, a.Finding(in, fix))
	}
	return out
}
