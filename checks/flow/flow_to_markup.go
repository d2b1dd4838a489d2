package flow

import (
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var flowToMarkup = check.Check{
	Name:       "flow_to_markup",
	Module:     finding.CodeModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{79},
	Needs:      []check.Need{check.NeedCode},
	Run:        runFlowToMarkup,
}

func runFlowToMarkup(_ context.Context, in check.Input) []finding.Finding {
	// A page's content security policy is what stands between markup and a
	// script, and its host's handlers between a script and the machine.
	table := dataflow.Severities{}
	for _, kind := range []facts.SourceKind{
		facts.FromRequest, facts.FromURI, facts.FromNetwork, facts.FromWebview, facts.FromFile, facts.FromSetting,
	} {
		table[kind] = map[facts.SinkRole]finding.Severity{facts.AsText: finding.Medium}
	}
	table[facts.FromClipboard] = map[facts.SinkRole]finding.Severity{facts.AsText: finding.Low}
	fix := &finding.Fix{
		Text:  "assign textContent, or escape & < > \" ' before the text is put into markup",
		Edits: []finding.Edit{},
	}
	var out []finding.Finding
	rate := table.Strangers(in, facts.ToMarkup)
	for _, a := range dataflow.Arrivals(in.Program, func(f facts.Flow) (finding.Severity, bool) {
		s, ok := rate(f)
		if f.Source.Kind == facts.FromSetting && in.Manifest != nil &&
			!slices.ContainsFunc(workspacetrust.SettingsRead(in.Manifest, f.Source.What), textual) {
			// A switch or a number, though nothing enforces it.
			s = min(s, finding.Low)
		}
		return s, ok
	}) {
		out = append(out, a.Finding(in, fix))
	}
	return out
}

func textual(s extension.Setting) bool { return workspacetrust.HoldsText(s.Types) }
