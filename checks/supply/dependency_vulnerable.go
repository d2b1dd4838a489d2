package supply

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var dependencyVulnerable = check.Check{
	Name:       "dependency_vulnerable",
	Module:     finding.DependenciesModule,
	Worst:      finding.Critical,
	PaperWorst: finding.Critical,
	Confidence: finding.Likely,
	CWE:        []int{1395},
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Services:   []string{"npm-advisories", "osv"},
	Run:        runDependencyVulnerable,
}

func runDependencyVulnerable(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, a := range in.Answers.Advisories {
		if a.Malicious {
			continue
		}
		f := finding.Finding{
			Severity: publishedLevel(a.Level), PaperSeverity: paperLevel(a), Intent: finding.Vulnerable, Confidence: finding.Likely,
			Provenance: finding.ThirdPartyUnverified, Where: atDependency(in.Manifest, a.Package),
			Message: packageOf(a.Package) + " has a known weakness, rated " + ratedAs(a.Level) + ": " + titled(a.ID, a.Title),
			Fix:     packagejson.Fix("Take a version that the advisory does not name, or take the package out."),
		}
		if !ships(a.Package) {
			// For production by the lock file; whether it is in the bundle is not
			// known.
			f.Severity, f.Confidence = max(f.Severity-1, finding.Low), finding.Heuristic
		}
		out = append(out, f)
	}
	return out
}
