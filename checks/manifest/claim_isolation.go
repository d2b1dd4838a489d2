package manifest

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/claims"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var claimIsolation = check.Check{
	Name:       "claim_isolation",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	Needs:      []check.Need{check.NeedClaims},
	Run:        runClaimIsolation,
}

func runClaimIsolation(_ context.Context, in check.Input) []finding.Finding {
	severity, because := claims.Judge(in.Claims.Fence)
	var out []finding.Finding
	for _, c := range in.Claims.Claims {
		out = append(out, finding.Finding{
			Severity:      severity,
			PaperSeverity: finding.None,
			Intent:        finding.Hygiene,
			Confidence:    finding.Heuristic,
			Provenance:    finding.UnknownProvenance,
			Where:         finding.Location{File: c.File, Line: c.Line, Column: c.Column},
			Message:       "claims " + wording.Quote(c.Text) + ": " + because,
		})
	}
	return out
}
