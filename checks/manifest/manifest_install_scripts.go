package manifest

import (
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var manifestInstallScripts = check.Check{
	Name:       "manifest_install_scripts",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest},
	Run:        runManifestInstallScripts,
}

func runManifestInstallScripts(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, s := range in.Manifest.Scripts {
		// npm runs these in a package that somebody installs; the others only
		// where the extension is built.
		if !slices.Contains([]string{"preinstall", "install", "postinstall"}, s.Key) {
			continue
		}
		out = append(out, finding.Finding{
			Severity:      finding.Low,
			PaperSeverity: finding.None,
			Intent:        finding.Hygiene,
			Confidence:    finding.Confirmed,
			Provenance:    finding.FirstParty,
			Where:         packagejson.At(in.Manifest, s.Pointer),
			Message: "ships the npm script " + wording.Quote(
				s.Key,
			) + ", " + wording.Quote(
				s.Value,
			) + ", which runs where the extension is installed as an npm package; VS Code never runs it",
			Fix: packagejson.Fix("Take it away from what ships.", packagejson.Unset(s.Pointer)),
		})
	}
	return out
}
