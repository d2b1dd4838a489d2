package checks

import (
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var flowToCode = Check{
	Name:       "flow_to_code",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{94},
	Needs:      []Need{NeedCode},
	Run:        runFlowToCode,
}

func runFlowToCode(_ context.Context, in Input) []finding.Finding {
	table := severities{
		facts.FromRequest:   {facts.AsCommand: finding.Critical, facts.AsPath: finding.Critical},
		facts.FromURI:       {facts.AsCommand: finding.Critical, facts.AsPath: finding.Critical},
		facts.FromNetwork:   {facts.AsCommand: finding.High, facts.AsPath: finding.High},
		facts.FromWebview:   {facts.AsCommand: finding.High, facts.AsPath: finding.High},
		facts.FromClipboard: {facts.AsCommand: finding.High, facts.AsPath: finding.High},
	}
	inWebview := map[string]bool{}
	for _, m := range in.Program.Modules {
		inWebview[m.Path] = m.Shallow
	}
	fix := &finding.Fix{
		Text:  "read the text as data with JSON.parse, and load only code that ships with the extension",
		Edits: []finding.Edit{},
	}
	var out []finding.Finding
	for _, a := range arrivals(in.Program, table.strangers(in, facts.ToCode)) {
		f := a.finding(in, fix)
		switch {
		case inWebview[a.sink.Where.File]:
			// A page has no Node; what its code may do is what it may ask.
			f.Severity = min(f.Severity, finding.Medium)
		case evaluates(a.sink) && slices.ContainsFunc(a.flows, fromNetwork):
			// Code that arrives at run time is what no review of the package
			// sees, and what takes over after it. Whether it is the author's
			// update or a stranger's, a person has to say.
			f.Intent = finding.Malicious
		}
		out = append(out, f)
	}
	return out
}

// evaluates tells text that becomes code from a path that code is loaded from.
func evaluates(s facts.Sink) bool { return s.Module == "globals" || s.Module == "vm" }

func fromNetwork(f facts.Flow) bool {
	// What is set into the author's own code can spoil it; code that arrives is
	// all that runs.
	return f.Source.Kind == facts.FromNetwork && len(f.Steps) <= far && !f.SetIn
}
