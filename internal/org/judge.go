package org

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/pattern"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Input is what is held against a file.
type Input struct {
	// File names the organisation's file as it is shown, SHA256 is the digest of
	// its bytes.
	File, SHA256 string
	// Extension is publisher.name. Repository is owner/name as whoever runs this
	// knows it, never as the extension says; empty: nobody said.
	Extension, Repository string
	// Policy is what the extension may do, and with a file that does not say
	// fenced without what a person denies it. Evidence is why.
	Policy   policy.Policy
	Evidence evidence.Document
	// Today is the day on which waivers may be over, as 2027-01-31. Empty: it is
	// not known, and all are.
	Today string
	// Tightened is Tighten's.
	Tightened []string
}

// steps is how many steps of proof the search for shells may take.
const steps = 10_000_000

// Judge holds a policy against the ceilings. An error is an invalid grant, which
// neither Parse nor the policy's reader lets through.
func (o *Organisation) Judge(in Input) (*Outcome, error) {
	out := &Outcome{
		File: escape.Printable(in.File, finding.MaxMessage), SHA256: in.SHA256, State: Holds, Repository: escape.Printable(in.Repository, 200),
		Ceilings: []CeilingOutcome{}, Waivers: []WaiverOutcome{}, Tightened: append([]string{}, in.Tightened...),
	}
	prover := pattern.NewProver(steps)
	uses := make([]int, len(o.Waivers))
	for _, c := range o.Ceilings {
		breaches, err := o.exceeds(c, in, prover)
		if err != nil {
			return nil, err
		}
		result := CeilingOutcome{Rule: c.Rule(), Line: c.Line, Of: c.Of, Reason: c.Reason, State: Holds}
		for i := range breaches {
			b := &breaches[i]
			for k, w := range o.Waivers {
				if !w.answers(c, b.line, in) {
					continue
				}
				uses[k]++
				if b.Waiver == "" && !w.Over(in.Today) {
					b.Waiver = w.Rule()
				}
			}
			result.State = worse(result.State, b.state())
		}
		result.Breaches, result.More = shortened(breaches)
		out.State = worse(out.State, result.State)
		out.Ceilings = append(out.Ceilings, result)
	}
	for k, w := range o.Waivers {
		out.Waivers = append(out.Waivers, w.outcome(in, uses[k]))
	}
	return out, nil
}

// breach is a Breach with the line by which a waiver names it.
type breach struct {
	Breach
	line string
}

func (b breach) state() State {
	switch {
	case b.Waiver != "":
		return Waived
	case b.Kind == Outside:
		return Broken
	}
	return Unproven
}

// shortened returns the breaches of an outcome, the worst first, and counts the others.
func shortened(all []breach) (out []Breach, more int) {
	slices.SortStableFunc(all, func(a, b breach) int {
		return cmp.Compare(slices.Index(States(), b.state()), slices.Index(States(), a.state()))
	})
	out = []Breach{}
	for i, b := range all {
		if i == maxBreaches {
			return out, len(all) - maxBreaches
		}
		out = append(out, b.Breach)
	}
	return out, 0
}

// exceeds lists what of a policy is not proven to lie below a ceiling.
func (o *Organisation) exceeds(c Ceiling, in Input, pr *pattern.Prover) ([]breach, error) {
	var subject policy.Policy
	if o.Fenced {
		subject.Denied = in.Policy.Denied
	}
	for _, g := range in.Policy.Grants {
		if c.power.covers(g, c.Of, pr) {
			subject.Grants = append(subject.Grants, g)
		}
	}
	wider, err := policy.Wider(policy.Policy{Grants: c.AtMost}, subject)
	if err != nil {
		return nil, fmt.Errorf("holding the policy against the ceiling of %s: %w", c.Of, err)
	}
	var out []breach
	outside := map[string]bool{}
	for _, w := range wider {
		outside[w.Grant.Key()] = true
		kind := Outside
		if w.Grant.Mark == policy.Unresolved && !o.Fenced && len(c.AtMost) > 0 {
			// The scope is the policy's guess; what the code uses may lie below.
			kind = Unresolved
		}
		out = append(out, in.breach(kind, w.Grant, why(c, w)))
	}
	if o.Fenced {
		return out, nil
	}
	for _, g := range subject.Grants {
		if g.Mark == policy.Unresolved && !outside[g.Key()] {
			out = append(out, in.breach(Unresolved, g, cmp.Or(g.Question, "what the code uses is not known")))
		}
	}
	unseen := func(text string) {
		out = append(out, breach{Breach: Breach{Kind: Unseen, Why: escape.Printable(text, finding.MaxMessage), Places: []Place{}}})
	}
	for _, n := range in.Policy.Notes {
		if n.Mark == policy.Incomplete {
			unseen(n.Question)
		}
	}
	if slices.ContainsFunc(in.Policy.Denied, func(g policy.Grant) bool { return c.power.covers(g, c.Of, pr) }) {
		unseen("the policy denies some of it, which says nothing of an extension that runs without a fence")
	}
	return out, nil
}

