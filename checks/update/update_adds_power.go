package update

import (
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var updateAddsPower = check.Check{
	Name:       "update_adds_power",
	Module:     finding.PublisherModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{250},
	Needs:      []check.Need{check.NeedCode, check.NeedBaseCode},
	Run:        runUpdateAddsPower,
}

func runUpdateAddsPower(_ context.Context, in check.Input) []finding.Finding {
	before := in.Base.Power
	none := "the release before had none"
	if before.InPart {
		none += " that could be seen"
	}
	var out []finding.Finding
	for _, p := range uses.ReachesOf(in.Catalog, in.Program) {
		if slices.Contains(before.Reaches, p.Capability) {
			continue
		}
		f := updated(p.Use.Where, finding.Low, finding.Capability, finding.Confirmed,
			uses.Symbol(p.Use)+" is the first use of "+string(p.Capability)+"; "+none)
		f.Provenance = check.FilesOf(in.Program).Provenance(p.Use.Where.File)
		if len(before.Reaches) == 0 && in.Base.Change.Ran {
			// A sleeper is a release like this after many that did nothing.
			f.Severity = finding.Medium
			f.Message += ", and nothing else that reaches out of the editor"
		}
		out = append(out, f)
	}
	return out
}
