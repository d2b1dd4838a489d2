package org

import (
	"fmt"
	"strings"
)

// Standing lists the powers whose ceilings are in the way, in the order of the
// file.
func (o *Outcome) Standing() []string {
	var out []string
	for _, c := range o.Ceilings {
		if c.State == Broken || c.State == Unproven {
			out = append(out, c.Of)
		}
	}
	return out
}

// Summary says in one clause what became of the ceilings.
func (o *Outcome) Summary() string {
	counts := map[State]int{}
	for _, c := range o.Ceilings {
		counts[c.State]++
	}
	var parts []string
	for _, s := range []State{Broken, Unproven, Waived, Holds} {
		if n := counts[s]; n > 0 {
			word := string(s)
			if s == Holds {
				word = map[bool]string{true: "holds", false: "hold"}[n == 1]
			}
			parts = append(parts, fmt.Sprintf("%d %s", n, word))
		}
	}
	if len(parts) == 0 {
		return "no ceilings"
	}
	if len(o.Ceilings) == 1 {
		return "of 1 ceiling " + strings.Join(parts, ", ")
	}
	return fmt.Sprintf("of %d ceilings %s", len(o.Ceilings), strings.Join(parts, ", "))
}

// Text says what is above a ceiling, in one sentence.
func (b Breach) Text() string {
	var text string
	switch b.Kind {
	case Outside:
		text = b.Grant + ": " + b.Why
	case Unresolved:
		text = b.Grant + ": not known: " + b.Why
	default:
		text = "not seen: " + b.Why
	}
	if b.Waiver != "" {
		text += " (waived: " + b.Waiver + ")"
	}
	return text
}

// Text says what became of a waiver, in one sentence.
func (w WaiverOutcome) Text() string {
	whom := strings.Trim(w.Extension+" in "+w.Repository, " ")
	switch {
	case w.Repository == "":
		whom = w.Extension
	case w.Extension == "":
		whom = w.Repository
	}
	head := fmt.Sprintf("the waiver of %s for %s (%s, until %s)", w.Ceiling, whom, w.Owner, w.Until)
	what := "1 line"
	if w.Answered != 1 {
		what = fmt.Sprintf("%d lines", w.Answered)
	}
	switch w.Use {
	case Used:
		return head + " answers " + what + ": " + w.Reason
	case Unused:
		return head + " answers nothing and can go"
	case Expired:
		return head + " is over and no longer answers " + what
	}
	return head + " is for another"
}
