package supply

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

var reputationEndpoint = check.Check{
	Name:       "reputation_endpoint",
	Module:     finding.NetworkModule,
	Worst:      finding.Critical,
	PaperWorst: finding.Critical,
	Confidence: finding.Confirmed,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedCode, check.NeedServices},
	Services:   []string{"virustotal"},
	Run:        runReputationEndpoint,
}

func runReputationEndpoint(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for _, h := range uses.PublicHosts(in.Catalog, in.Program) {
		for _, r := range in.Answers.Reputations {
			severity, ok := detected(r)
			if r.Kind == supplychain.ReputationFile || r.Subject != h.Name || !ok {
				continue
			}
			f := finding.Finding{
				Severity: files.Rate(severity, h.Where.File), PaperSeverity: severity, Provenance: files.Provenance(h.Where.File), Where: h.Where,
			}
			f.Intent, f.Confidence = malice(severity)
			verb := "connects to"
			if !h.Contacted {
				// A text that names a host is not a connection to it.
				verb = "names"
				f.Severity = max(f.Severity-1, finding.Low)
				f.Intent, f.Confidence = finding.Hygiene, finding.Heuristic
			}
			f.Message = "the code " + verb + " " + wording.Quote(h.Name) + ", " + engines(r)
			out = append(out, f)
		}
	}
	return out
}
