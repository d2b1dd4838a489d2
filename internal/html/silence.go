package html

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// silenceView keeps what was not checked apart from what was and is clean.
type silenceView struct {
	// Gaps are what could not be looked at, or was seen in part.
	Gaps     []gapView
	MoreGaps int
	// Unasked are what nobody asked for.
	Unasked []gapView
	// Problems are oddities of the package.
	Problems     []gapView
	MoreProblems int
	// Clean are checks that looked everywhere and found nothing.
	Clean []gapView
}

// gapView is a thing and what is to be said of it.
type gapView struct{ What, Why string }

// maxGaps is how many of a kind are listed.
const maxGaps = 100

func newSilenceView(r *report.Report, b *budget) silenceView {
	var v silenceView
	gap := func(what, why string) {
		if len(v.Gaps) == maxGaps || !take(&b.rest, 40, what, why) {
			v.MoreGaps++
			return
		}
		v.Gaps = append(v.Gaps, gapView{what, why})
	}
	if !r.Code.Analysed {
		gap("the code", show(r.Code.Why))
	}
	if r.Permissions != nil && r.Permissions.Unread != "" {
		gap("what the repository's documents allow and deny", show(r.Permissions.Unread))
	}
	for _, s := range r.Silence() {
		g := gapView{show(s.Name), show(s.Why)}
		switch {
		case s.Asked:
			gap(g.What, g.Why)
		case !take(&b.rest, 40, g.What, g.Why):
			v.MoreGaps++
		default:
			v.Unasked = append(v.Unasked, g)
		}
	}
	for _, x := range r.Code.BlindSpots {
		where := show(x.File)
		if x.Line > 0 {
			where = fmt.Sprintf("%s:%d", where, x.Line)
		}
		why := show(x.Reason)
		if !x.Reached {
			why += " (nothing leads there)"
		}
		gap(where, why)
	}
	for _, p := range r.Problems {
		x := gapView{show(p.Where.String()), show(p.Message)}
		if len(v.Problems) == maxGaps || !take(&b.rest, 40, x.What, x.Why) {
			v.MoreProblems++
			continue
		}
		v.Problems = append(v.Problems, x)
	}
	for _, c := range r.Checks {
		if !checks.State(c.State).Looked() || c.Findings > 0 || c.Dropped > 0 {
			continue
		}
		title := ""
		if known, ok := checks.ByName(c.Name); ok {
			title = known.Title()
		}
		v.Clean = append(v.Clean, gapView{show(c.Name), title})
	}
	return v
}
