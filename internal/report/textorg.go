package report

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/org"
)

// maxBreaches is how many lines above one ceiling the text shows; the JSON form
// has more.
const maxBreaches = 5

// organisation writes what the organisation's file says: the ceilings that do not
// hold, each with what is above it and where the code needs that, and the
// waivers that are meant.
func (t *text) organisation() {
	o := t.report.Organisation
	if o == nil {
		return
	}
	t.line("\n%s %s: %s", t.paint(bold, "organisation"), show(o.File), show(o.Summary()))
	for _, c := range o.Ceilings {
		if c.State == org.Holds {
			continue
		}
		t.line("  line %d: the ceiling of %s is %s%s", c.Line, t.paint(bold, show(c.Of)), show(string(c.State)), because(c.Reason))
		if c.State == org.Waived {
			continue
		}
		for i, b := range c.Breaches {
			if i == maxBreaches {
				t.line("    and %d more; --format json has them", len(c.Breaches)-i+c.More)
				break
			}
			t.fold("    ", show(b.Text()), 6)
			for _, p := range b.Places {
				t.fold("      ", show(p.Text()), 8)
			}
			if b.More > 0 {
				t.line("      and %s", plural(b.More, "more place"))
			}
		}
	}
	for _, text := range o.Tightened {
		t.fold("  ", show(text), 4)
	}
	for _, w := range o.Waivers {
		if w.Use != org.Elsewhere {
			t.fold("  ", fmt.Sprintf("line %d: %s", w.Line, show(w.Text())), 4)
		}
	}
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", show(reason))
}
