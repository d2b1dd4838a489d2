package trust

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustSettingToPlace = check.Check{
	Name:       "trust_setting_to_place",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{15, 73, 918},
	Needs:      []check.Need{check.NeedManifest, check.NeedCode},
	Run:        runTrustSettingToPlace,
}

func runTrustSettingToPlace(_ context.Context, in check.Input) []finding.Finding {
	return settingFindings(in, settingPlaces, func(facts.Flow) finding.Severity { return finding.High })
}
