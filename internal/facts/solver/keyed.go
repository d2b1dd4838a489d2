package solver

import (
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Reads and writes under keys that are values themselves.

func (s *Solver) indexFrom(t Token, key, dst int32) {
	list := s.tokens.flags[t]&(isList|isProxy) != 0
	if key == 0 {
		// All elements: iteration, or a key that is no string.
		if list {
			s.edge(s.prop(t, AllNames), dst)
		}
		s.elementOf(t, dst)
		return
	}
	// Strings are only asked for where a name leads somewhere.
	info := s.tokens.info[t]
	switch info.Kind {
	case KindSymbol:
		if s.refs.all[info.A].Follow {
			s.want(key)
		}
	case KindObject, KindModule, KindNamespace:
		s.want(key)
	}
	known := false
	s.has(key, KindText, func(k Token) {
		known = true
		s.loadFrom(t, Name(s.tokens.info[k].A), dst)
	})
	// A key nobody knows may be any of them. That is worth following in lists
	// and in small tables; of an outside symbol it would be everything, which
	// the uses say as "?".
	switch {
	case info.Kind == KindObject && !known:
		// The key may yet turn out; what does not is settled at the end.
		s.later = append(s.later, unsettled{t, key, dst})
	}
}

// elementOf lets dst be an element of an outside list, such as the workspace's
// folders: the list's symbol stands for each of them.
func (s *Solver) elementOf(t Token, dst int32) {
	info := s.tokens.info[t]
	if info.Kind != KindSymbol {
		return
	}
	r := s.refs.all[info.A]
	e, ok := s.catalog.Lookup(r.Module, r.Member)
	// What a function is handed may be a list of them.
	if r.Module == "vscode" && (ok && e.Is != (catalog.Symbol{}) || s.catalog.HandedType(r.Member)) {
		s.add(dst, t)
	}
}

// unsettled is a read of an object under a key that was not known when the
// object arrived.
type unsettled struct {
	object   Token
	key, dst int32
}

// settle decides the reads whose key is still not known when all else is.
func (s *Solver) settle() bool {
	waiting := s.later
	s.later = nil
	for _, w := range waiting {
		known := false
		s.has(w.key, KindText, func(Token) { known = true })
		if known && !s.nodes[w.key].open {
			continue
		}
		if s.tokens.flags[w.object]&(isList|isProxy) != 0 || s.smallTable(w.object) {
			s.edge(s.prop(w.object, AllNames), w.dst)
		} else {
			s.edge(s.prop(w.object, AnyName), w.dst)
		}
	}
	return len(s.queue) > 0
}

// smallTable reports whether taking all properties of an object for an
// unknown one is still telling: tables of handlers are, tables of bundled
// modules are not.
func (s *Solver) smallTable(t Token) bool {
	k := 0
	for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
		if k++; k > 8 {
			return false
		}
	}
	return true
}

// apply carries out an effect on one base token.
func (s *Solver) apply(e effect, base Token) {
	switch e.kind {
	case ir.Store:
		s.storeIn(base, Name(e.b), e.c)
	case ir.StoreGet:
		if s.isObject(base) {
			s.depend(e.c, depReturn, s.prop(base, Name(e.b)))
		}
	case ir.StoreSet:
		if s.isObject(base) {
			s.invoke(e.c, invoke{args: []int32{s.prop(base, Name(e.b))}})
		}
	case ir.StoreAt:
		known := false
		if k := s.tokens.info[base].Kind; k == KindObject && s.tokens.flags[base]&isList == 0 || k == KindFunc || k == KindInstance {
			s.want(e.b)
		}
		if e.b != 0 {
			s.has(e.b, KindText, func(k Token) {
				known = true
				s.storeIn(base, Name(s.tokens.info[k].A), e.c)
			})
		}
		if k := s.tokens.info[base].Kind; !known && (k == KindObject || k == KindMirror) {
			s.edge(e.c, s.prop(base, AnyName))
			if s.tokens.flags[base]&isProxy != 0 {
				s.tells(base, AnyName, e.c)
			}
		}
	case ir.Spread, ir.SpreadGet, ir.Extends:
		s.tokens.flags[base] |= isMixed
		s.each(e.b, func(v Token) { s.inherit(e.kind, base, v) })
	}
}
