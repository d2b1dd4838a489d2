package checks

import (
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var manifestInstallScripts = Check{
	Name:       "manifest_install_scripts",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []Need{NeedManifest},
	Run:        runManifestInstallScripts,
}

func runManifestInstallScripts(_ context.Context, in Input) []finding.Finding {
	var out []finding.Finding
	for _, s := range in.Manifest.Scripts {
		// npm runs these in a package that somebody installs; the others only
		// where the extension is built.
		if !slices.Contains([]string{"preinstall", "install", "postinstall"}, s.Key) {
			continue
		}
		out = append(out, finding.Finding{
			Severity: finding.Low, PaperSeverity: finding.None, Intent: finding.Hygiene, Confidence: finding.Confirmed,
			Provenance: finding.FirstParty, Where: inManifest(in.Manifest, s.Pointer),
			Message: "ships the npm script " + quote(s.Key) + ", " + quote(s.Value) + ", which runs where the extension is installed as an npm package; VS Code never runs it",
			Fix:     fixed("Take it away from what ships.", unset(s.Pointer)),
		})
	}
	return out
}
