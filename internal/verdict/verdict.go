// Package verdict turns findings into an answer: how risky each scoring layer
// is, and whether the extension is to be rejected, ring-fenced or left alone.
//
// A profile is data: the column of severities it reads and an ordered decision
// table (profiles.go). Every answer says which rows decided and which findings
// made them hold, so that nobody has to guess what to fix. The package sees
// findings and a few plain facts, never code or manifests; anything above
// internal/finding may import it.
package verdict

import (
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Category is the answer.
type Category string

// The categories, mildest first.
const (
	// Unrestricted: nothing needs a fence.
	Unrestricted Category = "unrestricted"
	// Sandbox: run it behind a policy of least privilege.
	Sandbox Category = "sandbox"
	// Reject: do not run it at all.
	Reject Category = "reject"
)

// Categories lists the categories, mildest first.
func Categories() []Category { return []Category{Unrestricted, Sandbox, Reject} }

// Means says to a reader who does not know the word what it is.
func (c Category) Means() string {
	switch c {
	case Unrestricted:
		return "it may run as it is"
	case Sandbox:
		return "it should run behind a policy, which says what it may do"
	case Reject:
		return "it looks malicious, and should not run"
	}
	return ""
}

// Level orders categories, mildest 0; -1 for none of them.
func (c Category) Level() int {
	for i, k := range Categories() {
		if k == c {
			return i
		}
	}
	return -1
}

// Input is what an answer is made from.
type Input struct {
	// Findings are in the order of the report; reasons name them by index. Those
	// that are suppressed are counted and decide nothing.
	Findings []finding.Finding
	// Layers says what became of the scoring layers of the run.
	Layers []Layer
	// HasCode is true when the extension has anything that runs.
	HasCode bool
	// Privileged names the privileged capabilities the code uses, sorted.
	Privileged []string
	// Incomplete says, one sentence each, what could not be seen although it
	// can run. Empty: everything was.
	Incomplete []string
	Demands
}

// Demands are what people ask of an answer beyond the profile.
type Demands struct {
	// RejectOn says how sure evidence of malice has to be; empty is Likely.
	RejectOn RejectOn
	// Require are layers that must have looked.
	Require []finding.Module
	// FailOn are words of FailWords; empty fails on what always fails.
	FailOn []string
}

// RejectOn says how sure evidence of malice has to be to reject.
type RejectOn string

// The two. A confirmed finding always rejects.
const (
	// OnLikely rejects on two independent chains that look malicious as well.
	OnLikely RejectOn = "likely"
	// OnConfirmed asks for a review instead.
	OnConfirmed RejectOn = "confirmed"
)

// Layer says what became of one scoring layer.
type Layer struct {
	Module finding.Module
	State  LayerState
	// Why says why the layer did not run as a whole; else empty.
	Why string
}

// LayerState is what became of a layer. Looking and finding nothing is another
// thing than not looking.
type LayerState string

// The states.
const (
	Ran     LayerState = "ran"
	Partly  LayerState = "partly"
	Skipped LayerState = "skipped"
	// Unavailable: the services it needs did not answer. Failed: they answered
	// what could not be read.
	Unavailable LayerState = "unavailable"
	Failed      LayerState = "failed"
)

// LayerStates lists the states, fullest first.
func LayerStates() []LayerState { return []LayerState{Ran, Partly, Skipped, Unavailable, Failed} }

// Result is the answer and where it comes from.
type Result struct {
	Profile  string   `json:"profile"`
	Category Category `json:"category"`
	// NeedsReview asks for a person before the answer is relied on.
	NeedsReview bool `json:"needsReview"`
	// Incomplete is true when something that can run could not be seen, or a
	// required layer did not run.
	Incomplete bool `json:"incomplete"`
	// Fails says why the answer is no: rules of rows that fail by themselves and
	// words of FailWords; empty: it passes.
	Fails []string `json:"fails"`
	// Overall is the highest risk of all modules.
	Overall finding.Severity `json:"overall"`
	Modules []ModuleRisk     `json:"modules"`
	// Because are the rows that decided: the first that held, and every
	// further one that gives the same category for a reason of its own or fails
	// by itself.
	Because []Reason `json:"because"`
}

// ModuleRisk is the risk of one scoring layer: its worst finding that nobody
// has answered.
type ModuleRisk struct {
	Module   finding.Module   `json:"module"`
	State    LayerState       `json:"state"`
	Risk     finding.Severity `json:"risk"`
	Findings int              `json:"findings"`
	// Suppressed counts the findings that a person has answered; they are not
	// among Findings.
	Suppressed int `json:"suppressed"`
}

// Reason is one row of the decision table that held.
type Reason struct {
	// Rule is the row's name ("malicious-confirmed").
	Rule string `json:"rule"`
	// Text is one sentence.
	Text string `json:"text"`
	// Findings are indexes of the findings that made the row hold, at most
	// MaxReasonFindings of them; empty when the reason is not a finding.
	Findings []int `json:"findings"`
}

// MaxReasonFindings bounds the indexes of one reason; its text has the count.
const MaxReasonFindings = 100

// Decide returns the answer of a profile.
func Decide(p Profile, in Input) Result {
	r := Result{
		Profile: p.Name,
		Overall: finding.None,
		Because: []Reason{},
	}
	r.Modules = risks(p, in)
	for _, m := range r.Modules {
		r.Overall = max(r.Overall, m.Risk)
	}
	for _, row := range p.Rows {
		// A mark holds wherever its row stands: what fails the gate fails it
		// under every category.
		if r.Category != "" && (row.Category != r.Category && row.Marks&Fails == 0 || row.Marks&Fallback != 0) {
			continue
		}
		text, findings, holds := row.when(p, in)
		if !holds {
			continue
		}
		if r.Category == "" {
			r.Category = row.Category
		}
		r.NeedsReview = r.NeedsReview || row.Marks&Review != 0
		if row.Marks&Fails != 0 {
			r.Fails = append(r.Fails, row.Rule)
		}
		r.Because = append(r.Because, Reason{Rule: row.Rule, Text: text, Findings: first(findings)})
	}
	if r.Category == "" {
		panic("verdict: profile " + p.Name + " has no row that always holds")
	}
	// Whatever decided: what was not seen was not seen.
	r.Incomplete = len(in.Incomplete) > 0 || len(missing(in)) > 0
	r.Fails = r.fails(in.FailOn)
	return r
}

// risks returns the layers of the run, and any other that has a finding, in the
// order of the matrix.
func risks(p Profile, in Input) []ModuleRisk {
	out := []ModuleRisk{}
	for _, m := range finding.Modules() {
		risk := ModuleRisk{Module: m, Risk: finding.None}
		for _, l := range in.Layers {
			if l.Module == m {
				risk.State = l.State
			}
		}
		for _, f := range in.Findings {
			switch {
			case f.Module != m:
			case f.Suppressed != nil:
				risk.Suppressed++
			default:
				risk.Findings++
				risk.Risk = max(risk.Risk, p.Severity(f))
			}
		}
		if risk.State == "" && risk.Findings+risk.Suppressed > 0 {
			risk.State = Ran
		}
		if risk.State != "" {
			out = append(out, risk)
		}
	}
	return out
}

func first(is []int) []int {
	out := make([]int, 0, min(len(is), MaxReasonFindings))
	return append(out, is[:min(len(is), MaxReasonFindings)]...)
}

// count writes "1 finding" or "3 findings".
func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// checksOf names the checks of some findings, each once, in order.
func checksOf(in Input, is []int) string {
	var names []string
	seen := map[string]bool{}
	for _, i := range is {
		if c := in.Findings[i].Check; !seen[c] {
			seen[c] = true
			names = append(names, c)
		}
	}
	return strings.Join(names, ", ")
}
