package solver

import "github.com/ringfence-dev/ringfence/internal/facts/ir"

// Properties: what an object has, where it has it from, and what reading and
// storing one means.

// each calls f for every token of a node.
func (s *Solver) each(n int32, f func(Token)) {
	for c := s.nodes[n].head; c != 0; c = s.cells[c].next {
		f(Token(s.cells[c].value))
	}
}

// isObject reports whether a token has properties of its own.
func (s *Solver) isObject(t Token) bool {
	switch s.tokens.info[t].Kind {
	case KindFunc, KindInstance, KindObject, KindModule, KindNamespace, KindMirror:
		return true
	}
	return false
}

// ownProp returns the node of an object's property if there is one.
func (s *Solver) ownProp(t Token, n Name) (int32, bool) {
	return s.props.get(pairKey(int32(t), int32(n)))
}

// prop returns the node of an object's property.
func (s *Solver) prop(t Token, n Name) int32 {
	key := propKey{t, n}
	if p, ok := s.ownProp(t, n); ok {
		return p
	}
	p := s.newNode()
	s.props.put(pairKey(int32(t), int32(n)), p)
	s.frameOf[p] = -1 - int32(len(s.propKeys))
	s.propKeys = append(s.propKeys, key)
	s.tokens.props[t] = s.link(p, s.tokens.props[t])
	switch n {
	case AllNames:
		s.tokens.flags[t] |= hasAll
		for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
			s.edge(s.cells[c].value, p)
		}
	case AnyName:
		s.tokens.flags[t] |= hasStar
		for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
			if q := s.propKey(s.cells[c].value).name; q == AllNames || s.starCounts(t, q) {
				s.edge(p, s.cells[c].value)
			}
		}
	default:
		if s.tokens.flags[t]&(hasStar|hasAll) != 0 {
			if star, ok := s.ownProp(t, AnyName); ok && s.starCounts(t, n) {
				s.edge(star, p)
			}
			if all, ok := s.ownProp(t, AllNames); ok {
				s.edge(p, all)
			}
		}
	}
	if info := s.tokens.info[t]; info.Kind == KindMirror {
		s.depend(s.prop(Token(info.A), n), depReturn, p)
	}
	if s.tokens.flags[t]&isProxy != 0 {
		s.trapped(t, n, p)
	}
	for c := s.tokens.parents[t]; c != 0; c = s.cells[c].next {
		s.inheritProp(Token(s.cells[c].value), key, p)
	}
	return p
}

// starCounts reports whether what is stored under an unknown key may be found
// under a name: every name of a proxy, the positions of a list. In other
// objects it counts for unknown keys only: code that fills a table by computed
// keys reads it by computed keys, and the loops that copy have an effect of
// their own.
func (s *Solver) starCounts(t Token, n Name) bool {
	switch {
	case s.tokens.flags[t]&isProxy != 0:
		return true
	case s.tokens.flags[t]&isList != 0:
		text := s.text[n]
		return text != "" && text[0] >= '0' && text[0] <= '9'
	}
	return false
}

// linkParent lets t have all properties of parent beside its own.
func (s *Solver) linkParent(t, parent Token) {
	if t == parent || !s.isObject(t) {
		return
	}
	k := 0
	for c := s.tokens.parents[t]; c != 0; c = s.cells[c].next {
		if Token(s.cells[c].value) == parent {
			return
		}
		k++
	}
	depth := s.tokens.depth[parent] + 1
	if k >= maxParents && s.tokens.info[parent].Kind != KindSymbol || depth > maxDepth {
		return
	}
	s.tokens.depth[t] = max(s.tokens.depth[t], depth)
	s.tokens.parents[t] = s.link(int32(parent), s.tokens.parents[t])
	for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
		p := s.cells[c].value
		s.inheritProp(parent, s.propKey(p), p)
	}
}

func (s *Solver) inheritProp(parent Token, key propKey, p int32) {
	switch {
	case key.name == AllNames || key.name == AnyName:
		if s.tokens.flags[parent]&(isList|isProxy) != 0 {
			s.edge(s.prop(parent, key.name), p)
		}
	case s.isObject(parent):
		s.edge(s.prop(parent, key.name), p)
	case s.tokens.info[parent].Kind == KindSymbol:
		s.loadFrom(parent, key.name, p)
	}
}

