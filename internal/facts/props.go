package facts

import "github.com/ringfence-dev/ringfence/internal/facts/ir"

// Properties: what an object has, where it has it from, and what reading and
// storing one means.

// each calls f for every token of a node.
func (s *solver) each(n int32, f func(token)) {
	for c := s.nodes[n].head; c != 0; c = s.cells[c].next {
		f(token(s.cells[c].value))
	}
}

// isObject reports whether a token has properties of its own.
func (s *solver) isObject(t token) bool {
	switch s.tokens.info[t].kind {
	case tokFunc, tokInst, tokObject, tokModule, tokSpace, tokMirror:
		return true
	}
	return false
}

// ownProp gives the node of an object's property if there is one.
func (s *solver) ownProp(t token, n name) (int32, bool) {
	return s.props.get(pairKey(int32(t), int32(n)))
}

// prop gives the node of an object's property.
func (s *solver) prop(t token, n name) int32 {
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
	case nameAll:
		s.tokens.flags[t] |= hasAll
		for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
			s.edge(s.cells[c].value, p)
		}
	case nameStar:
		s.tokens.flags[t] |= hasStar
		for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
			if q := s.propKey(s.cells[c].value).name; q == nameAll || s.starCounts(t, q) {
				s.edge(p, s.cells[c].value)
			}
		}
	default:
		if s.tokens.flags[t]&(hasStar|hasAll) != 0 {
			if star, ok := s.ownProp(t, nameStar); ok && s.starCounts(t, n) {
				s.edge(star, p)
			}
			if all, ok := s.ownProp(t, nameAll); ok {
				s.edge(p, all)
			}
		}
	}
	if info := s.tokens.info[t]; info.kind == tokMirror {
		s.depend(s.prop(token(info.a), n), depReturn, p)
	}
	if s.tokens.flags[t]&isProxy != 0 {
		s.trapped(t, n, p)
	}
	for c := s.tokens.parents[t]; c != 0; c = s.cells[c].next {
		s.inheritProp(token(s.cells[c].value), key, p)
	}
	return p
}

// starCounts reports whether what is stored under an unknown key may be found
// under a name: every name of a proxy, the positions of a list. In other
// objects it counts for unknown keys only: code that fills a table by computed
// keys reads it by computed keys, and the loops that copy have an effect of
// their own.
func (s *solver) starCounts(t token, n name) bool {
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
func (s *solver) linkParent(t, parent token) {
	if t == parent || !s.isObject(t) {
		return
	}
	k := 0
	for c := s.tokens.parents[t]; c != 0; c = s.cells[c].next {
		if token(s.cells[c].value) == parent {
			return
		}
		k++
	}
	depth := s.tokens.depth[parent] + 1
	if k >= maxParents && s.tokens.info[parent].kind != tokRef || depth > maxDepth {
		return
	}
	s.tokens.depth[t] = max(s.tokens.depth[t], depth)
	s.tokens.parents[t] = s.link(int32(parent), s.tokens.parents[t])
	for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
		p := s.cells[c].value
		s.inheritProp(parent, s.propKey(p), p)
	}
}

func (s *solver) inheritProp(parent token, key propKey, p int32) {
	switch {
	case key.name == nameAll || key.name == nameStar:
		if s.tokens.flags[parent]&(isList|isProxy) != 0 {
			s.edge(s.prop(parent, key.name), p)
		}
	case s.isObject(parent):
		s.edge(s.prop(parent, key.name), p)
	case s.tokens.info[parent].kind == tokRef:
		s.loadFrom(parent, key.name, p)
	}
}

