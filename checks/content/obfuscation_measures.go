package content

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var obfuscationMeasures = check.Check{
	Name:       "obfuscation_measures",
	Module:     finding.ObfuscationModule,
	Worst:      finding.None,
	PaperWorst: finding.High,
	Confidence: finding.Heuristic,
	Needs:      []check.Need{check.NeedScripts},
	Run:        runObfuscationMeasures,
}

// The published matrix names the measures and, but for the entropy, no numbers.
const (
	highEntropy = 5.5
	manyEscapes = 10
	longLine    = 500
)

func runObfuscationMeasures(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for _, s := range in.Content.Scripts {
		f := finding.Finding{
			Severity: finding.None, PaperSeverity: finding.Medium, Intent: finding.Hygiene, Confidence: finding.Heuristic,
			Provenance: files.Provenance(s.Path), Where: finding.Location{File: s.Path},
		}
		var words []string
		if s.Flattened {
			f.PaperSeverity, f.Where = finding.High, s.AtFlattened
			words = append(words, "a loop without an end holds nothing but a switch")
		}
		if s.Entropy > highEntropy {
			words = append(words, fmt.Sprintf("its entropy is %.1f bits a byte", s.Entropy))
		}
		if s.Escapes >= manyEscapes {
			words = append(words, fmt.Sprintf("it has %d escapes by number", s.Escapes))
		}
		if s.LongLine > longLine {
			words = append(words, fmt.Sprintf("its longest line has %d bytes", s.LongLine))
		}
		if len(words) == 0 {
			continue
		}
		f.Message = "by the published measures the script is obfuscated: " + strings.Join(words, ", ")
		out = append(out, f)
	}
	return out
}
