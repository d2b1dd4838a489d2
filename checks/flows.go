package checks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Every flow has one owner. What a workspace says (its settings, its files)
// and what then runs, is read from or written to is a question of Workspace
// Trust and belongs to the trust checks, but for three: a file of the workspace
// that decides a path or an address, and both in markup, where trust is not the
// whole answer. Everything else belongs to flow_to_*. So no place is reported by
// both for one source.

// arrival is a place and the flows of one check that end there.
type arrival struct {
	sink  facts.Sink
	flows []facts.Flow
	// severity is the worst of them.
	severity finding.Severity
}

// judge says how bad a flow is, and whether it is a finding at all.
type judge func(facts.Flow) (finding.Severity, bool)

// arrivals groups the flows a check owns by the place where they end, worst
// first in each group: ten settings in one line are one mistake.
func arrivals(p *facts.Program, rate judge) []arrival {
	type key struct {
		kind           facts.SinkKind
		module, member string
		where          finding.Location
	}
	index := map[key]int{}
	var out []arrival
	rated := map[int][]finding.Severity{}
	for _, f := range p.Flows {
		s, ok := rate(f)
		if !ok || mild(f.Sink) {
			continue
		}
		if len(f.Steps) > far {
			s = min(s, finding.Low)
		}
		k := key{f.Sink.Kind, f.Sink.Module, f.Sink.Member, f.Sink.Where}
		i, seen := index[k]
		if !seen {
			i = len(out)
			index[k] = i
			out = append(out, arrival{sink: f.Sink, severity: s})
		}
		a := &out[i]
		at := len(a.flows)
		for at > 0 && rated[i][at-1] < s {
			at--
		}
		a.flows = slices.Insert(a.flows, at, f)
		rated[i] = slices.Insert(rated[i], at, s)
		if s > a.severity {
			a.severity = s
		}
		a.sink = a.flows[0].Sink
	}
	return out
}

// mild are sinks of the catalogue that do not do what their kind says: an edit
// that is shown and can be undone is no write behind the user's back, a document
// that is opened is handed to nobody, a Request is not sent yet, and WebAssembly
// reaches only what it is handed.
func mild(s facts.Sink) bool {
	switch s.Kind {
	case facts.ToWrite:
		return strings.HasPrefix(s.Member, "WorkspaceEdit")
	case facts.ToRead:
		return s.Module == "vscode" && s.Member == "workspace.openTextDocument"
	case facts.ToNetwork:
		return s.Module == "globals" && s.Member == "Request"
	case facts.ToCode:
		return strings.HasPrefix(s.Member, "WebAssembly.")
	}
	return false
}

// far is how many steps a flow may have before it is only a note. The analysis
// keeps objects apart by where they are made, so that every hand-over may mix
// what two callers pass; of the flows in real extensions that were read, none
// longer than this was one.
const far = 16

// finding words an arrival. The path is that of its worst flow.
func (a arrival) finding(in Input, fix *finding.Fix) finding.Finding {
	files := filesOf(in.Program)
	file := a.sink.Where.File
	confidence := finding.Likely
	if len(a.flows[0].Steps) > far {
		confidence = finding.Heuristic
	}
	return finding.Finding{
		Severity:      files.rate(a.severity, file),
		PaperSeverity: finding.None,
		Intent:        finding.Vulnerable,
		Confidence:    confidence,
		Provenance:    files.provenance(file),
		Message:       sentence(a),
		Where:         a.sink.Where,
		Flow:          stepsOf(a.flows[0]),
		Fix:           fix,
	}
}

// stepsOf makes a flow's steps fit for a finding: printable, and short enough.
func stepsOf(f facts.Flow) []finding.Step {
	steps := make([]finding.Step, 0, len(f.Steps))
	for _, s := range f.Steps {
		steps = append(steps, finding.Step{Where: s.Where, Message: finding.Printable(cmp.Or(s.Message, "goes on"), finding.MaxMessage)})
	}
	if n := len(steps) - finding.MaxSteps; n > 0 {
		steps = slices.Delete(steps, finding.MaxSteps/2, finding.MaxSteps/2+n)
	}
	return steps
}

// oncePer keeps, of arrivals whose causes are all known from others, only the
// worst: what has one cause and one remedy is one finding. It says of each that
// stays at how many other places its sources arrive.
func oncePer[K comparable](list []arrival, cause func(facts.Flow) K) ([]arrival, []int) {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(list[j].severity, list[i].severity) })
	owner := map[K]int{}
	var kept []arrival
	var more []int
	for _, i := range order {
		at := -1
		fresh := false
		for _, f := range list[i].flows {
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

// severities is how bad a kind of source is at a sink, by the role in which
// the data arrives. What it does not name is no finding.
type severities map[facts.SourceKind]map[facts.SinkRole]finding.Severity

// strangers is the judge of a flow_to_* check. A guard by Workspace Trust
// answers only for what the workspace holds: a trusted workspace says nothing
// of a server or a web page.
func (table severities) strangers(in Input, kinds ...facts.SinkKind) judge {
	runs := in.Manifest == nil || supportOf(in.Manifest).runsUntrusted()
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
			if f.Guarded || in.Manifest != nil && !strangerMay(in.Manifest, f.Source.What) {
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
