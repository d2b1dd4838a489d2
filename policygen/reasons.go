package policygen

import (
	"slices"
	"strconv"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/policygen/synth"
)

// Evidence says why each line of a folded policy is there: which input wants it
// and, for what static analysis found, at which places. The program is nil where
// there is none.
func Evidence(
	tool string,
	ext *extension.Extension,
	program *facts.Program,
	static synth.Result,
	in Inputs,
	folded policy.Policy,
) evidence.Document {
	doc := evidence.Document{SchemaVersion: evidence.SchemaVersion, Extension: folded.Extension, Tool: tool,
		Digests: map[string]string{}, Lines: []evidence.Line{}, Incomplete: []string{}}
	if program != nil {
		for _, m := range program.Modules {
			if sum, err := ext.Digest(m.Path); err == nil {
				doc.Digests[m.Path] = sum
			}
		}
	}
	for _, n := range folded.Notes {
		doc.Incomplete = append(doc.Incomplete, n.Question)
	}
	reasons := map[string]synth.Reason{}
	for _, r := range static.Reasons {
		reasons[r.Grant.Key()] = r
	}
	for _, g := range folded.Grants {
		line := evidence.Line{Grant: g.Key(), Origins: origins(g, in), Places: []evidence.Place{}}
		if r, ok := reasons[line.Grant]; ok {
			line.Origins = append(line.Origins, "static")
			for _, p := range r.Places {
				line.Places = append(line.Places, evidence.Place{Where: p.Where, Symbol: p.Symbol, Path: callPath(program, p)})
			}
		}
		doc.Lines = append(doc.Lines, line)
	}
	return doc
}

// origins lists which inputs beside the static one say a grant.
func origins(g policy.Grant, in Inputs) []string {
	out := []string{}
	says := func(list []policy.Grant) bool {
		return slices.ContainsFunc(list, func(x policy.Grant) bool { return policy.Compare(x, g) == 0 })
	}
	if says(in.Observed.Grants) {
		out = append(out, "observed")
	}
	if says(in.Accepted.Policy().Grants) {
		out = append(out, "accepted")
	}
	if slices.ContainsFunc(in.Override.Rulings, func(r policy.Ruling) bool { return !r.Deny && policy.Compare(r.Grant, g) == 0 }) {
		out = append(out, "override")
	}
	return out
}

// callPath names the functions that lead to a place, outermost first. A long callPath
// loses its middle.
func callPath(program *facts.Program, p synth.Place) []string {
	if program == nil {
		return nil
	}
	var out []string
	for _, f := range program.CallPath(facts.Use{In: p.In}) {
		name := f.Where.File
		if f.Where.Line > 0 {
			if name = f.Name; name == "" {
				name = "(unnamed function)"
			}
			name += " " + f.Where.File + ":" + strconv.Itoa(f.Where.Line)
		}
		out = append(out, escape.Printable(name, finding.MaxMessage))
	}
	if n := len(out); n > evidence.MaxSteps {
		out = append(out[:evidence.MaxSteps/2:evidence.MaxSteps/2], out[n-evidence.MaxSteps/2:]...)
	}
	return out
}
