package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/docs/reference"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/shell"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

const (
	// briefReasons is how many reasons the short form names.
	briefReasons = 2
	// labelColumn is where the words stand that have a label.
	labelColumn = 15
)

// brief writes the short form: the verdict, the next step, why, the worst checks with
// their first place, and what was not checked. It is at most Screen lines of Width
// columns, whatever the report holds.
func (t *text) brief() {
	t.line("%s", clipped(t.title(), Width, t.headline()))
	t.step(t.report.next())
	because := t.report.Verdict.Because
	for i, b := range because[:min(len(because), briefReasons)] {
		words := show(b.Text)
		if i == briefReasons-1 && len(because) > briefReasons {
			words = fmt.Sprintf("%s (and %s)", cut(words, Width), plural(len(because)-briefReasons, "further reason"))
		}
		label := "why"
		if i > 0 {
			label = ""
		}
		t.labelled(label, words, 2, "")
	}
	tail := t.tail()
	t.worst(Screen - strings.Count(t.b.String(), "\n") - strings.Count(tail, "\n"))
	t.b.WriteString(tail)
}

// title is the first line without colours, headline the same with them.
func (t *text) title() string {
	plain := *t
	plain.color, plain.b = false, strings.Builder{}
	return plain.headline()
}

// step writes what is to be done and the command for it, which keeps a line of its own where
// both do not fit one: it is there to be copied.
func (t *text) step(words, command string) {
	switch both := words + ": " + command; {
	case command == "":
		t.labelled("next", words, 2, bold)
	case len([]rune(both)) <= Width-labelColumn:
		t.labelled("next", both, 1, bold)
	default:
		t.labelled("next", words+":", 1, bold)
		t.labelled("", command, 1, bold)
	}
}

// next is the single step that the verdict asks for, and the command for it, if there is one.
func (r *Report) next() (words, command string) {
	subject := shell.Quote(show(r.Subject))
	everything := "ringfence scan " + subject + " --verbose"
	v := r.Verdict
	severe := r.decisive()
	switch {
	case v.Category == verdict.Reject && severe != "" && r.folder():
		return "read " + severe + "; take it out if the code is yours, do not install it if not", everything
	case v.Category == verdict.Reject && severe != "":
		return "do not install it before somebody has read " + severe, everything
	case v.Category == verdict.Reject:
		return "do not install it; read why", everything
	case r.Organisation.Stands():
		return "see what is above the organisation's ceiling", everything
	case v.NeedsReview && severe != "":
		return "a person reads " + severe, everything
	case v.Incomplete && r.unparsed() != nil:
		b := r.unparsed()
		return fmt.Sprintf("mend %s line %d, or do not ship the file; then", show(b.File), b.Line), "ringfence scan " + subject
	case v.Incomplete && r.Code.Basis == facts.Sources && len(r.Code.BlindSpots) == 1 && len(r.Problems) == 0:
		// That it was not built is all that was not seen.
		return "build it, and scan the package", "ringfence build " + subject + " --out " + shell.Quote(extension.PackageName(r.Extension.ID))
	case v.Incomplete:
		return "see which code was not seen, and why", everything
	case len(v.Fails) > 0 || severe != "":
		return "mend or answer the findings", everything
	case v.Category == verdict.Sandbox && !strings.HasPrefix(r.Subject, "npm:"):
		return "write the policy that it runs behind", "ringfence policy generate " + subject
	case v.Category == verdict.Sandbox:
		return "run it behind a policy", reference.Docs + "guide/policy.md"
	}
	return "nothing has to be done", ""
}

// folder reports that somebody scanned a folder: the code in it may be the reader's own.
func (r *Report) folder() bool {
	return r.Extension.Source == extension.Repository || r.Extension.Source == extension.Directory
}

// unparsed is the one place of a folder that was not seen, where it is a line that does not
// parse; nil: it is another, or there are more.
func (r *Report) unparsed() *BlindSpot {
	if !r.Code.Analysed || len(r.Code.BlindSpots) != 1 || !r.folder() || len(r.Problems) > 0 {
		return nil
	}
	b := &r.Code.BlindSpots[0]
	// The parser's words begin with a capital, ours do not.
	if first, _ := utf8.DecodeRuneInString(b.Reason); b.File == "" || b.Line < 1 || !unicode.IsUpper(first) {
		return nil
	}
	return b
}

