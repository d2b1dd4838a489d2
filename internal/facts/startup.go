package facts

import (
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// atStartup says whether a node is in the body of a file or of an activate, and
// in no function inside, so that it runs once.
func (c *collector) atStartup(n int32) bool {
	unit, local := c.s.Local(n)
	u := c.s.Unit(unit)
	inner := -1 // functions are listed outer before inner
	for i := range u.Funcs {
		if f := &u.Funcs[i]; f.Lo <= local && local < f.Hi && (inner < 0 || f.Lo >= u.Funcs[inner].Lo) {
			inner = i
		}
	}
	if inner < 0 {
		return true
	}
	starts := false
	for _, node := range c.s.Activates() {
		c.s.EachOf(node, solver.KindFunc, func(t solver.Token) {
			starts = starts || c.s.Info(t).A == u.First+int32(inner)
		})
	}
	return starts
}

// asksScheme marks the files that read a property named scheme.
func asksScheme(p *Program, units []*solver.Unit) {
	asks := map[string]bool{}
	for _, u := range units {
		name := slices.Index(u.Strings, "scheme")
		asks[u.Path] = name >= 0 && slices.ContainsFunc(u.Nodes, func(v ir.Value) bool {
			return v.Op == ir.OpLoad && int(v.B) == name
		})
	}
	for i := range p.Modules {
		p.Modules[i].AsksScheme = asks[p.Modules[i].Path]
	}
}
