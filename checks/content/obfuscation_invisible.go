package content

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var obfuscationInvisible = check.Check{
	Name:       "obfuscation_invisible",
	Module:     finding.ObfuscationModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506, 1007},
	Needs:      []check.Need{check.NeedScripts},
	Run:        runObfuscationInvisible,
}

// invisibleRun is how many characters that nobody sees hold something: a flag or
// a family of emoji has fewer in a row.
const invisibleRun = 8

func runObfuscationInvisible(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for _, s := range in.Content.Scripts {
		if s.Invisible < invisibleRun {
			continue
		}
		f := finding.Finding{
			Severity: finding.High, PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Likely,
			Provenance: files.Provenance(s.Path), Where: s.AtInvisible,
			Message: fmt.Sprintf("%d characters in a row that nobody sees", s.Invisible),
		}
		if s.Decoded > 0 {
			f.Severity, f.Confidence = finding.Critical, finding.Confirmed
			f.Message += ", in a script that runs what a decoder returns"
		}
		f.Severity = files.Rate(f.Severity, s.Path)
		out = append(out, f)
	}
	return out
}
