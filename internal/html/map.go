package html

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// mapView is the picture of permissions: entries, the code they lead to, and what each
// part of it may do. It is drawn twice where it is large: short, and with more nodes.
type mapView struct {
	Short picture
	// Full has more nodes; nil: Short has all of them.
	Full *picture
	// Idle are entries that lead to nothing that needs a permission.
	Idle []string
	// Answer is the picture's first question in words: what starts programs.
	Answer  answerView
	Strokes []strokeView
}

// picture is one drawing.
type picture struct {
	Width, Height int
	Entries       []nodeView
	Parts         []nodeView
	Powers        []nodeView
	Rows          []nodeView
	Edges         []edgeView
	MoreParts     int
	// Label tells it apart from other pictures of the page.
	Label string
	To    string
}

// nodeView is a node: a rectangle with one or two texts.
type nodeView struct {
	box
	// TX and TY are where the text begins, TY2 the second.
	TX, TY, TY2 int
	Class       string
	Text, Under string
	// List are the files it stands for, where there are several.
	List []listLine
	// Aside stands at the right end, where there is room for it.
	Aside string
	AX    int
	// Whole is the text that did not fit, for who points at it.
	Whole string
	// To leads to the place of the page that says more; empty: none does.
	To string
	// Key tells the script what lights up together.
	Key string
}

// listLine is a line of a list in a node.
type listLine struct {
	Y    int
	Text string
}

// list writes files below a node's two texts; more counts those that are not among them.
func (n *nodeView) list(files []string, more, most int) {
	all := len(files) + more
	for i, f := range files {
		if i == mostListed-1 && all > mostListed || i == mostListed {
			break
		}
		n.List = append(n.List, listLine{n.TY2 + (i+1)*listH, fitPath(show(f), most)})
	}
	if left := all - len(n.List); left > 0 && len(n.List) > 0 {
		n.List = append(n.List, listLine{n.TY2 + (len(n.List)+1)*listH, fmt.Sprintf("and %d more", left)})
	}
}

// edgeView is a way between two nodes.
type edgeView struct{ D, Class, Key string }

// The limits of the two drawings: rows of a group, and parts of the code.
const (
	shortMost, shortRows, shortParts = 12, 5, 12
	fullRows, fullParts              = 40, 40
)

// newMapView draws a report's permissions; nil: it has none.
func newMapView(r *report.Report, lines linesView, b *budget) *mapView {
	p := r.Permissions
	if p == nil || len(p.Lines) == 0 {
		return nil
	}
	kinds := map[string]string{}
	used := map[string]bool{}
	for _, e := range r.Code.Entries {
		// What VS Code starts may be started by the code as well, and the first says more.
		if kinds[e.File] == "" || e.Kind == facts.EntryMain {
			kinds[e.File] = startedBy(e)
		}
	}
	d := layout(p, limits{most: shortMost, rows: shortRows, parts: shortParts, room: b.drawn / 3})
	v := &mapView{Short: draw(p, d, kinds, lines, "m"), Answer: answer(p), Strokes: strokes(p)}
	v.Short.Label = "Picture of the permissions" + lines.of
	if d.folded {
		full := draw(p, layout(p, limits{most: fullRows, rows: fullRows, parts: fullParts, room: b.drawn - b.drawn/3}), kinds, lines, "w")
		full.Label = "Larger picture of the permissions" + lines.of
		v.Full = &full
	}
	for _, part := range p.Parts {
		for _, f := range part.Entries {
			used[f] = true
		}
	}
	for _, e := range r.Code.Entries {
		if !used[e.File] && len(v.Idle) < 20 && take(&b.rest, 20, show(e.File)) {
			used[e.File] = true
			v.Idle = append(v.Idle, show(e.File))
		}
	}
	return v
}

// mostWhole is how much of a text stands in what is shown to who points at it.
const mostWhole = 160

