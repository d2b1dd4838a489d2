package supply

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var dependencyUnmaintained = check.Check{
	Name:       "dependency_unmaintained",
	Module:     finding.DependenciesModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{1104},
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Services:   []string{"npm-registry"},
	Run:        runDependencyUnmaintained,
}

// unmaintainedDays without a version; where the number is from is on the page.
const unmaintainedDays = 730

// unsafeWords are what maintainers write who deprecate a version for its safety.
var unsafeWords = lazyregexp.Lazy(
	`(?i)\b(vulnerab|malicious|malware|compromised|hijacked|CVE-\d|critical (bug|issue)|security ` +
		`(issue|bug|fix|flaw|hole|problem|patch|update|release|advisor))`,
)

func runDependencyUnmaintained(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, h := range in.Answers.Histories {
		f := finding.Finding{
			Severity: finding.Low, PaperSeverity: finding.None, Intent: finding.Hygiene, Confidence: finding.Confirmed,
			Provenance: finding.ThirdPartyUnverified, Where: atDependency(in.Manifest, h.Package),
			Fix: packagejson.Fix("Take a version, or a package, that somebody looks after."),
		}
		_, direct := in.Manifest.Asked(h.Package.Name)
		days, known := daysBetween(h.Newest, in.Answers.Today)
		switch {
		case h.Deprecated != "":
			f.Message = packageOf(h.Package) + " is deprecated by those who maintain it: " + wording.Quote(h.Deprecated)
			if unsafeWords().MatchString(h.Deprecated) {
				f.Severity, f.Intent, f.Confidence = finding.Medium, finding.Vulnerable, finding.Likely
			}
			if !ships(h.Package) {
				f.Severity, f.Confidence = finding.Low, finding.Heuristic
			}
		case direct && known && days > unmaintainedDays:
			// Only what package.json names can be exchanged by who writes it.
			f.Message = packageOf(h.Package) + fmt.Sprintf(" has had no version since %s, over two years", h.Newest)
		default:
			continue
		}
		out = append(out, f)
	}
	return out
}
