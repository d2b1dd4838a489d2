package html

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// The picture's measures, in units of its view box.
const (
	width             = 1180
	entryX, entryW    = 0, 204
	partX, partW      = 240, 236
	powerX, powerW    = 506, 140
	whatX, whatW      = 682, 498
	rowH              = 22
	groupGap, partGap = 8, 26
	entryH, partH     = 46, 52
)

// limits say how much of the permissions is drawn: rows of a group, parts of the code, and
// about how many bytes. What is more is folded into one node that says how many there are.
// Most counts the rows of what starts programs and runs as code, which people look for first.
type limits struct{ most, rows, parts, room int }

// What a part of the picture takes beside its texts, in bytes.
const (
	partCost  = 2500
	groupCost = 900
	rowCost   = 700
)

// box is a rectangle of the picture.
type box struct{ X, Y, W, H int }

// drawing is where everything stands.
type drawing struct {
	height  int
	entries []drawnEntry
	parts   []drawnPart
	// folded reports that something did not get a node of its own.
	folded bool
	// moreParts counts parts that are not drawn.
	moreParts int
}

type drawnEntry struct {
	box
	// files are those that lead there. None: nothing is seen to. Several: one of them
	// or another does.
	files []string
	parts []int
}

// A node that stands for several files lists them, so many at most and each in so much height.
const (
	mostListed = 8
	listH      = 15
)

// listed is how many lines a list of so many takes: the last may say how many more there are.
func listed(n int) int { return min(n, mostListed) }

type drawnPart struct {
	box
	// index is that of the report's part; -1: the code needs it nowhere.
	index  int
	groups []drawnGroup
}

type drawnGroup struct {
	box
	power power
	rows  []drawnRow
	// more counts the lines that are folded; their node stands at fold.
	more int
	fold box
}

type drawnRow struct {
	box
	// line is an index of the report's lines.
	line int
}

// layout places every part with what it needs beside it, so that a row of the picture
// can be read from left to right; only the ways from entries to parts may cross.
func layout(p *report.Permissions, l limits) drawing {
	var d drawing
	y := 0
	all := groupsOf(p)
	for _, index := range partOrder(p) {
		groups := all[index]
		if len(groups) == 0 {
			continue
		}
		if len(d.parts) == l.parts || !take(&l.room, partCost+groupCost*len(groups)) {
			d.moreParts++
			d.folded = true
			continue
		}
		part := drawnPart{index: index}
		top := y
		for i, g := range groups {
			if i > 0 {
				y += groupGap
			}
			start := y
			// One that is folded alone would take as much room as its node.
			if n := l.fitting(p, index, g); n < len(g.rows) {
				g.rows, g.more = g.rows[:n], len(g.rows)-n
				d.folded = true
			}
			for k := range g.rows {
				g.rows[k].box = box{whatX, y, whatW, rowH - 4}
				y += rowH
			}
			if g.more > 0 {
				g.fold = box{whatX, y, whatW, rowH - 4}
				y += rowH
			}
			g.box = box{powerX, start, powerW, y - start - 4}
			part.groups = append(part.groups, g)
		}
		y = max(y, top+partH)
		if index >= 0 && len(p.Parts[index].Files) > 1 {
			y = max(y, top+partH+listed(len(p.Parts[index].Files)+p.Parts[index].More)*listH)
		}
		part.box = box{partX, top, partW, y - top - 4}
		d.parts = append(d.parts, part)
		y += partGap
	}
	d.placeEntries(p)
	d.height = max(y-partGap, 0)
	for _, e := range d.entries {
		d.height = max(d.height, e.Y+e.H)
	}
	d.height += 4
	return d
}

// fitting is how many rows of a group are drawn.
func (l *limits) fitting(p *report.Permissions, part int, g drawnGroup) int {
	rows, most := g.rows, l.rows
	if s := g.power.section; s == policy.Processes || s == policy.Code {
		most = l.most
	}
	if len(rows) == most+1 {
		most++
	}
	for i, row := range rows[:min(len(rows), most)] {
		is := p.Lines[row.line]
		what, at := show(is.Text), placeIn(is, part)
		if !take(&l.room, rowCost, fit(what, mostWhole), fit(what, mostWhat), fit(at, mostWhole), siteIn(is, part)) {
			return i
		}
	}
	return min(len(rows), most)
}

// partOrder puts the extension's own code first, that of known entries before the rest
// of it, then what starts programs or turns
// text into code, then the rest as the report has it. -1 stands for lines that no
// part needs.
func partOrder(p *report.Permissions) []int {
	grave := make([]int, len(p.Parts))
	for i := range grave {
		grave[i] = len(powers())
	}
	for _, l := range p.Lines {
		for _, n := range l.Needs {
			grave[n.Part] = min(grave[n.Part], slices.IndexFunc(powers(), func(w power) bool { return w.section == l.Section }))
		}
	}
	out := make([]int, len(p.Parts), len(p.Parts)+1)
	for i := range out {
		out[i] = i
	}
	foreign := func(i int) int {
		if p.Parts[i].Package != "" {
			return 1
		}
		return 0
	}
	unsure := func(i int) int {
		if p.Parts[i].Package == "" && !p.Parts[i].EntriesTold {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b int) int {
		return cmp.Or(cmp.Compare(foreign(a), foreign(b)), cmp.Compare(unsure(a), unsure(b)), cmp.Compare(grave[a], grave[b]))
	})
	return append(out, -1)
}

// groupsOf are the lines that each part needs, by power; -1 has those that none needs.
func groupsOf(p *report.Permissions) map[int][]drawnGroup {
	out := map[int][]drawnGroup{}
	for _, w := range powers() {
		for _, i := range linesOf(p, w.section) {
			add := func(part int) {
				groups := out[part]
				if n := len(groups); n == 0 || groups[n-1].power.section != w.section {
					groups = append(groups, drawnGroup{power: w})
				}
				last := &groups[len(groups)-1]
				last.rows = append(last.rows, drawnRow{line: i})
				out[part] = groups
			}
			for _, n := range p.Lines[i].Needs {
				add(n.Part)
			}
			if len(p.Lines[i].Needs) == 0 {
				add(-1)
			}
		}
	}
	return out
}

// placeEntries puts each entry beside the parts it leads to, in their order. Entries of
// which it is not known whether they do share a node.
func (d *drawing) placeEntries(p *report.Permissions) {
	at := map[string]int{}
	for i, part := range d.parts {
		if part.index < 0 {
			continue
		}
		is := p.Parts[part.index]
		nodes := [][]string{is.Entries}
		if is.EntriesTold {
			nodes = nil
			for _, f := range is.Entries {
				nodes = append(nodes, []string{f})
			}
		}
		for _, files := range nodes {
			key := strings.Join(files, "\x00")
			k, ok := at[key]
			if !ok {
				k = len(d.entries)
				at[key] = k
				d.entries = append(d.entries, drawnEntry{files: files})
			}
			d.entries[k].parts = append(d.entries[k].parts, i)
		}
	}
	y := 0
	for i := range d.entries {
		e := &d.entries[i]
		first := d.parts[e.parts[0]]
		y = max(y, first.Y)
		e.box = box{entryX, y, entryW, entryH}
		if n := len(e.files); n > 1 {
			e.H += listed(n) * listH
		}
		y += e.H + 10
	}
}
