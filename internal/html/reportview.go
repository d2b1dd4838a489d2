package html

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// reportView is a report as the page shows it.
type reportView struct {
	// P stands before every id, so that several reports fit one page.
	P string
	// Of stands behind the labels of regions for the same reason.
	Of          string
	Name        string
	DisplayName string
	Tool        string
	// Word is the verdict in a word, Class names its colour, Sentence says it.
	Word, Class, Sentence string
	Reasons               []reasonView
	MoreReasons           int
	Next                  nextView
	Figures               []figure
	Map                   *mapView
	Lines                 linesView
	Findings              findingsView
	Silence               silenceView
	About                 []figure
}

// reasonView is one reason of the verdict.
type reasonView struct {
	Text string
	// Places lead to the findings behind it.
	Places []linkView
	More   int
}

// linkView leads to a place of the page.
type linkView struct{ To, Text string }

// nextView is what to do next: a sentence, and perhaps a command or a place.
type nextView struct {
	Text, Command string
	Link          *linkView
}

// figure is a name with a value.
type figure struct{ Name, Value, Class string }

const (
	maxReasons      = 3
	maxReasonPlaces = 3
)

func newReportView(r *report.Report, prefix, of string, b *budget) *reportView {
	profile, ok := verdict.ByName(r.Verdict.Profile)
	if !ok {
		profile = verdict.Profiles()[0]
	}
	v := &reportView{
		P: prefix, Of: of, Name: nameOf(r), DisplayName: show(r.Extension.DisplayName),
		Tool: strings.TrimSpace(show(r.Tool.Name) + " " + show(r.Tool.Version)), Word: show(string(r.Verdict.Category)),
		Class: "v-" + verdictClass(r.Verdict.Category),
	}
	v.Findings = newFindingsView(r, profile, prefix, b)
	v.Silence = newSilenceView(r, b)
	v.Lines = b.forLines(r.Permissions, prefix, of)
	v.Map = newMapView(r, v.Lines, b)
	v.Sentence = sentence(r)
	for i, why := range r.Verdict.Because {
		if i == maxReasons {
			v.MoreReasons = len(r.Verdict.Because) - maxReasons
			break
		}
		v.Reasons = append(v.Reasons, v.reason(r, why))
	}
	v.Next = v.next(r)
	v.figures(r, profile)
	return v
}

func nameOf(r *report.Report) string {
	return strings.TrimSpace(show(cmp.Or(r.Extension.ID, r.Subject)) + " " + show(r.Extension.Version))
}

func verdictClass(c verdict.Category) string {
	switch c {
	case verdict.Reject, verdict.Sandbox, verdict.Unrestricted:
		return string(c)
	}
	return "unknown"
}

// sentence is the verdict for somebody who reads nothing else.
func sentence(r *report.Report) string {
	text := map[verdict.Category]string{
		verdict.Reject:       "Reject: do not run or publish it as it is.",
		verdict.Sandbox:      "Sandbox: run it behind a policy that allows only what it needs.",
		verdict.Unrestricted: "Unrestricted: nothing in it asks for a fence.",
	}[r.Verdict.Category]
	if r.Verdict.NeedsReview {
		text += " A person has to look at it first."
	}
	if r.Organisation.Stands() {
		text += " It needs more than the organisation allows."
	}
	if r.Verdict.Incomplete {
		text += " Not all of it was checked."
	}
	return text
}

func (v *reportView) reason(r *report.Report, why verdict.Reason) reasonView {
	out := reasonView{Text: capital(show(why.Text))}
	for _, i := range why.Findings {
		if i < 0 || i >= len(r.Findings) {
			continue
		}
		if len(out.Places) == maxReasonPlaces {
			out.More = len(why.Findings) - maxReasonPlaces
			break
		}
		out.Places = append(out.Places, linkView{v.Findings.link(i), show(r.Findings[i].At())})
	}
	return out
}

