package checks

import (
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainOpenWebview = Check{
	Name:       "chain_open_webview",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{79},
	Needs:      []Need{NeedCode},
	Run:        runChainOpenWebview,
}

// Text of the workspace in a page is one mistake, a page that runs any script
// another; together they let a file run scripts in the editor's window.
func runChainOpenWebview(ctx context.Context, in Input) []finding.Finding {
	open := map[finding.Location]string{}
	for _, f := range runCodeWebviewCSP(ctx, in) {
		if strings.Contains(f.Message, "without a Content-Security-Policy") {
			open[f.Where] = f.Message
		}
	}
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, f := range in.Program.Flows {
		message, is := open[f.Sink.Where]
		if !is || f.Sink.Kind != facts.ToMarkup || f.Source.Kind == facts.FromSetting || namesOnly(f.Source) || seen[f.Sink.Where] || len(f.Steps) > far {
			continue
		}
		seen[f.Sink.Where] = true
		found := in.chain(finding.Likely, "a webview that runs any script is given text of others as markup", append(stepsAsLinks(f), link{f.Sink.Where, message})...)
		found.Intent = finding.Vulnerable
		out = append(out, found)
	}
	return out
}
