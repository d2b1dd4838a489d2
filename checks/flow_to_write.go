package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var flowToWrite = Check{
	Name:       "flow_to_write",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{22, 73},
	Needs:      []Need{NeedCode},
	Run:        runFlowToWrite,
}

func runFlowToWrite(_ context.Context, in Input) []finding.Finding {
	// Only the text of a workspace's files counts here: that an extension writes
	// below the folder that is open is what it is for.
	table := severities{
		facts.FromRequest: {facts.AsPath: finding.High},
		facts.FromURI:     {facts.AsPath: finding.High},
		facts.FromNetwork: {facts.AsPath: finding.Medium},
		facts.FromWebview: {facts.AsPath: finding.Medium},
		facts.FromFile:    {facts.AsPath: finding.Medium},
	}
	rate := table.strangers(in, facts.ToWrite)
	fix := &finding.Fix{
		Text:  "resolve the path, and refuse it when it does not begin with the folder it belongs to",
		Edits: []finding.Edit{},
	}
	var out []finding.Finding
	for _, a := range arrivals(in.Program, func(f facts.Flow) (finding.Severity, bool) {
		if namesOnly(f.Source) {
			return 0, false
		}
		return rate(f)
	}) {
		out = append(out, a.finding(in, fix))
	}
	return out
}

// namesOnly tells the names and places of what is in a workspace from the text
// of its files.
func namesOnly(s facts.Source) bool {
	if s.Kind != facts.FromFile {
		return false
	}
	switch s.What {
	case "vscode.workspace.workspaceFolders", "vscode.workspace.findFiles", "vscode.TextDocument.fileName":
		return true
	}
	return false
}
