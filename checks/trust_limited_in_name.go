package checks

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustLimitedInName = Check{
	Name:       "trust_limited_in_name",
	Module:     finding.ManifestModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	Needs:      []Need{NeedManifest, NeedCode},
	Run:        runTrustLimitedInName,
}

func runTrustLimitedInName(_ context.Context, in Input) []finding.Finding {
	m := in.Manifest
	if supportOf(m) != supportLimited || len(m.Capabilities.UntrustedWorkspaces.RestrictedConfigurations) > 0 || len(restricted(m)) > 0 ||
		strings.Contains(m.Raw("/contributes"), "isWorkspaceTrusted") || asksTrust(in.Program) {
		return nil
	}
	a := answerOf(in)
	edits := change(m, a.level, textRefused)
	if a.level == "limited" {
		edits = []finding.Edit{set(trustPointer+"/restrictedConfigurations", a.settings)}
	}
	f := trustFinding(m, trustPointer+"/supported", finding.Medium,
		"declares limited support for untrusted workspaces and limits nothing: no setting is restricted, no condition asks for trust and the code never does",
		a.proposal(edits...))
	f.Confidence = finding.Likely
	if len(in.Program.Blind) > 0 || vscodeEscapes(in.Program) {
		// The question may be asked where nobody could look.
		f.Severity, f.Confidence = finding.Low, finding.Heuristic
	}
	return []finding.Finding{f}
}

// asksTrust says whether the code asks for trust anywhere.
func asksTrust(p *facts.Program) bool {
	return slices.ContainsFunc(p.Uses, func(u facts.Use) bool {
		return u.Module == "vscode" && (u.Member == "workspace.isTrusted" || u.Member == "workspace.onDidGrantWorkspaceTrust")
	})
}

// vscodeEscapes says whether the vscode module, or its workspace, goes where it
// cannot be followed.
func vscodeEscapes(p *facts.Program) bool {
	return slices.ContainsFunc(p.Uses, func(u facts.Use) bool {
		return u.Module == "vscode" && (u.Kind == facts.Escape || u.Member == "?" || u.Member == "workspace.?")
	})
}
