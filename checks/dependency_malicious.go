package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var dependencyMalicious = Check{
	Name:       "dependency_malicious",
	Module:     finding.DependenciesModule,
	Worst:      finding.Critical,
	PaperWorst: finding.Critical,
	Confidence: finding.Confirmed,
	CWE:        []int{506},
	Needs:      []Need{NeedManifest, NeedServices},
	Services:   []string{"npm-advisories", "osv"},
	Run:        runDependencyMalicious,
}

func runDependencyMalicious(_ context.Context, in Input) []finding.Finding {
	var out []finding.Finding
	for _, a := range in.World.Advisories {
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
			Fix:     fixed("Take the package out, and treat every machine that installed it as taken over."),
		})
	}
	return out
}
