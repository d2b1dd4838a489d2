package policy

import "slices"

// Reduced leaves away every grant that another one, of which the policy is sure,
// includes: the policy allows the same without. covered tells, by Key, which
// grant speaks for one that is gone.
func (p Policy) Reduced() (reduced Policy, covered map[string]string) {
	p = p.normal()
	covered = map[string]string{}
	c, err := compileAll(p)
	if err != nil {
		return p, covered
	}
	gone := make([]bool, len(c.grants))
	for i, g := range c.grants {
		var opened []string
		known := false
		for j, o := range c.grants {
			if i == j || gone[j] || o.Section != g.Section || o.Mark != Sure || o.TrustedOnly && !g.TrustedOnly || !o.includes(g, c.prover) {
				continue
			}
			if !known {
				opened, known = g.names(c.prover), true
			}
			mine := o.names(c.prover)
			if slices.ContainsFunc(opened, func(x string) bool { return !slices.Contains(mine, x) }) {
				continue // it would close a sensitive place
			}
			gone[i] = true
			covered[g.Key()] = o.Key()
			break
		}
	}
	out := Policy{Extension: p.Extension, Basis: p.Basis, Denied: p.Denied, Notes: p.Notes}
	for i, g := range p.Grants {
		if !gone[i] {
			out.Grants = append(out.Grants, g)
		}
	}
	// Who speaks for a grant may be gone as well: its own speaker stands in.
	for key, by := range covered {
		for next, ok := covered[by]; ok; next, ok = covered[by] {
			by = next
		}
		covered[key] = by
	}
	return out.normal(), covered
}
