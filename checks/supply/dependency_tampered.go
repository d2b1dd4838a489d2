package supply

import (
	"context"
	"fmt"
	"path"
	"slices"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

var dependencyTampered = check.Check{
	Name:       "dependency_tampered",
	Module:     finding.DependenciesModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{494, 506},
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Services:   []string{"npm-tarballs"},
	Run:        runDependencyTampered,
}

func runDependencyTampered(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, c := range in.Answers.Comparisons {
		what := "the package " + c.Package.Name + " " + c.Package.Version
		for _, file := range c.Changed {
			f := check.OnFile(file)
			f.Fix = packagejson.Fix("Install the package afresh, and find out who changed it.")
			switch {
			case slices.Contains([]string{".js", ".cjs", ".mjs"}, path.Ext(file)):
				f.Severity, f.Intent, f.Confidence = finding.Critical, finding.Malicious, finding.Confirmed
			case supplychain.Runs(file) || path.Base(file) == "package.json":
				f.Severity, f.Intent, f.Confidence = finding.High, finding.Malicious, finding.Likely
			default:
				f.Severity, f.Intent, f.Confidence = finding.Low, finding.Hygiene, finding.Confirmed
			}
			f.Message = "this file of " + what + " is not what the registry's tarball holds"
			out = append(out, f)
		}
		for _, file := range c.Added {
			f := check.OnFile(file)
			f.Severity, f.Intent, f.Confidence = finding.Medium, finding.Malicious, finding.Heuristic
			f.Message = "this file can run, and the registry's tarball of " + what + " does not have it"
			out = append(out, f)
		}
		if c.OtherTarball {
			out = append(out, otherTarball(c.Package))
		}
	}
	said := map[supplychain.Package]bool{}
	for _, b := range in.Answers.Bundled {
		if b.OtherTarball && !said[b.Package] {
			said[b.Package] = true
			out = append(out, otherTarball(b.Package))
		}
	}
	return out
}

func otherTarball(p supplychain.Package) finding.Finding {
	f := check.OnFile(p.File)
	f.Severity, f.Intent, f.Confidence = finding.High, finding.Malicious, finding.Likely
	f.Message = fmt.Sprintf("the lock file names another tarball of the package %s %s than the registry gives", p.Name, p.Version)
	return f
}
