package facts

import "github.com/ringfence-dev/ringfence/internal/facts/ir"

// The graph itself: nodes, what they may be, and what hangs from them.

// name is an interned string.
type name int32

// newNode makes a node without code: a property, or something a native needs.
func (s *solver) newNode() int32 {
	n := int32(len(s.nodes))
	s.nodes = append(s.nodes, node{})
	s.succ = append(s.succ, 0)
	s.pred = append(s.pred, 0)
	s.deps = append(s.deps, 0)
	s.frameOf = append(s.frameOf, 0)
	return n
}

// value gives the code of a node, or nil.
func (s *solver) value(n int32) (*unit, *ir.Value, int32) {
	c := s.frameOf[n]
	if c <= 0 {
		return nil, nil, 0
	}
	ctx := &s.frames[c]
	u := s.units[ctx.unit]
	return u, &u.Nodes[ctx.lo+n-ctx.base], c
}

// index lists the nodes of a solved graph that load, store or call something, and
// those of them that call: what is looked for afterwards is found at few of all
// nodes, and by one look after another.
func (s *solver) index() {
	for n := int32(1); n < int32(len(s.nodes)); n++ {
		_, v, _ := s.value(n)
		if v == nil {
			continue
		}
		switch v.Op {
		case ir.OpCall, ir.OpNew, ir.OpDynamic:
			s.acts, s.calls = append(s.acts, n), append(s.calls, n)
		case ir.OpLoad, ir.OpStored:
			s.acts = append(s.acts, n)
		}
	}
}

// local gives the unit and local index of a node, the same for all copies.
func (s *solver) local(n int32) (int32, int32) {
	ctx := &s.frames[s.frameOf[n]]
	return ctx.unit, ctx.lo + n - ctx.base
}

// resolve gives the node that a local operand means in a context.
func (s *solver) resolve(c, operand int32) int32 {
	if operand == 0 {
		return 0
	}
	for {
		ctx := &s.frames[c]
		if operand >= ctx.lo && operand < ctx.hi {
			return ctx.base + operand - ctx.lo
		}
		if ctx.parent < 0 {
			return 0
		}
		c = ctx.parent
	}
}

func (s *solver) name(u *unit, str int32) name {
	if n := u.names[str]; n != 0 || str == 0 {
		return n
	}
	n := s.intern(u.Strings[str])
	u.names[str] = n
	return n
}

// add lets a node have a token.
func (s *solver) add(n int32, t token) {
	if n == 0 || t == 0 {
		return
	}
	at := &s.nodes[n]
	kind := s.tokens.info[t].kind
	if kind == tokText && !at.wants {
		return
	}
	full := at.full(kind)
	if full && at.open {
		return // whether it is there or not, nothing changes
	}
	for c := at.head; c != 0; c = s.cells[c].next {
		if token(s.cells[c].value) == t {
			return
		}
	}
	if full {
		at.open = true
		return
	}
	switch kind {
	case tokRef:
		at.refs++
	case tokText:
		at.texts++
	default:
		at.things++
	}
	at.head = s.link(int32(t), at.head)
	s.queue = append(s.queue, cell{n, int32(t)})
}

// edge lets dst have every token of src.
func (s *solver) edge(src, dst int32) {
	if src == 0 || dst == 0 || src == dst {
		return
	}
	// A linear look is enough for the few edges most nodes have.
	k := 0
	for c := s.succ[src]; c != 0; c = s.cells[c].next {
		if s.cells[c].value == dst {
			return
		}
		if k++; k > 16 {
			if !s.edges.add(pairKey(src, dst)) {
				return
			}
			break
		}
	}
	at := &s.nodes[dst]
	if at.in >= maxIn {
		// So many sources meet here that telling them apart is over: what
		// comes on top only counts when it is a symbol from outside.
		at.open = true
		if !at.full(tokRef) {
			s.has(src, tokRef, func(t token) { s.add(dst, t) })
		}
		return
	}
	at.in++
	if at.wants {
		s.want(src)
	}
	s.succ[src] = s.link(dst, s.succ[src])
	s.pred[dst] = s.link(src, s.pred[dst])
	for c := s.nodes[src].head; c != 0; c = s.cells[c].next {
		s.add(dst, token(s.cells[c].value))
	}
}

// link puts a value in front of a list and gives the list's new head.
func (s *solver) link(value, list int32) int32 {
	s.cells = append(room(s.cells), cell{value, list})
	return int32(len(s.cells) - 1)
}

// room makes sure that one more fits. It grows by half and leaves what is not
// yet used alone, which costs no memory until it is; append would fill it.
func room[T any](xs []T) []T {
	if len(xs) < cap(xs) {
		return xs
	}
	return extend(xs, len(xs)+1)[:len(xs)]
}

// want lets strings flow to a node, from wherever they come.
func (s *solver) want(n int32) {
	if n == 0 || s.nodes[n].wants {
		return
	}
	s.nodes[n].wants = true
	for c := s.pred[n]; c != 0; c = s.cells[c].next {
		src := s.cells[c].value
		s.want(src)
		s.has(src, tokText, func(t token) { s.add(n, t) })
	}
	if u, v, c := s.value(n); v != nil {
		switch v.Op {
		case ir.OpStr, ir.OpWord:
			if text := u.Strings[v.A]; v.Op == ir.OpWord && (text == "" || text[0] < '0' || text[0] > '9') {
				return // true, null and the like are no keys anybody means
			}
			s.add(n, s.tokens.get(tokText, int32(s.name(u, v.A)), 0))
		case ir.OpConcat:
			for _, p := range u.List(v.A) {
				part := s.resolve(c, p)
				s.want(part)
				s.depend(part, depConcat, n)
			}
		}
	}
}

// depend hangs an instruction from a node and runs it for what is there.
func (s *solver) depend(n int32, kind depKind, a int32) {
	if n == 0 {
		return
	}
	s.dep = append(room(s.dep), dep{kind, a, s.deps[n]})
	s.deps[n] = int32(len(s.dep) - 1)
	for c := s.nodes[n].head; c != 0; c = s.cells[c].next {
		s.run(kind, a, n, token(s.cells[c].value))
	}
}

// has calls f for every token of a node of one kind.
func (s *solver) has(n int32, kind tokenKind, f func(token)) {
	for c := s.nodes[n].head; c != 0; c = s.cells[c].next {
		if t := token(s.cells[c].value); s.tokens.info[t].kind == kind {
			f(t)
		}
	}
}
