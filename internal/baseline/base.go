package baseline

import (
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Bases lists the bases on which the head has to be seen, so that it can be held
// against what is committed: those of the policies, and that of what the base's
// code needs.
func Bases(head, base *Documents, baseNeeds *policy.Policy) []policy.Basis {
	var out []policy.Basis
	for _, d := range []*Documents{head, base} {
		if d != nil && d.Policy != nil {
			out = append(out, d.Policy.Basis)
		}
	}
	if baseNeeds != nil && (base == nil || base.Policy == nil) {
		out = append(out, baseNeeds.Basis)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// baseInputs are the base's documents, unless the head is another extension:
// what was accepted for one is not accepted for the other.
func (c Comparison) baseInputs() (in policygen.Inputs, renamed string) {
	is := c.Needs.Extension
	if c.New {
		return policygen.Inputs{}, ""
	}
	in = c.Base.Inputs
	for _, was := range []string{c.baseName(), in.Accepted.Extension, in.Observed.Extension, in.Override.Extension} {
		if was != "" && was != is {
			return policygen.Inputs{}, escape.Printable(fmt.Sprintf("the extension is called %q and was called %q", is, was), finding.MaxMessage)
		}
	}
	return in, ""
}

// baseBasis is the basis of what the head may not be wider than.
func (c Comparison) baseBasis() policy.Basis {
	switch {
	case c.Base.Policy != nil:
		return c.Base.Policy.Basis
	case c.BaseNeeds != nil:
		return c.BaseNeeds.Basis
	}
	return c.Needs.Basis
}

func (c Comparison) baseName() string {
	switch {
	case c.Base.Policy != nil:
		return c.Base.Policy.Extension
	case c.BaseNeeds != nil:
		return c.BaseNeeds.Extension
	}
	return ""
}

// baseline is what the head may not be wider than: the policy the base has
// committed, with what its override says today, or else what the base's code
// needs, or else a policy that allows nothing. ok is false when there is nothing
// to be held to.
func (c Comparison) baseline(out *Policies) (was policy.Policy, ok bool) {
	in := c.Base.Inputs
	var err error
	switch {
	case c.New:
		out.note("the extension is new to a repository that uses ringfence: everything it may do is new")
		return policy.New(c.Needs.Extension), true
	case c.Base.Policy != nil:
		was, _, err = c.Base.Policy.Apply(in.Override, c.Today)
	case c.BaseNeeds != nil:
		var r policygen.Result
		in.Static, in.Today = *c.BaseNeeds, c.Today
		r, err = policygen.Fold(in)
		was = r.Policy
		out.note("the base has no %s; compared with what its code needs", PolicyName)
	case c.Start:
		out.note("the base has no %s, and no code of it was seen: there is nothing to be wider than", PolicyName)
		return was, false
	default:
		in.Static, in.Today = policy.New(c.Needs.Extension), c.Today
		var r policygen.Result
		r, err = policygen.Fold(in)
		was = r.Policy
		out.note("the base has no %s, and no code of it was seen: compared with a policy that allows nothing", PolicyName)
	}
	if err != nil {
		out.Uncompared = escape.Printable("the base's policy: "+err.Error(), finding.MaxMessage)
		return was, false
	}
	return was, true
}
