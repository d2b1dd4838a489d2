package wrap_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

// hostsPage writes docs/exthost.md, and lists what must not be.
func hostsPage(all []outcome) (page string, problems []string) {
	var b strings.Builder
	b.WriteString(`# The corpus in real extension hosts

Written by ` + "`make exthost`" + `; do not edit. Every extension of the corpus runs in VS Code's own extension host: as it is; wrapped and
observed while a workbench does the first half of the work (every other file, position and command); wrapped and enforced, under what the
analysis of the code grants and what the observation adds by itself, with the second half of the work, on three hosts. No proposal was
accepted. Packages that VS Code's build keeps once beside its own extensions are put inside those that load them, where an extension that is installed has
them: the loader loads nothing that did not ship. *same* means: the same commands registered and the same functions of the workbench called as without the loader, 0.8 s after
activation; what differs is listed below the table.

| extension | grants: static + observed, waiting | observed |`)
	for _, k := range exthost.Kits() {
		fmt.Fprintf(&b, " enforced: %s |", k)
	}
	b.WriteString("\n|---|---|---|---|---|---|\n")
	current := exthost.Current().String()
	activated, same := 0, 0
	var notes []string
	for _, o := range all {
		if o.Unwrapped != "" || o.Problem != "" {
			why := "does not activate without the loader: " + o.Unwrapped
			if o.Problem != "" {
				why = "not wrapped: " + o.Problem
			}
			fmt.Fprintf(&b, "| %s | %s | | | | |\n", o.ID, strings.ReplaceAll(why, "|", "\\|"))
			if o.Problem != "" && o.Unwrapped == "" {
				problems = append(problems, o.ID+": "+o.Problem)
			}
			continue
		}
		activated++
		cell, differences := compared(o.Plain[current], o.Observed)
		if cell == "same" {
			same++
		}
		notes = append(notes, prefixed(o.ID+", observed: ", differences)...)
		fmt.Fprintf(&b, "| %s | %d + %d, %d | %s |", o.ID, o.Static, o.Added, o.Proposed, cell)
		if !o.Observed.Activated {
			problems = append(problems, o.ID+" does not activate observed: "+o.Observed.Error)
		}
		for _, k := range exthost.Kits() {
			plain, got := o.Plain[k.String()], o.Enforced[k.String()]
			if !plain.Activated {
				b.WriteString(" does not activate without the loader |")
				continue
			}
			cell, differences := compared(plain, got)
			if !got.Activated {
				problems = append(problems, fmt.Sprintf("%s does not activate enforced on %s: %s", o.ID, k, got.Error))
			}
			if n := len(got.AtStart); n > 0 {
				cell += fmt.Sprintf("; %d denied at activation", n)
			}
			if n := len(got.Later); n > 0 {
				cell += fmt.Sprintf("; %d denied at work", n)
			}
			fmt.Fprintf(&b, " %s |", cell)
			notes = append(notes, prefixed(o.ID+", enforced on "+k.String()+": ", differences)...)
			notes = append(notes, prefixed(o.ID+", enforced on "+k.String()+", denied at activation: ", got.AtStart)...)
			notes = append(notes, prefixed(o.ID+", enforced on "+k.String()+", denied at work: ", got.Later)...)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\nOf %d extensions %d activate without the loader on %s; %d of them do the same observed.\n", len(all), activated, current, same)
	b.WriteString("\n## What differs\n\nA denial is a use that neither the analysis granted nor the first half of the work showed, or one that waits for consent.\n\n")
	slices.Sort(notes)
	const most = 6
	seen := map[string]int{}
	for _, n := range notes {
		head, _, _ := strings.Cut(n, ": ")
		if seen[head]++; seen[head] <= most {
			fmt.Fprintf(&b, "- %s\n", n)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(seen)) {
		if seen[n] > most {
			fmt.Fprintf(&b, "- %s: %d more\n", n, seen[n]-most)
		}
	}
	return b.String(), problems
}

func prefixed(head string, lines []string) []string {
	var out []string
	for _, l := range lines {
		out = append(out, head+l)
	}
	return out
}

// compared says in a word how two runs differ at activation, and in what.
func compared(plain, got run) (string, []string) {
	if !got.Activated {
		return "**does not activate**", []string{firstLine(got.Error)}
	}
	var out []string
	for _, c := range []struct {
		what    string
		was, is []string
	}{{"command", plain.Commands, got.Commands}, {"call", plain.Calls, got.Calls}} {
		for _, x := range c.was {
			if !slices.Contains(c.is, x) {
				out = append(out, "no "+c.what+" "+x)
			}
		}
		for _, x := range c.is {
			if !slices.Contains(c.was, x) {
				out = append(out, "one more "+c.what+" "+x)
			}
		}
	}
	if len(out) == 0 {
		return "same", nil
	}
	return fmt.Sprintf("activates, %d differences", len(out)), out
}
