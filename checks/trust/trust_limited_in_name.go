package trust

import (
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustLimitedInName = check.Check{
	Name:       "trust_limited_in_name",
	Module:     finding.ManifestModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	Needs:      []check.Need{check.NeedManifest, check.NeedCode},
	Run:        runTrustLimitedInName,
}

func runTrustLimitedInName(_ context.Context, in check.Input) []finding.Finding {
	m := in.Manifest
	if workspacetrust.SupportOf(m) != workspacetrust.SupportLimited || len(m.Capabilities.UntrustedWorkspaces.RestrictedConfigurations) > 0 ||
		len(workspacetrust.Restricted(m)) > 0 ||
		strings.Contains(m.Raw("/contributes"), "isWorkspaceTrusted") ||
		asksTrust(in.Program) {
		return nil
	}
	a := answerOf(in)
	edits := change(m, a.level, textRefused)
	if a.level == "limited" {
		edits = []finding.Edit{packagejson.Set(trustPointer+"/restrictedConfigurations", a.settings)}
	}
	f := trustFinding(
		m,
		trustPointer+"/supported",
		finding.Medium,
		"declares limited support for untrusted workspaces and limits nothing: no setting is restricted, no condition asks for trust and the "+
			"code never does",
		a.proposal(edits...),
	)
	f.Confidence = finding.Likely
	if len(in.Program.BlindSpots) > 0 || vscodeEscapes(in.Program) {
		// The question may be asked where nobody could look.
		f.Severity, f.Confidence = finding.Low, finding.Heuristic
	}
	return []finding.Finding{f}
}
