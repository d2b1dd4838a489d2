package checks

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustUndeclared = Check{
	Name:       "trust_undeclared",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []Need{NeedManifest},
	Run:        runTrustUndeclared,
}

func runTrustUndeclared(_ context.Context, in Input) []finding.Finding {
	m := in.Manifest
	if s := m.Capabilities.UntrustedWorkspaces; supportOf(m) != supportUndeclared || s != nil && s.Bare {
		return nil
	}
	a := answerOf(in)
	say := fmt.Sprintf("%v", a.level)
	return []finding.Finding{trustFinding(m, "/main", finding.Low,
		"does not say whether it supports untrusted workspaces, so VS Code does not run it there",
		fixed("Declare what the facts show, "+say+": "+a.why+".", declare(m, a)...))}
}
