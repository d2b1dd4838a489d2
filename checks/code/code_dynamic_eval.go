package code

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeDynamicEval = check.Check{
	Name:       "code_dynamic_eval",
	Module:     finding.CodeModule,
	Worst:      finding.Medium,
	PaperWorst: finding.Critical,
	Confidence: finding.Likely,
	CWE:        []int{94, 95},
	Needs:      []check.Need{check.NeedCode},
	Run:        runCodeDynamicEval,
}

func runCodeDynamicEval(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	add := func(u facts.Use, f finding.Finding) {
		f.Severity = files.Rate(f.Severity, u.Where.File)
		f.Provenance = files.Provenance(u.Where.File)
		f.Where = u.Where
		out = append(out, f)
	}
	mixed := map[string][]facts.Use{}
	for u, e := range uses.Calls(in, catalog.CodeEval, catalog.CodeVM) {
		code, ok := dynamicCode(uses.WithRole(u, e, catalog.RoleCode))
		if !ok {
			continue
		}
		if u.Mixed {
			mixed[u.Where.File] = append(mixed[u.Where.File], u)
			continue
		}
		f := finding.Finding{
			Severity:      finding.Medium,
			PaperSeverity: finding.Critical,
			Intent:        finding.Vulnerable,
			Confidence:    finding.Heuristic,
			Message:       fmt.Sprintf("%s runs text as code that is not constant: %s", uses.Symbol(u), uses.Show(code)),
		}
		if !code.IsUnknown() {
			f.Confidence = finding.Likely
		}
		add(u, f)
	}
	// Once a file: where a library calls whatever it was given, each of its calls
	// may be any function of the table that it picked the globals from.
	for _, file := range slices.Sorted(maps.Keys(mixed)) {
		list := mixed[file]
		message := uses.Symbol(list[0]) + " may be what is called here, as may other functions of the same table"
		if n := len(list) - 1; n > 0 {
			message += fmt.Sprintf(" (and %d more in this file)", n)
		}
		add(
			list[0],
			finding.Finding{
				Severity:      finding.Low,
				PaperSeverity: finding.None,
				Intent:        finding.Capability,
				Confidence:    finding.Heuristic,
				Message:       message,
			},
		)
	}
	for _, u := range in.Program.Uses {
		switch {
		case u.Kind == facts.Call && u.Module == "globals" && (u.Member == "setTimeout" || u.Member == "setInterval"):
			if len(u.Args) == 0 || u.Args[0].Func || len(uses.Texts(u.Args[0])) == 0 || u.Args[0].IsUnknown() || u.Mixed {
				continue
			}
			// Node refuses a string, a web extension host and a webview run it.
			add(u, finding.Finding{
				Severity:      finding.Low,
				PaperSeverity: finding.High,
				Intent:        finding.Vulnerable,
				Confidence:    finding.Likely,
				Message:       fmt.Sprintf("%s is given text instead of a function: %s", uses.Symbol(u), uses.Show(u.Args[0])),
			})
		case u.Kind == facts.Reference && u.Module == "globals" && u.Member == "eval":
			add(u, finding.Finding{
				Severity:      finding.Low,
				PaperSeverity: finding.None,
				Intent:        finding.Capability,
				Confidence:    finding.Heuristic,
				Message:       "eval is handed on as a value, so that its calls cannot be seen",
			})
		}
	}
	return out
}

// dynamicCode returns the first piece of code that is not constant. `new
// Function("return this")` is how old libraries find the global object; it
// grants nothing that its author did not write.
func dynamicCode(code []facts.Value) (facts.Value, bool) {
	for _, v := range code {
		if len(v.Alts) > 0 && len(uses.Texts(v)) == 0 && !v.Open {
			continue // undefined, a number
		}
		if uses.CertaintyOf(v) != uses.Constant {
			return v, true
		}
	}
	return facts.Value{}, false
}
