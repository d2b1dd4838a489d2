package facts

import (
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Reads and writes under keys that are values themselves.

func (s *solver) indexFrom(t token, key, dst int32) {
	list := s.tokens.flags[t]&(isList|isProxy) != 0
	if key == 0 {
		// All elements: iteration, or a key that is no string.
		if list {
			s.edge(s.prop(t, nameAll), dst)
		}
		s.elementOf(t, dst)
		return
	}
	// Strings are only asked for where a name leads somewhere.
	info := s.tokens.info[t]
	if info.kind == tokRef && s.refs.all[info.a].follow || info.kind == tokObject || info.kind == tokModule || info.kind == tokSpace {
		s.want(key)
	}
	known := false
	s.has(key, tokText, func(k token) {
		known = true
		s.loadFrom(t, name(s.tokens.info[k].a), dst)
	})
	// A key nobody knows may be any of them. That is worth following in lists
	// and in small tables; of an outside symbol it would be everything, which
	// the uses say as "?".
	switch {
	case info.kind == tokObject && !known:
		// The key may yet turn out; what does not is settled at the end.
		s.later = append(s.later, unsettled{t, key, dst})
	}
}

// elementOf lets dst be an element of an outside list, such as the workspace's
// folders: the list's symbol stands for each of them.
func (s *solver) elementOf(t token, dst int32) {
	info := s.tokens.info[t]
	if info.kind != tokRef {
		return
	}
	r := s.refs.all[info.a]
	if e, ok := s.catalog.Lookup(r.module, r.member); ok && e.Is != (catalog.Symbol{}) && r.module == "vscode" {
		s.add(dst, t)
	}
}

// unsettled is a read of an object under a key that was not known when the
// object arrived.
type unsettled struct {
	object   token
	key, dst int32
}

// settle decides the reads whose key is still not known when all else is.
func (s *solver) settle() bool {
	waiting := s.later
	s.later = nil
	for _, w := range waiting {
		known := false
		s.has(w.key, tokText, func(token) { known = true })
		if known && !s.nodes[w.key].open {
			continue
		}
		if s.tokens.flags[w.object]&(isList|isProxy) != 0 || s.smallTable(w.object) {
			s.edge(s.prop(w.object, nameAll), w.dst)
		} else {
			s.edge(s.prop(w.object, nameStar), w.dst)
		}
	}
	return len(s.queue) > 0
}

// smallTable reports whether taking all properties of an object for an
// unknown one is still telling: tables of handlers are, tables of bundled
// modules are not.
func (s *solver) smallTable(t token) bool {
	k := 0
	for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
		if k++; k > 8 {
			return false
		}
	}
	return true
}

// apply carries out an effect on one base token.
func (s *solver) apply(e effect, base token) {
	switch e.kind {
	case ir.Store:
		s.storeIn(base, name(e.b), e.c)
	case ir.StoreGet:
		if s.isObject(base) {
			s.depend(e.c, depReturn, s.prop(base, name(e.b)))
		}
	case ir.StoreSet:
		if s.isObject(base) {
			s.invoke(e.c, invoke{args: []int32{s.prop(base, name(e.b))}})
		}
	case ir.StoreAt:
		known := false
		if k := s.tokens.info[base].kind; k == tokObject && s.tokens.flags[base]&isList == 0 || k == tokFunc || k == tokInst {
			s.want(e.b)
		}
		if e.b != 0 {
			s.has(e.b, tokText, func(k token) {
				known = true
				s.storeIn(base, name(s.tokens.info[k].a), e.c)
			})
		}
		if k := s.tokens.info[base].kind; !known && (k == tokObject || k == tokMirror) {
			s.edge(e.c, s.prop(base, nameStar))
		}
	case ir.Spread, ir.SpreadGet, ir.Extends:
		s.tokens.flags[base] |= isMixed
		s.each(e.b, func(v token) { s.inherit(e.kind, base, v) })
	}
}
