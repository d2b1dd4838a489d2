package facts

import (
	"cmp"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
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
	for _, n := range s.acts {
		u, v, ctx := s.value(n)
		if v.Op != ir.OpLoad || s.nodes[n].head != 0 || c.dead(n) {
			continue
		}
		base := s.resolve(ctx, v.A)
		if s.nodes[base].head != 0 {
			continue
		}
		_, b, bctx := s.value(base)
		if b == nil || b.Op != ir.OpLoad || s.nodes[s.resolve(bctx, b.A)].head != 0 {
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
	mod, member := c.s.catalog.Canonical(module, member)
	if e, ok := c.s.catalog.Lookup(mod, member); ok && !e.Harmless() {
		c.found(n, ref{module: mod, member: member, guessed: true}, Use{Kind: Reference})
	}
}

// storedModules are the modules that were stored under each property name.
func (c *collector) storedModules() map[string][]string {
	s := c.s
	stored := map[string][]string{}
	for p := int32(1); p < int32(len(s.nodes)); p++ {
		if s.frameOf[p] >= 0 {
			continue
		}
		id := s.text[s.propKey(p).name]
		if len(id) < 2 || common[id] || s.nodes[p].open {
			continue
		}
		s.has(p, tokRef, func(t token) {
			if r := s.refs.all[s.tokens.info[t].a]; r.depth == 0 && r.module != "globals" && !slices.Contains(stored[id], r.module) {
				stored[id] = append(stored[id], r.module)
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
