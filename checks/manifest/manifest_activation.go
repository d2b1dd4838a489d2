package manifest

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var manifestActivation = check.Check{
	Name:       "manifest_activation",
	Module:     finding.ManifestModule,
	Worst:      finding.Medium,
	PaperWorst: finding.Medium,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest},
	Run:        runManifestActivation,
}

func runManifestActivation(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, e := range in.Manifest.ActivationEvents {
		var when string
		severity := finding.Low
		switch e.Value {
		case "*":
			// VS Code itself discourages "*": it runs before the editor is
			// ready, for every user, whatever they open.
			when, severity = "as soon as the editor starts, before it is ready", finding.Medium
		case "onStartupFinished":
			when = "in every window, soon after the editor has started"
		default:
			continue
		}
		out = append(out, finding.Finding{
			Severity:      severity,
			PaperSeverity: finding.Medium,
			Intent:        finding.Hygiene,
			Confidence:    finding.Confirmed,
			Provenance:    finding.FirstParty,
			Message:       fmt.Sprintf("activation event %q runs the extension %s", e.Value, when),
			Where:         packagejson.At(in.Manifest, e.Pointer),
		})
	}
	return out
}
