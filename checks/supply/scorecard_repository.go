package supply

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var scorecardRepository = check.Check{
	Name:       "scorecard_repository",
	Module:     finding.ScorecardModule,
	Worst:      finding.Low,
	PaperWorst: finding.High,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Services:   []string{"scorecard"},
	Run:        runScorecardRepository,
}

func runScorecardRepository(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, s := range in.Answers.Scorecards {
		if s.Package == "" {
			where := packagejson.At(in.Manifest, "/name")
			if in.Manifest.Repository != "" {
				where = packagejson.At(in.Manifest, "/repository")
			}
			out = append(out, scored(s, where, "the extension's repository "+wording.Quote(s.Repository), finding.FirstParty)...)
		}
	}
	return out
}
