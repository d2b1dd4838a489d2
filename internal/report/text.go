package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// TextOptions say how the text form is shown.
type TextOptions struct {
	// Color uses the terminal's colours.
	Color bool
	// PerCheck is how many findings of a check are listed; 0 means 10.
	PerCheck int
	// Verbose writes everything; without it a report is a screen.
	Verbose bool
}

// Screen is how many lines the short form has at most, Head how many stand before the
// first finding of the long one. Width is how many columns a line of the short form has.
const (
	Screen = 24
	Head   = 36
	Width  = 100
)

// WriteText writes a report for people: a screen that begins with the verdict and the
// next step or, verbose, what was decided and why, then the findings by check, each
// with its place, its code, the way there and what settles it. Everything is made
// printable once more: a report may have been written by somebody else.
func WriteText(w io.Writer, r *Report, o TextOptions) error {
	if o.PerCheck == 0 {
		o.PerCheck = 10
	}
	t := &text{color: o.Color, report: r, profile: profileOf(r)}
	if o.Verbose {
		t.line("%s", t.headline())
		t.reasons()
		t.figures()
		t.findings(o.PerCheck)
		t.suppressed()
		t.organisation()
	} else {
		t.brief()
	}
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

// fold writes words behind a beginning, on as many lines as they take; those after the first
// are moved in by so much.
func (t *text) fold(begin, words string, in int) {
	for i, line := range escape.Fold(words, Width-in, len([]rune(begin))-in) {
		if i > 0 {
			begin = strings.Repeat(" ", in)
		}
		t.line("%s%s", begin, line)
	}
}

func show(s string) string { return escape.Printable(s, 4*finding.MaxMessage) }

// short is what stands above the findings: cut where it would fill the screen.
func short(s string) string { return escape.Printable(s, 2*Width) }

// headline is the extension and the verdict.
func (t *text) headline() string {
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
	if o := t.report.Organisation; o.Stands() {
		category += t.paint(bold, ", above "+show(strings.Join(o.Standing(), ", ")))
	}
	switch {
	case len(v.Fails) > 0:
		category += t.paint(bold, ", does not pass (fail-on "+show(strings.Join(v.Fails, ", "))+")")
	case t.report.Organisation.Stands():
		category += t.paint(bold, ", does not pass")
	default:
		category += ", passes"
		// Why it does, where the line has room.
		const why = " (--fail-on incomplete would fail it)"
		if plain := name + ": " + string(v.Category) + ", incomplete, passes"; v.Incomplete && len([]rune(plain+why)) <= Width {
			category += why
		}
	}
	return t.paint(bold, name) + ": " + category
}

// The shares of the head: with one line of the category, two blank ones and
// thirteen of figures they stay within it.
const (
	maxReasons, maxPlaces, maxNotes, maxBlind, maxProblems = 5, 2, 2, 2, 1
	// maxPrivileged is how many lines the privileges may take.
	maxPrivileged = 3
)

// reasons names the rows that decided, and the first findings behind each.
func (t *text) reasons() {
	because, placed := t.report.Verdict.Because, 0
	for i, b := range because[:min(len(because), maxReasons)] {
		more := ""
		if i == maxReasons-1 && len(because) > maxReasons {
			more = fmt.Sprintf(" (and %s)", plural(len(because)-maxReasons, "further reason"))
		}
		t.fold("  because ", short(b.Text)+more, 10)
		if at := t.places(b.Findings); at != "" && placed < maxPlaces {
			placed++
			t.fold("          ", at, 10)
		}
	}
	t.line("")
}

// places names the first findings of a reason by place, and by check where it
// takes several to decide.
func (t *text) places(findings []int) string {
	const most = 3
	var fs []finding.Finding
	names := map[string]bool{}
	for _, i := range findings {
		if i >= 0 && i < len(t.report.Findings) {
			fs = append(fs, t.report.Findings[i])
			names[t.report.Findings[i].Check] = true
		}
	}
	var out []string
	for _, f := range fs[:min(len(fs), most)] {
		at := strings.TrimSuffix(placed(f.Where, f.Origin), ": ")
		if len(names) > 1 || at == "" {
			at = strings.TrimSpace(at + " " + show(f.Check))
		}
		out = append(out, at)
	}
	switch {
	case len(out) == 0:
		return ""
	case len(fs) > most:
		out = append(out, fmt.Sprintf("%d more", len(fs)-most))
	}
	return "at " + strings.Join(out, ", ")
}

func (t *text) figures() {
	e, v, c := t.report.Extension, t.report.Verdict, t.report.Code
	words, command := t.report.next()
	if command != "" && !strings.HasSuffix(command, " --verbose") {
		words += ": " + command
	}
	for i, line := range escape.Fold(words, Width-14, 0) {
		label := "next"
		if i > 0 {
			label = ""
		}
		t.line("  %s %s", t.paint(dim, fmt.Sprintf("%-11s", label)), t.paint(bold, line))
	}
	t.row("profile", "%s", show(v.Profile))
	t.risks(v.Modules)
	compared := ""
	if b := t.report.Base; b != nil {
		compared = ", compared with " + short(strings.TrimSpace(b.ID+" "+b.Version))
		if !b.Analysed {
			compared += " but for its code"
		}
	}
	t.row("package", "%s, %s, %s%s", show(string(e.Source)), plural(e.Files, "file"), size(e.Bytes), compared)
	if !c.Analysed {
		t.row("code", "%s", "not analysed: "+short(c.Why))
	} else {
		what := plural(c.Files, "script")
		if c.Basis == facts.Sources {
			what = "not built, " + plural(c.Files, "source file")
		}
		t.row("code", "%s, %s, %d reached from %s", what, size(c.Bytes), c.Reached, plural(len(c.Entries), "entry"))
	}
	t.uses("privileged", true, maxPrivileged)
	t.uses("also uses", false, 1)
	if cfg := t.report.Config; cfg.Origin != NoConfig {
		t.row("config", "%s", short(cfg.Summary()))
	}
	notes := t.report.Config.Notes()
	t.list("config", len(notes), maxNotes, func(i int) string {
		if n := notes[i]; n.Line > 0 {
			return fmt.Sprintf("line %d: %s", n.Line, short(n.Text))
		}
		return short(notes[i].Text)
	})
	t.list("blind", len(c.BlindSpots), maxBlind, func(i int) string {
		b := c.BlindSpots[i]
		note := ""
		if !b.Reached {
			note = " (nothing leads there)"
		}
		return place(finding.Location{File: b.File, Line: b.Line}) + short(b.Reason) + note
	})
	t.list("problem", len(t.report.Problems), maxProblems, func(i int) string {
		p := t.report.Problems[i]
		return place(p.Where) + short(p.Message)
	})
	t.silent(t.report.Silence())
}

// silent says of the first check or service that did not look why not, and names the next few.
func (t *text) silent(list []Silent) {
	if len(list) == 0 {
		return
	}
	const named = 4
	var others []string
	for _, s := range list[1:min(len(list), 1+named)] {
		others = append(others, strings.TrimPrefix(strings.TrimPrefix(show(s.Name), "check "), "service "))
	}
	if n := len(list) - 1 - named; n > 0 {
		others = append(others, fmt.Sprintf("%d more", n))
	}
	words := short(strings.TrimPrefix(list[0].Text(), "not checked: "))
	if len(others) > 0 {
		words += "; nor " + short(strings.Join(others, ", "))
	}
	t.row("not checked", "%s", words)
}

// risks writes the layers' risks: those with a finding, then
// those without in one line, then those that did not look. A layer that did not look has no
// risk, which is another thing than a risk of none.
func (t *text) risks(modules []verdict.ModuleRisk) {
	var risky, clean, not, part []string
	for _, m := range modules {
		name := show(string(m.Module))
		if m.State == verdict.Partly {
			part = append(part, name)
		}
		switch {
		case m.Findings+m.Suppressed > 0:
			risky = append(risky, name+" "+riskOf(m))
		case m.State == verdict.Partly:
		case m.State == verdict.Ran:
			clean = append(clean, name)
		case m.State == verdict.Skipped:
			not = append(not, name)
		default:
			not = append(not, fmt.Sprintf("%s (%s)", name, show(string(m.State))))
		}
	}
	t.names("risk", risky)
	t.names("no finding", clean)
	t.names("not checked", not)
	t.names("in part", part)
}

// names writes names on as few lines as there can be.
func (t *text) names(label string, names []string) {
	if len(names) == 0 {
		return
	}
	for i, line := range wrapped(strings.Join(names, ", "), Width-14, 2) {
		if i > 0 {
			label = ""
		}
		t.row(label, "%s", line)
	}
}

func riskOf(m verdict.ModuleRisk) string {
	words := []string{plural(m.Findings, "finding")}
	if m.Suppressed > 0 {
		words = append(words, fmt.Sprintf("%d answered", m.Suppressed))
	}
	return fmt.Sprintf("%s (%s)", m.Risk, strings.Join(words, ", "))
}

// row writes a labelled line.
func (t *text) row(label, format string, args ...any) {
	const in = 14
	for i, line := range escape.Fold(fmt.Sprintf(format, args...), Width-in, 0) {
		if i > 0 {
			label = ""
		}
		t.line("  %s %s", t.paint(dim, fmt.Sprintf("%-11s", label)), line)
	}
}

// list writes the first lines of a list under one label; the last of them says
// how many there are besides.
func (t *text) list(label string, n, most int, at func(int) string) {
	for i := range min(n, most) {
		more := ""
		if i == most-1 && n > most {
			more = fmt.Sprintf(" (and %d more)", n-most)
		}
		t.row(label, "%s%s", at(i), more)
	}
}

// uses lists capabilities with their counts on at most so many lines.
func (t *text) uses(label string, privileged bool, lines int) {
	var all []string
	for _, u := range t.report.Code.Capabilities {
		if (u.Privileged > 0) == privileged {
			all = append(all, fmt.Sprintf("%s %d", show(string(u.Capability)), u.Uses))
		}
	}
	for n := 0; n < lines && len(all) > 0; n++ {
		line, taken := all[0], 1
		for taken < len(all) && len(line)+len(all[taken]) < Width-15 {
			line += ", " + all[taken]
			taken++
		}
		all = all[taken:]
		switch {
		case len(all) > 0 && n == lines-1:
			line += fmt.Sprintf(" and %d more", len(all))
		case len(all) > 0:
			line += ","
		}
		t.row(label, "%s", line)
		label = ""
	}
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

// placed is the place to point a person to, with the function around it.
func placed(where finding.Location, o *finding.Origin) string {
	at := finding.Shown(where, o)
	if at == where || o.Function == "" {
		return place(at)
	}
	return strings.TrimSuffix(place(at), ": ") + " in " + show(o.Function) + ": "
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
