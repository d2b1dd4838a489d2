package fleet

import (
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/org"
)

// Text writes the report for people: what the whole comes to, what is not in, then
// each repository, and what stands out over all of them.
func (r *Report) Text() string {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(escape.Printable(fmt.Sprintf(format, args...), 4*maxWords) + "\n")
	}
	line("%s", r.Headline())
	t := r.Totals
	line("  extensions  %d reject, %d sandbox, %d unrestricted; %s", t.Reject, t.Sandbox, t.Unrestricted, t.marked())
	line("  findings    %s", t.Findings.Text())
	for _, o := range r.Organisations {
		line("  judged by   %s", o.text(len(r.Organisations) > 1))
	}
	for _, s := range r.Shards {
		if s.State != Merged {
			line("  %-11s %s", s.name(), s.text())
		}
	}
	for _, m := range r.Missing {
		// Most reasons begin with the target as well.
		line("  missing     %s: %s", m.Target, strings.TrimPrefix(m.Why, m.Target+" "))
	}
	next := r.next("as missing")
	lines := next.words
	if next.command != "" {
		lines = append(lines, "  "+next.command)
	}
	label := "next"
	for _, text := range append(lines, next.or...) {
		line("  %-11s %s", label, text)
		label = ""
	}
	b.WriteString("\n")
	for _, repo := range r.Repositories {
		for _, e := range repo.Extensions {
			line("%s: %s", e.Subject, e.text())
		}
		if len(repo.Extensions) == 0 {
			line("%s: nothing is known", repo.Name)
		}
	}
	if len(r.Checks) > 0 {
		b.WriteString("\n")
	}
	for _, c := range r.Checks {
		line("%-8s %s: %s in %s", c.Worst, c.Name, c.Findings.Text(), plural(c.Extensions, "extension"))
	}
	for i, c := range r.Ceilings {
		if i == 0 {
			b.WriteString("\n")
		}
		line("ceiling of %s: %s", c.Of, c.text())
	}
	for _, w := range r.Waivers {
		line("waiver in line %d: %s", w.Line, w.text())
	}
	return b.String()
}

// Headline is the report in one sentence.
func (r *Report) Headline() string {
	word := "it passes"
	switch {
	case !r.Complete:
		word = "it fails, because results of some repositories are missing"
	case !r.Passes:
		word = "it fails"
	}
	return fmt.Sprintf("fleet: %s of %s; %s", plural(r.Totals.Extensions, "extension"), plural(r.Totals.Repositories, "repository"),
		word)
}

// marked counts the extensions in which something is in the way, and names no kind of which
// there is none: whether it was looked for at all is said elsewhere.
func (t Totals) marked() string {
	var out []string
	for _, x := range []struct {
		n         int
		one, many string
	}{
		{t.NeedsReview, "needs review", "need review"}, {t.Incomplete, "is incomplete", "are incomplete"}, {t.Failing, "fails", "fail"},
		{t.Above, "is above a ceiling", "are above a ceiling"},
	} {
		if x.n == 1 {
			out = append(out, "1 "+x.one)
		} else if x.n > 1 {
			out = append(out, fmt.Sprintf("%d %s", x.n, x.many))
		}
	}
	if len(out) == 0 {
		return "of those scanned, none fails or needs review"
	}
	return strings.Join(out, ", ")
}

// Text writes counts, the worst first, without those that are none.
func (c Counts) Text() string {
	var parts []string
	for _, x := range []struct {
		n    int
		word string
	}{{c.Critical, "critical"}, {c.High, "high"}, {c.Medium, "medium"}, {c.Low, "low"}, {c.None, "without a severity"},
		{c.Answered, "answered"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", x.n, x.word))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func (o Organisation) text(several bool) string {
	text := "no organisation's file: ceilings were not checked"
	if o.SHA256 != "" {
		text = fmt.Sprintf("%s (sha256 %.12s…)", o.File, o.SHA256)
	}
	if several {
		return fmt.Sprintf("%s: %s; not all were judged alike, which fails", text, plural(o.Extensions, "extension"))
	}
	return text
}

func (s State) name() string {
	if s.Shard == 0 {
		return "no shard"
	}
	return fmt.Sprintf("shard %d", s.Shard)
}

func (s State) text() string { return fmt.Sprintf("%s: %s", s.State, s.Why) }

func (e Extension) text() string {
	text := string(e.Category)
	if e.NeedsReview {
		text += ", needs review"
	}
	if e.Incomplete {
		text += ", incomplete"
	}
	if len(e.Fails) > 0 {
		text += ", does not pass (fail-on " + strings.Join(e.Fails, ", ") + ")"
	}
	if len(e.Above) > 0 {
		text += ", above " + strings.Join(e.Above, ", ")
	}
	if e.ID != "" {
		text += " (" + strings.TrimSpace(e.ID+" "+e.Version) + ")"
	}
	return text
}

func (c Ceiling) text() string {
	text := fmt.Sprintf("%d broken, %d unproven, %d waived, %d below", c.Broken, c.Unproven, c.Waived, c.Holds)
	const shown = 5
	for i, s := range c.Above {
		switch {
		case i == 0:
			text += ": " + s
		case i < shown:
			text += ", " + s
		case i == shown:
			text += fmt.Sprintf(" and %d more", len(c.Above)-shown)
		}
	}
	return text
}

func (w Waiver) text() string {
	if w.Extensions == 0 {
		o := w.WaiverOutcome
		o.Use = org.Unused
		return o.Text() + ": no extension of the fleet is meant"
	}
	return w.Text()
}

func plural(n int, word string) string {
	switch {
	case n == 1:
		return "1 " + word
	case strings.HasSuffix(word, "y"):
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(word, "y"))
	}
	return fmt.Sprintf("%d %ss", n, word)
}
