package html

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// Fleet is what many extensions came to.
type Fleet struct {
	Tool     string
	Headline string
	Passes   bool
	// Reasons say why it does not pass, Next what to do about it.
	Reasons []string
	Next    string
	// Totals are sums, Missing what is not in, Facts what else is to be known.
	Totals     []Count
	Missing    []Fact
	Facts      []Fact
	Extensions []FleetExtension
}

// Count is a name with a number, or with what is said in its place.
type Count struct {
	Name string
	N    int
	Text string
}

// Fact is a name with a sentence.
type Fact struct{ Name, Text string }

// FleetExtension is one extension of a fleet.
type FleetExtension struct {
	Subject, ID, Version string
	Category             verdict.Category
	Risk                 finding.Severity
	// Notes are marks: needs review, incomplete, fails, above a ceiling.
	Notes []string
	// Findings says how many there are, Weight orders by them.
	Findings string
	Weight   int
	// Analysed is false when its code could not be looked at.
	Analysed bool
	// Uses count the uses of each kind of power.
	Uses map[catalog.Capability]int
}

// column is a column of the matrix: the powers that it counts together.
type column struct {
	Class, Verb string
	powers      []catalog.Capability
}

func columns() []column {
	return []column{
		{"p-run", "starts programs", []catalog.Capability{catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork}},
		{"p-run", "terminals and tasks", []catalog.Capability{catalog.VSTerminal, catalog.VSTask}},
		{
			"p-code", "runs text as code",
			[]catalog.Capability{catalog.CodeEval, catalog.CodeVM, catalog.CodeNative, catalog.CodeWorker, catalog.CodeWasm},
		},
		{"p-write", "writes files", []catalog.Capability{catalog.FileWrite, catalog.VSFilesWrite}},
		{"p-net", "connects", []catalog.Capability{catalog.NetConnect, catalog.NetResolve}},
		{"p-net", "listens", []catalog.Capability{catalog.NetListen}},
		{"p-read", "reads files", []catalog.Capability{catalog.FileRead, catalog.FileWatch, catalog.VSFilesRead}},
		{"p-env", "variables", []catalog.Capability{catalog.EnvRead, catalog.EnvWrite}},
		{"p-editor", "accounts", []catalog.Capability{catalog.VSAuth}},
		{"p-editor", "clipboard", []catalog.Capability{catalog.VSClipboard}},
	}
}

// maxFleet is how many extensions a page lists.
const maxFleet = 1500

// fleetView is a fleet as the page shows it.
type fleetView struct {
	Word, Class, Sentence string
	Reasons               []string
	Next                  string
	Figures               []Count
	Columns               []column
	Rows                  []fleetRow
	Left                  int
	Missing, Facts        []Fact
	MissingLeft           int
}

type fleetRow struct {
	Name, Under string
	Category    string
	CategoryN   int
	Risk        string
	RiskN       int
	Notes       []string
	Findings    string
	Weight      int
	Analysed    bool
	Cells       []fleetCell
}

type fleetCell struct {
	N     int
	Class string
}

// WriteFleet writes the page of a fleet.
func WriteFleet(w io.Writer, f Fleet) error {
	v := fleetView{
		Sentence: capital(show(f.Headline)) + ".", Columns: columns(), Figures: f.Totals, Next: show(f.Next),
		Word: "passes", Class: "v-unrestricted",
	}
	if !f.Passes {
		v.Word, v.Class = "does not pass", "v-reject"
	}
	for _, r := range f.Reasons[:min(len(f.Reasons), maxReasons)] {
		v.Reasons = append(v.Reasons, capital(show(r)))
	}
	// The worst stand first; the script sorts otherwise.
	sorted := slices.Clone(f.Extensions)
	slices.SortStableFunc(sorted, func(a, b FleetExtension) int {
		return cmp.Or(cmp.Compare(b.Category.Level(), a.Category.Level()), cmp.Compare(b.Risk, a.Risk), cmp.Compare(b.Weight, a.Weight),
			cmp.Compare(a.Subject, b.Subject))
	})
	b := newBudget()
	for _, m := range f.Missing {
		x := Fact{show(m.Name), show(m.Text)}
		if !take(&b.findings, 60, x.Name, x.Text) {
			v.MissingLeft++
			continue
		}
		v.Missing = append(v.Missing, x)
	}
	for _, m := range f.Facts {
		if x := (Fact{show(m.Name), show(m.Text)}); take(&b.places, 60, x.Name, x.Text) {
			v.Facts = append(v.Facts, x)
		}
	}
	room := 1_800_000
	for _, e := range sorted {
		row := newFleetRow(e, v.Columns)
		if len(v.Rows) == maxFleet || !take(&room, 700, append([]string{row.Name, row.Under, row.Findings}, row.Notes...)...) {
			v.Left++
			continue
		}
		v.Rows = append(v.Rows, row)
	}
	return write(w, shell{Title: "fleet " + v.Word, Kind: "fleet", Tool: show(f.Tool), Body: v})
}

func newFleetRow(e FleetExtension, columns []column) fleetRow {
	row := fleetRow{
		Name: show(e.Subject), Under: show(e.ID), Category: show(string(e.Category)), CategoryN: e.Category.Level(), Risk: e.Risk.String(),
		RiskN: int(e.Risk), Notes: shown(e.Notes), Findings: show(e.Findings), Weight: e.Weight, Analysed: e.Analysed,
	}
	if row.Under == row.Name {
		row.Under = ""
	}
	row.Under = strings.TrimSpace(row.Under + " " + show(e.Version))
	for _, c := range columns {
		cell := fleetCell{Class: c.Class}
		for _, p := range c.powers {
			cell.N += e.Uses[p]
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}
