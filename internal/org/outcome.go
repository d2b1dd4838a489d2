package org

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// State is what became of a ceiling.
type State string

// The states.
const (
	// Holds: everything of its power is proven to lie below it.
	Holds State = "holds"
	// Waived: something is above it, and somebody answers for all of that.
	Waived State = "waived"
	// Unproven: nothing is above it, and not everything is known.
	Unproven State = "unproven"
	// Broken: something is above it.
	Broken State = "broken"
)

// States lists the states, best first.
func States() []State { return []State{Holds, Waived, Unproven, Broken} }

// Kind says in which way something is not below a ceiling.
type Kind string

// The kinds.
const (
	// Outside: a grant is not proven to lie below.
	Outside Kind = "outside"
	// Unresolved: a grant lies below for want of knowledge: what the code uses is
	// not known.
	Unresolved Kind = "unresolved"
	// Unseen: there may be more than the policy says.
	Unseen Kind = "unseen"
)

// Outcome is a policy held against an organisation's file. Lists are never nil.
type Outcome struct {
	// File is the file as it was named, SHA256 the digest of its bytes.
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
	// State is the worst of the ceilings'.
	State State `json:"state"`
	// Repository is what the waivers were held against; empty: nobody said.
	Repository string `json:"repository"`
	// Ceilings are all of the file, in its order.
	Ceilings []CeilingOutcome `json:"ceilings"`
	// Waivers are all of the file, in its order.
	Waivers []WaiverOutcome `json:"waivers"`
	// Tightened says what of the repository's configuration or of the command line
	// did not count, a sentence each.
	Tightened []string `json:"tightened"`
}

// CeilingOutcome is what became of one ceiling.
type CeilingOutcome struct {
	Rule   string `json:"rule"`
	Line   int    `json:"line"`
	Of     string `json:"of"`
	Reason string `json:"reason"`
	State  State  `json:"state"`
	// Breaches are what is above, what nobody waived first, maxBreaches at most;
	// More counts the rest.
	Breaches []Breach `json:"breaches"`
	More     int      `json:"more"`
}

// Breach is one thing that is not below a ceiling.
type Breach struct {
	Kind Kind `json:"kind"`
	// Grant is the line of the policy as it is printed; empty for Unseen.
	Grant string `json:"grant"`
	Why   string `json:"why"`
	// Places are where the code needs it, maxPlaces at most; More counts the rest.
	Places []Place `json:"places"`
	More   int     `json:"more"`
	// Waiver names the waiver that answers it; empty: none does.
	Waiver string `json:"waiver"`
}

// Place is one use and the way there.
type Place struct {
	Where  finding.Location `json:"where"`
	Symbol string           `json:"symbol"`
	// Path leads there from an entry, outermost first.
	Path []string `json:"path"`
	// Origin is the place in the sources; nil: it is not known.
	Origin *finding.Origin `json:"origin,omitempty"`
}

// Text writes a place on one line.
func (p Place) Text() string {
	text := finding.At(p.Where, p.Origin) + " " + p.Symbol
	for i, s := range p.Path {
		sep := " > "
		if i == 0 {
			sep = ", by "
		}
		text += sep + s
	}
	return escape.Printable(text, finding.MaxMessage)
}

// Use is what became of a waiver.
type Use string

// The uses.
const (
	// Used: it answered something.
	Used Use = "used"
	// Unused: it is for this extension, and there is nothing to answer.
	Unused Use = "unused"
	// Expired: its last day is over; it answers nothing.
	Expired Use = "expired"
	// Elsewhere: it is for another extension or repository.
	Elsewhere Use = "elsewhere"
)

// Uses lists the uses.
func Uses() []Use { return []Use{Used, Unused, Expired, Elsewhere} }

// WaiverOutcome is what became of one waiver.
type WaiverOutcome struct {
	Rule       string `json:"rule"`
	Line       int    `json:"line"`
	Ceiling    string `json:"ceiling"`
	Extension  string `json:"extension"`
	Repository string `json:"repository"`
	Grant      string `json:"grant"`
	Owner      string `json:"owner"`
	Reason     string `json:"reason"`
	Until      string `json:"until"`
	Use        Use    `json:"use"`
	// Answered counts what it answered, or would if it were not expired.
	Answered int `json:"answered"`
}

// The bounds of an outcome.
const (
	maxBreaches = 50
	maxPlaces   = 3
	maxSteps    = 40
)

// Stands reports that a ceiling is in the way: something is above it, or that
// cannot be told.
func (o *Outcome) Stands() bool { return o != nil && o.State != Holds && o.State != Waived }

// Validate refuses what Judge would not have written: an outcome comes back in a
// saved report, which is a stranger's file.
func (o *Outcome) Validate() error {
	texts := []string{o.File, o.SHA256, o.Repository}
	if o.Ceilings == nil || o.Waivers == nil || o.Tightened == nil || len(o.Ceilings) > MaxCeilings || len(o.Waivers) > MaxWaivers {
		return errors.New("the organisation's lists are null or too long")
	}
	if o.File == "" || !slices.Contains(States(), o.State) {
		return errors.New("the organisation has no file or an unknown state")
	}
	worst := Holds
	for _, c := range o.Ceilings {
		if !slices.Contains(States(), c.State) || c.Breaches == nil || len(c.Breaches) > maxBreaches || c.More < 0 || c.Line < 0 ||
			(c.State == Holds) != (len(c.Breaches) == 0) || c.Of == "" {
			return fmt.Errorf("ceiling %q is not as a run leaves it", escape.Printable(c.Of, 80))
		}
		worst = worse(worst, c.State)
		texts = append(texts, c.Rule, c.Of, c.Reason)
		for _, b := range c.Breaches {
			if !slices.Contains([]Kind{Outside, Unresolved, Unseen}, b.Kind) || b.Places == nil || len(b.Places) > maxPlaces || b.More < 0 {
				return errors.New("a breach is not as a run leaves it")
			}
			texts = append(texts, b.Grant, b.Why, b.Waiver)
			for _, p := range b.Places {
				if p.Origin != nil && p.Origin.Validate() != nil {
					return errors.New("a place of a breach is no place")
				}
				if err := p.Where.Validate(); err != nil || p.Path == nil || len(p.Path) > maxSteps {
					return errors.New("a place of a breach is not as a run leaves it")
				}
				texts = append(append(texts, p.Symbol), p.Path...)
			}
		}
	}
	if worst != o.State {
		return errors.New("the organisation's state is not the worst of its ceilings'")
	}
	for _, w := range o.Waivers {
		if !slices.Contains(Uses(), w.Use) || w.Line < 0 || w.Answered < 0 {
			return errors.New("a waiver is not as a run leaves it")
		}
		texts = append(texts, w.Rule, w.Ceiling, w.Extension, w.Repository, w.Grant, w.Owner, w.Reason, w.Until)
	}
	for _, s := range append(texts, o.Tightened...) {
		if !escape.IsPrintable(s, finding.MaxMessage) {
			return errors.New("a text of the organisation does not print")
		}
	}
	return nil
}

func worse(a, b State) State {
	if slices.Index(States(), b) > slices.Index(States(), a) {
		return b
	}
	return a
}
