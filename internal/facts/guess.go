package facts

import "github.com/ringfence-dev/ringfence/internal/facts/ir"

// guess looks at the property reads whose object nobody knows. If a module
// object was stored under the same property name somewhere, the read may be
// of it: this.fs.readFile in a class that a container makes. Such matches are
// marked, only count where the next name is one the module has, and are never
// made for names every object has.
func (s *solver) guess() bool {
	stored := map[name][]int32{}
	for key, p := range s.props {
		if len(s.text[key.name]) < 2 || common[s.text[key.name]] {
			continue
		}
		s.has(p, tokRef, func(t token) {
			if r := s.refs.all[s.tokens.info[t].a]; r.depth == 0 && r.module != "globals" && !r.guessed {
				stored[key.name] = append(stored[key.name], s.refs.module(r.module, true))
			}
		})
	}
	if len(stored) == 0 {
		return false
	}
	changed := false
	for n := int32(1); n < int32(len(s.head)); n++ {
		u, v, c := s.value(n)
		if v == nil || v.Op != ir.OpLoad || s.head[n] != 0 {
			continue
		}
		id := u.names[v.B]
		modules := stored[id]
		if len(modules) == 0 || s.head[s.resolve(c, v.A)] != 0 {
			continue
		}
		for _, m := range modules {
			s.add(n, s.tokens.get(tokRef, m, 0))
			changed = true
		}
	}
	return changed
}

// common are property names that say nothing about what is in them.
var common = map[string]bool{
	"default": true, "exports": true, "prototype": true, "constructor": true, "value": true,
	"get": true, "set": true, "data": true, "module": true, "parent": true, "next": true,
}
