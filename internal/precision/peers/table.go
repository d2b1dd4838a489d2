package peers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/precision/rounds"
)

// Threshold is a way to count a program's findings as a warning of the whole extension.
type Threshold struct {
	What string
	// Flags is whether it warns of an extension; Among are the severities that count at its place.
	Flags func(Said) bool
	Among []string
}

// Thresholds are those of a program: each of its severities and above, and so many findings or rules that it parts the
// malicious of these records best from the benign. That one is chosen with the answers at hand, which favours it.
func Thresholds(t Tool, all []Record) []Threshold {
	var out []Threshold
	for i, severity := range t.Severities {
		among := t.Severities[i:]
		what := severity + " or above"
		switch {
		case i == 0:
			what = "any finding"
		case i == len(t.Severities)-1:
			what = severity
		}
		out = append(out, Threshold{what, func(s Said) bool { return sum(s.Severities, among) > 0 }, among})
	}
	var best *Threshold
	most := 0.0
	for _, by := range []struct {
		what string
		of   func(Said) int
	}{
		{"findings", func(s Said) int { return sum(s.Severities, t.Severities) }},
		{"different rules", func(s Said) int { return len(s.Rules) }},
	} {
		for n := 1; n <= 500; n++ {
			flags := func(s Said) bool { return by.of(s) >= n }
			if gain := gainOf(t.Name, all, flags); gain > most {
				most, best = gain, &Threshold{fmt.Sprintf("%d or more %s%s", n, by.what, bestOf), flags, t.Severities}
			}
		}
	}
	if best == nil { // no number flags a larger share of the malicious than of the benign
		best = &Threshold{"no number of findings or rules" + bestOf, func(Said) bool { return false }, nil}
	}
	return append(out, *best)
}

// bestOf ends what is said of the number that parts a set best.
const bestOf = " (the best number for this set)"

// gainOf is by how much the share of the malicious that are flagged is above that of the benign.
func gainOf(tool string, all []Record, flags func(Said) bool) float64 {
	bad, good := counts(all, malicious, tool, flags), counts(all, []string{rounds.Benign}, tool, flags)
	return share(bad) - share(good)
}

func share(c rounds.Count) float64 {
	if c.All == 0 {
		return 0
	}
	return float64(c.Of) / float64(c.All)
}

var malicious = []string{rounds.Malicious, rounds.Obfuscated}

func counts(all []Record, labels []string, tool string, holds func(Said) bool) rounds.Count {
	var c rounds.Count
	for _, r := range all {
		if slices.Contains(labels, r.Label) {
			c.All++
			if holds(r.By[tool]) {
				c.Of++
			}
		}
	}
	return c
}

func sum(of map[string]int, severities []string) int {
	n := 0
	for _, s := range severities {
		n += of[s]
	}
	return n
}

