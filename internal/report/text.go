package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// TextOptions say how the text form is shown.
type TextOptions struct {
	// Color uses the terminal's colours.
	Color bool
	// PerCheck is how many findings of a check are listed; 0 means 20.
	PerCheck int
}

// WriteText writes a report for people: what was decided and why first, at
// most a screen of it, then the findings by check, each with its place.
// Everything is made printable once more: a report may have been written by
// somebody else.
func WriteText(w io.Writer, r *Report, o TextOptions) error {
	if o.PerCheck == 0 {
		o.PerCheck = 20
	}
	t := &text{color: o.Color, report: r, profile: profileOf(r)}
	t.head()
	t.reasons()
	t.figures()
	t.findings(o.PerCheck)
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("writing report: %w", err)
	}
	return nil
}

type text struct {
	b       strings.Builder
	color   bool
	report  *Report
	profile verdict.Profile
}

// profileOf finds the severities' column; a profile this program does not know
// is shown by the default one.
func profileOf(r *Report) verdict.Profile {
	if p, ok := verdict.ByName(r.Verdict.Profile); ok {
		return p
	}
	return verdict.Profiles()[0]
}

// The colours; the names say what they are for.
const (
	red, yellow, green, bold, dim, reset = "\x1b[31m", "\x1b[33m", "\x1b[32m", "\x1b[1m", "\x1b[2m", "\x1b[0m"
)

func (t *text) paint(color, s string) string {
	if !t.color {
		return s
	}
	return color + s + reset
}

func (t *text) line(format string, args ...any) { fmt.Fprintf(&t.b, format+"\n", args...) }

func show(s string) string { return finding.Printable(s, 4*finding.MaxMessage) }

func (t *text) head() {
	e, v := t.report.Extension, t.report.Verdict
	name := show(cmp.Or(e.ID, t.report.Subject))
	if e.Version != "" {
		name += " " + show(e.Version)
	}
	color := map[verdict.Category]string{verdict.Reject: red, verdict.Sandbox: yellow, verdict.Unrestricted: green}[v.Category]
	category := t.paint(bold+color, strings.ToUpper(show(string(v.Category))))
	if v.NeedsReview {
		category += t.paint(bold, ", needs review")
	}
	if v.Incomplete {
		category += t.paint(bold, ", incomplete")
	}
	if len(v.Fails) > 0 {
		category += t.paint(bold, ", fails on "+show(strings.Join(v.Fails, ", ")))
	}
	t.line("%s: %s", t.paint(bold, name), category)
}

func (t *text) reasons() {
	for _, b := range t.report.Verdict.Because {
		t.line("  because %s %s", show(b.Text), t.paint(dim, "["+show(b.Rule)+"]"))
	}
	t.line("")
}

func (t *text) figures() {
	e, v, c := t.report.Extension, t.report.Verdict, t.report.Code
	var risks []string
	for _, m := range v.Modules {
		risks = append(risks, show(string(m.Module))+" "+riskOf(m))
	}
	t.row("risk", "%s, profile %s", strings.Join(risks, ", "), show(v.Profile))
	t.row("package", "%s, %s, %s", show(string(e.Source)), plural(e.Files, "file"), size(e.Bytes))
	if !c.Analysed {
		t.row("code", "%s", "not analysed: "+show(c.Why))
	} else {
		t.row("code", "%s, %s, %d reached from %s", plural(c.Files, "script"), size(c.Bytes), c.Reached, plural(len(c.Entries), "entry"))
	}
	if uses := t.uses(true); uses != "" {
		t.row("privileged", "%s", uses)
	}
	if uses := t.uses(false); uses != "" {
		t.row("also uses", "%s", uses)
	}
	if cfg := t.report.Config; cfg.Origin != NoConfig {
		t.row("config", "%s", show(cfg.Summary()))
	}
	notes := t.report.Config.Notes()
	t.list("config", len(notes), func(i int) string {
		if n := notes[i]; n.Line > 0 {
			return fmt.Sprintf("line %d: %s", n.Line, show(n.Text))
		}
		return show(notes[i].Text)
	})
	t.list("blind", len(c.Blind), func(i int) string {
		b := c.Blind[i]
		note := ""
		if !b.Reached {
			note = " (nothing leads there)"
		}
		return place(finding.Location{File: b.File, Line: b.Line}) + show(b.Reason) + note
	})
	t.list("problem", len(t.report.Problems), func(i int) string {
		p := t.report.Problems[i]
		return place(p.Where) + show(p.Message)
	})
	for _, k := range t.report.Checks {
		if k.State == "skipped" {
			t.row("skipped", "%s: %s", show(k.Name), show(k.Why))
		}
	}
}

