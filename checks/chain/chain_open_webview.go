package chain

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/checks/internal/webview"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainOpenWebview = check.Check{
	Name:       "chain_open_webview",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{79},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainOpenWebview,
}

// Text of the workspace in a page is one mistake, a page that runs any script
// another; together they let a file run scripts in the editor's window.
func runChainOpenWebview(_ context.Context, in check.Input) []finding.Finding {
	open := map[finding.Location]bool{}
	for _, fault := range webview.Faults(in) {
		open[fault.Where] = open[fault.Where] || fault.Kind == webview.NoPagePolicy
	}
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, f := range in.Program.Flows {
		if !open[f.Sink.Where] || f.Sink.Kind != facts.ToMarkup || f.Source.Kind == facts.FromSetting || dataflow.NamesOnly(f.Source) ||
			seen[f.Sink.Where] ||
			len(f.Steps) > dataflow.Far {
			continue
		}
		seen[f.Sink.Where] = true
		found := chain(
			in,
			finding.Likely,
			"a webview that runs any script is given text of others as markup",
			append(stepsAsLinks(f), link{f.Sink.Where, webview.Unprotected})...)
		found.Intent = finding.Vulnerable
		out = append(out, found)
	}
	return out
}
