package supply

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

var scorecardDependency = check.Check{
	Name:       "scorecard_dependency",
	Module:     finding.ScorecardModule,
	Worst:      finding.Low,
	PaperWorst: finding.High,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Services:   []string{"scorecard-dependencies"},
	Run:        runScorecardDependency,
}

func runScorecardDependency(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, s := range in.Answers.Scorecards {
		if s.Package != "" {
			where := atDependency(in.Manifest, supplychain.Package{Name: s.Package, File: "package.json"})
			out = append(
				out,
				scored(
					s,
					where,
					"the repository "+wording.Quote(s.Repository)+" of the dependency "+wording.Quote(s.Package),
					finding.ThirdPartyUnverified,
				)...)
		}
	}
	return out
}
