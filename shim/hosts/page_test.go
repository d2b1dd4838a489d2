package hosts_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const begin, end = "<!-- first tries: begin -->\n", "<!-- first tries: end -->\n"

// TestUnseenPage holds the table of docs/measurements/unseen.md against what was recorded
// (testdata/unseen.json); UPDATE=1 writes it.
func TestUnseenPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "unseen.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []unseen
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "docs", "measurements", "unseen.md")
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the table", file)
	}
	want := before + begin + tabled(all) + end + after
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(want, string(page)); d != "" {
		t.Errorf("%s is not what was recorded; UPDATE=1 writes it (-want +got):\n%s", file, d)
	}
}

// tabled is a table for each list, and what follows from them in a sentence.
func tabled(all []unseen) string {
	var b strings.Builder
	rows := map[string]string{}
	const head = ("| extension | met first by | commands that ran | under the analysis alone | observed | " +
		"with what observation granted | " +
		"with all that waited | warned | functions, resources found |\n|---|---|---:|---|---|---|---|---:|---:|\n")
	ran, static, clean, observed, enforced, commands, works := 0, 0, 0, 0, 0, 0, 0
	lists := map[string]*listed{}
	for _, u := range all {
		if u.Unwrapped != "" {
			continue
		}
		ran++
		static += count(u.Static.same())
		clean += count(u.Static.same() && len(u.Static.Denied) == 0)
		observed += count(u.Observed.same())
		enforced += count(u.Enforced.same())
		commands += count(u.ranCommands())
		works += count(u.ranCommands() && u.Static.same())
		accepted, found := "", ""
		if u.Accepted != nil {
			accepted = said(*u.Accepted)
		}
		if n := u.Needed; n != nil {
			found = fmt.Sprintf("%d of %d, %d of %d", n.Functions-len(n.MissedFunctions), n.Functions,
				n.Resources-len(n.MissedResources), n.Resources)
		}
		rows[u.List] += fmt.Sprintf("| %s %s | %s | %d of %d | %s | %s | %s | %s | %d | %s |\n", u.ID, u.Version, u.Commit, u.Ran, u.Commands,
			said(u.Static), said(u.Observed), said(u.Enforced), accepted, u.Static.Warned, found)
		if u.List != "" {
			if lists[u.List] == nil {
				lists[u.List] = &listed{}
			}
			lists[u.List].add(u)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		title := "List " + name
		if name == "" {
			title = "Of no list"
		}
		fmt.Fprintf(&b, "%s:\n\n%s%s\n", title, head, rows[name])
	}
	fmt.Fprintf(&b, "Of %d that activate without the loader, %d do the same under the analysis alone (%d of them without a denial), "+
		"%d observed, %d with what observation granted by itself. Of the %d that ran at least one command and four fifths of "+
		"those that they contribute, %d do the same under the analysis alone.\n", ran, static, clean, observed, enforced, commands, works)
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		fmt.Fprintf(&b, "\nList %s: %s\n", name, lists[name])
	}
	fmt.Fprintf(&b, "\n%d do not activate as they were built here, and count for nothing:\n\n", len(all)-ran)
	for _, u := range all {
		if u.Unwrapped != "" {
			fmt.Fprintf(&b, "- %s %s: %s\n", u.ID, u.Version, u.Unwrapped)
		}
	}
	return b.String()
}

// listed is what became of the extensions of one list that activate.
type listed struct {
	ran, static, enforced, accepted, warned, commands, works       int
	known, exercised, exercisedWorks                               int
	functions, missedFunctions, resources, missedResources, needed int
}

func (l *listed) add(u unseen) {
	l.ran++
	l.static += count(u.Static.same())
	l.enforced += count(u.Enforced.same())
	l.accepted += count(u.Enforced.same() || u.Accepted != nil && u.Accepted.same())
	l.warned += count(u.Static.Warned > 0)
	l.commands += count(u.ranCommands())
	l.works += count(u.ranCommands() && u.Static.same())
	_, known := u.Needed.reached()
	l.known += count(known)
	l.exercised += count(u.exercised())
	l.exercisedWorks += count(u.exercised() && u.Static.same())
	if n := u.Needed; n != nil {
		l.needed++
		l.functions += n.Functions
		l.missedFunctions += len(n.MissedFunctions)
		l.resources += n.Resources
		l.missedResources += len(n.MissedResources)
	}
}

// String says it in a sentence.
func (l *listed) String() string {
	out := fmt.Sprintf("%d activate, %d do the same under the analysis alone, %d with what observation granted by itself, "+
		"%d with what waited accepted as well; "+
		"%d were warned of under the analysis alone; %d ran their commands, of which %d do the same under the analysis alone. "+
		"In %d of them it was recorded what they need: %d of %d functions with power and %d of %d resources are in the policy of the analysis.",
		l.ran, l.static, l.enforced, l.accepted, l.warned, l.commands, l.works,
		l.needed, l.functions-l.missedFunctions, l.functions, l.resources-l.missedResources, l.resources)
	if l.known > 0 {
		out += fmt.Sprintf(" Of %d it is known how many of the functions with power that the analysis found were used: %d ran their "+
			"commands and used three fifths of them, which is *exercised*; %d of those do the same under the analysis alone.",
			l.known, l.exercised, l.exercisedWorks)
	}
	return out
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func said(e effect) string {
	out := "same"
	if !e.same() {
		out = fmt.Sprintf("%d lost", len(e.Lost))
	}
	if len(e.Denied) > 0 {
		out += fmt.Sprintf(", %d denied", len(e.Denied))
	}
	return out
}

// An extension counts as exercised when it ran its commands and used what the analysis found; what nobody measured is
// not known, and is neither.
func TestExercisedIsCommandsAndFunctions(t *testing.T) {
	five := 5
	for _, c := range []struct {
		name             string
		of               unseen
		exercised, known bool
	}{
		{"both", unseen{Commands: 5, Ran: 4, Needed: &needed{Functions: 3, Granted: &five}}, true, true},
		{"three commands of five", unseen{Commands: 5, Ran: 3, Needed: &needed{Functions: 3, Granted: &five}}, false, true},
		{"no command at all", unseen{Needed: &needed{Functions: 3, Granted: &five}}, false, true},
		{"two functions of five", unseen{Commands: 5, Ran: 5, Needed: &needed{Functions: 2, Granted: &five}}, false, true},
		{"one of the three is missed", unseen{
			Commands: 5, Ran: 5, Needed: &needed{Functions: 3, Granted: &five, MissedFunctions: []string{"modules fs.readFile"}},
		}, false, true},
		{"no functions with power", unseen{Commands: 1, Ran: 1, Needed: &needed{Granted: new(int)}}, true, true},
		{"an older record", unseen{Commands: 1, Ran: 1, Needed: &needed{Functions: 3}}, false, false},
		{"nobody measured", unseen{Commands: 1, Ran: 1}, false, false},
	} {
		if _, known := c.of.Needed.reached(); c.of.exercised() != c.exercised || known != c.known {
			t.Errorf("%s: exercised %v, known %v", c.name, c.of.exercised(), known)
		}
	}
}
