package chain

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/checks/internal/webview"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/told"
)

var chainOpenWebview = check.Check{
	Name:       "chain_open_webview",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{79, 829},
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
	out := commanded(in)
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

// commanded joins a page whose script comes from a host with messages of a page that say, all by themselves, which command
// of the editor runs: whoever serves the script runs what the editor can.
func commanded(in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	for _, f := range in.Program.Flows {
		if f.Source.Kind != facts.FromWebview || f.Sink.Kind != facts.ToTask || !strings.HasSuffix(f.Sink.Member, "executeCommand") ||
			!files.Runs(f.Sink.Where.File) || !anyCommand(in, f.Sink.Where) {
			continue
		}
		for _, s := range in.Program.Strings {
			m := remoteScript().FindStringSubmatch(s.Text)
			if m == nil || s.Where.File != f.Sink.Where.File || strings.Contains(m[0], "integrity=") || told.Known(m[1]) ||
				(endpoint.Address{Host: m[1]}).Private() {
				continue
			}
			return []finding.Finding{chain(in, finding.Likely, "the script of a page comes from "+wording.Quote(m[1])+
				", and the page's messages say which command of the editor runs",
				append(append([]link{{s.Where, "the page loads its script from " + wording.Quote(m[1])}}, stepsAsLinks(f)...),
					link{f.Sink.Where, "runs whatever command a message names"})...)}
		}
	}
	return nil
}

// anyCommand holds for a call that is given a command of which nothing is known.
func anyCommand(in check.Input, at finding.Location) bool {
	return slices.ContainsFunc(in.Program.Uses, func(u facts.Use) bool {
		return u.Where == at && strings.HasSuffix(u.Member, "executeCommand") && len(u.Args) > 0 && u.Args[0].IsUnknown()
	})
}

// remoteScript is the tag of a script with the host that it comes from.
var remoteScript = lazyregexp.Lazy(`(?i)<script\b[^>]*\bsrc\s*=\s*["']?https?://([a-z0-9_.-]+\.[a-z0-9-]+)[^>]*>?`)
