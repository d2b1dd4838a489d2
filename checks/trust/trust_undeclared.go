package trust

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustUndeclared = check.Check{
	Name:       "trust_undeclared",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest},
	Run:        runTrustUndeclared,
}

func runTrustUndeclared(_ context.Context, in check.Input) []finding.Finding {
	m := in.Manifest
	if s := m.Capabilities.UntrustedWorkspaces; workspacetrust.SupportOf(m) != workspacetrust.SupportUndeclared || s != nil && s.Bare {
		return nil
	}
	a := answerOf(in)
	return []finding.Finding{trustFinding(m, "/main", finding.Low,
		"does not say whether it supports untrusted workspaces, so VS Code does not run it there",
		a.proposal(declare(m, a)...))}
}