// decisive is the place of the first finding that a reason names, or its check where it has
// no place; empty when no reason names one.
func (r *Report) decisive() string {
	for _, b := range r.Verdict.Because {
		for _, i := range b.Findings {
			if i >= 0 && i < len(r.Findings) {
				f := r.Findings[i]
				return cmp.Or(strings.TrimSuffix(placed(f.Where, f.Origin), ": "), show(f.Check))
			}
		}
	}
	return ""
}

// worst writes the checks that found something, worst first, in so many lines.
func (t *text) worst(lines int) {
	groups, notes := t.groups(), 0
	for _, g := range groups {
		if g.worst == finding.None {
			notes += len(g.findings)
		}
	}
	words := cmp.Or(t.report.counts(), "none")
	if notes > 0 {
		words += ", and " + plural(notes, "note") + " without a severity (see --format json)"
	}
	t.labelled("findings", words, 1, "")
	lines--
	groups = slices.DeleteFunc(groups, func(g group) bool { return g.worst == finding.None })
	shown := len(groups)
	if 2*shown > lines {
		shown = max(0, (lines-1)/2)
	}
	// A message has a second line where the screen has one to spare.
	spare := lines - 2*shown - min(1, len(groups)-shown)
	before := ""
	for _, g := range groups[:shown] {
		f := g.findings[0]
		more := ""
		if n := len(g.findings); n > 1 {
			more = fmt.Sprintf(" (and %d more)", n-1)
		}
		at := strings.TrimSuffix(placed(f.Where, f.Origin), ": ")
		if at != "" && at == before {
			at = "at the same place"
		} else {
			before = at
		}
		const severities = 8
		room := Width - 2 - severities - 1 - len([]rune(more))
		line := cut(strings.TrimSpace(show(g.check)+" "+at), room)
		t.line("  %s%s %s%s", t.severity(g.worst), strings.Repeat(" ", max(0, severities-len(g.worst.String()))), line, more)
		message := wrapped(show(f.Message), Width-4, min(2, 1+max(0, spare)))
		spare -= len(message) - 1
		for _, line := range message {
			t.line("    %s", line)
		}
	}
	if left := len(groups) - shown; left > 0 {
		t.line("  and findings of %s", plural(left, "more check"))
	}
}

// answered names the first finding that somebody answered, until when, and the words of fail-on
// that would count it; empty: there is none.
func (r *Report) answered(p verdict.Profile) string {
	words, more := "", -1
	for _, f := range r.Findings {
		if f.Suppressed == nil {
			continue
		}
		if more++; more > 0 {
			continue
		}
		words = strings.TrimSpace(show(f.Check) + " " + strings.TrimSuffix(placed(f.Where, f.Origin), ": "))
		if f.Suppressed.Until != "" {
			words += ", until " + show(f.Suppressed.Until)
		}
		for _, word := range r.Config.FailOn {
			least := finding.None
			if least.UnmarshalText([]byte(word)) == nil && least > finding.None && p.Severity(f) >= least {
				words += "; else fail-on " + show(word) + " counts it"
				break
			}
		}
	}
	if more < 0 {
		return ""
	}
	return words + also(more)
}

