package fleet

import (
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// MaxMarkdown is how long the page may be: GitHub takes 1 MiB of summary from a
// step, and what is longer it drops as a whole.
const MaxMarkdown = 1 << 20

// Markdown writes the report as a page of at most MaxMarkdown bytes. Whatever was
// written by strangers stands in code, which no character of it can close; what does
// not fit is counted.
func (r *Report) Markdown() string { return r.markdown(MaxMarkdown) }

func (r *Report) markdown(most int) string {
	p := &page{most: most}
	t := r.Totals
	above := fmt.Sprint(t.Above)
	switch n := r.unheld(); {
	case n > 0 && n == t.Extensions:
		above = notChecked
	case n > 0:
		above = fmt.Sprintf("%d, and %d not checked", t.Above, n)
	}
	p.always("# ringfence: %s\n\n", strings.TrimPrefix(r.Headline(), "fleet: "))
	p.always(
		"| extensions | reject | sandbox | unrestricted | need review | incomplete | fail | above a ceiling |\n" +
			"|---|---|---|---|---|---|---|---|\n",
	)
	p.always(
		"| %d | %d | %d | %d | %d | %d | %d | %s |\n\nFindings: %s.\n",
		t.Extensions,
		t.Reject,
		t.Sandbox,
		t.Unrestricted,
		t.NeedsReview,
		t.Incomplete,
		t.Failing,
		above,
		t.Findings.Text(),
	)
	p.table("Not in", "| what | why |\n|---|---|\n", len(r.Shards)+len(r.Missing), func(i int) string {
		if i < len(r.Shards) {
			if s := r.Shards[i]; s.State != Merged {
				return row(s.name(), s.text())
			}
			return ""
		}
		m := r.Missing[i-len(r.Shards)]
		return row(m.Target, m.Why)
	})
	p.table("Judged by", "| file | extensions |\n|---|---|\n", len(r.Organisations), func(i int) string {
		o := r.Organisations[i]
		return fmt.Sprintf("| %s | %d |\n", cell(o.text(len(r.Organisations) > 1)), o.Extensions)
	})
	p.table(
		"Ceilings",
		"| of | broken | unproven | waived | below | above it |\n|---|---|---|---|---|---|\n",
		len(r.Ceilings),
		func(i int) string {
			c := r.Ceilings[i]
			_, above, _ := strings.Cut(c.text(), ": ")
			return fmt.Sprintf("| %s | %d | %d | %d | %d | %s |\n", cell(c.Of), c.Broken, c.Unproven, c.Waived, c.Holds, optional(above))
		},
	)
	p.table("Waivers", "| line | state | what |\n|---|---|---|\n", len(r.Waivers), func(i int) string {
		w := r.Waivers[i]
		return fmt.Sprintf("| %d | %s | %s |\n", w.Line, w.Use, cell(w.text()))
	})
	var all []Extension
	for _, repo := range r.Repositories {
		all = append(all, repo.Extensions...)
	}
	p.table("Extensions", "| extension | category | findings |\n|---|---|---|\n", len(all), func(i int) string {
		e := all[i]
		return fmt.Sprintf("| %s | %s | %s |\n", cell(e.Subject), cell(e.text()), e.Findings.Text())
	})
	p.table("Findings by check", "| check | worst | findings | extensions |\n|---|---|---|---|\n", len(r.Checks), func(i int) string {
		c := r.Checks[i]
		return fmt.Sprintf("| %s | %s | %s | %d |\n", cell(c.Name), c.Worst, c.Findings.Text(), c.Extensions)
	})
	return p.b.String()
}

// page is Markdown that stays within a limit.
type page struct {
	b    strings.Builder
	most int
}

// always writes what is short.
func (p *page) always(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }

// reserve is kept free for saying how much there is besides.
const reserve = 200

// table writes a title, a head and rows, as many as fit into half of what is left,
// so that none takes all; an empty row is none. A table without rows is not written.
func (p *page) table(title, head string, n int, at func(int) string) {
	begun, over := false, 0
	end := p.b.Len() + (p.most-reserve*8-p.b.Len())/2
	for i := range n {
		text := at(i)
		if text == "" {
			continue
		}
		if !begun && over == 0 {
			text = "\n## " + title + "\n\n" + head + text
		}
		if over > 0 || p.b.Len()+len(text) > end {
			over++
			continue
		}
		begun = true
		p.b.WriteString(text)
	}
	if over > 0 {
		fmt.Fprintf(&p.b, "\n%s: %d more, which the JSON form has.\n", title, over)
	}
}

func row(cells ...string) string {
	var b strings.Builder
	for _, c := range cells {
		b.WriteString("| " + cell(c) + " ")
	}
	return b.String() + "|\n"
}

func cell(text string) string { return escape.MarkdownCell(text, 400) }

func optional(text string) string {
	if text == "" {
		return ""
	}
	return cell(text)
}
