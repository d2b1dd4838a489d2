package githubaction

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// GitHub shows ten errors and ten warnings of a step and drops what comes after
// without a word ("Workflow commands", limits of annotations).
const maxAnnotations = 10

// Placed are findings of one extension. Prefix is its folder within the
// repository, "" or ending in a slash.
type Placed struct {
	Prefix   string
	Findings []finding.Finding
}

// Annotate writes findings as annotations of the run, the worst first, as many
// as are shown besides those that the caller has written already, and says how
// many are not. High and above are errors, the rest warnings; what a person has
// answered is not annotated.
func (r *Runner) Annotate(groups []Placed, already int) error {
	type one struct {
		finding.Finding
		prefix string
	}
	var shown []one
	for _, g := range groups {
		answered := func(f finding.Finding) bool { return f.Suppressed != nil || f.Severity == finding.None }
		for _, f := range finding.Sort(slices.DeleteFunc(slices.Clone(g.Findings), answered)) {
			shown = append(shown, one{f, g.Prefix})
		}
	}
	slices.SortStableFunc(shown, func(a, b one) int { return int(b.Severity) - int(a.Severity) })
	errors, warnings, left := already, already, 0
	for _, f := range shown {
		counter := &warnings
		place, message := f.Shown(), f.Message
		below, ok := place.Below(cmp.Or(f.prefix, "."))
		if !ok {
			place = f.Where
			below, _ = place.Below(cmp.Or(f.prefix, "."))
		}
		// A name stays as it is else, for GitHub to find the file.
		fields := map[string]string{"file": escape.Uncommanded(below.File), "line": strconv.Itoa(max(below.Line, 1)), "title": f.Check}
		if below.Column > 0 {
			fields["col"] = strconv.Itoa(below.Column)
		}
		if place != f.Where && f.Origin.Function != "" {
			message = "in " + f.Origin.Function + ": " + message
		}
		with := r.lib.WithFieldsMap(fields)
		say := with.Warningf
		if f.Severity >= finding.High {
			counter, say = &errors, with.Errorf
		}
		// One of the ten is kept for saying that there are more.
		if *counter >= maxAnnotations-1 {
			left++
			continue
		}
		*counter++
		if err := caught(func() { say("%s", escape.Logged(fmt.Sprintf("%s: %s", f.Severity, message), finding.MaxMessage)) }); err != nil {
			return err
		}
	}
	if left == 0 {
		return nil
	}
	return caught(func() {
		r.lib.Warningf("%s", fmt.Sprintf("%d more findings are not annotated here; the report and code scanning have them all", left))
	})
}

// Warn writes a warning about the run itself, such as a channel that is not
// open to it.
func (r *Runner) Warn(text string) error {
	return caught(func() { r.lib.Warningf("%s", escape.Logged(text, finding.MaxMessage)) })
}

// Error writes why the run fails.
func (r *Runner) Error(text string) error {
	return caught(func() { r.lib.Errorf("%s", escape.Logged(text, finding.MaxMessage)) })
}