// why says in one clause what a change lacks.
func why(c Ceiling, w policy.Change) string {
	switch {
	case len(c.AtMost) == 0 && c.Of == "process.shell" && !w.Grant.Shell:
		return "the program is a shell, or may be one, and runs any line"
	case len(c.AtMost) == 0:
		return "nothing of " + c.Of + " is allowed"
	case c.Of == "process.shell" && !w.Grant.Shell:
		return "the program is a shell, or may be one, and runs lines that the ceiling does not know"
	case strings.HasPrefix(w.Reason, "opens the sensitive place"):
		return w.Reason + ", which the ceiling does not name"
	}
	return "not proven to lie within " + c.Text()
}

// Text writes what a ceiling allows, for people.
func (c Ceiling) Text() string {
	if len(c.AtMost) == 0 {
		return none
	}
	var parts []string
	for _, g := range c.AtMost {
		text := Line(g)
		if _, after, ok := strings.Cut(text, ": "); ok {
			text = after
		}
		if !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	const shown = 6
	if n := len(parts) - shown; n > 0 {
		parts = append(parts[:shown], fmt.Sprintf("%d more", n))
	}
	return escape.Printable(strings.Join(parts, ", "), 400)
}

// Line is a grant as a waiver names it: as it is printed, without its marks.
func Line(g policy.Grant) string {
	g.Mark, g.Question, g.TrustedOnly = policy.Sure, "", false
	return g.String()
}

func (in Input) breach(k Kind, g policy.Grant, why string) breach {
	b := breach{line: Line(g)}
	b.Breach = Breach{Kind: k, Grant: g.String(), Why: escape.Printable(why, finding.MaxMessage), Places: []Place{}}
	line, _ := in.Evidence.Of(g)
	b.More = line.More
	for i, p := range line.Places {
		if i >= maxPlaces {
			b.More += len(line.Places) - maxPlaces
			break
		}
		place := Place{Where: p.Where, Symbol: escape.Printable(p.Symbol, finding.MaxMessage), Path: []string{}, Origin: p.Origin}
		for _, s := range p.Path[:min(len(p.Path), maxSteps)] {
			place.Path = append(place.Path, escape.Printable(s, finding.MaxMessage))
		}
		b.Places = append(b.Places, place)
	}
	return b
}

// Over reports that a waiver's last day is before today. Where today is not known,
// all are over.
func (w Waiver) Over(today string) bool { return today == "" || today > w.Until }

// concerns reports that a waiver is for this extension in this repository.
func (w Waiver) concerns(in Input) bool {
	if w.Extension != "" && !strings.EqualFold(w.Extension, in.Extension) {
		return false
	}
	return w.Repository == "" || strings.EqualFold(w.Repository, in.Repository)
}

// answers reports that a waiver means a line above a ceiling, be its time over
// or not.
func (w Waiver) answers(c Ceiling, line string, in Input) bool {
	return w.Ceiling == c.Of && w.concerns(in) && (w.Grant == "" || w.Grant == line)
}

func (w Waiver) outcome(in Input, answered int) WaiverOutcome {
	out := WaiverOutcome{
		Rule: w.Rule(), Line: w.Line, Ceiling: w.Ceiling, Extension: w.Extension, Repository: w.Repository, Grant: w.Grant,
		Owner: w.Owner, Reason: w.Reason, Until: w.Until, Use: Unused, Answered: answered,
	}
	switch {
	case !w.concerns(in):
		out.Use = Elsewhere
	case w.Over(in.Today):
		out.Use = Expired
	case answered > 0:
		out.Use = Used
	}
	return out
}
