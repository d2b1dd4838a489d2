package solver

import "github.com/ringfence-dev/ringfence/internal/facts/ir"

// Add returns a lowered file its nodes. All files are added before Start.
func (s *Solver) Add(u *Unit) {
	index := int32(len(s.units))
	s.units = append(s.units, u)
	s.byPath[u.Path] = index
	u.names = make([]Name, len(u.Strings))
	n := int32(len(u.Nodes))
	base := int32(len(s.nodes))
	u.Root = int32(len(s.frames))
	s.frames = append(s.frames, frame{unit: index, hi: n, base: base, parent: -1, fn: -1})
	s.grow(n, u.Root)
}

func (s *Solver) grow(n, ctx int32) {
	size := len(s.nodes) + int(n)
	s.nodes = extend(s.nodes, size)
	s.succ = extend(s.succ, size)
	s.pred = extend(s.pred, size)
	s.deps = extend(s.deps, size)
	from := len(s.frameOf)
	s.frameOf = extend(s.frameOf, size)
	for i := from; i < size; i++ {
		s.frameOf[i] = ctx
	}
}

// extend makes a list so long. What reserve foresaw is seldom passed by much,
// and the lists are most of what an analysis holds: they grow by little.
func extend[T any](xs []T, size int) []T {
	if size <= cap(xs) {
		return xs[:size]
	}
	out := make([]T, size, size+size/8+64)
	copy(out, xs)
	return out
}

// Start makes all of every file live.
func (s *Solver) Start() {
	nodes, first := 0, int32(0)
	for _, u := range s.units {
		own := len(u.Nodes)
		for own > 0 && u.Nodes[own-1].Op == ir.OpStored {
			own-- // what lower puts aside at the end is nothing to copy
		}
		nodes += own
		u.First = first
		first += int32(len(u.Funcs))
	}
	s.budget, s.small = nodes/4+minCopies, nodes/2+minCopies
	for i := range s.units {
		s.moduleObject(int32(i))
	}
	for _, u := range s.units {
		s.instantiate(u.Root, 0, int32(len(u.Nodes)), 0, int32(len(u.Effects)))
	}
}

// instantiate makes the nodes and effects of a range live in a context.
func (s *Solver) instantiate(c, lo, hi, elo, ehi int32) {
	ctx := s.frames[c]
	u := s.units[ctx.unit]
	for i := lo; i < hi; i++ {
		v := &u.Nodes[i]
		n := ctx.base + i - ctx.lo
		switch v.Op {
		case ir.OpStr, ir.OpWord, ir.OpConcat:
			// Strings come to life where somebody wants them.
		case ir.OpLoad:
			s.depend(s.resolve(c, v.A), depLoad, n)
		case ir.OpCopied:
			// The effect of the copy says all there is to say.
		case ir.OpIndex:
			s.depend(s.resolve(c, v.A), depIndex, n)
			s.depend(s.resolve(c, v.B), depIndexKey, n)
		case ir.OpCall, ir.OpNew, ir.OpSuper:
			s.call(c, n, v)
		case ir.OpFunc:
			if !s.shallow {
				s.function(c, n, v.A)
			}
		case ir.OpObject:
			if !s.shallow {
				s.add(n, s.tokens.get(KindObject, n, 0))
			}
		case ir.OpArray:
			if !s.shallow {
				s.add(n, s.list(n))
			}
		case ir.OpPhi:
			for _, p := range u.List(v.A) {
				s.edge(s.resolve(c, p), n)
			}
		case ir.OpGlobal:
			s.globalNode(ctx.unit, n, u.Strings[v.A])
		case ir.OpImport:
			s.load(ctx.unit, u.Strings[v.A], n, "import", true)
		case ir.OpDynamic:
			s.pairs = append(s.pairs, [2]int32{n, ctx.unit})
			s.want(s.resolve(c, v.A))
			s.depend(s.resolve(c, v.A), depRequire, int32(len(s.pairs)-1))
		case ir.OpMeta:
			s.add(n, s.tokens.get(KindSymbol, s.refs.meta(), 0))
		case ir.OpExports:
			s.add(n, s.exportsToken(ctx.unit))
		}
	}
	for i := elo; i < ehi; i++ {
		e := u.Effects[i]
		a := s.resolve(c, e.A)
		switch e.Kind {
		case ir.Assign:
			s.edge(s.resolve(c, e.B), a)
		case ir.Store, ir.StoreGet, ir.StoreSet:
			s.effect(e.Kind, a, int32(s.name(u, e.B)), s.resolve(c, e.C))
		case ir.StoreAt:
			s.effect(e.Kind, a, s.resolve(c, e.B), s.resolve(c, e.C))
		case ir.Spread, ir.SpreadGet, ir.Extends:
			s.effect(e.Kind, a, s.resolve(c, e.B), 0)
		case ir.Table:
			s.tables = append(s.tables, a)
			for _, chunk := range s.chunks {
				s.effect(ir.Spread, a, chunk, 0)
			}
		case ir.Chunk:
			s.chunks = append(s.chunks, a)
			for _, table := range s.tables {
				s.effect(ir.Spread, table, a, 0)
			}
		}
	}
}

// effect makes an effect live: it waits for tokens of its base, and where the
// value decides, of its value too.
func (s *Solver) effect(kind ir.EffectKind, a, b, c int32) {
	i := int32(len(s.effects))
	s.effects = append(s.effects, effect{kind, a, b, c})
	s.depend(a, depEffect, i)
	switch kind {
	case ir.Spread, ir.SpreadGet, ir.Extends:
		s.depend(b, depValue, i)
	case ir.StoreAt:
		s.depend(b, depKey, i)
		s.depend(c, depEntry, i)
	}
}

// list returns the token of an array or collection made at a node.
func (s *Solver) list(n int32) Token {
	t := s.tokens.get(KindObject, n, 0)
	s.tokens.flags[t] |= isList
	return t
}

// function makes a function's token, and ties its this.
func (s *Solver) function(c, n, index int32) {
	t := s.tokens.get(KindFunc, s.units[s.frames[c].unit].First+index, c)
	s.add(n, t)
	f := &s.units[s.frames[c].unit].Funcs[index]
	if f.Flags&ir.IsClass != 0 {
		s.add(s.resolve(c, int32(f.This)), s.tokens.get(KindInstance, int32(t), 0))
	}
}

// funcOf returns the function of a token, its unit and context.
func (s *Solver) funcOf(t Token) (*ir.Func, *Unit, int32) {
	info := s.tokens.info[t]
	u := s.units[s.frames[info.B].unit]
	return &u.Funcs[info.A-u.First], u, info.B
}
