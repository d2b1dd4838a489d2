package supply

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

var reputationFile = check.Check{
	Name:       "reputation_file",
	Module:     finding.MalwareModule,
	Worst:      finding.Critical,
	PaperWorst: finding.Critical,
	Confidence: finding.Confirmed,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedManifest, check.NeedServices},
	Services:   []string{"virustotal"},
	Run:        runReputationFile,
}

func runReputationFile(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, r := range in.Answers.Reputations {
		severity, ok := detected(r)
		if r.Kind != supplychain.ReputationFile || !ok {
			continue
		}
		f := finding.Finding{
			Severity: severity, PaperSeverity: severity, Provenance: finding.FirstParty, Where: atPublisher(in.Manifest),
			Message: "this very archive is " + engines(r),
		}
		f.Intent, f.Confidence = malice(severity)
		out = append(out, f)
	}
	return out
}
