package manifest

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var manifestRunsLocally = check.Check{
	Name:       "manifest_runs_locally",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest},
	Run:        runManifestRunsLocally,
}

func runManifestRunsLocally(_ context.Context, in check.Input) []finding.Finding {
	m := in.Manifest
	// Without main there is nothing of Node; the first kind is the preferred one,
	// and an extension with main that says nothing runs beside the workspace.
	if m.Main == "" || len(m.ExtensionKind) == 0 || m.ExtensionKind[0].Value != "ui" {
		return nil
	}
	only := "wherever it can"
	if len(m.ExtensionKind) == 1 {
		only = "always"
	}
	return []finding.Finding{
		{
			Severity:      finding.Low,
			PaperSeverity: finding.None,
			Intent:        finding.Capability,
			Confidence:    finding.Confirmed,
			Provenance:    finding.FirstParty,
			Where:         packagejson.At(m, m.ExtensionKind[0].Pointer),
			Message: "runs on the user's own machine " + only +
				", also when the workspace is in a container, in a virtual machine or on another host",
			Fix: packagejson.Fix(
				"Run beside the workspace, unless it needs a device or program of the user's machine.",
				packagejson.Set("/extensionKind", []string{"workspace"}),
			),
		},
	}
}
