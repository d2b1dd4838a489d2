package html

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// findingsView is the list of findings by check, worst first.
type findingsView struct {
	Summary string
	Groups  []groupView
	// Left counts findings that did not fit, Silent those without a severity in this
	// profile, which are shown folded. Answered are those that a person answered.
	Left     int
	Silent   []groupView
	Answered []groupView
	// shown are the indexes that have a place on the page, ids what each is called there.
	shown  map[int]bool
	ids    []string
	prefix string
}

// groupView are the findings of one check.
type groupView struct {
	Check, Title, Summary string
	Severity              string
	Open                  bool
	// New counts the findings that a change brings.
	New      int
	Findings []findingView
}

// findingView is one finding.
type findingView struct {
	ID       string
	Severity string
	New      bool
	At       string
	// Built says where it ships, where At is in the sources, or what it was built from.
	Built               string
	Message             string
	Before, Mark, After string
	Tags                []string
	Flow                []stepView
	// FlowLeft counts the steps of a way that did not fit.
	FlowLeft        int
	Fix             string
	Edits           []string
	Answer, Opinion string
}

// stepView is a step of a flow.
type stepView struct{ At, Text string }

func newFindingsView(r *report.Report, p verdict.Profile, prefix string, b *budget) findingsView {
	v := findingsView{shown: map[int]bool{}, ids: idsOf(r.Findings, prefix), prefix: prefix}
	counts := map[finding.Severity]int{}
	answered, missed := 0, 0
	groups := map[string]*groupView{}
	var order []*groupView
	worst := map[string]finding.Severity{}
	indexes := make([]int, len(r.Findings))
	for i := range indexes {
		indexes[i] = i
	}
	severity := func(i int) finding.Severity { return p.Severity(r.Findings[i]) }
	// The worst come first, so that they are what fits.
	slices.SortStableFunc(indexes, func(i, j int) int {
		a, c := r.Findings[i].Suppressed != nil, r.Findings[j].Suppressed != nil
		if a != c {
			if a {
				return 1
			}
			return -1
		}
		return cmp.Compare(severity(j), severity(i))
	})
	for _, i := range indexes {
		f := r.Findings[i]
		kind := "counts"
		switch {
		case f.Suppressed != nil:
			kind = "answered"
			answered++
		case severity(i) == finding.None:
			kind = "silent"
			counts[finding.None]++
		default:
			counts[severity(i)]++
		}
		if b.findings < leastFinding || missed == maxMissed {
			v.Left++
			continue
		}
		x := newFindingView(f, severity(i), v.ids[i])
		if !x.fits(b) {
			// Its way takes most.
			x.FlowLeft, x.Flow = len(x.Flow), nil
			if !x.fits(b) {
				v.Left++
				missed++
				continue
			}
		}
		v.shown[i] = true
		key := kind + "\x00" + f.Check
		g := groups[key]
		if g == nil {
			g = &groupView{Check: show(f.Check)}
			if c, ok := checks.ByName(f.Check); ok {
				g.Title, g.Summary = c.Title(), c.Summary()
			}
			groups[key] = g
			order = append(order, g)
			worst[key] = severity(i)
			g.Severity = severity(i).String()
			g.Open = kind == "counts" && severity(i) >= finding.Medium
		}
		g.Findings = append(g.Findings, x)
	}
	for key, g := range groups {
		if len(g.Findings) > maxOpen {
			g.Open = g.Open && worst[key] >= finding.High
		}
	}
	for _, g := range order {
		switch {
		case groups["counts\x00"+g.Check] == g:
			v.Groups = append(v.Groups, *g)
		case groups["silent\x00"+g.Check] == g:
			v.Silent = append(v.Silent, *g)
		default:
			v.Answered = append(v.Answered, *g)
		}
	}
	v.Summary = summary(counts, answered)
	return v
}

