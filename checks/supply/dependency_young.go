package supply

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

var dependencyYoung = check.Check{
	Name:       "dependency_young",
	Module:     finding.DependenciesModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{1357},
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Services:   []string{"npm-registry"},
	Run:        runDependencyYoung,
}

// In days. Where the numbers are from is on the page.
const (
	// youngVersion is how long npm lets a version be taken back, and what updating
	// tools wait for.
	youngVersion = 3
	// youngPackage is what the packages were younger than that were made for an
	// attack on an extension.
	youngPackage = 30
)

func runDependencyYoung(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, h := range in.Answers.Histories {
		f := finding.Finding{
			Severity: finding.Low, PaperSeverity: finding.None, Intent: finding.Hygiene, Confidence: finding.Confirmed,
			Provenance: finding.ThirdPartyUnverified, Where: atDependency(in.Manifest, h.Package),
			Fix: packagejson.Fix("Wait some days, or read what the package does."),
		}
		first, known := daysBetween(h.First, in.Answers.Today)
		age, knownAge := daysBetween(h.Published, in.Answers.Today)
		switch {
		case known && first >= 0 && first < youngPackage:
			f.Severity, f.Confidence = finding.Medium, finding.Heuristic
			f.Message = packageOf(h.Package) + fmt.Sprintf(" was first published on %s, %s ago", h.First, counted(first, "day"))
			if h.Maintainers == 1 {
				// With a chain beside it this is how extensions were attacked; alone it
				// is somebody's new package.
				f.Intent = finding.Malicious
				f.Message += ", and one person may publish it"
			}
		case knownAge && age >= 0 && age < youngVersion:
			f.Message = packageOf(
				h.Package,
			) + fmt.Sprintf(
				" is of %s, %s ago: hardly anybody can have looked at it",
				h.Published,
				counted(age, "day"),
			)
			if h.Package.Basis == supplychain.Resolved {
				f.Confidence = finding.Heuristic
			}
		default:
			continue
		}
		out = append(out, f)
	}
	return out
}
