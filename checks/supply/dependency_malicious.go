package supply

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var dependencyMalicious = check.Check{
	Name:       "dependency_malicious",
	Module:     finding.DependenciesModule,
	Worst:      finding.Critical,
	PaperWorst: finding.Critical,
	Confidence: finding.Confirmed,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Services:   []string{"npm-advisories", "osv"},
	Run:        runDependencyMalicious,
}

func runDependencyMalicious(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, a := range in.Answers.Advisories {
		if !a.Malicious {
			continue
		}
		confidence := finding.Confirmed
		if !ships(a.Package) {
			confidence = finding.Likely
		}
		out = append(out, finding.Finding{
			Severity: finding.Critical, PaperSeverity: paperLevel(a), Intent: finding.Malicious, Confidence: confidence,
			Provenance: finding.ThirdPartyUnverified, Where: atDependency(in.Manifest, a.Package),
			Message: packageOf(a.Package) + " is reported as malware: " + titled(a.ID, a.Title),
			Fix:     packagejson.Fix("Take the package out, and treat every machine that installed it as taken over."),
		})
	}
	return out
}
