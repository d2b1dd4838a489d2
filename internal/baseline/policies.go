package baseline

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/change"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Comparison is what the policies of a change are made of.
type Comparison struct {
	// Path is the extension's folder in the repository; "." is its root.
	Path string
	// Code is the head's code as it was judged; Other is the same on the other
	// basis, nil where nobody looked at that.
	Code
	Other *Code
	// Head are the head's documents; HeadBroken says why they cannot be read.
	Head       Documents
	HeadBroken string
	// Base are the base's documents; nil: the change has no base, what is there is
	// judged as it is.
	Base *Documents
	// BaseNeeds is what the base's code asks for; nil: nobody saw it.
	BaseNeeds *policy.Policy
	// New says that the extension is new to a repository that uses ringfence:
	// everything it may do is wider than nothing. Start says that the base does not
	// use ringfence: where its code was not seen, there is nothing then that anybody
	// was held to.
	New, Start bool
	// Wanted says that a policy is to be committed although there is none yet.
	Wanted bool
	// Today is the day on which rulings may be over.
	Today string
	// Fenced says that the extension ships with its loader, by the configuration
	// of base or head.
	Fenced bool
}

// Policies is what came of it.
type Policies struct {
	// Head is the policy that is to be committed, by the head's documents where
	// they can be read, and Evidence why each line is in it.
	Head     policy.Policy
	Evidence evidence.Document
	// Diff is the difference from the base's policy for readers; zero when there
	// is none to compare with. Wider are its wider lines as sentences, and what
	// else allows more.
	Diff  change.Diff
	Wider []string
	// Uncompared says why nothing was compared; empty: it was, or there is
	// nothing to be wider than.
	Uncompared string
	// Drift names what is committed and not what comes out, Undrifted says why
	// that was not looked at, Patch puts it right.
	Drift     []string
	Undrifted string
	Patch     []byte
	// Files are what has to be committed for it, by name below the extension's
	// folder.
	Files map[string][]byte
	// Notes are for readers.
	Notes []string
}

// Compare makes the policies of a change. Widening is looked for twice: in what
// the head's code needs under the base's documents, because a change cannot
// accept itself, and in what the head's own documents allow, because they count
// once it is merged.
func Compare(c Comparison) Policies {
	var out Policies
	// What is committed is held against code of the basis it was made from.
	drifting, undrifted := c, ""
	if c.Head.Policy != nil {
		drifting, undrifted = c.on(c.Head.Policy.Basis)
	}
	own, err := drifting.fold(c.Head.Inputs)
	switch {
	case c.HeadBroken != "":
		out.Undrifted = c.HeadBroken
	case err != nil:
		out.Undrifted = escape.Printable(err.Error(), finding.MaxMessage)
	case undrifted != "":
		out.take(c, c.Head.Inputs, own)
		out.Undrifted = undrifted
	default:
		out.take(drifting, c.Head.Inputs, own)
		out.drift(drifting, own.Policy)
	}
	if c.Base == nil {
		if out.Undrifted != "" && undrifted == "" {
			if bare, err := c.fold(policygen.Inputs{}); err == nil {
				out.take(c, policygen.Inputs{}, bare)
			}
		}
		return out
	}
	inputs, renamed := c.baseInputs()
	c, out.Uncompared = c.on(c.baseBasis())
	if out.Uncompared != "" {
		return out
	}
	// A change that leaves the documents alone is folded and explained once.
	same := out.Undrifted == "" && c.Needs.Basis == drifting.Needs.Basis && reflect.DeepEqual(inputs, c.Head.Inputs)
	under := own
	if !same {
		if under, err = c.fold(inputs); err != nil {
			out.Uncompared = escape.Printable(err.Error(), finding.MaxMessage)
			return out
		}
	}
	if out.Undrifted != "" && undrifted == "" {
		out.take(c, inputs, under)
	}
	was, ok := c.baseline(&out)
	if !ok {
		return out
	}
	if renamed != "" {
		out.Wider = append(out.Wider, renamed)
	}
	was.Extension = c.Needs.Extension
	why := out.Evidence
	if !same {
		why = c.Explain(inputs, under.Policy)
	}
	heads := []policy.Policy{under.Policy}
	d, err := change.Between(was, under.Policy, why)
	if err == nil && out.Undrifted == "" && !same {
		evidence := out.Evidence
		if c.Needs.Basis != drifting.Needs.Basis {
			if own, err = c.fold(c.Head.Inputs); err != nil {
				out.Uncompared = escape.Printable(err.Error(), finding.MaxMessage)
				return out
			}
			evidence = c.Explain(c.Head.Inputs, own.Policy)
		}
		var merged change.Diff
		if merged, err = change.Between(was, own.Policy, evidence); err == nil {
			d, heads = union(d, merged), append(heads, own.Policy)
		}
	}
	if err != nil {
		out.Uncompared = escape.Printable(err.Error(), finding.MaxMessage)
		return out
	}
	known := []policy.Policy{was}
	if current, ok := c.current(); ok && !c.New {
		var older int
		if d, older, err = brought(d, current, heads...); err != nil {
			out.Uncompared = escape.Printable(err.Error(), finding.MaxMessage)
			return out
		}
		switch {
		case older == 1:
			out.note("the policy is wider by 1 line than the committed one, and the base's code needs it too: another version of " +
				"ringfence sees it")
		case older > 1:
			out.note("the policy is wider by %d lines than the committed one, and the base's code needs these too: another version of "+
				"ringfence sees them", older)
		}
		known = append(known, current)
	}
	out.Diff = d
	for _, l := range d.Wider {
		out.Wider = append(out.Wider, sentence(l))
	}
	out.Wider = append(out.Wider, blinder(under.Policy, known...)...)
	return out
}