// tail is what stands below the findings: what the code uses, what was not seen, what
// was not checked, and how to read the rest.
func (t *text) tail() string {
	r := t.report
	below := &text{color: t.color, report: r, profile: t.profile}
	var may []string
	for _, u := range r.Code.Capabilities {
		if u.Privileged > 0 {
			may = append(may, show(string(u.Capability)))
		}
	}
	if len(may) > 0 {
		below.labelled("uses", strings.Join(may, ", "), 2, "")
	}
	switch n := len(r.Code.BlindSpots); {
	case !r.Code.Analysed:
		below.labelled("code unseen", "the code: "+show(r.Code.Why), 1, "")
	case n > 0:
		b := r.Code.BlindSpots[0]
		words := place(finding.Location{File: b.File, Line: b.Line}) + show(b.Reason)
		if n > 1 {
			words = fmt.Sprintf("%s, the first: %s", plural(n, "place"), words)
		}
		below.labelled("code unseen", words, 1, "")
	}
	if n := len(r.Problems); n > 0 {
		p := r.Problems[0]
		below.labelled("problem", place(p.Where)+show(p.Message)+also(n-1), 1, "")
	}
	if words := r.notChecked(); words != "" {
		below.labelled("not checked", words, 2, "")
	}
	if r.Config.Origin != NoConfig {
		words := show(r.Config.Summary())
		for _, n := range r.Config.Notes() {
			if n.Warning && n.Line > 0 {
				words = fmt.Sprintf("line %d: %s; %s", n.Line, show(n.Text), words)
				break
			}
		}
		below.labelled("config", words, 1, "")
	}
	if words := r.answered(t.profile); words != "" {
		below.labelled("answered", words, 2, "")
	}
	if o := r.Organisation; o != nil {
		below.labelled("organisation", show(o.File)+": "+show(o.Summary()), 1, "")
	}
	rest := "--verbose shows it, with code, way and fix of each finding"
	if len(r.Findings) == 0 {
		rest = "--verbose shows what was looked at"
	}
	below.labelled("the rest", rest, 1, dim)
	return below.b.String()
}

// notChecked names the layers that did not look and those that looked in part, and what
// did not answer.
func (r *Report) notChecked() string {
	var not, part []string
	for _, m := range r.Verdict.Modules {
		switch m.State {
		case verdict.Ran:
		case verdict.Partly:
			part = append(part, show(string(m.Module)))
		case verdict.Skipped:
			not = append(not, show(string(m.Module)))
		default:
			not = append(not, fmt.Sprintf("%s (%s)", show(string(m.Module)), show(string(m.State))))
		}
	}
	var words []string
	for _, s := range r.Silence() {
		if s.Asked {
			words = append(words, show(s.Text()))
			break
		}
	}
	if len(not) > 0 {
		words = append(words, strings.Join(not, ", "))
	}
	if len(part) > 0 {
		words = append(words, "in part: "+strings.Join(part, ", "))
	}
	for _, s := range r.Services {
		if s.State == supplychain.Skipped {
			words = append(words, "--online asks services")
			break
		}
	}
	return strings.Join(words, "; ")
}

// labelled writes words below a label, on at most so many lines of Width columns.
func (t *text) labelled(label, words string, lines int, color string) {
	for i, line := range wrapped(words, Width-labelColumn, lines) {
		if i > 0 {
			label = ""
		}
		if color != "" {
			line = t.paint(color, line)
		}
		t.line("  %s%s", t.paint(dim, fmt.Sprintf("%-*s", labelColumn-2, label)), line)
	}
}

// wrapped breaks words at blanks into at most so many lines; what is left over is cut.
func wrapped(words string, width, lines int) []string {
	var out []string
	line := ""
	fields := strings.Fields(words)
	for i, f := range fields {
		switch {
		case line == "":
			line = f
		case len([]rune(line))+1+len([]rune(f)) <= width:
			line += " " + f
		case len(out) == lines-1:
			return append(out, cut(line+" "+strings.Join(fields[i:], " "), width))
		default:
			out, line = append(out, cut(line, width)), f
		}
	}
	return append(out, cut(line, width))
}

// cut shortens a line to so many columns.
func cut(s string, width int) string {
	r := []rune(s)
	if len(r) <= width {
		return s
	}
	return strings.TrimRight(string(r[:max(0, width-1)]), " ") + "…"
}

// clipped returns the coloured line where its plain form fits, and the plain one cut
// where it does not.
func clipped(plain string, width int, colored string) string {
	if short := cut(plain, width); short != plain {
		return short
	}
	return colored
}

func also(n int) string {
	if n < 1 {
		return ""
	}
	return fmt.Sprintf(" (and %d more)", n)
}
