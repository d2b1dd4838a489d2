package checks

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supply"
)

var scorecardRepository = Check{
	Name:       "scorecard_repository",
	Module:     finding.ScorecardModule,
	Worst:      finding.Low,
	PaperWorst: finding.High,
	Confidence: finding.Confirmed,
	Needs:      []Need{NeedManifest, NeedServices},
	Services:   []string{"scorecard"},
	Run:        runScorecardRepository,
}

// The bounds of the published matrix' table; its text puts them a hair lower.
const (
	scorecardHigh   = 3.0
	scorecardMedium = 6.0
)

func runScorecardRepository(_ context.Context, in Input) []finding.Finding {
	var out []finding.Finding
	for _, s := range in.World.Scorecards {
		if s.Package == "" {
			where := inManifest(in.Manifest, "/name")
			if in.Manifest.Repository != "" {
				where = inManifest(in.Manifest, "/repository")
			}
			out = append(out, scored(s, where, "the extension's repository "+quote(s.Repository), finding.FirstParty)...)
		}
	}
	return out
}

// scored rates a score as the published matrix does. What was not scored, or
// not conclusively, is unknown and rates nothing.
func scored(s supply.Scorecard, where finding.Location, what string, whose finding.Provenance) []finding.Finding {
	if s.Score == nil || *s.Score > scorecardMedium || *s.Score < 0 {
		return nil
	}
	f := finding.Finding{
		Severity: finding.Low, PaperSeverity: finding.Medium, Intent: finding.Hygiene, Confidence: finding.Confirmed, Provenance: whose, Where: where,
		Message: fmt.Sprintf("%s has an OpenSSF Scorecard of %.1f of 10", what, *s.Score),
	}
	if *s.Score <= scorecardHigh {
		f.PaperSeverity = finding.High
	}
	if len(s.Low) > 0 {
		f.Message += "; lowest: " + strings.Join(s.Low, ", ")
	}
	return []finding.Finding{f}
}