// idsOf are what findings are called in links. A link is to lead to the same finding in the
// next report, so that an id is made of what SARIF knows the finding by, and not of where it
// stands in the list.
func idsOf(findings []finding.Finding, prefix string) []string {
	const short = 10
	out := make([]string, len(findings))
	prints, taken := finding.Prints{}, map[string]int{}
	for i, f := range findings {
		key, _ := prints.Of(f)
		key = key[:short]
		out[i] = prefix + "f-" + key
		// Of findings that are alike, and of keys that begin alike, each has its own.
		if taken[key]++; taken[key] > 1 {
			out[i] += fmt.Sprintf("-%d", taken[key])
		}
	}
	return out
}

// leastFinding is what a finding takes at least: below it none is looked at any more.
const leastFinding = 1000

// maxMissed is how many findings may be too large for what is left before no smaller one
// is looked for.
const maxMissed = 10

// maxOpen is how many findings of a check stand open on the page.
const maxOpen = 20

func summary(counts map[finding.Severity]int, answered int) string {
	var parts []string
	for _, s := range []finding.Severity{finding.Critical, finding.High, finding.Medium, finding.Low} {
		if n := counts[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	if n := counts[finding.None]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d without a severity", n))
	}
	if answered > 0 {
		parts = append(parts, fmt.Sprintf("%d answered", answered))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// link leads to a finding, or to the list where it did not fit.
func (v findingsView) link(i int) string {
	if v.shown[i] {
		return "#" + v.ids[i]
	}
	return "#" + v.prefix + "findings"
}

func newFindingView(f finding.Finding, s finding.Severity, id string) findingView {
	x := findingView{ID: id, Severity: s.String(), At: show(f.At()), Message: capital(show(f.Message))}
	switch {
	case f.Origin == nil:
	case f.Shown() == f.Where:
		x.Built = fmt.Sprintf("built from %s:%d", show(f.Origin.File), f.Origin.Line)
		if f.Origin.Package != "" {
			x.Built += " of " + show(f.Origin.Package)
		}
	default:
		x.Built = "built into " + show(f.Where.String())
	}
	if e := f.Excerpt; e != nil && e.Validate() == nil {
		r := []rune(e.Text)
		x.Before, x.Mark, x.After = string(r[:e.From]), string(r[e.From:e.To]), string(r[e.To:])
	}
	x.Tags = append(x.Tags, show(string(f.Confidence)))
	if f.Intent == finding.Malicious {
		x.Tags = append(x.Tags, "malicious")
	}
	if f.Reach == finding.Unreached {
		x.Tags = append(x.Tags, "nothing leads there")
	}
	if f.Provenance == finding.ThirdPartyVerified || f.Provenance == finding.ThirdPartyUnverified {
		x.Tags = append(x.Tags, show(string(f.Provenance)))
	}
	for _, step := range f.Flow {
		x.Flow = append(x.Flow, stepView{show(finding.At(step.Where, step.Origin)), show(step.Message)})
	}
	if f.Fix != nil {
		x.Fix = capital(show(f.Fix.Text))
		for _, e := range f.Fix.Edits {
			if string(e.Value) == "null" {
				x.Edits = append(x.Edits, fmt.Sprintf("%s: take %s away", show(e.File), show(e.Pointer)))
			} else {
				x.Edits = append(x.Edits, fmt.Sprintf("%s: set %s to %s", show(e.File), show(e.Pointer), show(string(e.Value))))
			}
		}
	}
	if s := f.Suppressed; s != nil {
		x.Answer = show(s.Reason)
		if s.SignedOffBy != "" {
			x.Answer += " (signed off by " + show(s.SignedOffBy) + ")"
		}
		if s.Until != "" {
			x.Answer += ", until " + s.Until
		}
	}
	if o := f.Opinion; o != nil {
		x.Opinion = fmt.Sprintf("The model %s says %s: %s", show(o.Model), show(string(o.Says)), show(o.Reason))
	}
	return x
}

// fits asks for the room that the finding takes.
func (x findingView) fits(b *budget) bool {
	texts := []string{x.At, x.Built, x.Message, x.Before, x.Mark, x.After, x.Fix, x.Answer, x.Opinion}
	for _, s := range x.Flow {
		texts = append(texts, s.At, s.Text)
	}
	texts = append(texts, x.Edits...)
	return take(&b.findings, 400+60*len(x.Flow)+30*len(x.Edits), texts...)
}
