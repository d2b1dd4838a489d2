package checks

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustSettingToCommand = Check{
	Name:       "trust_setting_to_command",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{15, 78},
	Needs:      []Need{NeedManifest, NeedCode},
	Run:        runTrustSettingToCommand,
}

func runTrustSettingToCommand(_ context.Context, in Input) []finding.Finding {
	return settingFindings(in, settingCommands, func(f facts.Flow) finding.Severity {
		// With a shell, an argument is part of the line.
		if f.Sink.Role == facts.AsArgs && f.Sink.Kind != facts.ToShell {
			return finding.High
		}
		return finding.Critical
	})
}
