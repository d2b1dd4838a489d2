package trust

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustSettingToCommand = check.Check{
	Name:       "trust_setting_to_command",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{15, 78},
	Needs:      []check.Need{check.NeedManifest, check.NeedCode},
	Run:        runTrustSettingToCommand,
}

func runTrustSettingToCommand(_ context.Context, in check.Input) []finding.Finding {
	return settingsToCommands(in)
}
