package policy

import (
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

// Ruling is one entry of an override: a grant a person allows or denies.
type Ruling struct {
	Deny   bool
	Grant  Grant
	Reason string
	// Until is the last day it holds, as 2027-01-31; empty: for good.
	Until string
	// Line is where it stands.
	Line int
}

// Override is policy.override.json: a person's word. It wins over everything
// else, and a denial over an allowance.
type Override struct {
	Extension string
	File      string
	Rulings   []Ruling
}

// Allowance returns the entry of an override that allows a grant, as text. The reason in it
// is a person's to write.
func Allowance(g Grant) string {
	g.Mark, g.Question = Sure, ""
	return `{"allow": ` + single(g) + `, "reason": "…"}`
}

// ParseOverride reads policy.override.json.
func ParseOverride(file string, data []byte) (Override, error) {
	o := Override{File: file}
	r, err := open(file, data)
	if err != nil {
		return o, err
	}
	root := r.doc.Root
	if !r.object(root, "an override", "schemaVersion", "extension", "overrides") {
		return o, r.err()
	}
	o.Extension = r.head(root)
	rulings := root.Get("overrides")
	if rulings == nil {
		r.wrong(root, `"overrides" is missing`)
		return o, r.err()
	}
	for _, v := range r.list(rulings, "overrides") {
		if !r.object(v, "an override's entry", "allow", "deny", "reason", "until") {
			continue
		}
		line, _ := r.doc.At(v.Start)
		x := Ruling{Reason: r.reason(v), Until: r.day(v.Get("until")), Line: line, Deny: v.Get("deny") != nil}
		if (v.Get("allow") == nil) != x.Deny {
			r.wrong(v, "an entry allows or denies one grant")
			continue
		}
		verb := "allow"
		if x.Deny {
			verb = "deny"
		}
		var ok bool
		if x.Grant, ok = r.one(v, verb); !ok {
			continue
		}
		if x.Deny {
			r.plainOnly(v.Get("deny"), []Grant{x.Grant})
		}
		if x.Grant.Mark != Sure {
			r.wrong(v, "a person is sure: no mark")
		}
		o.Rulings = append(o.Rulings, x)
	}
	if r.err() == nil {
		o.contradictions(r)
	}
	return o, r.err()
}

// contradictions refuses an allowance that a denial takes back whole: it could
// never act, so one of the two is a mistake.
func (o Override) contradictions(r *reader) {
	denied := compiledPolicy{prover: pattern.NewProver(proofs)}
	lines := map[int]int{}
	for _, x := range o.Rulings {
		if c, err := compile(x.Grant); err == nil && x.Deny {
			lines[len(denied.denied)] = x.Line
			c.denial = true
			denied.denied = append(denied.denied, c)
		}
	}
	for _, x := range o.Rulings {
		c, err := compile(x.Grant)
		if err != nil || x.Deny {
			continue
		}
		i := slices.IndexFunc(denied.denied, func(d compiled) bool { return d.includes(c, denied.prover) })
		if i >= 0 {
			r.problem(x.Line, 1, "%s is allowed here and denied on line %d; take one of them out", x.Grant, lines[i])
		}
	}
}

// Expired reports the rulings whose last day is before today, a day as
// 2027-01-31. Where today is not known, whatever has a last day is over.
func (x Ruling) Expired(today string) bool {
	return x.Until != "" && x.Until < today || x.Until != "" && today == ""
}

// Apply returns the policy as an override changes it, and the rulings that are
// over and change nothing. Allowances are added; grants that a denial includes
// are taken out; the denial itself stays in the policy, for what it takes from
// broader grants.
func (p Policy) Apply(o Override, today string) (Policy, []Ruling, error) {
	if o.Extension != "" && p.Extension != "" && o.Extension != p.Extension {
		return p, nil, fmt.Errorf("applying the override of %s to the policy of %s", quote(o.Extension), quote(p.Extension))
	}
	var over []Ruling
	out := Policy{Extension: p.Extension, Basis: p.Basis, Notes: p.Notes, Grants: slices.Clone(p.Grants), Denied: slices.Clone(p.Denied)}
	for _, x := range o.Rulings {
		switch {
		case x.Expired(today):
			over = append(over, x)
		case x.Deny:
			out.Denied = append(out.Denied, x.Grant)
		default:
			out.Grants = append(out.Grants, x.Grant)
		}
	}
	c, err := compileAll(out)
	if err != nil {
		return p, nil, err
	}
	out.Grants = nil
	for _, g := range c.grants {
		if !c.denies(g) {
			out.Grants = append(out.Grants, g.Grant)
		}
	}
	return out.normal(), over, nil
}