// loadFrom lets dst have what property n of t may be.
func (s *solver) loadFrom(t token, n name, dst int32) {
	info := s.tokens.info[t]
	switch info.kind {
	case tokRef:
		switch s.text[n] {
		case "call", "apply", "bind":
			if s.method(t, n, dst) {
				return
			}
		}
		if r := s.refs.all[info.a]; r.module == "globals" && r.member == "" {
			s.edge(s.prop(s.globalObject(), n), dst)
		}
		if m := s.refs.member(info.a, s.text[n]); m != 0 {
			s.add(dst, s.tokens.get(tokRef, m, 0))
		}
		s.refValue(info.a, s.text[n], dst)
	case tokFunc:
		switch s.text[n] {
		case "prototype":
			s.add(dst, s.instance(t))
		case "call", "apply", "bind":
			s.method(t, n, dst)
		}
		s.edge(s.prop(t, n), dst)
	case tokInst, tokObject, tokModule, tokSpace:
		if info.kind == tokModule && s.text[n] == "require" {
			s.add(dst, s.tokens.get(tokRequire, info.a, 0))
		}
		if info.kind == tokInst && s.text[n] == "constructor" {
			s.add(dst, token(info.a))
		}
		s.edge(s.prop(t, n), dst)
	case tokRequire:
		switch s.text[n] {
		case "main":
			s.add(dst, s.tokens.get(tokModule, info.a, 0))
		default:
			s.method(t, n, dst)
		}
	case tokBound, tokGetter, tokCall, tokApply, tokBind:
		s.method(t, n, dst)
	}
}

// method gives call, apply and bind of something that can be called.
func (s *solver) method(t token, n name, dst int32) bool {
	var kind tokenKind
	switch s.text[n] {
	case "call":
		kind = tokCall
	case "apply":
		kind = tokApply
	case "bind":
		kind = tokBind
	default:
		return false
	}
	if info := s.tokens.info[t]; info.kind == tokRef {
		r := s.refs.all[info.a]
		if r.module == "globals" && (r.member == "" || r.member == "Function()" || r.member == "Reflect") {
			return false
		}
	}
	s.add(dst, s.tokens.get(kind, int32(t), 0))
	return true
}

// globalObject is what the code itself keeps on globalThis.
func (s *solver) globalObject() token { return s.tokens.get(tokObject, 0, 0) }

// instance gives the token of what new makes of a function.
func (s *solver) instance(f token) token { return s.tokens.get(tokInst, int32(f), 0) }

func (s *solver) storeIn(base token, n name, value int32) {
	if info := s.tokens.info[base]; info.kind == tokRef {
		if r := s.refs.all[info.a]; r.module == "globals" && r.member == "" {
			base = s.globalObject()
		}
	}
	if !s.isObject(base) {
		return
	}
	if s.tokens.info[base].kind == tokFunc && s.text[n] == "prototype" {
		// F.prototype = X: instances have X's properties too.
		holder := s.newNode()
		s.add(holder, s.instance(base))
		s.effect(ir.Spread, holder, value, 0)
		return
	}
	s.edge(value, s.prop(base, n))
}

// inherit carries out a spread, a spread of getters or an extends, for one
// token on each side.
func (s *solver) inherit(kind ir.EffectKind, base, from token) {
	switch kind {
	case ir.Spread:
		s.linkParent(base, from)
	case ir.SpreadGet:
		s.linkGetters(base, from)
	case ir.Extends:
		s.linkParent(base, from)
		switch s.tokens.info[from].kind {
		case tokFunc:
			s.linkParent(s.instance(base), s.instance(from))
		case tokRef:
			if m := s.refs.member(s.tokens.info[from].a, "()"); m != 0 {
				s.linkParent(s.instance(base), s.tokens.get(tokRef, m, 0))
			}
		}
	}
}

// linkGetters lets base have, for every function property of from, what that
// function returns: a mirror of from stands between the two.
func (s *solver) linkGetters(base, from token) {
	if !s.isObject(base) {
		return
	}
	if !s.isObject(from) {
		s.linkParent(base, from)
		return
	}
	s.linkParent(base, s.tokens.get(tokMirror, int32(from), 0))
}

// returned lets dst have what a function returns; anything else stands for
// itself (a property copied where a getter was expected).
func (s *solver) returned(t token, dst int32) {
	info := s.tokens.info[t]
	switch info.kind {
	case tokFunc:
		f, _, c := s.funcOf(t)
		s.markPlain(t)
		s.edge(s.resolve(c, int32(f.Ret)), dst)
	case tokGetter:
		s.edge(info.a, dst)
	case tokText:
	default:
		s.add(dst, t)
	}
}

func (s *solver) markPlain(t token) {
	info := s.tokens.info[t]
	ctx := s.frames[info.b]
	s.plain[[2]int32{ctx.unit, info.a - s.units[ctx.unit].first}] = true
}
