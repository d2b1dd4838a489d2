package html

import (
	"bytes"
	"io"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/change"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Sides are two policies side by side.
type Sides struct {
	Diff change.Diff
	// Kept are the lines of the new policy; those that Diff does not say are wider
	// were allowed before.
	Kept []policy.Grant
}

// sidesView is a difference as the page shows it, section by section.
type sidesView struct {
	// Sections are those with a line that comes or goes, Same the others.
	Sections, Same []sidesSection
	SameLines      int
	Come, Gone     int
	// Of stands behind the labels of regions, so that several fit one page.
	Of string
	// Left counts lines that did not fit.
	Left int
}

// sidesSection is a section of the two policies.
type sidesSection struct {
	Verb, Class string
	Rows        []sidesRow
	// Folded hides the rows until somebody asks: functions of modules follow from the
	// rest.
	Folded bool
	// Kept are lines that both sides allow, Count is how many.
	Kept  []string
	Count int
}

// sidesRow is a line of each side; nil: that side has none here.
type sidesRow struct{ Before, After *sideView }

// sideView is a line of one side.
type sideView struct {
	Text, Reason string
	Places       []placeView
}

func newSideView(l change.Line) sideView {
	v := sideView{Text: show(bare(l.Grant))}
	if l.Denial {
		v.Text = "denied no more: " + v.Text
	}
	// That it is new is what the side says already.
	if r := l.Reason; !strings.HasPrefix(r, "the old policy ") && r != "no longer granted" {
		v.Reason = show(r)
	}
	for _, at := range l.Places[:min(len(l.Places), 3)] {
		v.Places = append(v.Places, newPlaceView(at))
	}
	return v
}

// Diff returns the page of two policies.
func Diff(d change.Diff) ([]byte, error) {
	var b bytes.Buffer
	err := writeDiff(&b, d)
	return b.Bytes(), err
}

func writeDiff(w io.Writer, d change.Diff) error {
	v := struct {
		Name, Sentence, Class, Word string
		P                           string
		Sides                       sidesView
	}{Name: show(d.Extension), Sides: newSidesView(Sides{Diff: d}, newBudget())}
	switch {
	case v.Sides.Come > 0:
		v.Word, v.Class = "wider", "v-sandbox"
		v.Sentence = "The new policy allows more: " + plural(v.Sides.Come, "line") + " that the old one does not have."
	case v.Sides.Gone > 0:
		v.Word, v.Class = "narrower", "v-unrestricted"
		v.Sentence = "The new policy allows less, and nothing more."
	default:
		v.Word, v.Class, v.Sentence = "the same", "v-unrestricted", "The policies allow the same."
	}
	return write(w, shell{Title: v.Name + ": two policies", Kind: "diff", Body: v})
}

func newSidesView(s Sides, b *budget) sidesView {
	var v sidesView
	come := map[string]bool{}
	for _, l := range s.Diff.Wider {
		come[l.Grant.Key()] = true
	}
	sections := append(powers(), power{policy.Modules, "p-editor", "calls functions of modules"})
	for _, w := range sections {
		x := sidesSection{Verb: w.Verb, Class: w.Class}
		var gone, here []sideView
		for _, l := range s.Diff.Narrower {
			if l.Grant.Section == w.section {
				gone = append(gone, newSideView(l))
			}
		}
		for _, l := range s.Diff.Wider {
			if l.Grant.Section == w.section {
				here = append(here, newSideView(l))
			}
		}
		v.Gone, v.Come = v.Gone+len(gone), v.Come+len(here)
		x.Folded = w.section == policy.Modules
		for i := range max(len(gone), len(here)) {
			var row sidesRow
			if i < len(gone) {
				row.Before = &gone[i]
			}
			if i < len(here) {
				row.After = &here[i]
			}
			v.row(&x, row, b)
		}
		for _, g := range s.Kept {
			if g.Section == w.section && !come[g.Key()] {
				x.Count++
				if text := show(bare(g)); take(&b.lines, 40, text) {
					x.Kept = append(x.Kept, text)
				}
			}
		}
		switch {
		case len(x.Rows) > 0:
			v.Sections = append(v.Sections, x)
		case x.Count > 0:
			v.Same = append(v.Same, x)
			v.SameLines += x.Count
		}
	}
	return v
}

func (v *sidesView) row(x *sidesSection, row sidesRow, b *budget) {
	n, texts := 250, []string{}
	for _, side := range []*sideView{row.Before, row.After} {
		if side == nil {
			continue
		}
		texts = append(texts, side.Text, side.Reason)
		for _, p := range side.Places {
			texts = append(append(texts, p.At, p.Built, p.Symbol), p.Way...)
			n += 200 + 20*len(p.Way)
		}
	}
	if !take(&b.lines, n, texts...) {
		v.Left++
		return
	}
	x.Rows = append(x.Rows, row)
}

func bare(g policy.Grant) string { return strings.TrimPrefix(g.String(), string(g.Section)+": ") }
