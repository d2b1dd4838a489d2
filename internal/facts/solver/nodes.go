package solver

import "github.com/ringfence-dev/ringfence/internal/facts/ir"

// The graph itself: nodes, what they may be, and what hangs from them.

// Name is an interned string.
type Name int32

// newNode makes a node without code: a property, or something a native needs.
func (s *Solver) newNode() int32 {
	n := int32(len(s.nodes))
	s.nodes = append(s.nodes, node{})
	s.succ = append(s.succ, 0)
	s.pred = append(s.pred, 0)
	s.deps = append(s.deps, 0)
	s.frameOf = append(s.frameOf, 0)
	return n
}

// value returns the code of a node, or nil.
func (s *Solver) value(n int32) (*Unit, *ir.Value, int32) {
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
func (s *Solver) index() {
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
		case ir.OpIndex:
			s.indexed = append(s.indexed, n)
		}
	}
}

// local returns the unit and local index of a node, the same for all copies.
func (s *Solver) local(n int32) (int32, int32) {
	ctx := &s.frames[s.frameOf[n]]
	return ctx.unit, ctx.lo + n - ctx.base
}

// resolve returns the node that a local operand means in a context.
func (s *Solver) resolve(c, operand int32) int32 {
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

func (s *Solver) name(u *Unit, str int32) Name {
	if n := u.names[str]; n != 0 || str == 0 {
		return n
	}
	n := s.intern(u.Strings[str])
	u.names[str] = n
	return n
}

// add lets a node have a token.
func (s *Solver) add(n int32, t Token) {
	if n == 0 || t == 0 {
		return
	}
	at := &s.nodes[n]
	kind := s.tokens.info[t].Kind
	if kind == KindText && !at.wants {
		return
	}
	full := at.full(kind)
	if full && at.open {
		return // whether it is there or not, nothing changes
	}
	for c := at.head; c != 0; c = s.cells[c].next {
		if Token(s.cells[c].value) == t {
			return
		}
	}
	if full {
		at.open = true
		return
	}
	switch kind {
	case KindSymbol:
		at.refs++
	case KindText:
		at.texts++
	default:
		at.things++
	}
	at.head = s.link(int32(t), at.head)
	s.queue = append(s.queue, cell{n, int32(t)})
}

// edge lets dst have every token of src.
func (s *Solver) edge(src, dst int32) {
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
		if !at.full(KindSymbol) {
			s.has(src, KindSymbol, func(t Token) { s.add(dst, t) })
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
		s.add(dst, Token(s.cells[c].value))
	}
}

// link puts a value in front of a list and gives the list's new head.
func (s *Solver) link(value, list int32) int32 {
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
func (s *Solver) want(n int32) {
	if n == 0 || s.nodes[n].wants {
		return
	}
	s.nodes[n].wants = true
	for c := s.pred[n]; c != 0; c = s.cells[c].next {
		src := s.cells[c].value
		s.want(src)
		s.has(src, KindText, func(t Token) { s.add(n, t) })
	}
	if u, v, c := s.value(n); v != nil {
		switch v.Op {
		case ir.OpStr, ir.OpWord:
			if text := u.Strings[v.A]; v.Op == ir.OpWord && (text == "" || text[0] < '0' || text[0] > '9') {
				return // true, null and the like are no keys anybody means
			}
			s.add(n, s.tokens.get(KindText, int32(s.name(u, v.A)), 0))
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
func (s *Solver) depend(n int32, kind depKind, a int32) {
	if n == 0 {
		return
	}
	s.dep = append(room(s.dep), dep{kind, a, s.deps[n]})
	s.deps[n] = int32(len(s.dep) - 1)
	for c := s.nodes[n].head; c != 0; c = s.cells[c].next {
		s.run(kind, a, n, Token(s.cells[c].value))
	}
}

// has calls f for every token of a node of one kind.
func (s *Solver) has(n int32, kind Kind, f func(Token)) {
	for c := s.nodes[n].head; c != 0; c = s.cells[c].next {
		if t := Token(s.cells[c].value); s.tokens.info[t].Kind == kind {
			f(t)
		}
	}
}
