package html

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// Change is what a review of a change came to.
type Change struct {
	Tool string
	// Base is the commit that was compared with; empty: what is there was judged as it
	// is.
	Base   string
	Passes bool
	Notes  []string
	// Extensions are those of the change.
	Extensions []Changed
}

// Changed is one extension of a change.
type Changed struct {
	Report *report.Report
	// Path is its folder in the repository.
	Path   string
	Passes bool
	// Brings says how many findings are new; empty: nothing was compared.
	Brings string
	Gates  []Gate
	// New are the findings that the change brings.
	New []finding.Finding
	// Policies are the two policies; Uncompared says why they were not compared.
	Policies   Sides
	Uncompared string
	Notes      []string
}

// Gate is what became of one gate.
type Gate struct {
	// Name and State are the gate's words; Passes says whether the state lets pass.
	Name, State string
	Passes      bool
	Why, By     string
	Details     []string
	More        int
	// Command and Fix put it right; empty: nothing has to be.
	Command, Fix string
}

// changeView is a change as the page shows it.
type changeView struct {
	Word, Class, Sentence string
	Reasons               []reasonView
	MoreReasons           int
	Next                  nextView
	Figures               []figure
	Notes                 []string
	Extensions            []changedView
	Several               bool
	// Brief are extensions that are named and not shown, BriefLeft counts those that are
	// not even named, Total all.
	Brief     []briefView
	BriefLeft int
	Total     int
}

// briefView is an extension in a line.
type briefView struct {
	Name, Path string
	Passes     bool
	// Gates are those that do not let pass.
	Gates []string
}

// maxChanged is how many extensions of a change are shown whole: room is shared by them.
const maxChanged = 20

// changedView is one extension of it.
type changedView struct {
	*reportView
	Path   string
	Passes bool
	// Gates are those with something to say, Holding the others by name.
	Gates      []Gate
	Holding    []string
	Brings     string
	Sides      sidesView
	Uncompared string
	Notes      []string
}

// WriteChange writes the page of a change.
func WriteChange(w io.Writer, c Change) error {
	v := changeView{Notes: shown(c.Notes), Several: len(c.Extensions) > 1, Class: "v-unrestricted", Word: "passes"}
	v.Total = len(c.Extensions)
	whole := v.choose(c.Extensions)
	prefixes := prefixesOf(whole)
	for i, x := range whole {
		b := newBudget().share(len(whole))
		prefix, of := "", ""
		if v.Several {
			prefix, of = prefixes[i]+"-", fmt.Sprintf(" of %s, extension %d", nameOf(x.Report), i+1)
		}
		y := changedView{
			reportView: newReportView(x.Report, prefix, of, b), Path: show(x.Path), Passes: x.Passes, Brings: show(x.Brings),
			Sides: newSidesView(x.Policies, b), Uncompared: show(x.Uncompared),
		}
		y.Sides.Of = of
		y.Findings.markNew(x.Report, x.New)
		for _, g := range x.Gates {
			g = g.shown(b)
			if g.Passes && g.Why+g.By == "" && len(g.Details) == 0 {
				y.Holding = append(y.Holding, g.Name)
				continue
			}
			y.Gates = append(y.Gates, g)
			if g.Passes {
				continue
			}
			v.objection(g, y)
		}
		for _, n := range shown(x.Notes) {
			if take(&b.rest, 20, n) {
				y.Notes = append(y.Notes, n)
			}
		}
		v.Extensions = append(v.Extensions, y)
	}
	v.conclude(c)
	return write(w, shell{Title: "this change " + v.Word, Kind: "change", Tool: show(c.Tool), Body: v})
}

// prefixesOf keep the ids of several extensions apart, by their folders.
func prefixesOf(list []Changed) []string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = x.Path
	}
	return stable("x", texts)
}

// choose returns the extensions that are shown whole, those that do not pass before the
// others, and names the rest.
func (v *changeView) choose(all []Changed) []Changed {
	sorted := slices.Clone(all)
	if len(all) > maxChanged {
		slices.SortStableFunc(sorted, func(a, b Changed) int {
			switch {
			case a.Passes == b.Passes:
				return 0
			case a.Passes:
				return 1
			}
			return -1
		})
	}
	whole := sorted[:min(len(sorted), maxChanged)]
	room := 200_000
	for _, x := range sorted[len(whole):] {
		y := briefView{Name: nameOf(x.Report), Path: show(x.Path), Passes: x.Passes}
		for _, g := range x.Gates {
			if !g.Passes {
				y.Gates = append(y.Gates, show(g.Name))
			}
		}
		if !take(&room, 100, append([]string{y.Name, y.Path}, y.Gates...)...) {
			v.BriefLeft++
			continue
		}
		v.Brief = append(v.Brief, y)
	}
	return whole
}

