package policy

import (
	"reflect"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

// Change is one way in which a policy goes beyond another.
type Change struct {
	// Grant is the line: a grant that is there now, or, when Denial is set, a
	// denial that is gone.
	Grant  Grant
	Denial bool
	// Reason says what the other policy lacks, in one clause.
	Reason string
}

// Wider lists what b allows that a is not proven to: the grants of b that no
// grant of a includes, in the order of the document, and the denials of a that b
// has given up. Where inclusion cannot be proven it counts as wider. An error is
// an invalid grant, which neither Parse nor New's callers let through.
func Wider(a, b Policy) ([]Change, error) {
	before, err := compileAll(a)
	if err != nil {
		return nil, err
	}
	if reflect.DeepEqual(a.Grants, b.Grants) && reflect.DeepEqual(a.Denied, b.Denied) {
		return nil, nil // most changes: no law of patterns has to be asked
	}
	after, err := compileAll(b)
	if err != nil {
		return nil, err
	}
	before.prover = after.prover
	var out []Change
	for _, g := range after.grants {
		if after.denies(g) {
			continue
		}
		if reason := before.lacks(g); reason != "" {
			out = append(out, Change{Grant: g.Grant, Reason: reason})
		}
	}
	for _, d := range before.denied {
		if !after.denies(d) && after.touches(d) {
			out = append(out, Change{Grant: d.Grant, Denial: true, Reason: "no longer denied"})
		}
	}
	return out, nil
}

// Narrower lists what b has given up of a: the mirror of Wider.
func Narrower(a, b Policy) ([]Change, error) {
	out, err := Wider(b, a)
	for i := range out {
		switch {
		case out[i].Denial:
			out[i].Reason = "denied now"
		case strings.HasPrefix(out[i].Reason, "holds in"):
			out[i].Reason = "holds in a trusted workspace only"
		default:
			out[i].Reason = "no longer granted"
		}
	}
	return out, err
}

// proofs is how many steps one comparison may take: a second or two of work, on texts made for it.
const proofs = 10_000_000

type compiledPolicy struct {
	grants, denied []compiled
	// byKey finds the grant of the same resource without a search.
	byKey  map[string]compiled
	prover *pattern.Prover
}

func compileAll(p Policy) (compiledPolicy, error) {
	out := compiledPolicy{byKey: map[string]compiled{}, prover: pattern.NewProver(proofs)}
	for _, g := range p.Grants {
		c, err := compile(g)
		if err != nil {
			return out, err
		}
		out.grants = append(out.grants, c)
		if key := g.Key(); !g.TrustedOnly || out.byKey[key].Section == "" {
			out.byKey[key] = c
		}
	}
	for _, g := range p.Denied {
		c, err := compile(g)
		if err != nil {
			return out, err
		}
		c.denial = true
		out.denied = append(out.denied, c)
	}
	return out, nil
}

// denies reports that all of a grant is denied.
func (p compiledPolicy) denies(g compiled) bool {
	return slices.ContainsFunc(p.denied, func(d compiled) bool {
		return Compare(d.Grant, g.Grant) == 0 || p.prover.Spend(1) && d.includes(g, p.prover)
	})
}

// touches reports a grant of the same kind as the denial: it may reach into it.
func (p compiledPolicy) touches(d compiled) bool {
	return slices.ContainsFunc(p.grants, func(g compiled) bool {
		return g.Section == d.Section && (g.Name == d.Name || d.Section == Modules && d.Name == "") && !p.denies(g)
	})
}

// lacks says what of a grant no grant of p includes; empty: nothing.
func (p compiledPolicy) lacks(g compiled) string {
	reason := "the old policy allows nothing of " + string(g.Section)
	if g.Name != "" {
		reason += ": " + g.Name
	}
	if same, ok := p.byKey[g.Key()]; ok && (!same.TrustedOnly || g.TrustedOnly) {
		return ""
	}
	var opened []string
	known := false
	for _, o := range p.grants {
		if o.Section != g.Section || o.Name != g.Name {
			continue
		}
		reason = "the old policy does not allow it"
		if !p.prover.Spend(1) || !o.includes(g, p.prover) {
			continue
		}
		if o.TrustedOnly && !g.TrustedOnly {
			reason = "holds in every workspace, and did in a trusted one only"
			continue
		}
		if !known {
			opened, known = g.names(p.prover), true
		}
		mine := o.names(p.prover)
		closed := slices.IndexFunc(opened, func(x string) bool { return !slices.Contains(mine, x) })
		if closed < 0 {
			return ""
		}
		reason = "opens the sensitive place " + opened[closed]
	}
	return reason
}
