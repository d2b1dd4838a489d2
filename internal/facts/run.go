package facts

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// run carries out the instruction kind(a), which hangs from node n, for a
// token that arrived there. It may be run twice for the same token.
func (s *solver) run(kind depKind, a, n int32, t token) {
	switch kind {
	case depLoad:
		u, v, _ := s.value(a)
		s.loadFrom(t, s.name(u, v.B), a)
	case depIndex:
		_, v, c := s.value(a)
		s.indexFrom(t, s.resolve(c, v.B), a)
	case depIndexKey:
		if s.tokens.info[t].kind == tokText {
			_, v, c := s.value(a)
			key := name(s.tokens.info[t].a)
			for c := s.head[s.resolve(c, v.A)]; c != 0; c = s.cells[c].next {
				s.loadFrom(token(s.cells[c].value), key, a)
			}
		}
	case depCall:
		s.callToken(a, t)
	case depInvoke:
		s.invokeToken(a, t)
	case depRequire:
		if s.tokens.info[t].kind == tokText {
			p := s.pairs[a]
			_, v, _ := s.value(p[0])
			kind, ns := "require", false
			if v != nil && v.Op == ir.OpDynamic {
				kind, ns = "import()", true
			}
			s.load(p[1], s.text[s.tokens.info[t].a], p[0], kind, ns)
		}
	case depEffect:
		s.apply(s.effects[a], t)
	case depValue:
		e := s.effects[a]
		s.has2(e.a, func(base token) { s.inherit(e.kind, base, t) })
	case depKey:
		if s.tokens.info[t].kind == tokText {
			e := s.effects[a]
			s.has2(e.a, func(base token) { s.storeIn(base, name(s.tokens.info[t].a), e.c) })
		}
	case depReturn:
		s.returned(t, a)
	case depSpace:
		s.linkParent(s.tokens.get(tokSpace, a, 0), t)
	case depConcat:
		if s.tokens.info[t].kind == tokText {
			s.concat(a)
		}
	case depElements:
		if s.tokens.flags[t]&isList != 0 {
			s.edge(s.prop(t, nameAll), a)
		}
	case depAll:
		if s.tokens.info[t].kind == tokObject {
			s.edge(s.prop(t, nameAll), a)
		}
	default:
		s.runNative(kind, a, t)
	}
}

// runNative is run for the instructions natives leave behind.
func (s *solver) runNative(kind depKind, a int32, t token) {
	info := s.tokens.info[t]
	switch kind {
	case depEval:
		if info.kind == tokText {
			s.evalText(s.text[info.a], s.pairs[a][0], s.pairs[a][1])
		}
	case depThings:
		if s.isObject(t) {
			s.add(a, t)
		}
	case depLists:
		if s.tokens.flags[t]&isList != 0 {
			s.add(a, t)
		}
	case depFill:
		if s.tokens.flags[t]&isList != 0 {
			s.edge(a, s.prop(t, nameStar))
		}
	case depDescriptors:
		s.describe(t, s.pairs[a][0])
	case depKeyed:
		e := s.effects[a]
		s.has(e.b, tokText, func(k token) { s.storeIn(t, name(s.tokens.info[k].a), e.c) })
	case depMember:
		s.loadFrom(t, name(s.pairs[a][1]), s.pairs[a][0])
	case depMemberAt:
		s.has(s.pairs[a][1], tokText, func(k token) { s.loadFrom(t, name(s.tokens.info[k].a), s.pairs[a][0]) })
	case depMemberKey:
		if info.kind == tokText {
			s.has2(s.pairs[a][1], func(base token) { s.loadFrom(base, name(info.a), s.pairs[a][0]) })
		}
	case depKeys:
		if info.kind == tokObject {
			k := 0
			for c := s.tokens.props[t]; c != 0 && k < 32; c = s.cells[c].next {
				if n := s.propKey(s.cells[c].value).name; n != nameAll && n != nameStar {
					s.add(a, s.tokens.get(tokText, int32(n), 0))
					k++
				}
			}
		}
	case depEntry:
		// for ([k, v] of entries(x)) o[k] = v: o has what x has.
		if info.kind == tokEntry && s.once(a|1<<30, int32(t)) {
			s.effect(ir.Spread, s.effects[a].a, info.a, 0)
		}
	case depReceiver:
		if info.kind == tokInst {
			s.add(a, t)
		}
	case depSplit:
		if info.kind == tokText {
			s.split(s.text[info.a], s.pairs[a][0], s.pairs[a][1])
		}
	}
}

