package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustNoDescription = Check{
	Name:       "trust_no_description",
	Module:     finding.ManifestModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []Need{NeedManifest},
	Run:        runTrustNoDescription,
}

func runTrustNoDescription(_ context.Context, in Input) []finding.Finding {
	m := in.Manifest
	s := supportOf(m)
	if s != supportLimited && s != supportFalse || m.Raw(trustPointer+"/description") != "" {
		return nil
	}
	what, text := "limited support", textLimited
	if s == supportFalse {
		what, text = "no support", textRefused
	}
	value, texts := say(m, "workspaceTrust", text)
	return []finding.Finding{trustFinding(m, trustPointer, finding.Medium,
		"declares "+what+" for untrusted workspaces and does not tell people why",
		fixed("Add a description; VS Code shows it beside the extension.", append([]finding.Edit{set(trustPointer+"/description", value)}, texts...)...))}
}
