package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var manifestProposals = Check{
	Name:       "manifest_proposals",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []Need{NeedManifest},
	Run:        runManifestProposals,
}

func runManifestProposals(_ context.Context, in Input) []finding.Finding {
	list := in.Manifest.EnabledAPIProposals
	if len(list) == 0 {
		return nil
	}
	var all []string
	for _, p := range list {
		all = append(all, p.Value)
	}
	return []finding.Finding{{
		Severity: finding.Low, PaperSeverity: finding.None, Intent: finding.Capability, Confidence: finding.Confirmed,
		Provenance: finding.FirstParty, Where: inManifest(in.Manifest, list[0].Pointer),
		Message: "asks for the proposed APIs " + names(all) + ", which VS Code gives only to extensions its product names, or when it is started for development",
		Fix:     fixed("Take the list away where the published API is enough.", unset("/enabledApiProposals")),
	}}
}
