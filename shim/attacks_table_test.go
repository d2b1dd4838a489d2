package shim

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// nameOf is how a list names an attack.
func nameOf(a attack) string { return a.Class + ", *" + a.Name + "*" }

func whereOf(a attack) string {
	if a.Host {
		return "real host, Node " + a.Node
	}
	if a.Part {
		return "Node " + a.Node + ", every fourth"
	}
	return "Node " + a.Node
}

// tally is a row of the table.
type tally struct {
	tried, valid int
	missing      bool
	// out counts what escapes by level and kind, stopped what does not by level.
	out, stopped map[string]int
}

func (t *tally) add(a attack) {
	t.tried++
	if !a.Without {
		return
	}
	t.valid++
	for _, level := range levels {
		if a.escapes(level) {
			t.out[level+" "+a.Kind]++
		} else {
			t.stopped[level]++
		}
	}
}

// render writes the rows of a whole run, the same work by round, and the lists of
// what escapes and of what proves nothing. A row that was expected and has not as
// many attacks was not run.
func render(all []attack, expected []count) string {
	classes, rounds, total := map[string]*tally{}, map[string]*tally{}, map[string]*tally{}
	row := func(m map[string]*tally, key string) *tally {
		if m[key] == nil {
			m[key] = &tally{out: map[string]int{}, stopped: map[string]int{}}
		}
		return m[key]
	}
	escapes, invalid := map[string][]string{}, map[string][]string{}
	for _, a := range all {
		where := whereOf(a)
		row(classes, a.Class+" | "+where).add(a)
		if a.Class != "ordinary" {
			row(rounds, fmt.Sprintf("%d | %s", a.Round, where)).add(a)
			row(total, "all attacks | "+where).add(a)
		}
		if !a.Without {
			invalid[nameOf(a)] = append(invalid[nameOf(a)], where)
		}
		for _, level := range levels {
			if a.escapes(level) {
				line := fmt.Sprintf("%s (%s, invariant %d)", nameOf(a), a.Kind, a.Invariant)
				if a.Class == "ordinary" {
					line = nameOf(a) + " (does not work)"
				}
				escapes[line] = append(escapes[line], level+" on "+where)
			}
		}
	}
	for _, c := range expected {
		key := c.class + " | " + c.where
		if t := classes[key]; t == nil || t.tried != c.n {
			classes[key] = &tally{tried: c.n, missing: true}
		}
	}
	const columns = " | tried | valid | shared: stopped | shared: authority | shared: interference | host: stopped | host: authority | " +
		"host: interference |\n|---|---|---|---|---|---|---|---|---|---|\n"
	last := 0
	for _, a := range all {
		last = max(last, a.Round)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Rounds 0 to %d.\n\n", last)
	b.WriteString("| class | where" + columns)
	rows(&b, classes)
	rows(&b, total)
	b.WriteString("\n| round | where" + columns)
	rows(&b, rounds)
	section(&b, "What escapes", "nothing escapes", escapes)
	section(&b, "Not valid: does not reach its goal without the loader", "every attack is valid", invalid)
	return b.String()
}

func rows(b *strings.Builder, m map[string]*tally) {
	for _, key := range slices.Sorted(maps.Keys(m)) {
		t := m[key]
		if t.missing {
			fmt.Fprintf(b, "| %s | %d | not run | | | | | | |\n", key, t.tried)
			continue
		}
		fmt.Fprintf(b, "| %s | %d | %d |", key, t.tried, t.valid)
		if strings.HasPrefix(key, "ordinary") {
			fmt.Fprintf(b, " works: %d | | | works: %d | | |\n", t.stopped["shared"], t.stopped["host"])
			continue
		}
		fmt.Fprintf(b, " %d | %d | %d |", t.stopped["shared"], t.out["shared authority"], t.out["shared interference"])
		fmt.Fprintf(b, " %d | %d | %d |\n", t.stopped["host"], t.out["host authority"], t.out["host interference"])
	}
}

func section(b *strings.Builder, title, none string, lines map[string][]string) {
	fmt.Fprintf(b, "\n### %s\n\n", title)
	if len(lines) == 0 {
		fmt.Fprintf(b, "- %s\n", none)
	}
	for _, line := range slices.SortedFunc(maps.Keys(lines), cmp.Compare[string]) {
		fmt.Fprintf(b, "- %s: %s\n", line, strings.Join(lines[line], ", "))
	}
}

// A row counts what was valid only.
func TestTheTableCountsWhatEscapes(t *testing.T) {
	at := func(shared, host bool) map[string]bool { return map[string]bool{"shared": shared, "host": host} }
	got := render([]attack{
		{Class: "files", Name: "out", Kind: "authority", Invariant: 7, Node: "20", Without: true, Levels: at(true, false)},
		{Class: "files", Name: "held", Kind: "authority", Invariant: 7, Node: "20", Without: true, Levels: at(false, false)},
		{Class: "files", Name: "nothing", Kind: "authority", Invariant: 7, Round: 1, Node: "20", Levels: at(true, true)},
		{
			Class:     "vscode",
			Name:      "seen",
			Kind:      "interference",
			Invariant: 10,
			Round:     1,
			Node:      "24",
			Host:      true,
			Without:   true,
			Levels:    at(true, false),
		},
		{Class: "ordinary", Name: "works", Kind: "authority", Node: "20", Without: true, Levels: at(true, true)},
		{Class: "ordinary", Name: "broken", Kind: "authority", Node: "20", Without: true, Levels: at(true, false)},
	}, []count{{"files", "Node 20", 3}, {"files", "Node 22, every fourth", 7}})
	want := "Rounds 0 to 1.\n\n" +
		`| class | where | tried | valid | shared: stopped | shared: authority | shared: interference | host: stopped | host: ` +
		`authority | host: interference |
|---|---|---|---|---|---|---|---|---|---|
| files | Node 20 | 3 | 2 | 1 | 1 | 0 | 2 | 0 | 0 |
| files | Node 22, every fourth | 7 | not run | | | | | | |
| ordinary | Node 20 | 2 | 2 | works: 2 | | | works: 1 | | |
| vscode | real host, Node 24 | 1 | 1 | 0 | 0 | 1 | 1 | 0 | 0 |
| all attacks | Node 20 | 3 | 2 | 1 | 1 | 0 | 2 | 0 | 0 |
| all attacks | real host, Node 24 | 1 | 1 | 0 | 0 | 1 | 1 | 0 | 0 |

| round | where | tried | valid | shared: stopped | shared: authority | shared: interference | host: stopped | host: authority | host: ` +
		`interference |
|---|---|---|---|---|---|---|---|---|---|
| 0 | Node 20 | 2 | 2 | 1 | 1 | 0 | 2 | 0 | 0 |
| 1 | Node 20 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |
| 1 | real host, Node 24 | 1 | 1 | 0 | 0 | 1 | 1 | 0 | 0 |

### What escapes

- files, *out* (authority, invariant 7): shared on Node 20
- ordinary, *broken* (does not work): host on Node 20
- vscode, *seen* (interference, invariant 10): shared on real host, Node 24

### Not valid: does not reach its goal without the loader

- files, *nothing*: Node 20
`
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
