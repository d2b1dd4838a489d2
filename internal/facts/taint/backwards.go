package taint

import (
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// handOn writes down what hands on data beside edges and operands: what
// instructions of the solver would do for lists and objects it knows, and the
// callbacks of listeners.
func (t *Engine) handOn() {
	s := t.s
	s.Passes(func(from, to int32) { t.hand = append(t.hand, op{from, to}) })
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op == ir.OpNew && t.live(n) {
			s.EachOf(s.Resolve(c, v.A), solver.KindFunc, func(x solver.Token) { t.instance(s.Instance(x), 4) })
		}
		if v.Op != ir.OpCall || v.A == 0 || v.B == 0 {
			continue
		}
		callee := u.Nodes[v.A]
		if callee.Op != ir.OpLoad || !listeners[u.Strings[callee.B]] {
			continue
		}
		base := s.Resolve(c, v.B)
		for _, arg := range s.ArgNodes(n) {
			if arg > 0 {
				for i := range 3 {
					for _, p := range t.params(arg, i) {
						if !t.s.Replaced(p) { // else a copy was called
							t.hand = append(t.hand, op{base, p})
						}
					}
				}
			}
		}
	}
	t.emitted()
	t.hand = sortOps(t.hand, byDst)
}

// findSpreads writes down what is spread into objects.
func (t *Engine) findSpreads() {
	s := t.s
	s.Spreads(func(object, from int32) {
		s.Each(object, func(o solver.Token) {
			if s.Kind(o) == solver.KindObject || s.Kind(o) == solver.KindInstance {
				t.addSpread(o, from)
			}
		})
	})
}

func (t *Engine) addSpread(o solver.Token, b int32) {
	if len(t.spread[o]) < 16 && !slices.Contains(t.spread[o], b) {
		t.spread[o] = append(t.spread[o], b)
	}
}

// backwards marks every node from which a sink can be reached.
func (t *Engine) backwards() {
	t.marked = make([]uint64, t.s.Len()/64+1)
	for i := range t.sinks {
		t.mark(t.sinks[i].node)
	}
	for i := range t.reads {
		t.mark(t.reads[i].path)
	}
	for len(t.queue) > 0 {
		n := t.queue[len(t.queue)-1]
		t.queue = t.queue[:len(t.queue)-1]
		for src := range t.s.Pred(n) {
			t.mark(src)
		}
		t.operands(n)
	}
	t.queue = nil
	t.ops = sortOps(t.ops, bySrc)
}

func (t *Engine) isMarked(n int32) bool { return t.marked[n>>6]&(1<<(n&63)) != 0 }

func (t *Engine) mark(n int32) {
	if n > 0 && !t.isMarked(n) {
		t.marked[n>>6] |= 1 << (n & 63)
		t.queue = append(t.queue, n)
	}
}

// from writes down that data goes from src to dst.
func (t *Engine) from(src, dst int32) {
	if src > 0 && src != dst {
		t.ops = append(t.ops, op{src, dst})
		t.mark(src)
	}
}

// operands writes down what the data of a node is made of.
func (t *Engine) operands(n int32) {
	for _, o := range opsAt(t.hand, n, byDst) {
		t.from(o.src, n)
	}
	s := t.s
	u, v, c := s.Code(n)
	if v == nil {
		if s.IsProperty(n) {
			for _, b := range t.spread[s.Owner(n)] {
				t.from(b, n)
			}
		}
		return
	}
	switch v.Op {
	case ir.OpLoad:
		if !ends[u.Strings[v.B]] {
			t.from(s.Resolve(c, v.A), n)
		}
	case ir.OpIndex, ir.OpCopied:
		t.from(s.Resolve(c, v.A), n)
	case ir.OpConcat:
		for _, p := range u.List(v.A) {
			part := s.Resolve(c, p)
			t.from(part, n)
			t.held(part, 1, func(x int32) { t.from(x, n) })
			if t.trails != nil {
				t.trails.spoken(part, becomesText, func(x int32) { t.from(x, n) })
			}
		}
	case ir.OpCall, ir.OpNew:
		t.result(n, u, v, c)
	}
}

