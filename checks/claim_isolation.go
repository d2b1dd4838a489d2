package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/claims"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var claimIsolation = Check{
	Name:       "claim_isolation",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Heuristic,
	Needs:      []Need{NeedClaims},
	Run:        runClaimIsolation,
}

func runClaimIsolation(_ context.Context, in Input) []finding.Finding {
	severity, because := claims.Judge(in.Claims.Fence)
	var out []finding.Finding
	for _, c := range in.Claims.Claims {
		out = append(out, finding.Finding{
			Severity: severity, PaperSeverity: finding.None, Intent: finding.Hygiene, Confidence: finding.Heuristic, Provenance: finding.UnknownProvenance,
			Where: finding.Location{File: c.File, Line: c.Line, Column: c.Column}, Message: "claims " + quote(c.Text) + ": " + because,
		})
	}
	return out
}
