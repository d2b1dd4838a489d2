package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var manifestUninstallScript = Check{
	Name:       "manifest_uninstall_script",
	Module:     finding.ManifestModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []Need{NeedManifest},
	Run:        runManifestUninstallScript,
}

func runManifestUninstallScript(_ context.Context, in Input) []finding.Finding {
	s, ok := in.Manifest.UninstallScript()
	if !ok {
		return nil
	}
	return []finding.Finding{{
		Severity: finding.Medium, PaperSeverity: finding.None, Intent: finding.Capability, Confidence: finding.Confirmed,
		Provenance: finding.FirstParty, Where: inManifest(in.Manifest, s.Pointer),
		Message: "VS Code runs " + quote(s.Value) + " in a process of its own when the extension is removed, where no loader can hold it",
		Fix:     fixed("Leave cleaning up to VS Code, which removes the extension's own storage.", unset(s.Pointer)),
	}}
}