// shown makes a gate's texts fit to be shown, as many as have room.
func (g Gate) shown(b *budget) Gate {
	g.Name, g.State, g.Why, g.By, g.Command, g.Fix = show(g.Name), show(g.State), show(g.Why), show(g.By), show(g.Command), show(g.Fix)
	all := shown(g.Details)
	g.Details = nil
	for _, d := range all {
		if !take(&b.rest, 20, d) {
			g.More++
			continue
		}
		g.Details = append(g.Details, d)
	}
	return g
}

// objection is a gate that does not let pass: a reason, and what puts it right.
func (v *changeView) objection(g Gate, x changedView) {
	if len(v.Reasons) == maxReasons {
		v.MoreReasons++
		return
	}
	text := capital(g.Why)
	if text == "" {
		text = "The gate " + g.Name + " " + g.State
	}
	if len(g.Details) > 0 {
		text += ": " + fit(telling(g.Details), 150)
		if over := len(g.Details) - 1 + g.More; over > 0 {
			text += fmt.Sprintf(", and %d more", over)
		}
	}
	if v.Several {
		text = x.Name + ": " + text
	}
	r := reasonView{Text: text, Places: []linkView{{"#" + x.P + "gate-" + g.Name, "gate " + g.Name}}}
	v.Reasons = append(v.Reasons, r)
	if v.Next.Command == "" && g.Command != "" {
		v.Next = nextView{Text: capital(g.Fix), Command: g.Command}
		if g.Fix == "" {
			v.Next.Text = "Run:"
		}
	}
}

// telling is the detail that says most: functions of modules follow from the rest.
func telling(details []string) string {
	for _, d := range details {
		if !strings.HasPrefix(d, "modules: ") {
			return d
		}
	}
	return details[0]
}

// conclude says in a sentence what the change came to.
func (v *changeView) conclude(c Change) {
	against := "what is there, compared with nothing"
	if c.Base != "" {
		against = "the change against " + fit(show(c.Base), 14)
	}
	v.Figures = append(v.Figures, figure{Name: "judged", Value: against}, figure{Name: "extensions", Value: fmt.Sprint(v.Total)})
	wider, brings := 0, []string{}
	for _, x := range v.Extensions {
		wider += x.Sides.Come
		if x.Brings != "" && !strings.HasPrefix(x.Brings, "no ") {
			brings = append(brings, x.Brings)
		}
	}
	v.Figures = append(v.Figures, figure{Name: "new permissions", Value: fmt.Sprint(wider)})
	if !c.Passes {
		v.Class, v.Word = "v-reject", "does not pass"
		v.Sentence = "This change does not pass."
		if wider > 0 {
			v.Sentence += fmt.Sprintf(" The extension may do more than before: %s.", plural(wider, "new line"))
		}
		if v.Next.Text == "" && v.Next.Command == "" {
			v.Next = nextView{Text: "Read the gates that fail, and what each says."}
		}
		return
	}
	v.Sentence = "This change passes."
	v.Next = nextView{Text: "Nothing. It can be merged."}
	if len(v.Reasons) == 0 {
		text := "Every gate holds"
		if len(brings) == 0 {
			text += ", and nothing is new"
		}
		v.Reasons = []reasonView{{Text: text + "."}}
	}
	if wider > 0 {
		v.Sentence += fmt.Sprintf(" The extension may do more than before (%s), and somebody agreed.", plural(wider, "new line"))
	}
}

// markNew marks the findings that a change brings.
func (v *findingsView) markNew(r *report.Report, fresh []finding.Finding) {
	news := map[string]bool{}
	for _, f := range fresh {
		news[sameFinding(f)] = true
	}
	ids := map[string]bool{}
	for i, f := range r.Findings {
		if news[sameFinding(f)] {
			ids[v.ids[i]] = true
		}
	}
	for _, groups := range [][]groupView{v.Groups, v.Silent, v.Answered} {
		for i := range groups {
			for k := range groups[i].Findings {
				x := &groups[i].Findings[k]
				if ids[x.ID] {
					x.New, groups[i].New, groups[i].Open = true, groups[i].New+1, true
				}
			}
		}
	}
}

func sameFinding(f finding.Finding) string {
	return fmt.Sprintf("%s\x00%s\x00%d:%d\x00%s", f.Check, f.Where.File, f.Where.Line, f.Where.Column, f.Message)
}
