package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/shell"
)

// step is the one thing to do now: words, each a line, and the command for it. Or is what
// can be done in its place.
type step struct {
	words   []string
	command string
	or      []string
}

// sentence is the step where there are no lines.
func (s step) sentence() string {
	text := strings.Join(s.words, " ")
	if s.command != "" {
		text += " " + s.command + "."
	}
	return strings.Join(append([]string{text}, s.or...), " ")
}

// next is the one thing to do now. What is not in is listed where missing says.
func (r *Report) next(missing string) step {
	one := func(text string) step { return step{words: []string{text}} }
	switch {
	case len(r.Missing) > 0:
		return r.scanAgain()
	case len(r.Organisations) > 1:
		return one("Scan all shards with the same file of the organisation, and merge again.")
	case r.Totals.Failing+r.Totals.Above > 0:
		return one("Open the report of " + r.first(Extension.marked) + ".")
	case !r.Passes:
		return one("Read what stands " + missing + ".")
	case r.Totals.NeedsReview > 0:
		return one("Review " + r.first(func(e Extension) bool { return e.NeedsReview }) + ", and whatever else is marked so.")
	}
	return one("Nothing has to be done.")
}

// scanAgain says how what is missing comes in. A part belongs to its plan, and a shard's part
// counts once: the new one takes the place of the old. Whoever takes a target off the list has
// another plan, for which no part is there.
func (r *Report) scanAgain() step {
	var shards []int
	for _, m := range r.Missing {
		shards = append(shards, m.Shard)
	}
	slices.Sort(shards)
	shards = slices.Compact(shards)
	// A shard that nobody brought has no part to put the new one in the place of.
	old := slices.ContainsFunc(r.Shards, func(s State) bool { return s.State != Absent && slices.Contains(shards, s.Shard) })
	place := ", and merge again with its part:"
	if old {
		place = " into a new folder, and merge again with that in place of its old part:"
	}
	s := step{
		words:   []string{fmt.Sprintf("Scan shard %d%s", shards[0], place)},
		command: fmt.Sprintf("ringfence fleet scan --plan %s --shard %d --root ROOT -o NEW", r.plan(), shards[0]),
		or: []string{
			"ROOT holds the repositories as owner/name. Clone what is not there into it first.",
			"Or take it off the list: ringfence fleet plan again, then scan and merge all shards.",
		},
	}
	if n := len(shards) - 1; n > 0 {
		others := make([]string, 0, n)
		for _, shard := range shards[1:min(len(shards), 6)] {
			others = append(others, fmt.Sprint(shard))
		}
		text := "Then the same with shard " + strings.Join(others, ", ")
		if more := n - len(others); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		s.or = slices.Insert(s.or, 1, text+".")
	}
	return s
}

// plan is how a shell names the file of the plan.
func (r *Report) plan() string {
	return shell.Quote(escape.Printable(cmp.Or(r.PlanFile, "plan.json"), 300))
}
