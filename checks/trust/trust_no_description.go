package trust

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustNoDescription = check.Check{
	Name:       "trust_no_description",
	Module:     finding.ManifestModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest},
	Run:        runTrustNoDescription,
}

func runTrustNoDescription(_ context.Context, in check.Input) []finding.Finding {
	m := in.Manifest
	s := workspacetrust.SupportOf(m)
	if s != workspacetrust.SupportLimited && s != workspacetrust.SupportFalse || m.Raw(trustPointer+"/description") != "" {
		return nil
	}
	what, text := "limited support", textLimited
	if s == workspacetrust.SupportFalse {
		what, text = "no support", textRefused
	}
	value, texts := packagejson.Say(m, "workspaceTrust", text)
	return []finding.Finding{
		trustFinding(
			m,
			trustPointer,
			finding.Medium,
			"declares "+what+" for untrusted workspaces and does not tell people why",
			packagejson.Fix(
				"Add a description; VS Code shows it beside the extension.",
				append([]finding.Edit{packagejson.Set(trustPointer+"/description", value)}, texts...)...),
		),
	}
}