// next is the one thing to do now.
func (v *reportView) next(r *report.Report) nextView {
	first := -1
	for _, why := range r.Verdict.Because {
		if len(why.Findings) > 0 && why.Findings[0] >= 0 && why.Findings[0] < len(r.Findings) {
			first = why.Findings[0]
			break
		}
	}
	switch {
	case r.Organisation.Stands():
		return nextView{Text: "Read which ceiling is in the way, below in About this run. The code has to need less, or the " +
			"organisation has to write a waiver."}
	case first >= 0 && r.Findings[first].Fix != nil:
		f := r.Findings[first]
		return nextView{Text: capital(show(f.Fix.Text)), Link: &linkView{v.Findings.link(first), show(f.At())}}
	case first >= 0 && (r.Verdict.Category == verdict.Reject || r.Verdict.NeedsReview || r.Findings[first].Severity >= finding.High):
		f := r.Findings[first]
		return nextView{
			Text: "Look at the first finding that decided, and what the check says of it:", Command: "ringfence explain " + show(f.Check),
			Link: &linkView{v.Findings.link(first), show(f.At())},
		}
	case r.Verdict.Incomplete && len(v.Silence.Gaps) > 0:
		return nextView{Text: "See what was not checked, and why: a gap is not a clean result.",
			Link: &linkView{"#" + v.P + "not-checked", "Not checked"}}
	case r.Verdict.Category == verdict.Sandbox && r.Extension.Source == extension.Repository:
		return nextView{Text: "Write the policy that allows what the picture shows, and nothing else:",
			Command: "ringfence policy generate ."}
	case r.Verdict.Category == verdict.Sandbox:
		return nextView{Text: "Read the picture: is each of these what you would let it do?",
			Link: &linkView{"#" + v.P + "map", "What it may do"}}
	}
	return nextView{Text: "Nothing."}
}

// figures are what was counted.
func (v *reportView) figures(r *report.Report, p verdict.Profile) {
	e, c := r.Extension, r.Code
	v.Figures = append(v.Figures, figure{"risk", r.Verdict.Overall.String(), "s-" + r.Verdict.Overall.String()})
	v.Figures = append(v.Figures, figure{"findings", v.Findings.Summary, ""})
	if r.Permissions != nil {
		v.Figures = append(v.Figures, figure{"permissions", fmt.Sprint(len(r.Permissions.Lines) + r.Permissions.More), ""})
	}
	v.Figures = append(v.Figures, figure{"not checked", fmt.Sprint(len(v.Silence.Gaps) + v.Silence.MoreGaps + len(v.Silence.Unasked)), ""})
	about := func(name, value string) {
		if value != "" {
			v.About = append(v.About, figure{Name: name, Value: value})
		}
	}
	about("extension", v.Name)
	about("called", v.DisplayName)
	about("scanned", show(r.Subject))
	about("package", fmt.Sprintf("%s, %s, %s", show(string(e.Source)), plural(e.Files, "file"), size(e.Bytes)))
	what := "script"
	if c.Basis == facts.Sources {
		what = "source file"
	}
	if c.Analysed {
		about("code", fmt.Sprintf("%s, %s, %d of them reached from %s", plural(c.Files, what), size(c.Bytes), c.Reached,
			plural(len(c.Entries), "entry")))
	} else {
		about("code", "not analysed: "+show(c.Why))
	}
	if c.Basis == facts.Sources {
		about("basis", "the author's files: it is not built, and the packages it loads were not seen")
	}
	if b := r.Base; b != nil {
		about("compared with", strings.TrimSpace(show(b.ID)+" "+show(b.Version)))
	}
	about("profile", show(p.Name))
	about("configuration", show(r.Config.Summary()))
	for _, n := range r.Config.Notes() {
		about("configuration", show(n.Text))
	}
	if r.Organisation != nil {
		about("organisation", show(r.Organisation.File)+": "+show(r.Organisation.Summary()))
	}
	for _, n := range r.OrganisationNotes() {
		about("organisation", show(n.Text))
	}
	about("made by", v.Tool)
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// size writes bytes for people, in powers of 1000.
func size(n int64) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d B", n)
}
