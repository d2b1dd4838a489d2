package facts

import (
	"cmp"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// guess looks at the property reads whose object nobody knows. If a module
// object was stored under the same property name somewhere, x.fs.readFile may
// be of it: this.fs in a class that a container makes. Such uses are marked
// imprecise, are only made for functions the module has and that are a power,
// never for names every object has, and nothing flows on from them. The parts of
// an extension's context that are a power have names of their own, and need not be
// stored by themselves: this.context.secrets.get in a class that is handed the context.
func (c *collector) guess() {
	s := c.s
	stored := c.storedModules()
	for _, n := range s.ActNodes() {
		u, v, ctx := s.Code(n)
		if v.Op != ir.OpLoad || s.Known(n) || c.s.Replaced(n) {
			continue
		}
		base := s.Resolve(ctx, v.A)
		if s.Known(base) {
			continue
		}
		_, b, bctx := s.Code(base)
		if b == nil || b.Op != ir.OpLoad || s.Known(s.Resolve(bctx, b.A)) {
			continue
		}
		object, name := u.Strings[b.B], u.Strings[v.B]
		for _, module := range stored[object] {
			c.guessed(n, module, name)
		}
		c.guessed(n, "vscode", "ExtensionContext."+object+"."+name)
	}
}

func (c *collector) guessed(n int32, module, member string) {
	mod, member := c.s.Catalog().Canonical(module, member)
	if e, ok := c.s.Catalog().Lookup(mod, member); ok && !e.Harmless() {
		c.found(n, solver.Symbol{Module: mod, Member: member, Guessed: true}, Use{Kind: Reference})
	}
}

// storedModules are the modules that were stored under each property name.
func (c *collector) storedModules() map[string][]string {
	s := c.s
	stored := map[string][]string{}
	for p := int32(1); p < int32(s.Len()); p++ {
		if !s.IsProperty(p) {
			continue
		}
		id := s.Text(s.Key(p))
		if len(id) < 2 || common[id] || s.Open(p) {
			continue
		}
		s.EachOf(p, solver.KindSymbol, func(t solver.Token) {
			if r := s.SymbolOf(t); r.Depth == 0 && r.Module != "globals" && !slices.Contains(stored[id], r.Module) {
				stored[id] = append(stored[id], r.Module)
			}
		})
	}
	for _, modules := range stored {
		slices.SortFunc(modules, cmp.Compare[string])
	}
	return stored
}

// common are property names that say nothing about what is in them.
var common = map[string]bool{
	"default": true, "exports": true, "prototype": true, "constructor": true, "value": true,
	"get": true, "set": true, "data": true, "module": true, "parent": true, "next": true,
}
