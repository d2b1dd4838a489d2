package html

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// power is a section as the page speaks of it.
type power struct {
	section policy.Section
	// Class names its colour, Verb what it lets the code do.
	Class, Verb string
}

// ID is how the page calls it in its ids.
func (w power) ID() string { return strings.ReplaceAll(string(w.section), ".", "-") }

// powers are the sections, the gravest first.
func powers() []power {
	return []power{
		{policy.Processes, "p-run", "starts programs"},
		{policy.Code, "p-code", "runs as code"},
		{policy.FilesWrite, "p-write", "writes files"},
		{policy.NetworkConnect, "p-net", "connects to"},
		{policy.NetworkListen, "p-net", "listens at"},
		{policy.FilesRead, "p-read", "reads files"},
		{policy.EnvRead, "p-env", "reads variables"},
		{policy.VSCode, "p-editor", "uses the editor"},
	}
}

// linesView are the permissions as a table.
type linesView struct {
	// Asked is false when nobody asked for permissions.
	Asked  bool
	Groups []lineGroup
	Total  int
	// Left counts lines that did not fit, or that the report does not have.
	Left int
	// shown are the indexes of the lines that have a place on the page, and ids what every line is
	// called in links.
	shown  map[int]bool
	ids    []string
	prefix string
	// of stands behind labels, so that several reports fit one page.
	of string
}

// link leads to a line, or to the table where it did not fit.
func (v linesView) link(i int) string {
	if v.shown[i] {
		return "#" + v.ids[i]
	}
	return "#" + v.prefix + "permissions"
}

// group leads to a section's lines.
func (v linesView) group(w power) string {
	for _, g := range v.Groups {
		if g.section == w.section {
			return "#" + v.prefix + "g-" + w.ID()
		}
	}
	return "#" + v.prefix + "permissions"
}

// lineGroup are the lines of one section.
type lineGroup struct {
	power
	Lines []lineView
}

// lineView is one line of the policy with its evidence.
type lineView struct {
	ID, What string
	// Class names its stroke in the picture; Notes say it in words.
	Class    string
	Notes    []string
	Question string
	Needs    []needView
	// More counts places of which only the number is known.
	More int
}

// needView is a part of the code that needs a line.
type needView struct {
	Code, From string
	Uses       int
	Places     []placeView
	Left       int
}

// placeView is a place with the way there.
type placeView struct {
	At, Built, Symbol string
	Way               []string
}

func newLinesView(p *report.Permissions, prefix, of string, b *budget) linesView {
	if p == nil {
		return linesView{}
	}
	v := linesView{Asked: true, Total: len(p.Lines) + p.More, Left: p.More, shown: map[int]bool{}, prefix: prefix, of: of}
	v.ids = lineIDs(p.Lines, prefix)
	for _, w := range powers() {
		g := lineGroup{power: w}
		for _, i := range linesOf(p, w.section) {
			if b.lines < leastLine {
				v.Left++
				continue
			}
			x := newLineView(p, i, v.ids[i], b)
			if !take(&b.lines, 300, x.What, x.Question) {
				v.Left++
				continue
			}
			v.shown[i] = true
			g.Lines = append(g.Lines, x)
		}
		if len(g.Lines) > 0 {
			v.Groups = append(v.Groups, g)
		}
	}
	return v
}

// forLines is newLinesView with what the findings left, and, where that is too little, with what
// the places of the lines leave as well.
func (b *budget) forLines(p *report.Permissions, prefix, of string) linesView {
	b.lines += b.findings
	b.findings = 0
	first := *b
	v := newLinesView(p, prefix, of, &first)
	if p == nil || v.Left == p.More || first.places < leastLine {
		*b = first
		return v
	}
	b.lines += first.places
	b.places -= first.places
	return newLinesView(p, prefix, of, b)
}

// leastLine is about what a line or a place takes: below it none is looked at any more.
const leastLine = 1000

// linesOf are the indexes of a section's lines: what changed first, then what is named,
// then what stands for much.
func linesOf(p *report.Permissions, s policy.Section) []int {
	var out []int
	for i, l := range p.Lines {
		if l.Section == s {
			out = append(out, i)
		}
	}
	rank := func(i int) int {
		l := p.Lines[i]
		named := 0
		if l.Mark != policy.Sure || strings.ContainsAny(l.Text, "*$") {
			named = 1
		}
		return 2*slices.Index([]report.PermissionState{report.Widened, report.Denied, report.Granted}, l.State) + named
	}
	slices.SortStableFunc(out, func(i, j int) int { return rank(i) - rank(j) })
	return out
}

