package manifest

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var manifestProposals = check.Check{
	Name:       "manifest_proposals",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest},
	Run:        runManifestProposals,
}

func runManifestProposals(_ context.Context, in check.Input) []finding.Finding {
	list := in.Manifest.EnabledAPIProposals
	if len(list) == 0 {
		return nil
	}
	var all []string
	for _, p := range list {
		all = append(all, p.Value)
	}
	return []finding.Finding{
		{
			Severity:      finding.Low,
			PaperSeverity: finding.None,
			Intent:        finding.Capability,
			Confidence:    finding.Confirmed,
			Provenance:    finding.FirstParty,
			Where:         packagejson.At(in.Manifest, list[0].Pointer),
			Message: "asks for the proposed APIs " + wording.List(
				all,
			) + ", which VS Code gives only to extensions its product names, or when it is started for development",
			Fix: packagejson.Fix("Take the list away where the published API is enough.", packagejson.Unset("/enabledApiProposals")),
		},
	}
}
