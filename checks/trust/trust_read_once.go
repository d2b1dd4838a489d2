package trust

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustReadOnce = check.Check{
	Name:       "trust_read_once",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	Needs:      []check.Need{check.NeedManifest, check.NeedCode},
	Run:        runTrustReadOnce,
}

func runTrustReadOnce(_ context.Context, in check.Input) []finding.Finding {
	if s := workspacetrust.SupportOf(in.Manifest); !s.RunsUntrusted() || s == workspacetrust.SupportNoMain || vscodeEscapes(in.Program) {
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
		Provenance: check.FilesOf(in.Program).Provenance(first.Where.File), Where: first.Where,
		Message: "asks once at the start whether the workspace is trusted and does not hear when it becomes so",
		Fix:     packagejson.Fix("Subscribe to vscode.workspace.onDidGrantWorkspaceTrust, or ask where it matters."),
	}}
}