// lineIDs are what lines are called in links. A link is to lead to the same line in the next report,
// so that an id is made of what the line says, and not of where it stands. A line that is allowed
// may be denied as well.
func lineIDs(lines []report.Permission, prefix string) []string {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = string(l.Section) + "\x00" + l.Text
	}
	return stable(prefix+"p-", texts)
}

// stable makes ids of texts, each its own: another text more changes none of them.
func stable(prefix string, texts []string) []string {
	const short = 10
	out := make([]string, len(texts))
	taken := map[string]int{}
	for i, text := range texts {
		is := sha256.Sum256([]byte(text))
		key := hex.EncodeToString(is[:])[:short]
		out[i] = prefix + key
		if taken[key]++; taken[key] > 1 {
			out[i] += fmt.Sprintf("-%d", taken[key])
		}
	}
	return out
}

func newLineView(p *report.Permissions, i int, id string, b *budget) lineView {
	l := p.Lines[i]
	x := lineView{ID: id, What: show(l.Text), Class: lineClass(l), Notes: notesOf(l), Question: show(l.Question), More: l.More}
	for _, n := range l.Needs {
		part := p.Parts[n.Part]
		need := needView{Code: partName(part), From: fromOf(part), Uses: n.Uses}
		if !take(&b.lines, 120, need.Code, need.From) {
			break
		}
		for _, at := range n.Places {
			if b.places < leastLine {
				break
			}
			place := newPlaceView(at)
			if !take(&b.places, 150+20*len(place.Way), append([]string{place.At, place.Built, place.Symbol}, place.Way...)...) {
				break
			}
			need.Places = append(need.Places, place)
		}
		need.Left = n.Uses - len(need.Places)
		x.Needs = append(x.Needs, need)
	}
	return x
}

func newPlaceView(at evidence.Place) placeView {
	out := placeView{At: show(strings.TrimSuffix(at.Text(), " "+at.Symbol)), Built: at.Built(), Symbol: show(at.Symbol)}
	if out.Built == "" && at.Origin != nil {
		out.Built = show(at.Origin.File)
	}
	for _, s := range at.Path {
		out.Way = append(out.Way, show(s))
	}
	return out
}

func shown(list []string) []string {
	var out []string
	for _, s := range list {
		out = append(out, show(s))
	}
	return out
}

// fromOf says which entries lead to a part; empty: none is seen to.
func fromOf(p report.Part) string {
	if len(p.Entries) > 1 && !p.EntriesTold {
		return fmt.Sprintf("one of %d entries", len(p.Entries))
	}
	return strings.Join(shown(p.Entries), ", ")
}

// partName is what a part is called.
func partName(p report.Part) string {
	if p.Package != "" {
		return show(p.Package)
	}
	switch {
	case len(p.Files) == 1 && p.More == 0:
		return show(p.Files[0])
	case len(p.Files) > 0:
		return "own code (" + plural(len(p.Files)+p.More, "file") + ")"
	}
	return "own code"
}

// partKind says what kind of code it is.
func partKind(p report.Part) string {
	switch {
	case p.Package != "":
		return "npm package"
	case p.Told:
		return "own code"
	}
	return "own code, packages not told apart"
}

// lineClass is how a line is drawn.
func lineClass(l report.Permission) string {
	class := "l-" + string(l.State)
	if l.State == report.Granted && l.Mark != policy.Sure {
		class = "l-" + string(l.Mark)
	} else if l.Mark != policy.Sure {
		class += " l-" + string(l.Mark)
	}
	return class
}

func notesOf(l report.Permission) []string {
	var out []string
	switch l.State {
	case report.Widened:
		out = append(out, "new in this change")
	case report.Denied:
		out = append(out, "denied by the override")
	}
	switch l.Mark {
	case policy.Unresolved:
		out = append(out, "unresolved: what exactly is not known")
	case policy.Imprecise:
		out = append(out, "imprecise: matched by name")
	}
	if l.TrustedOnly {
		out = append(out, "trusted workspaces only")
	}
	for _, o := range l.Origins {
		out = append(out, show(o))
	}
	return out
}