// riskOf writes a layer's risk. A layer that did not run has none, which is
// another thing than a risk of none.
func riskOf(m verdict.ModuleRisk) string {
	if m.State == verdict.Skipped {
		return "did not run"
	}
	words := []string{plural(m.Findings, "finding")}
	if m.Suppressed > 0 {
		words = append(words, fmt.Sprintf("%d answered", m.Suppressed))
	}
	if m.State == verdict.Partly {
		words = append(words, "in part")
	}
	return fmt.Sprintf("%s (%s)", m.Risk, strings.Join(words, ", "))
}

// row writes a labelled line.
func (t *text) row(label, format string, args ...any) {
	t.line("  %s %s", t.paint(dim, fmt.Sprintf("%-10s", label)), fmt.Sprintf(format, args...))
}

// list writes the first lines of a list under one label.
func (t *text) list(label string, n int, at func(int) string) {
	const most = 5
	for i := range min(n, most) {
		t.row(label, "%s", at(i))
	}
	if n > most {
		t.row(label, "and %d more", n-most)
	}
}

func (t *text) uses(privileged bool) string {
	var out []string
	for _, u := range t.report.Code.Capabilities {
		if (u.Privileged > 0) == privileged {
			out = append(out, fmt.Sprintf("%s %d", show(string(u.Capability)), u.Uses))
		}
	}
	return strings.Join(out, ", ")
}

func (t *text) findings(perCheck int) {
	groups := t.groups()
	if len(groups) == 0 {
		t.line("\nno findings")
	}
	notes := 0
	for _, g := range groups {
		if g.worst == finding.None {
			notes += len(g.findings)
			continue
		}
		t.line("")
		t.line("%s %s", t.severity(g.worst), t.paint(bold, show(g.check)))
		for i, f := range g.findings {
			if i == perCheck {
				t.line("  and %d more; --format json has them all", len(g.findings)-i)
				break
			}
			t.line("  %s%s %s", place(f.Where), show(f.Message), t.paint(dim, "["+t.profile.Severity(f).String()+"]"))
		}
	}
	if notes > 0 {
		t.line("\n%s without a severity in this profile; --format json has them", plural(notes, "finding"))
	}
	t.suppressed()
}

// suppressed sums up what people have answered, by the entry that did.
func (t *text) suppressed() {
	type answer struct {
		rule, check, words string
		count              int
	}
	var answers []*answer
	byRule := map[string]*answer{}
	for _, f := range t.report.Findings {
		s := f.Suppressed
		if s == nil {
			continue
		}
		a := byRule[s.Rule]
		if a == nil {
			words := s.Reason
			if s.SignedOffBy != "" {
				words += " (signed off by " + s.SignedOffBy + ")"
			}
			if s.Until != "" {
				words += ", until " + s.Until
			}
			a = &answer{rule: s.Rule, check: f.Check, words: words}
			byRule[s.Rule] = a
			answers = append(answers, a)
		}
		a.count++
	}
	if len(answers) == 0 {
		return
	}
	t.line("\nanswered by the configuration, deciding nothing:")
	for _, a := range answers {
		t.line("  %s %s: %s %s", plural(a.count, "finding"), "of "+show(a.check), show(a.words), t.paint(dim, "["+show(a.rule)+"]"))
	}
}

type group struct {
	check    string
	worst    finding.Severity
	findings []finding.Finding
}

// groups are the findings by check and worst first, under the profile's
// severities; what has none there comes apart from what has.
func (t *text) groups() []group {
	type key struct {
		check string
		note  bool
	}
	at := map[key]int{}
	var out []group
	for _, f := range t.report.Findings {
		if f.Suppressed != nil {
			continue
		}
		s := t.profile.Severity(f)
		k := key{f.Check, s == finding.None}
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k] = i
			out = append(out, group{check: f.Check, worst: s})
		}
		out[i].worst = max(out[i].worst, s)
		out[i].findings = append(out[i].findings, f)
	}
	for _, g := range out {
		slices.SortStableFunc(g.findings, func(a, b finding.Finding) int {
			return cmp.Compare(t.profile.Severity(b), t.profile.Severity(a))
		})
	}
	slices.SortStableFunc(out, func(a, b group) int { return cmp.Or(cmp.Compare(b.worst, a.worst), cmp.Compare(a.check, b.check)) })
	return out
}

func (t *text) severity(s finding.Severity) string {
	switch {
	case s >= finding.High:
		return t.paint(red, s.String())
	case s == finding.Medium:
		return t.paint(yellow, s.String())
	}
	return s.String()
}

// place writes file:line:col and a blank, or nothing.
func place(l finding.Location) string {
	if l.File == "" {
		return ""
	}
	out := show(l.File)
	if l.Line > 0 {
		out += fmt.Sprintf(":%d", l.Line)
		if l.Column > 0 {
			out += fmt.Sprintf(":%d", l.Column)
		}
	}
	return out + ": "
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if stem, ok := strings.CutSuffix(one, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, one)
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