func (c Comparison) fold(in policygen.Inputs) (policygen.Result, error) {
	in.Static, in.Today = c.Needs, c.Today
	return policygen.Fold(in)
}

func (p *Policies) take(c Comparison, in policygen.Inputs, r policygen.Result) {
	in.Static, in.Today = c.Needs, c.Today
	p.Head, p.Evidence = r.Policy, c.Explain(in, r.Policy)
	for _, g := range r.Withheld {
		p.note("%s was observed and opens a sensitive place; only an override may grant it", g)
	}
	for _, r := range r.Expired {
		p.note("line %d of the override was for the time until %s", r.Line, r.Until)
	}
}

func (p *Policies) note(format string, args ...any) {
	p.Notes = append(p.Notes, escape.Printable(fmt.Sprintf(format, args...), finding.MaxMessage))
}

// union adds the wider lines that only the second difference has. What is
// narrower is the second's: that is what will hold.
func union(a, b change.Diff) change.Diff {
	have := map[string]bool{}
	out := change.Diff{Extension: a.Extension, Narrower: b.Narrower}
	for _, l := range slices.Concat(a.Wider, b.Wider) {
		if !have[lineKey(l)] {
			have[lineKey(l)] = true
			out.Wider = append(out.Wider, l)
		}
	}
	return out
}

// lineKey is what two lines have in common when they are one.
func lineKey(l change.Line) string {
	return fmt.Sprintf("%v %v %s", l.Denial, l.Grant.TrustedOnly, l.Grant.Key())
}

func sentence(l change.Line) string {
	text := fmt.Sprintf("%s: %s", l.Grant, l.Reason)
	if len(l.Places) > 0 {
		text += "; it is needed at " + finding.At(l.Places[0].Where, l.Places[0].Origin)
	}
	return escape.Printable(text, finding.MaxMessage)
}

// blinder says what the base's policy was sure of and the head's is not: code
// that cannot be seen is granted nothing, and that is not the same as needing
// nothing.
func blinder(is policy.Policy, before ...policy.Policy) []string {
	known := map[string]bool{}
	for _, was := range before {
		for _, n := range was.Notes {
			known[n.Question] = true
		}
	}
	var out []string
	for _, n := range is.Notes {
		if n.Mark == policy.Incomplete && !known[n.Question] {
			out = append(out, escape.Printable("what the code needs is no longer fully known: "+strings.TrimSpace(n.Question), finding.MaxMessage))
		}
	}
	return out
}
