// Package dataflow groups, rates and words the flows of data that facts have found,
// for every check that is about where data comes from.
package dataflow

import (
	"cmp"
	"slices"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Every flow has one owner. What a workspace says (its settings, its files)
// and what then runs, is read from or written to is a question of Workspace
// Trust and belongs to the trust checks, but for three: a file of the workspace
// that decides a path or an address, and both in markup, where trust is not the
// whole answer. Everything else belongs to flow_to_*. So no place is reported by
// both for one source.

// Arrival is a place and the flows of one check that end there.
type Arrival struct {
	Sink  facts.Sink
	Flows []facts.Flow
	// severity is the worst of them.
	severity finding.Severity
}

// Judge says how bad a flow is, and whether it is a finding at all.
type Judge func(facts.Flow) (finding.Severity, bool)

// Arrivals groups the flows a check owns by the place where they end, worst
// first in each group: ten settings in one line are one mistake.
func Arrivals(p *facts.Program, rate Judge) []Arrival {
	type key struct {
		kind           facts.SinkKind
		module, member string
		where          finding.Location
	}
	index := map[key]int{}
	var out []Arrival
	rated := map[int][]finding.Severity{}
	for _, f := range p.Flows {
		s, ok := rate(f)
		if !ok || Mild(f.Sink) {
			continue
		}
		if len(f.Steps) > Far {
			s = min(s, finding.Low)
		}
		k := key{f.Sink.Kind, f.Sink.Module, f.Sink.Member, f.Sink.Where}
		i, seen := index[k]
		if !seen {
			i = len(out)
			index[k] = i
			out = append(out, Arrival{Sink: f.Sink, severity: s})
		}
		a := &out[i]
		at := len(a.Flows)
		for at > 0 && rated[i][at-1] < s {
			at--
		}
		a.Flows = slices.Insert(a.Flows, at, f)
		rated[i] = slices.Insert(rated[i], at, s)
		if s > a.severity {
			a.severity = s
		}
		a.Sink = a.Flows[0].Sink
	}
	return out
}

// Finding words an arrival. The path is that of its worst flow.
func (a Arrival) Finding(in check.Input, fix *finding.Fix) finding.Finding {
	files := check.FilesOf(in.Program)
	file := a.Sink.Where.File
	confidence := finding.Likely
	if len(a.Flows[0].Steps) > Far {
		confidence = finding.Heuristic
	}
	return finding.Finding{
		Severity:      files.Rate(a.severity, file),
		PaperSeverity: finding.None,
		Intent:        finding.Vulnerable,
		Confidence:    confidence,
		Provenance:    files.Provenance(file),
		Message:       sentence(a),
		Where:         a.Sink.Where,
		Flow:          stepsOf(a.Flows[0]),
		Fix:           fix,
	}
}

// stepsOf makes a flow's steps fit for a finding: printable, and short enough.
func stepsOf(f facts.Flow) []finding.Step {
	steps := make([]finding.Step, 0, len(f.Steps))
	for _, s := range f.Steps {
		steps = append(steps, finding.Step{Where: s.Where, Message: escape.Printable(cmp.Or(s.Message, "goes on"), finding.MaxMessage)})
	}
	if n := len(steps) - finding.MaxSteps; n > 0 {
		steps = slices.Delete(steps, finding.MaxSteps/2, finding.MaxSteps/2+n)
	}
	return steps
}

// OncePer keeps, of arrivals whose causes are all known from others, only the
// worst: what has one cause and one remedy is one finding. It says of each that
// stays at how many other places its sources arrive.
func OncePer[K comparable](list []Arrival, cause func(facts.Flow) K) ([]Arrival, []int) {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(list[j].severity, list[i].severity) })
	owner := map[K]int{}
	var kept []Arrival
	var more []int
	for _, i := range order {
		at := -1
		fresh := false
		for _, f := range list[i].Flows {
			k := cause(f)
			if o, ok := owner[k]; ok {
				at = o
			} else {
				fresh = true
				owner[k] = len(kept)
			}
		}
		if fresh {
			kept, more = append(kept, list[i]), append(more, 0)
		} else {
			more[at]++
		}
	}
	return kept, more
}

// Severities is how bad a kind of source is at a sink, by the role in which
// the data arrives. What it does not name is no finding.
type Severities map[facts.SourceKind]map[facts.SinkRole]finding.Severity

// Strangers is the judge of a flow_to_* check. A guard by Workspace Trust
// answers only for what the workspace holds: a trusted workspace says nothing
// of a server or a web page.
func (table Severities) Strangers(in check.Input, kinds ...facts.SinkKind) Judge {
	runs := in.Manifest == nil || workspacetrust.SupportOf(in.Manifest).RunsUntrusted()
	return func(f facts.Flow) (finding.Severity, bool) {
		s, ok := table[f.Source.Kind][f.Sink.Role]
		if !ok || !slices.Contains(kinds, f.Sink.Kind) {
			return 0, false
		}
		switch f.Source.Kind {
		case facts.FromFile:
			if f.Guarded {
				return 0, false
			}
		case facts.FromSetting:
			if f.Guarded || in.Manifest != nil && !workspacetrust.StrangerMay(in.Manifest, f.Source.What) {
				return 0, false
			}
		case facts.FromRequest:
			if f.Source.What == "net.createServer" && f.Sink.Role != facts.AsCommand {
				// No web page speaks to a raw socket, and most are a language
				// server's: whoever is at the other end runs here already.
				s = min(s, finding.Low)
			}
			return s, true
		default:
			return s, true
		}
		if !runs {
			// The workspace is one that the user has trusted.
			s = min(s, finding.Low)
		}
		return s, true
	}
}