// result writes down what the result of a call is made of.
func (t *Engine) result(n int32, u *solver.Unit, v *ir.Value, c int32) {
	s := t.s
	carried, base, ok := t.carries(n, u, v, c)
	if !ok {
		return
	}
	if carried.receiver && base != 0 {
		t.from(base, n)
		if carried.content {
			t.held(base, 2, func(x int32) { t.from(x, n) })
		}
	}
	if carried.args == allArgs && !carried.receiver {
		for _, a := range s.ArgNodes(n) {
			if a > 0 && t.undefined(a, 6) {
				return // path.join(root, undefined) throws
			}
		}
	}
	for i, a := range s.ArgNodes(n) {
		if i < 8 && carried.args&(1<<i) == 0 {
			continue
		}
		if a < 0 {
			a = -a
			t.held(a, 1, func(x int32) { t.from(x, n) })
		}
		t.from(a, n)
		if carried.content {
			t.held(a, 2, func(x int32) { t.from(x, n) })
		}
	}
}

// carries says how the result of a call is made, for calls of symbols and of
// methods that nobody knows by more than their name.
func (t *Engine) carries(n int32, u *solver.Unit, v *ir.Value, c int32) (carriage, int32, bool) {
	s := t.s
	if v.A == 0 {
		return carriage{}, 0, false
	}
	callee := s.Resolve(c, v.A)
	code := false
	var out carriage
	found := false
	s.Each(callee, func(x solver.Token) {
		switch info := s.Info(x); info.Kind {
		case solver.KindFunc, solver.KindBound, solver.KindGetter, solver.KindSettle:
			code = true
		case solver.KindSymbol:
			r := s.Symbol(info.A)
			out, found = join2(out, found, r.Module, r.Member)
		}
	})
	local := u.Nodes[v.A]
	switch local.Op {
	case ir.OpLoad:
		method := u.Strings[local.B]
		base := s.Resolve(c, local.A)
		if !found && !code {
			s.EachOf(base, solver.KindSymbol, func(x solver.Token) {
				r := s.SymbolOf(x)
				module, member := s.Catalog().Canonical(r.Module, solver.Dotted(r.Member, method))
				out, found = join2(out, found, module, member)
			})
		}
		if found {
			return out, 0, true
		}
		if m, ok := methods[method]; ok && !code {
			if made[method] {
				if args := s.ArgNodes(n); len(args) > 0 && args[0] > 0 && len(t.params(args[0], 0)) > 0 {
					return carriage{}, 0, false // the result is what the function makes of it
				}
			}
			return m, base, true
		}
	case ir.OpGlobal:
		if !found && !code {
			out, found = join2(out, found, "globals", u.Strings[local.A])
		}
	}
	return out, 0, found
}

func join2(out carriage, found bool, module, member string) (carriage, bool) {
	c, ok := carriers[[2]string{module, member}]
	if !ok && pureModules[module] {
		c, ok = carriage{args: allArgs, content: true}, true
	}
	if !ok {
		return out, found
	}
	if !found {
		return c, true
	}
	out.args |= c.args
	out.content = out.content || c.content
	out.clean &= c.clean
	return out, true
}

// undefined reports whether nothing was ever stored in what a node is read
// from: an option of a library that this extension does not use.
func (t *Engine) undefined(n int32, depth int) bool {
	s := t.s
	u, v, c := s.Code(n)
	if depth == 0 || s.Open(n) {
		return false
	}
	if v != nil {
		switch v.Op {
		case ir.OpVar, ir.OpPhi:
		case ir.OpWord:
			return u.Strings[v.A] == "undefined" || u.Strings[v.A] == "null"
		case ir.OpLoad:
			base := s.Resolve(c, v.A)
			if !s.Known(base) || s.Open(base) {
				return false
			}
			known := true
			s.Each(base, func(o solver.Token) {
				if s.Kind(o) != solver.KindObject || !s.IsPlain(o) {
					known = false
				}
			})
			if !known {
				return false
			}
			for _, p := range t.preds(n) {
				if !s.IsProperty(p) || len(t.preds(p)) > 0 {
					return false
				}
			}
			return true
		default:
			return false
		}
	}
	preds := t.preds(n)
	for _, p := range preds {
		if !t.undefined(p, depth-1) {
			return false
		}
	}
	return len(preds) > 0
}
