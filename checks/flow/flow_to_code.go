package flow

import (
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var flowToCode = check.Check{
	Name:       "flow_to_code",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{94},
	Needs:      []check.Need{check.NeedCode},
	Run:        runFlowToCode,
}

func runFlowToCode(_ context.Context, in check.Input) []finding.Finding {
	table := dataflow.Severities{
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
	for _, a := range dataflow.Arrivals(in.Program, table.Strangers(in, facts.ToCode)) {
		f := a.Finding(in, fix)
		switch {
		case inWebview[a.Sink.Where.File]:
			// A page has no Node; what its code may do is what it may ask.
			f.Severity = min(f.Severity, finding.Medium)
		case (dataflow.Evaluates(a.Sink) || loads(a.Sink)) && slices.ContainsFunc(a.Flows, fromNetwork):
			// Code that arrives at run time is what no review of the package
			// sees, and what takes over after it. Whether it is the author's
			// update or a stranger's, a person has to say.
			f.Intent = finding.Malicious
		}
		out = append(out, f)
	}
	return out
}

// loads holds for what runs a text, or what an address gives, as code of its own: a worker, a module
// that is compiled, an import of an address.
func loads(s facts.Sink) bool {
	return s.Module == "worker_threads" || s.Module == "module" && s.Member != "require" && s.Member != "createRequire"
}

func fromNetwork(f facts.Flow) bool {
	// What is set into the author's own code can spoil it; code that arrives is
	// all that runs.
	return f.Source.Kind == facts.FromNetwork && len(f.Steps) <= dataflow.Far && !f.SetIn
}
