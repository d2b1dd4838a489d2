package solver

import "github.com/ringfence-dev/ringfence/internal/facts/ir"

// handOut marks the functions that the code hands to what is not its own code: Node, the editor, a library that is
// not there. Who calls them is no caller that has a copy, and what they are called with is not known, so that such
// a function speaks for itself beside its copies. A call that was followed (forEach, then) has a copy and says
// all of it. index has listed the calls.
func (s *Solver) handOut() {
	for _, n := range s.calls {
		if _, v, _ := s.value(n); v.Op == ir.OpDynamic || s.isFollowed(n) {
			continue
		}
		for _, a := range s.argNodes(n) {
			s.hand(n, max(a, -a), 1)
		}
	}
	for _, f := range s.activates {
		s.has(f, KindFunc, func(t Token) {
			fn, _, c := s.funcOf(t)
			s.hand(0, s.resolve(c, int32(fn.Ret)), 1)
		})
	}
}

// isFollowed says whether everything that a call may call is code of the extension's.
func (s *Solver) isFollowed(call int32) bool {
	_, v, c := s.value(call)
	callee, own := s.resolve(c, v.A), false
	if callee == 0 {
		return false
	}
	for i := s.nodes[callee].head; i != 0; i = s.cells[i].next {
		switch s.tokens.info[s.cells[i].value].Kind {
		case KindFunc, KindBound, KindCall, KindApply, KindBind, KindSettle, KindRequire, KindEntry, KindText:
			own = true
		default:
			return false
		}
	}
	return own
}

// hand marks the functions that a node may be, and with depth those in the properties of the objects that it may be.
func (s *Solver) hand(call, node int32, depth int) {
	if node == 0 {
		return
	}
	for i := s.nodes[node].head; i != 0; i = s.cells[i].next {
		t := Token(s.cells[i].value)
		switch s.tokens.info[t].Kind {
		case KindFunc:
			if _, ok := s.copies[[2]int32{call, int32(t)}]; !ok {
				s.markPlain(t)
			}
		case KindObject:
			for p := s.tokens.props[t]; depth > 0 && p != 0; p = s.cells[p].next {
				s.hand(call, s.cells[p].value, depth-1)
			}
		}
	}
}
