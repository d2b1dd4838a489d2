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
	Problems []gapView
	// Clean are checks that looked everywhere and found nothing.
	Clean []gapView
}

// gapView is a thing and what is to be said of it.
type gapView struct{ What, Why string }

// maxGaps is how many of a kind are listed.
const maxGaps = 100

func newSilenceView(r *report.Report) silenceView {
	var v silenceView
	gap := func(what, why string) {
		if len(v.Gaps) == maxGaps {
			v.MoreGaps++
			return
		}
		v.Gaps = append(v.Gaps, gapView{what, why})
	}
	if !r.Code.Analysed {
		gap("the code", show(r.Code.Why))
	}
	for _, s := range r.Silence() {
		g := gapView{show(s.Name), show(s.Why)}
		if s.Asked {
			gap(g.What, g.Why)
		} else {
			v.Unasked = append(v.Unasked, g)
		}
	}
	for _, b := range r.Code.BlindSpots {
		where := show(b.File)
		if b.Line > 0 {
			where = fmt.Sprintf("%s:%d", where, b.Line)
		}
		why := show(b.Reason)
		if !b.Reached {
			why += " (nothing leads there)"
		}
		gap(where, why)
	}
	for _, p := range r.Problems[:min(len(r.Problems), maxGaps)] {
		v.Problems = append(v.Problems, gapView{show(p.Where.String()), show(p.Message)})
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
