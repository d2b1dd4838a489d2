package code

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codePrototypePollution = check.Check{
	Name:       "code_prototype_pollution",
	Module:     finding.CodeModule,
	Worst:      finding.Low,
	PaperWorst: finding.Medium,
	Confidence: finding.Heuristic,
	CWE:        []int{1321},
	Needs:      []check.Need{check.NeedCode},
	Run:        runCodePrototypePollution,
}

func runCodePrototypePollution(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for _, w := range in.Program.Writes {
		f := finding.Finding{
			Severity:      finding.Low,
			PaperSeverity: finding.Medium,
			Intent:        finding.Vulnerable,
			Confidence:    finding.Heuristic,
			Provenance:    files.Provenance(w.Where.File),
			Where:         w.Where,
		}
		switch w.Kind {
		case facts.WriteMerge:
			f.Message = `merges objects key by key and into each other, and "__proto__" is a key like any`
		case facts.WriteWalk:
			f.Message = `follows a list of keys and stores at its end, and "__proto__" is a key like any`
		case facts.WriteDeep:
			f.Message = `stores under two keys that the caller chooses, and the first may be "__proto__"`
		case facts.WriteProto:
			if len(w.Values) == 0 || len(w.Values[0].Alts) > 0 && len(uses.Texts(w.Values[0])) == 0 && !w.Values[0].Open {
				continue // __proto__ = null is a guard
			}
			// How inheritance was written before there were classes.
			f.Severity, f.Intent = finding.None, finding.Hygiene
			f.Message = "sets the prototype of an object through __proto__"
		default:
			continue
		}
		out = append(out, f)
	}
	return out
}
