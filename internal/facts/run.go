package facts

import (
	"bytes"
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
			for c := s.nodes[s.resolve(c, v.A)].head; c != 0; c = s.cells[c].next {
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
		s.each(e.a, func(base token) { s.inherit(e.kind, base, t) })
	case depKey:
		if s.tokens.info[t].kind == tokText {
			e := s.effects[a]
			s.each(e.a, func(base token) { s.storeIn(base, name(s.tokens.info[t].a), e.c) })
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
		s.elementOf(t, a)
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
	case depInstance:
		if info.kind == tokRef && strings.HasSuffix(s.refs.all[info.a].member, "()") {
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
			s.each(s.pairs[a][1], func(base token) { s.loadFrom(base, name(info.a), s.pairs[a][0]) })
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
		s.each(o, func(base token) { s.linkParent(base, t) })
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
	if s.nodes[node].head == 0 {
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

// concat gives an OpConcat node the strings its parts make, as long as they
// are few and short.
func (s *solver) concat(n int32) {
	u, v, c := s.value(n)
	// The strings of all parts one after the other, and where each part's end.
	s.parts, s.ends = s.parts[:0], s.ends[:0]
	count, longest := 1, 0
	for _, p := range u.List(v.A) {
		from, most := len(s.parts), 0
		s.has(s.resolve(c, p), tokText, func(t token) {
			text := s.text[s.tokens.info[t].a]
			s.parts = append(s.parts, text)
			most = max(most, len(text))
		})
		count *= len(s.parts) - from
		longest += most
		if count == 0 || count > 16 || longest > 256 {
			return
		}
		s.ends = append(s.ends, len(s.parts))
	}
	for i := range count {
		// Combination i, of which the first part changes last.
		s.buf = s.buf[:0]
		from, rest, each := 0, i, count
		for _, end := range s.ends {
			each /= end - from
			s.buf = append(s.buf, s.parts[from+rest/each]...)
			from, rest = end, rest%each
		}
		if bytes.IndexByte(s.buf, 0) >= 0 {
			continue
		}
		text, ok := s.names[string(s.buf)] // most were made before
		if !ok {
			text = s.intern(string(s.buf))
		}
		s.add(n, s.tokens.get(tokText, int32(text), 0))
	}
}
