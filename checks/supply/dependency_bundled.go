package supply

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var dependencyBundled = check.Check{
	Name:       "dependency_bundled",
	Module:     finding.DependenciesModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	CWE:        []int{494},
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Services:   []string{"npm-tarballs"},
	Run:        runDependencyBundled,
}

func runDependencyBundled(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, b := range in.Answers.Bundled {
		if len(b.Changed) == 0 {
			continue
		}
		f := check.OnFile(b.Map)
		f.Severity, f.Intent, f.Confidence, f.Provenance = finding.Low, finding.Hygiene, finding.Heuristic, finding.ThirdPartyUnverified
		others := ""
		if n := len(b.Changed) - 1; n > 0 {
			others = fmt.Sprintf(" and %s", counted(n, "further file"))
		}
		f.Message = fmt.Sprintf(
			"this source map gives %s%s of the package %s %s another text than the registry's tarball (%s the same)",
			wording.Quote(b.Changed[0]),
			others,
			b.Package.Name,
			b.Package.Version,
			counted(b.Same, "file"),
		)
		f.Fix = packagejson.Fix("Bundle the package as it was published, or write down who changed it and why.")
		out = append(out, f)
	}
	return out
}