// startedBy says who starts an entry, and which file does where the code itself does.
func startedBy(e report.Entry) string {
	words := map[facts.EntryKind]string{facts.EntryFork: "process of ", facts.EntryWorker: "worker of "}
	if by, _, ok := strings.Cut(e.Via, ": "); ok && words[e.Kind] != "" && path.Ext(by) != "" {
		return words[e.Kind] + fit(show(path.Base(by)), 22)
	}
	return entryKind(e.Kind)
}

// entryKind says who starts an entry.
func entryKind(k facts.EntryKind) string {
	words := map[facts.EntryKind]string{
		facts.EntryMain: "VS Code starts it", facts.EntryBrowser: "VS Code for the Web starts it", facts.EntryFork: "started as a process",
		facts.EntryWorker: "started as a worker", facts.EntryDebugger: "a debug session starts it", facts.EntryWebview: "script of a page",
		facts.EntryUninstall: "runs at uninstall",
	}
	if w := words[k]; w != "" {
		return w
	}
	return show(string(k))
}

func draw(p *report.Permissions, d drawing, kinds map[string]string, lines linesView, name string) picture {
	out := picture{Width: width + 4, Height: d.height, MoreParts: d.moreParts, To: "#" + lines.prefix + "permissions"}
	keys := make([]string, len(d.parts))
	for i := range d.parts {
		keys[i] = fmt.Sprintf("%s%d", name, i)
	}
	for _, e := range d.entries {
		n, unsure := entryNode(e, kinds)
		var lit []string
		for _, i := range e.parts {
			part := d.parts[i]
			lit = append(lit, keys[i])
			class := "edge"
			if unsure {
				class = "edge l-unresolved"
			}
			out.Edges = append(out.Edges, edgeView{curve(e.X+e.W, e.Y+e.H/2, part.X, part.Y+min(part.H, partH)/2), class, keys[i]})
		}
		n.Key = strings.Join(lit, " ")
		out.Entries = append(out.Entries, n)
	}
	for i, part := range d.parts {
		out.Parts = append(out.Parts, partNode(p, part, keys[i]))
		for _, g := range part.groups {
			out.group(p, part, g, keys[i], lines)
		}
	}
	return out
}

// entryNode is an entry, or the several of which one leads to the code beside it.
func entryNode(e drawnEntry, kinds map[string]string) (n nodeView, unsure bool) {
	n = nodeView{box: e.box, TX: e.X + 10, TY: e.Y + 19, TY2: e.Y + 36, Class: "entry unknown"}
	switch len(e.files) {
	case 0:
		n.Text, n.Under = "no entry", "nothing is seen to start it"
		n.Whole = n.Text + ": " + n.Under
		return n, true
	case 1:
		whole := show(e.files[0])
		n.Class, n.Text, n.Under = "entry", fitPath(whole, 23), kinds[e.files[0]]
		n.Whole = fit(whole, mostWhole) + ": " + n.Under
		return n, false
	}
	n.Text, n.Under = fmt.Sprintf("one of %d entries", len(e.files)), "which, is not known"
	n.Whole = n.Text + ": " + fit(strings.Join(shown(e.files), ", "), 3*mostWhole)
	n.list(e.files, 0, 26)
	return n, true
}

func partNode(p *report.Permissions, part drawnPart, key string) nodeView {
	n := nodeView{box: part.box, TX: part.X + 12, TY: part.Y + 21, TY2: part.Y + 38, Class: "part", Key: key}
	if part.index < 0 {
		n.Class, n.Text, n.Under, n.Whole = "part none", "no place in the code", "accepted, observed or denied",
			"lines that the documents of the repository bring, and no place in the code needs"
		return n
	}
	r := p.Parts[part.index]
	n.Text, n.Under = fitPath(partName(r), 26), partKind(r)
	n.Whole = partName(r) + ": " + partKind(r)
	if len(r.Files) > 1 {
		n.list(r.Files, r.More, 32)
		n.Whole += ", in " + strings.Join(shown(r.Files), ", ")
	}
	if r.Package != "" {
		n.Class = "part foreign"
	}
	n.Whole = fit(n.Whole, 2*mostWhole)
	return n
}

