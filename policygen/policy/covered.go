package policy

import "slices"

// Covered returns for each grant the index of another that grants all of it in
// every workspace, or -1. Of two that say the same the first stays. It is false
// when the search was cut, and pairs were not looked at.
func Covered(grants []Grant) (by []int, all bool, err error) {
	p, err := compileAll(Policy{Grants: grants})
	if err != nil {
		return nil, false, err
	}
	covers := func(o, g compiled) bool {
		if o.TrustedOnly && !g.TrustedOnly || !o.includes(g, p.prover) {
			return false
		}
		mine := o.names(p.prover)
		return !slices.ContainsFunc(g.names(p.prover), func(x string) bool { return !slices.Contains(mine, x) })
	}
	for i, g := range p.grants {
		found := -1
		for j, o := range p.grants {
			if i == j || o.Section != g.Section || o.Name != g.Name || !p.prover.Spend(1) {
				continue
			}
			if covers(o, g) && (j < i || !covers(g, o)) {
				found = j
				break
			}
		}
		by = append(by, found)
	}
	return by, p.prover.Spend(0), nil
}
