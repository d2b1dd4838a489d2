package checks

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustProcessQuestion = Check{
	Name:       "trust_process_question",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	CWE:        nil,
	Needs:      []Need{NeedManifest, NeedCode},
	Run:        runTrustProcessQuestion,
}

// runTrustProcessQuestion asks once an extension, at the declaration: what was
// proven is the business of the checks that have a path to show.
func runTrustProcessQuestion(_ context.Context, in Input) []finding.Finding {
	if supportOf(in.Manifest) != supportTrue {
		return nil
	}
	explained := map[finding.Location]bool{}
	for _, f := range in.Program.Flows {
		explained[f.Sink.Where] = true
	}
	files := filesOf(in.Program)
	var first finding.Location
	var what string
	n := 0
	for u, e := range calls(in, catalog.ProcessShell, catalog.ProcessRun, catalog.ProcessFork) {
		s, ok := sinkOf(u, e)
		if !ok || explained[u.Where] || certaintyOf(s.what) != dynamic || !files.runs(u.Where.File) {
			continue
		}
		if n++; n == 1 {
			first, what = u.Where, symbol(u)
		}
	}
	if n == 0 {
		return nil
	}
	where := fmt.Sprintf("%s at %s:%d", what, finding.Printable(first.File, 120), first.Line)
	if n > 1 {
		where += fmt.Sprintf(" and %d more", n-1)
	}
	return []finding.Finding{{
		Severity:      finding.Low,
		PaperSeverity: finding.None,
		Intent:        finding.Hygiene,
		Confidence:    finding.Heuristic,
		Provenance:    finding.FirstParty,
		Message:       "the extension says that it needs no trust, and starts programs that are decided at run time (" + where + "): can a workspace decide them?",
		Where:         inManifest(in.Manifest, in.Manifest.Capabilities.UntrustedWorkspaces.Pointer),
	}}
}
