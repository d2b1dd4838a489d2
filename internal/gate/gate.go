// Package gate judges one change: what the head brings that the base did not
// have, and which of it nobody has agreed to. Every gate says whether it holds,
// and why not; one that could not be judged says that and never passes for one
// that holds.
//
// Nothing of the head decides about the head. Configuration, ignores, baseline
// and override come from the base, and agreement comes from the forge: a person
// who may write, who is not the author, and who meant this very commit
// (Approval). The package sees reports, differences and approvals as values; it
// opens no file, asks no service and knows no forge.
package gate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// Name names a gate. The names are written into outputs and labels and are not
// changed once released.
type Name string

// The gates, in the order of every output.
const (
	// Reject: the verdict is reject.
	Reject Name = "reject"
	// Layers: what has to look did not, or code that can run was not seen although
	// that was asked for.
	Layers Name = "layers"
	// Secrets: the package holds a key of a provider.
	Secrets Name = "secrets"
	// Review: the verdict asks for a person.
	Review Name = "review"
	// Findings: the change brings findings at or above the threshold.
	Findings Name = "findings"
	// Widening: the policy allows what the base's did not.
	Widening Name = "widening"
	// Ceiling: the extension needs more than the organisation allows.
	Ceiling Name = "ceiling"
	// Drift: what lies below .ringfence is not what comes out of the code.
	Drift Name = "drift"
	// Settings: the change touches what gates are judged by.
	Settings Name = "settings"
)

// Names lists the gates in order.
func Names() []Name {
	return []Name{Reject, Layers, Secrets, Review, Findings, Widening, Ceiling, Drift, Settings}
}

// Satisfied says of a gate that holds what was found, to a reader who knows no gate by name.
func (n Name) Satisfied() string {
	return map[Name]string{
		Reject:   "the verdict is not reject",
		Layers:   "every layer that the configuration requires has looked",
		Secrets:  "no key or token was found that nobody answered for",
		Review:   "the verdict asks for no person",
		Findings: "no new finding is severe enough to fail",
		Widening: "the policy allows nothing that it did not allow before",
		Ceiling:  "no ceiling of an organisation is in the way",
		Drift:    "no generated file differs from what the code gives",
		Settings: "the change touches nothing that it is judged by",
	}[n]
}

// acceptable are the gates that a person can open for one commit. The others
// are answered in the code, by an entry in the base's configuration, or, a
// ceiling, by a waiver in the organisation's file, which no repository writes.
var acceptable = []Name{Review, Widening, Settings}

// Acceptable reports whether an approval can open the gate.
func (n Name) Acceptable() bool { return slices.Contains(acceptable, n) }

// State is what became of a gate.
type State string

// The states.
const (
	// Holds: there is nothing to object to.
	Holds State = "holds"
	// Accepted: there is, and somebody who may has agreed to it.
	Accepted State = "accepted"
	// Fails: there is.
	Fails State = "fails"
	// Unknown: it could not be judged; Why says why.
	Unknown State = "unknown"
)

// States lists the states, best first.
func States() []State { return []State{Holds, Accepted, Fails, Unknown} }

// Result is what became of one gate.
type Result struct {
	Gate  Name  `json:"gate"`
	State State `json:"state"`
	// Why is one sentence, printable; empty when the gate holds.
	Why string `json:"why"`
	// Details are what the sentence is about, one printable line each, at most
	// maxDetails; More counts the rest.
	Details []string `json:"details"`
	More    int      `json:"more"`
	// By is who accepted; empty otherwise.
	By string `json:"by"`
	// Command is the one command that puts it right or shows what has to be, and Fix
	// a sentence for the person who has to act; both are empty unless the gate fails
	// or could not be judged. The caller knows them: this package knows no command.
	Command string `json:"command"`
	Fix     string `json:"fix"`
}

// maxDetails is how many details of a gate are kept. A gate that fails on
// thousands says how many.
const maxDetails = 50

// Outcome is all gates of one change, each once, in the order of Names.
type Outcome struct {
	Results []Result `json:"results"`
	// Refused says of approvals that were not counted why not.
	Refused []string `json:"refused"`
	// New are the findings the change brings, whatever their severity, in the
	// order of the head's report; nil when there is no base to tell.
	New []finding.Finding `json:"new"`
	// FailOn are the words of fail-on that hold against the change.
	FailOn []Word `json:"failOn"`
}

