package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supply"
)

var scorecardDependency = Check{
	Name:       "scorecard_dependency",
	Module:     finding.ScorecardModule,
	Worst:      finding.Low,
	PaperWorst: finding.High,
	Confidence: finding.Confirmed,
	Needs:      []Need{NeedManifest, NeedServices},
	Services:   []string{"scorecard-dependencies"},
	Run:        runScorecardDependency,
}

func runScorecardDependency(_ context.Context, in Input) []finding.Finding {
	var out []finding.Finding
	for _, s := range in.World.Scorecards {
		if s.Package != "" {
			where := atDependency(in.Manifest, supply.Package{Name: s.Package, File: "package.json"})
			out = append(out, scored(s, where, "the repository "+quote(s.Repository)+" of the dependency "+quote(s.Package), finding.ThirdPartyUnverified)...)
		}
	}
	return out
}
