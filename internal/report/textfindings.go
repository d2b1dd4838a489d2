package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// findings writes the findings by check, worst first.
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
		title := ""
		if c, ok := checks.ByName(g.check); ok {
			title = ": " + c.Title()
		}
		t.line("%s %s%s", t.severity(g.worst), t.paint(bold, show(g.check)), title)
		for i, f := range g.findings {
			if i == perCheck {
				t.line("  and %d more; --format json has them all", len(g.findings)-i)
				break
			}
			t.finding(f)
		}
		mended := slices.ContainsFunc(g.findings, func(f finding.Finding) bool { return f.Fix != nil })
		if title != "" && g.worst >= finding.Medium && !mended {
			t.line("  ringfence proposes no edit; what to do: ringfence explain %s", show(g.check))
		}
	}
	if notes > 0 {
		t.line("\n%s, which this profile gives no severity; --format json has them", plural(notes, "note"))
	}
}

// finding writes one finding: where its author can act and what it is, the code,
// where it ships or what it was built from, the way there, what settles it.
func (t *text) finding(f finding.Finding) {
	t.told(placed(f.Where, f.Origin)+show(f.Message), "["+strings.Join(t.tags(f), ", ")+"]")
	if x := f.Excerpt; x != nil && x.Validate() == nil {
		t.line("      %s", show(x.Text))
		if x.To > x.From {
			t.line("      %s", t.paint(yellow, caret(*x)))
		}
	}
	switch {
	case f.Origin == nil:
	case f.Shown() == f.Where:
		t.line("    built from %s", from(*f.Origin))
	default:
		t.line("    built into %s", strings.TrimSuffix(place(f.Where), ": "))
	}
	t.flow(f.Flow)
	t.opinion(f)
	if f.Fix != nil {
		t.fold("    fix: ", show(f.Fix.Text), 9)
		for _, e := range f.Fix.Edits {
			t.line("      %s", edit(e))
		}
	}
}

// told writes what a finding says, and behind it how much it counts.
func (t *text) told(words, tags string) {
	begin, lines := "  ", escape.Fold(words, Width-4, -2)
	for _, line := range lines[:len(lines)-1] {
		t.line("%s%s", begin, line)
		begin = "    "
	}
	last := begin + lines[len(lines)-1]
	if len([]rune(last))+1+len([]rune(tags)) > Width {
		t.line("%s", last)
		last = "   "
	}
	t.line("%s %s", last, t.paint(dim, tags))
}

// opinion says what a model said of a finding, and what the finding is without.
func (t *text) opinion(f finding.Finding) {
	o := f.Opinion
	if o == nil {
		return
	}
	was := ""
	if before := (finding.Finding{Severity: o.Severity, PaperSeverity: o.PaperSeverity}); o.Says == finding.Doubtful {
		was = ", " + t.profile.Severity(before).String() + " without it"
	}
	t.fold("    ", fmt.Sprintf("model %s: %s%s: %s", show(o.Model), show(string(o.Says)), was, show(o.Reason)), 6)
}

// tags say how much a finding counts and why.
func (t *text) tags(f finding.Finding) []string {
	tags := []string{t.profile.Severity(f).String(), show(string(f.Confidence))}
	if f.Intent == finding.Malicious {
		tags = append(tags, "malicious")
	}
	if f.Reach == finding.Unreached {
		tags = append(tags, "nothing leads there")
	}
	if f.Provenance == finding.ThirdPartyVerified || f.Provenance == finding.ThirdPartyUnverified {
		tags = append(tags, show(string(f.Provenance)))
	}
	return tags
}

// flow writes the way from a source to the place, the middle of a long one left
// out.
func (t *text) flow(steps []finding.Step) {
	const first, last = 6, 5
	for i, s := range steps {
		if len(steps) > first+last+1 && i >= first && i < len(steps)-last {
			if i == first {
				t.line("      … %s", plural(len(steps)-first-last, "step"))
			}
			continue
		}
		t.fold(fmt.Sprintf("    %2d. ", i+1), placed(s.Where, s.Origin)+show(s.Message), 8)
	}
}

// from writes a place in the sources.
func from(o finding.Origin) string {
	out := strings.TrimSuffix(place(finding.Location{File: o.File, Line: o.Line, Column: o.Column}), ": ")
	if o.Package != "" {
		out += " of " + show(o.Package)
	}
	return out
}

// edit writes an edit so that a person can make it.
func edit(e finding.Edit) string {
	if string(e.Value) == "null" {
		return fmt.Sprintf("%s: take %s away", show(e.File), show(e.Pointer))
	}
	return fmt.Sprintf("%s: set %s to %s", show(e.File), show(e.Pointer), show(string(e.Value)))
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
		t.told(fmt.Sprintf("%s of %s: %s", plural(a.count, "finding"), show(a.check), show(a.words)), "["+show(a.rule)+"]")
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