// describe carries out Object.defineProperties for one object of descriptors.
func (s *solver) describe(t token, o int32) {
	if s.tokens.info[t].kind == tokRef {
		s.has2(o, func(base token) { s.linkParent(base, t) })
	}
	if !s.isObject(t) {
		return
	}
	for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
		p := s.cells[c].value
		n := s.propKey(p).name
		if n == nameAll || n == nameStar {
			continue
		}
		value, getter := s.newNode(), s.newNode()
		s.memberOf(p, "value", value)
		s.memberOf(p, "get", getter)
		s.depend(getter, depReturn, value)
		s.effect(ir.Store, o, int32(n), value)
	}
}

// evalText follows eval("require") and Function("return this").
func (s *solver) evalText(code string, dst, unit int32) {
	code = strings.TrimSpace(code)
	code = strings.TrimSpace(strings.TrimPrefix(code, "return "))
	code = strings.TrimSpace(strings.TrimSuffix(code, ";"))
	if code == "this" {
		code = "globalThis"
	}
	node := s.newNode()
	s.globalNode(unit, node, code)
	if s.head[node] == 0 {
		return
	}
	s.edge(node, dst)
	s.add(dst, s.tokens.get(tokGetter, node, 0)) // Function gives a function
}

// split gives the pieces of a list of words.
func (s *solver) split(text string, call, elements int32) {
	if len(text) > 1024 {
		return
	}
	args := s.argNodes(call)
	if len(args) == 0 || args[0] <= 0 {
		return
	}
	s.want(args[0])
	s.has(args[0], tokText, func(sep token) {
		for _, piece := range strings.SplitN(text, s.text[s.tokens.info[sep].a], 32) {
			s.add(elements, s.tokens.get(tokText, int32(s.intern(piece)), 0))
		}
	})
}

// has2 calls f for every token of a node.
func (s *solver) has2(n int32, f func(token)) {
	for c := s.head[n]; c != 0; c = s.cells[c].next {
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
	s.cells = append(s.cells, cell{p, s.tokens.props[t]})
	s.tokens.props[t] = int32(len(s.cells) - 1)
	switch n {
	case nameAll:
		for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
			s.edge(s.cells[c].value, p)
		}
	case nameStar:
		for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
			if q := s.propKey(s.cells[c].value).name; q == nameAll || s.starCounts(t, q) {
				s.edge(p, s.cells[c].value)
			}
		}
	default:
		if star, ok := s.ownProp(t, nameStar); ok && s.starCounts(t, n) {
			s.edge(star, p)
		}
		if all, ok := s.ownProp(t, nameAll); ok {
			s.edge(p, all)
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
	if k >= maxParents && s.tokens.info[parent].kind != tokRef {
		return
	}
	s.cells = append(s.cells, cell{int32(parent), s.tokens.parents[t]})
	s.tokens.parents[t] = int32(len(s.cells) - 1)
	for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
		p := s.cells[c].value
		s.inheritProp(parent, s.propKey(p), p)
	}
}

func (s *solver) inheritProp(parent token, key propKey, p int32) {
	switch {
	case key.name == nameAll || key.name == nameStar:
		if s.tokens.flags[parent] != 0 {
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
	kind := tokenKind(0)
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

func (s *solver) indexFrom(t token, key, dst int32) {
	list := s.tokens.flags[t] != 0
	if key == 0 {
		// All elements: iteration, or a key that is no string.
		if list {
			s.edge(s.prop(t, nameAll), dst)
		}
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
		if known && !s.count[w.key].open {
			continue
		}
		if s.tokens.flags[w.object] != 0 || s.smallTable(w.object) {
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
		if k := s.tokens.info[base].kind; k == tokObject && s.tokens.flags[base] == 0 || k == tokFunc || k == tokInst {
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
		s.has2(e.b, func(v token) { s.inherit(e.kind, base, v) })
	}
}

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

// concat gives an OpConcat node the strings its parts make, as long as they
// are few and short.
func (s *solver) concat(n int32) {
	u, v, c := s.value(n)
	texts := []string{""}
	for _, p := range u.List(v.A) {
		var parts []string
		s.has(s.resolve(c, p), tokText, func(t token) { parts = append(parts, s.text[s.tokens.info[t].a]) })
		if len(parts) == 0 || len(parts)*len(texts) > 16 {
			return
		}
		var next []string
		for _, a := range texts {
			for _, b := range parts {
				if len(a)+len(b) > 256 {
					return
				}
				next = append(next, a+b)
			}
		}
		texts = next
	}
	for _, text := range texts {
		if !strings.Contains(text, "\x00") {
			s.add(n, s.tokens.get(tokText, int32(s.intern(text)), 0))
		}
	}
}
