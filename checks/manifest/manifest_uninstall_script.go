package manifest

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var manifestUninstallScript = check.Check{
	Name:       "manifest_uninstall_script",
	Module:     finding.ManifestModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest},
	Run:        runManifestUninstallScript,
}

func runManifestUninstallScript(_ context.Context, in check.Input) []finding.Finding {
	s, ok := in.Manifest.UninstallScript()
	if !ok {
		return nil
	}
	return []finding.Finding{{
		Severity: finding.Medium, PaperSeverity: finding.None, Intent: finding.Capability, Confidence: finding.Confirmed,
		Provenance: finding.FirstParty, Where: packagejson.At(in.Manifest, s.Pointer),
		Message: "VS Code runs " + wording.Quote(s.Value) + " in a process of its own when the extension is removed, where no loader can hold it",
		Fix:     packagejson.Fix("Leave cleaning up to VS Code, which removes the extension's own storage.", packagejson.Unset(s.Pointer)),
	}}
}
