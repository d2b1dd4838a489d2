package checks

import (
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

var updateAddsPower = Check{
	Name:       "update_adds_power",
	Module:     finding.PublisherModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{250},
	Needs:      []Need{NeedCode, NeedBaseCode},
	Run:        runUpdateAddsPower,
}

func runUpdateAddsPower(_ context.Context, in Input) []finding.Finding {
	before := in.Base.Power
	none := "the release before had none"
	if before.InPart {
		none += " that could be seen"
	}
	var out []finding.Finding
	for _, p := range reachesOf(in.Catalog, in.Program) {
		if slices.Contains(before.Reaches, p.capability) {
			continue
		}
		f := updated(p.use.Where, finding.Low, finding.Capability, finding.Confirmed,
			symbol(p.use)+" is the first use of "+string(p.capability)+"; "+none)
		f.Provenance = filesOf(in.Program).provenance(p.use.Where.File)
		if len(before.Reaches) == 0 && in.Base.Change.Ran {
			// A sleeper is a release like this after many that did nothing.
			f.Severity = finding.Medium
			f.Message += ", and nothing else that reaches out of the editor"
		}
		out = append(out, f)
	}
	return out
}
