package trust

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustListIgnored = check.Check{
	Name:       "trust_list_ignored",
	Module:     finding.ManifestModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{1188},
	Needs:      []check.Need{check.NeedManifest},
	Run:        runTrustListIgnored,
}

func runTrustListIgnored(_ context.Context, in check.Input) []finding.Finding {
	const pointer = trustPointer + "/restrictedConfigurations"
	m := in.Manifest
	s := m.Capabilities.UntrustedWorkspaces
	if s == nil || s.Bare || s.Level == "limited" || len(s.RestrictedConfigurations) == 0 {
		return nil
	}
	if level := workspacetrust.SupportOf(m); level == workspacetrust.SupportFalse || level == workspacetrust.SupportUndeclared {
		return []finding.Finding{trustFinding(m, pointer, finding.Low,
			"restricts settings in untrusted workspaces, where VS Code does not run it at all",
			packagejson.Fix("Remove the list, or declare limited support.", packagejson.Unset(pointer)))}
	}
	var list []string
	for _, item := range s.RestrictedConfigurations {
		list = append(list, item.Value)
	}
	f := trustFinding(
		m,
		pointer,
		finding.High,
		"restricts "+wording.List(
			list,
		)+" and does not say that support is \"limited\"; VS Code ignores the list, and a workspace that is not trusted sets them",
		packagejson.Fix("Declare \"limited\", beside which the list counts.", change(m, "limited", textLimited)...),
	)
	f.Intent = finding.Vulnerable
	return []finding.Finding{f}
}