// Passes reports whether nothing stands in the way: every gate holds or was
// accepted, and no word of fail-on holds. What could not be judged does not pass.
func (o Outcome) Passes() bool {
	if len(o.FailOn) > 0 {
		return false
	}
	for _, r := range o.Results {
		if r.State != Holds && r.State != Accepted {
			return false
		}
	}
	return true
}

// Brought returns the findings that the change brings and that count: those with a severity
// that nobody answered.
func (o Outcome) Brought() []finding.Finding {
	var out []finding.Finding
	for _, f := range o.New {
		if f.Severity > finding.None && f.Suppressed == nil {
			out = append(out, f)
		}
	}
	return out
}

// Brings says how many those are. The risk beside it is of everything that is there.
func (o Outcome) Brings() string {
	n := len(o.Brought())
	switch n {
	case 0:
		return "no new finding"
	case 1:
		return "1 new finding"
	}
	return fmt.Sprintf("%d new findings", n)
}

// Of returns the result of one gate.
func (o Outcome) Of(n Name) Result {
	for _, r := range o.Results {
		if r.Gate == n {
			return r
		}
	}
	return Result{Gate: n, State: Unknown, Why: "it was not judged"}
}

// Input is everything a change is judged by.
type Input struct {
	// Head is the report of what is to be merged, made with the base's
	// configuration.
	Head *report.Report
	// Base is the report of what it is to be merged into; nil: NoBase says why.
	Base   *report.Report
	NoBase string
	// Compared is the report of the head that Base is comparable with, where that is
	// not Head: a base that nobody built is compared by the sources of both. nil: Head.
	Compared *report.Report
	// Unread is set with Compared when the base's sources could not be read to the end.
	// Base then holds the findings of Compared whose lines the base has as well.
	Unread bool
	// SamePackages is set with Compared when base and head depend on the same packages.
	SamePackages bool
	// Unbuilt says that the package itself was to be judged and was not, and what to
	// do; empty: it was, or sources are enough.
	Unbuilt string
	// Threshold is the severity from which new findings fail; None: never. The
	// zero value is Low, which asks for most.
	Threshold finding.Severity
	// Wider are the lines by which the head's policy allows more than the base's,
	// as readers see them. Uncompared says why there is no comparison; a first
	// policy has none to be wider than and is Uncompared empty, Wider nil.
	Wider      []string
	Uncompared string
	// Drift names the files below .ringfence that differ from what was generated.
	Drift []string
	// Undrifted says why that was not looked at; empty: it was.
	Undrifted string
	// Settings names the files the change touches that gates are judged by.
	Settings []string
	// Merged says that the change is on its branch already, and that a review was
	// somebody's to give before.
	Merged bool
	// Change says whose change it is; Approvals are what was said of it.
	Change    Change
	Approvals []Approval
}

// Judge judges all gates.
func Judge(in Input) Outcome {
	news, known := introduced(cmp.Or(in.Compared, in.Head), in.Base)
	out := Outcome{Results: []Result{}, Refused: []string{}, FailOn: failOn(in, news, known)}
	if known {
		out.New = news
	}
	results := map[Name]Result{
		Reject:   rejected(in.Head),
		Layers:   layers(in),
		Secrets:  secrets(in.Head),
		Review:   review(in, news, known),
		Findings: newFindings(in, news, known),
		Widening: widening(in),
		Ceiling:  ceiling(in.Head),
		Drift:    drift(in),
		Settings: settings(in),
	}
	opened, refused := in.Change.counted(in.Approvals)
	out.Refused = append(out.Refused, refused...)
	for _, n := range Names() {
		r := results[n]
		r.Gate = n
		if by, ok := opened[n]; ok && r.State == Fails && n.Acceptable() {
			r.State, r.By = Accepted, by
		}
		r.Details, r.More = few(r.Details)
		out.Results = append(out.Results, r)
	}
	return out
}

// few cuts a list of details, which is never nil.
func few(details []string) (kept []string, more int) {
	if over := len(details) - maxDetails; over > 0 {
		return details[:maxDetails], over
	}
	return append([]string{}, details...), 0
}
