package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustReadOnce = Check{
	Name:       "trust_read_once",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	Needs:      []Need{NeedManifest, NeedCode},
	Run:        runTrustReadOnce,
}

func runTrustReadOnce(_ context.Context, in Input) []finding.Finding {
	if s := supportOf(in.Manifest); !s.runsUntrusted() || s == supportNoMain || vscodeEscapes(in.Program) {
		return nil
	}
	var first *facts.Use
	for _, u := range in.Program.Uses {
		switch {
		case u.Module != "vscode":
		case u.Member == "workspace.onDidGrantWorkspaceTrust", u.Member == "workspace.isTrusted" && !u.Startup:
			return nil // it is told, or asks again
		case u.Member == "workspace.isTrusted" && first == nil:
			first = &u
		}
	}
	if first == nil {
		return nil
	}
	return []finding.Finding{{
		Severity: finding.Low, PaperSeverity: finding.None, Intent: finding.Hygiene, Confidence: finding.Likely,
		Provenance: filesOf(in.Program).provenance(first.Where.File), Where: first.Where,
		Message: "asks once at the start whether the workspace is trusted and does not hear when it becomes so",
		Fix:     fixed("Subscribe to vscode.workspace.onDidGrantWorkspaceTrust, or ask where it matters."),
	}}
}
