package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustListIgnored = Check{
	Name:       "trust_list_ignored",
	Module:     finding.ManifestModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{1188},
	Needs:      []Need{NeedManifest},
	Run:        runTrustListIgnored,
}

func runTrustListIgnored(_ context.Context, in Input) []finding.Finding {
	const pointer = trustPointer + "/restrictedConfigurations"
	m := in.Manifest
	s := m.Capabilities.UntrustedWorkspaces
	if s == nil || s.Bare || s.Level == "limited" || len(s.RestrictedConfigurations) == 0 {
		return nil
	}
	if level := supportOf(m); level == supportFalse || level == supportUndeclared {
		return []finding.Finding{trustFinding(m, pointer, finding.Low,
			"restricts settings in untrusted workspaces, where VS Code does not run it at all",
			fixed("Remove the list, or declare limited support.", unset(pointer)))}
	}
	var list []string
	for _, item := range s.RestrictedConfigurations {
		list = append(list, item.Value)
	}
	f := trustFinding(m, pointer, finding.High,
		"restricts "+names(list)+" and does not say that support is \"limited\"; VS Code ignores the list, and a workspace that is not trusted sets them",
		fixed("Declare \"limited\", beside which the list counts.", change(m, "limited", textLimited)...))
	f.Intent = finding.Vulnerable
	return []finding.Finding{f}
}