// loadFrom lets dst have what property n of t may be.
func (s *Solver) loadFrom(t Token, n Name, dst int32) {
	info := s.tokens.info[t]
	switch info.Kind {
	case KindSymbol:
		switch s.text[n] {
		case "call", "apply", "bind":
			if s.method(t, n, dst) {
				return
			}
		}
		if r := s.refs.all[info.A]; r.Module == "globals" && r.Member == "" {
			s.edge(s.prop(s.globalObject(), n), dst)
		}
		if m := s.refs.member(info.A, s.text[n]); m != 0 {
			s.add(dst, s.tokens.get(KindSymbol, m, 0))
		}
		s.refValue(info.A, s.text[n], dst)
	case KindFunc:
		switch s.text[n] {
		case "prototype":
			s.add(dst, s.instance(t))
		case "call", "apply", "bind":
			s.method(t, n, dst)
		}
		s.edge(s.prop(t, n), dst)
	case KindInstance, KindObject, KindModule, KindNamespace:
		if info.Kind == KindModule && s.text[n] == "require" {
			s.add(dst, s.tokens.get(KindRequire, info.A, 0))
		}
		if info.Kind == KindModule && (s.text[n] == "_compile" || s.text[n] == "load") {
			// What turns text and files into code hangs from every module.
			made := s.refs.member(s.refs.member(s.refs.module("module", false), "Module"), "()")
			s.add(dst, s.tokens.get(KindSymbol, s.refs.member(made, s.text[n]), 0))
		}
		if info.Kind == KindInstance && s.text[n] == "constructor" {
			s.add(dst, Token(info.A))
		}
		s.edge(s.prop(t, n), dst)
	case KindRequire:
		switch s.text[n] {
		case "main":
			s.add(dst, s.tokens.get(KindModule, info.A, 0))
		default:
			s.method(t, n, dst)
		}
	case KindBound, KindGetter, KindCall, KindApply, KindBind:
		s.method(t, n, dst)
	}
}

// method returns call, apply and bind of something that can be called.
func (s *Solver) method(t Token, n Name, dst int32) bool {
	var kind Kind
	switch s.text[n] {
	case "call":
		kind = KindCall
	case "apply":
		kind = KindApply
	case "bind":
		kind = KindBind
	default:
		return false
	}
	if info := s.tokens.info[t]; info.Kind == KindSymbol {
		r := s.refs.all[info.A]
		if r.Module == "globals" && (r.Member == "" || r.Member == "Function()" || r.Member == "Reflect") {
			return false
		}
	}
	s.add(dst, s.tokens.get(kind, int32(t), 0))
	return true
}

// globalObject is what the code itself keeps on globalThis.
func (s *Solver) globalObject() Token { return s.tokens.get(KindObject, 0, 0) }

// instance returns the token of what new makes of a function.
func (s *Solver) instance(f Token) Token { return s.tokens.get(KindInstance, int32(f), 0) }

func (s *Solver) storeIn(base Token, n Name, value int32) {
	if info := s.tokens.info[base]; info.Kind == KindSymbol {
		if r := s.refs.all[info.A]; r.Module == "globals" && r.Member == "" {
			base = s.globalObject()
		}
	}
	if !s.isObject(base) {
		return
	}
	if s.tokens.info[base].Kind == KindFunc && s.text[n] == "prototype" {
		// F.prototype = X: instances have X's properties too.
		holder := s.newNode()
		s.add(holder, s.instance(base))
		s.effect(ir.Spread, holder, value, 0)
		return
	}
	if s.tokens.flags[base]&isProxy != 0 {
		s.tells(base, n, value)
	}
	s.edge(value, s.prop(base, n))
}

// inherit carries out a spread, a spread of getters or an extends, for one
// token on each side.
func (s *Solver) inherit(kind ir.EffectKind, base, from Token) {
	switch kind {
	case ir.Spread:
		s.linkParent(base, from)
	case ir.SpreadGet:
		s.linkGetters(base, from)
	case ir.Extends:
		s.linkParent(base, from)
		switch s.tokens.info[from].Kind {
		case KindFunc:
			s.linkParent(s.instance(base), s.instance(from))
		case KindSymbol:
			if m := s.refs.member(s.tokens.info[from].A, "()"); m != 0 {
				s.linkParent(s.instance(base), s.tokens.get(KindSymbol, m, 0))
			}
		}
	}
}

// linkGetters lets base have, for every function property of from, what that
// function returns: a mirror of from stands between the two.
func (s *Solver) linkGetters(base, from Token) {
	if !s.isObject(base) {
		return
	}
	if !s.isObject(from) {
		s.linkParent(base, from)
		return
	}
	s.linkParent(base, s.tokens.get(KindMirror, int32(from), 0))
}

// returned lets dst have what a function returns; anything else stands for
// itself (a property copied where a getter was expected).
func (s *Solver) returned(t Token, dst int32) {
	info := s.tokens.info[t]
	switch info.Kind {
	case KindFunc:
		f, _, c := s.funcOf(t)
		s.markPlain(t)
		s.edge(s.resolve(c, int32(f.Ret)), dst)
	case KindGetter:
		s.edge(info.A, dst)
	case KindText:
	default:
		s.add(dst, t)
	}
}

func (s *Solver) markPlain(t Token) {
	info := s.tokens.info[t]
	ctx := s.frames[info.B]
	s.plain[[2]int32{ctx.unit, info.A - s.units[ctx.unit].First}] = true
}