func (out *picture) group(p *report.Permissions, part drawnPart, g drawnGroup, key string, lines linesView) {
	text := g.power.Verb
	out.Powers = append(out.Powers, nodeView{
		box: g.box, TX: g.X + 12, TY: g.Y + 14 + min(g.H-18, 5), Class: "power " + g.power.Class, Text: text, Key: key,
		To: lines.group(g.power), Whole: fmt.Sprintf("%s: %s", text, plural(len(g.rows)+g.more, "line")),
	})
	out.Edges = append(out.Edges, edgeView{line(part.X+part.W, g.Y+9, g.X), "edge " + g.power.Class, key})
	for _, row := range g.rows {
		l := p.Lines[row.line]
		mark := ""
		switch l.State {
		case report.Widened:
			mark = "NEW "
		case report.Denied:
			mark = "DENIED "
		}
		what := show(l.Text)
		under := ""
		if notes := notesOf(l); len(notes) > 0 {
			under = ": " + strings.Join(notes, "; ")
		}
		if at := placeIn(l, part.index); at != "" {
			under += "; at " + fit(at, mostWhole)
		}
		text := mark + what
		if l.Mark != "" {
			text += " ?"
		}
		n := nodeView{
			box: row.box, TX: row.X + 10, TY: row.Y + 13, Class: "what " + lineClass(l),
			Text: fit(text, mostWhat), Whole: fit(what, mostWhole) + under,
			To: lines.link(row.line), Key: key, AX: row.X + row.W - 8,
		}
		if at := siteIn(l, part.index); len(at) > 0 && utf8.RuneCountInString(n.Text)+utf8.RuneCountInString(at) < mostWhat {
			n.Aside = at
		}
		out.Rows = append(out.Rows, n)
		out.Edges = append(out.Edges, edgeView{line(g.X+g.W, row.Y+9, row.X), "edge " + g.power.Class + " " + lineClass(l), key})
	}
	if g.more > 0 {
		out.Rows = append(out.Rows, nodeView{
			box: g.fold, TX: g.fold.X + 10, TY: g.fold.Y + 13, Class: "what fold", Text: fmt.Sprintf("and %d more", g.more),
			Whole: fmt.Sprintf("%s, which the table lists", plural(g.more, "more line")), To: lines.group(g.power), Key: key,
		})
		out.Edges = append(out.Edges, edgeView{line(g.X+g.W, g.fold.Y+9, g.fold.X), "edge " + g.power.Class, key})
	}
}

// placeIn is the first place in a part that needs a line.
func placeIn(l report.Permission, part int) string {
	for _, n := range l.Needs {
		if n.Part == part && len(n.Places) > 0 {
			return show(n.Places[0].Text())
		}
	}
	return ""
}

// mostWhat is how many characters fit a row.
const mostWhat = 66

// siteIn is where that place is, without its column and what is used there.
func siteIn(l report.Permission, part int) string {
	for _, n := range l.Needs {
		if n.Part == part && len(n.Places) > 0 {
			at := finding.Shown(n.Places[0].Where, n.Places[0].Origin)
			at.Column = 0
			return fitPath(show(at.String()), 34)
		}
	}
	return ""
}

// curve is a way that leaves and arrives level.
func curve(x1, y1, x2, y2 int) string {
	mid := (x1 + x2) / 2
	return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, mid, y1, mid, y2, x2, y2)
}

// line is a level way.
func line(x1, y, x2 int) string { return fmt.Sprintf("M%d %dH%d", x1, y, x2) }

// fit shortens a text to so many characters. The middle goes: a path's end says most,
// and a command's beginning does.
func fit(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	head := most / 2
	return string(r[:head]) + "…" + string(r[len(r)-(most-head-1):])
}

// fitPath shortens a path from its beginning: its end is what people know a file by.
func fitPath(s string, most int) string {
	r := []rune(s)
	if len(r) <= most || !strings.Contains(s, "/") {
		return fit(s, most)
	}
	end := r[len(r)-(most-1):]
	if i := slices.Index(end, '/'); i >= 0 {
		return "…" + string(end[i:])
	}
	return fit(path.Base(s), most)
}
