package trust

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustProcessQuestion = check.Check{
	Name:       "trust_process_question",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	CWE:        nil,
	Needs:      []check.Need{check.NeedManifest, check.NeedCode},
	Run:        runTrustProcessQuestion,
}

// runTrustProcessQuestion asks once an extension, at the declaration: what was
// proven is the business of the checks that have a path to show.
func runTrustProcessQuestion(_ context.Context, in check.Input) []finding.Finding {
	if workspacetrust.SupportOf(in.Manifest) != workspacetrust.SupportTrue {
		return nil
	}
	explained := map[finding.Location]bool{}
	for _, f := range in.Program.Flows {
		explained[f.Sink.Where] = true
	}
	files := check.FilesOf(in.Program)
	var first finding.Location
	var what string
	n := 0
	for u, e := range uses.Calls(in, catalog.ProcessShell, catalog.ProcessRun, catalog.ProcessFork) {
		s, ok := uses.LaunchOf(u, e)
		if !ok || explained[u.Where] || uses.CertaintyOf(s.What) != uses.Dynamic || !files.Runs(u.Where.File) {
			continue
		}
		if n++; n == 1 {
			first, what = u.Where, uses.Symbol(u)
		}
	}
	if n == 0 {
		return nil
	}
	where := fmt.Sprintf("%s at %s:%d", what, escape.Printable(first.File, 120), first.Line)
	if n > 1 {
		where += fmt.Sprintf(" and %d more", n-1)
	}
	return []finding.Finding{
		{
			Severity:      finding.Low,
			PaperSeverity: finding.None,
			Intent:        finding.Hygiene,
			Confidence:    finding.Heuristic,
			Provenance:    finding.FirstParty,
			Message: "the extension says that it needs no trust, and starts programs that are decided at run time (" + where +
				"): can a workspace decide them?",
			Where: packagejson.At(in.Manifest, in.Manifest.Capabilities.UntrustedWorkspaces.Pointer),
		},
	}
}
