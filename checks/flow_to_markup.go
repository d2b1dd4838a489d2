package checks

import (
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var flowToMarkup = Check{
	Name:       "flow_to_markup",
	Module:     finding.CodeModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{79},
	Needs:      []Need{NeedCode},
	Run:        runFlowToMarkup,
}

func runFlowToMarkup(_ context.Context, in Input) []finding.Finding {
	// A page's content security policy is what stands between markup and a
	// script, and its host's handlers between a script and the machine.
	table := severities{}
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
	rate := table.strangers(in, facts.ToMarkup)
	for _, a := range arrivals(in.Program, func(f facts.Flow) (finding.Severity, bool) {
		s, ok := rate(f)
		if f.Source.Kind == facts.FromSetting && in.Manifest != nil && !slices.ContainsFunc(settingsRead(in.Manifest, f.Source.What), textual) {
			// A switch or a number, though nothing enforces it.
			s = min(s, finding.Low)
		}
		return s, ok
	}) {
		out = append(out, a.finding(in, fix))
	}
	return out
}

func textual(s extension.Setting) bool { return holdsText(s.Types) }
