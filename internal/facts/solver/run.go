package solver

import (
	"bytes"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// run carries out the instruction kind(a), which hangs from node n, for a
// token that arrived there. It may be run twice for the same token.
func (s *Solver) run(kind depKind, a, n int32, t Token) {
	switch kind {
	case depLoad:
		u, v, _ := s.value(a)
		s.loadFrom(t, s.name(u, v.B), a)
	case depIndex:
		_, v, c := s.value(a)
		s.indexFrom(t, s.resolve(c, v.B), a)
	case depIndexKey:
		if s.tokens.info[t].Kind == KindText {
			_, v, c := s.value(a)
			key := Name(s.tokens.info[t].A)
			for c := s.nodes[s.resolve(c, v.A)].head; c != 0; c = s.cells[c].next {
				s.loadFrom(Token(s.cells[c].value), key, a)
			}
		}
	case depCall:
		s.callToken(a, t)
	case depInvoke:
		s.invokeToken(a, t)
	case depRequire:
		if s.tokens.info[t].Kind == KindText {
			p := s.pairs[a]
			_, v, _ := s.value(p[0])
			kind, ns := "require", false
			if v != nil && v.Op == ir.OpDynamic {
				kind, ns = "import()", true
			}
			s.load(p[1], s.text[s.tokens.info[t].A], p[0], kind, ns)
		}
	case depEffect:
		s.apply(s.effects[a], t)
	case depValue:
		e := s.effects[a]
		s.each(e.a, func(base Token) { s.inherit(e.kind, base, t) })
	case depKey:
		if s.tokens.info[t].Kind == KindText {
			e := s.effects[a]
			s.each(e.a, func(base Token) { s.storeIn(base, Name(s.tokens.info[t].A), e.c) })
		}
	case depReturn:
		s.returned(t, a)
	case depSpace:
		s.linkParent(s.tokens.get(KindNamespace, a, 0), t)
	case depConcat:
		if s.tokens.info[t].Kind == KindText {
			s.concat(a)
		}
	case depElements:
		if s.tokens.flags[t]&isList != 0 {
			s.edge(s.prop(t, AllNames), a)
		}
		s.elementOf(t, a)
	case depAll:
		if s.tokens.info[t].Kind == KindObject {
			s.edge(s.prop(t, AllNames), a)
		}
	default:
		s.runNative(kind, a, t)
	}
}

// runNative is run for the instructions natives leave behind.
func (s *Solver) runNative(kind depKind, a int32, t Token) {
	info := s.tokens.info[t]
	switch kind {
	case depEval:
		if info.Kind == KindText {
			s.evalText(s.text[info.A], s.pairs[a][0], s.pairs[a][1])
		}
	case depThings:
		if s.isObject(t) {
			s.add(a, t)
		}
	case depLists:
		if s.tokens.flags[t]&isList != 0 {
			s.add(a, t)
		}
	case depMoved:
		if s.tokens.flags[t]&isList != 0 {
			s.tokens.flags[t] |= isMoved
		}
	case depInstance:
		if info.Kind == KindSymbol && strings.HasSuffix(s.refs.all[info.A].Member, "()") {
			s.add(a, t)
		}
	case depFill:
		if s.tokens.flags[t]&isList != 0 {
			s.edge(a, s.prop(t, AnyName))
		}
	case depDescriptors:
		s.describe(t, s.pairs[a][0])
	case depKeyed:
		e := s.effects[a]
		s.has(e.b, KindText, func(k Token) { s.storeIn(t, Name(s.tokens.info[k].A), e.c) })
	case depMember:
		s.loadFrom(t, Name(s.pairs[a][1]), s.pairs[a][0])
	case depMemberAt:
		s.has(s.pairs[a][1], KindText, func(k Token) { s.loadFrom(t, Name(s.tokens.info[k].A), s.pairs[a][0]) })
	case depMemberKey:
		if info.Kind == KindText {
			s.each(s.pairs[a][1], func(base Token) { s.loadFrom(base, Name(info.A), s.pairs[a][0]) })
		}
	case depKeys:
		if info.Kind == KindObject {
			k := 0
			for c := s.tokens.props[t]; c != 0 && k < 32; c = s.cells[c].next {
				if n := s.propKey(s.cells[c].value).name; n != AllNames && n != AnyName {
					s.add(a, s.tokens.get(KindText, int32(n), 0))
					k++
				}
			}
		}
	case depEntry:
		// for ([k, v] of entries(x)) o[k] = v: o has what x has.
		if info.Kind == KindEntry && s.once(a|1<<30, int32(t)) {
			s.effect(ir.Spread, s.effects[a].a, info.A, 0)
		}
	case depReceiver:
		if info.Kind == KindInstance {
			s.add(a, t)
		}
	case depSent:
		s.edge(a, s.sent[t])
	case depSplit:
		if info.Kind == KindText {
			s.split(s.text[info.A], s.pairs[a][0], s.pairs[a][1])
		}
	}
}

// describe carries out Object.defineProperties for one object of descriptors.
func (s *Solver) describe(t Token, o int32) {
	if s.tokens.info[t].Kind == KindSymbol {
		s.each(o, func(base Token) { s.linkParent(base, t) })
	}
	if !s.isObject(t) {
		return
	}
	for c := s.tokens.props[t]; c != 0; c = s.cells[c].next {
		p := s.cells[c].value
		n := s.propKey(p).name
		if n == AllNames || n == AnyName {
			continue
		}
		// What a descriptor says is the same for all that it is given to, and it is told once to whoever it is given.
		value, ok := s.described[p]
		if !ok {
			value = s.newNode()
			getter := s.newNode()
			s.memberOf(p, "value", value)
			s.memberOf(p, "get", getter)
			s.depend(getter, depReturn, value)
			s.described[p] = value
		}
		if !s.told[[2]int32{o, p}] {
			s.told[[2]int32{o, p}] = true
			s.effect(ir.Store, o, int32(n), value)
		}
	}
}

// evalText follows eval("require") and Function("return this").
func (s *Solver) evalText(code string, dst, unit int32) {
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
	s.add(dst, s.tokens.get(KindGetter, node, 0)) // Function gives a function
}

// split returns the pieces of a list of words.
func (s *Solver) split(text string, call, elements int32) {
	if len(text) > 1024 {
		return
	}
	args := s.argNodes(call)
	if len(args) == 0 || args[0] <= 0 {
		return
	}
	s.want(args[0])
	s.has(args[0], KindText, func(sep Token) {
		for _, piece := range strings.SplitN(text, s.text[s.tokens.info[sep].A], 32) {
			s.add(elements, s.tokens.get(KindText, int32(s.intern(piece)), 0))
		}
	})
}

// concat returns an OpConcat node the strings its parts make, as long as they
// are few and short.
func (s *Solver) concat(n int32) {
	u, v, c := s.value(n)
	// The strings of all parts one after the other, and where each part's end.
	s.parts, s.ends = s.parts[:0], s.ends[:0]
	count, longest := 1, 0
	for _, p := range u.List(v.A) {
		from, most := len(s.parts), 0
		s.has(s.resolve(c, p), KindText, func(t Token) {
			text := s.text[s.tokens.info[t].A]
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
		s.add(n, s.tokens.get(KindText, int32(text), 0))
	}
}