// Table is the table of a set: what ringfence said at first sight and says today, and each program at its thresholds.
// Where a run broke off, all rows are of the extensions that it came to, and a sentence says so.
func Table(all []Record, first []rounds.Said) string {
	var b strings.Builder
	ran := map[string]bool{}
	for _, r := range all {
		ran[r.ID] = true
	}
	if whole := len(first); whole > len(all) {
		first = slices.DeleteFunc(slices.Clone(first), func(s rounds.Said) bool { return !ran[s.ID] })
		fmt.Fprintf(&b, "The run was broken off: it came to %d of the %d extensions of the set, and all rows are of these.\n\n", len(all), whole)
	}
	b.WriteString("| program | counted as a warning | malicious | of them obfuscated | benign | malicious: in the file | " +
		"malicious: at the line | turned | honest |\n|---|---|---:|---:|---:|---:|---:|---:|---:|\n")
	stopped := func(label ...string) string {
		var c rounds.Count
		for _, r := range all {
			if slices.Contains(label, r.Label) {
				c.All++
				if r.Category == "reject" || r.Review {
					c.Of++
				}
			}
		}
		return c.String()
	}
	named := func(s rounds.Said) bool { return len(s.Named)+len(s.Quoted) > 0 }
	firstOf := func(holds func(rounds.Said) bool, label ...string) string {
		var c rounds.Count
		for _, s := range first {
			if slices.Contains(label, s.Label) {
				c.All++
				if holds(s) {
					c.Of++
				}
			}
		}
		return c.String()
	}
	row := func(cells ...string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	row("ringfence, first try", "rejected or for review",
		firstOf(rounds.Said.Stopped, malicious...), firstOf(rounds.Said.Stopped, rounds.Obfuscated),
		firstOf(rounds.Said.Stopped, rounds.Benign), "-", firstOf(named, malicious...), firstOf(rounds.Said.Stopped, rounds.Turned),
		firstOf(rounds.Said.Stopped, rounds.Honest))
	row("ringfence, tuned", "rejected or for review", stopped(malicious...), stopped(rounds.Obfuscated), stopped(rounds.Benign), "-", "-",
		stopped(rounds.Turned), stopped(rounds.Honest))
	for _, tool := range Tools() {
		if !slices.ContainsFunc(all, func(r Record) bool { _, ok := r.By[tool.Name]; return ok }) {
			continue
		}
		name := tool.Name
		if name == Ringfence {
			name += ", tuned"
		}
		for _, t := range Thresholds(tool, all) {
			at := func(places func(Said) map[string]int) string {
				there := func(s Said) bool { return t.Flags(s) && sum(places(s), t.Among) > 0 }
				return counts(all, malicious, tool.Name, there).String()
			}
			grown := func(s Said) bool { return sum(s.New, t.Among) > 0 }
			turned, honest := "-", "-"
			if !strings.HasSuffix(t.What, bestOf) {
				turned = counts(all, []string{rounds.Turned}, tool.Name, grown).String()
				honest = counts(all, []string{rounds.Honest}, tool.Name, grown).String()
			}
			row(name, t.What, counts(all, malicious, tool.Name, t.Flags).String(),
				counts(all, []string{rounds.Obfuscated}, tool.Name, t.Flags).String(),
				counts(all, []string{rounds.Benign}, tool.Name, t.Flags).String(),
				at(func(s Said) map[string]int { return s.File }), at(func(s Said) map[string]int { return s.Line }), turned, honest)
		}
	}
	return b.String()
}

// Costs is the table of a set's CPU seconds and of what could not be read.
func Costs(head Head, all []Record) string {
	var b strings.Builder
	b.WriteString("| program | version | CPU seconds, middle | most | of all | extensions with a file that it could not read | " +
		"most frequent rules |\n" +
		"|---|---|---:|---:|---:|---:|---|\n")
	for _, tool := range Tools() {
		if why, ok := head.NotRun[tool.Name]; ok {
			fmt.Fprintf(&b, "| %s | | not run | | | | %s |\n", tool.Name, why)
			continue
		}
		var seconds []float64
		total, unread := 0.0, 0
		rules := map[string]int{}
		for _, r := range all {
			said := r.By[tool.Name]
			seconds = append(seconds, said.CPU)
			total += said.CPU
			if said.Unread > 0 {
				unread++
			}
			for rule := range said.Rules {
				rules[rule]++
			}
		}
		slices.Sort(seconds)
		names := make([]string, 0, len(rules))
		for rule := range rules {
			names = append(names, rule)
		}
		slices.SortFunc(names, func(a, b string) int {
			if rules[a] != rules[b] {
				return rules[b] - rules[a]
			}
			return strings.Compare(a, b)
		})
		var shown []string
		for _, rule := range names[:min(3, len(names))] {
			shown = append(shown, fmt.Sprintf("`%s` (%d)", rule, rules[rule]))
		}
		fmt.Fprintf(&b, "| %s | %s | %.1f | %.1f | %.0f | %d of %d | %s |\n", tool.Name, head.Versions[tool.Name],
			seconds[len(seconds)/2], seconds[len(seconds)-1], total, unread, len(all), strings.Join(shown, ", "))
	}
	return b.String()
}
