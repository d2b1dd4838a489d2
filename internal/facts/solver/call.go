package solver

import (
	"slices"
	"strconv"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// call makes a call live: it waits for what its callee may be. Methods every
// array, promise and collection has are known by their name alone.
func (s *Solver) call(c, n int32, v *ir.Value) {
	callee := s.resolve(c, v.A)
	if callee == 0 {
		return
	}
	u := s.units[s.frames[c].unit]
	if v.Op == ir.OpCall && v.B != 0 && u.Nodes[v.A].Op == ir.OpLoad {
		s.builtin(c, n, s.resolve(c, v.B), u.Strings[u.Nodes[v.A].B], s.argNodes(n))
	}
	s.depend(callee, depCall, n)
}

// argNodes returns the nodes of a call's arguments; spread ones are negative.
func (s *Solver) argNodes(n int32) []int32 {
	u, v, c := s.value(n)
	list := u.List(v.C)
	out := make([]int32, len(list))
	for i, a := range list {
		if a < 0 {
			out[i] = -s.resolve(c, -a)
		} else {
			out[i] = s.resolve(c, a)
		}
	}
	return out
}

// invoke calls whatever arrives at a node.
func (s *Solver) invoke(callee int32, in invoke) {
	if callee == 0 {
		return
	}
	s.invokes = append(s.invokes, in)
	s.depend(callee, depInvoke, int32(len(s.invokes)-1))
}

// once reports whether a pair is seen for the first time.
func (s *Solver) once(a, b int32) bool {
	return s.seen.add(pairKey(a, b))
}

func (s *Solver) callToken(n int32, t Token) {
	switch s.tokens.info[t].Kind {
	case KindText, KindObject, KindModule, KindNamespace:
		return
	}
	if !s.once(n, int32(t)) {
		return
	}
	_, v, c := s.value(n)
	in := invoke{args: s.argNodes(n), dst: n, site: n, new: v.Op == ir.OpNew}
	if v.Op == ir.OpSuper {
		in.dst = 0 // this is what it was
	}
	if !in.new {
		in.this = s.resolve(c, v.B)
	}
	s.invokeWith(in, t)
}

func (s *Solver) invokeToken(i int32, t Token) {
	if !s.once(-1-i, int32(t)) {
		return
	}
	s.invokeWith(s.invokes[i], t)
}

// invokeWith calls one token with arguments.
func (s *Solver) invokeWith(in invoke, t Token) {
	info := s.tokens.info[t]
	switch info.Kind {
	case KindFunc:
		s.callFunc(in, t)
	case KindSymbol:
		s.callRef(in, t)
	case KindRequire:
		if len(in.args) > 0 {
			s.requireCall(info.A, in.args[0], in.dst)
		}
	case KindCall:
		if len(in.args) > 0 {
			in.this, in.args = max(in.args[0], 0), in.args[1:]
		}
		s.invokeWith(in, Token(info.A))
	case KindApply:
		if len(in.args) > 0 {
			in.this = max(in.args[0], 0)
		}
		if len(in.args) > 1 && in.args[1] > 0 {
			in.args = []int32{-in.args[1]}
		} else {
			in.args = nil
		}
		s.invokeWith(in, Token(info.A))
	case KindBind:
		switch method := s.tokens.info[info.A].Kind; {
		case method == KindCall && len(in.args) > 0 && in.args[0] > 0:
			// f.call is the same function whatever f is: f.call.bind(g) calls g.
			s.memberOf(in.args[0], "call", in.dst)
		case method == KindApply && len(in.args) > 0 && in.args[0] > 0:
			s.memberOf(in.args[0], "apply", in.dst)
		case in.site != 0 && len(in.args) > 0:
			s.add(in.dst, s.tokens.get(KindBound, info.A, in.site))
		default:
			s.add(in.dst, Token(info.A))
		}
	case KindBound:
		bound := s.argNodes(info.B)
		if len(bound) > 0 {
			in.this = max(bound[0], 0)
			in.args = append(append([]int32(nil), bound[1:]...), in.args...)
		}
		s.invokeWith(in, Token(info.A))
	case KindSettle:
		if len(in.args) > 0 && in.args[0] > 0 {
			s.edge(in.args[0], info.A)
		}
	case KindGetter:
		s.edge(info.A, in.dst)
	case KindEntry:
		if in.site != 0 {
			s.entryCalls = append(s.entryCalls, [2]int32{in.site, info.A})
		}
	}
}

// callFunc binds arguments to a function of the code, in a copy of its own
// where that is worth it.
func (s *Solver) callFunc(in invoke, t Token) {
	f, u, c := s.funcOf(t)
	if n := len(u.List(f.Params)); f.Flags&ir.Awaiter != 0 && !in.new && len(in.args) == n && !slices.ContainsFunc(in.args, isSpread) {
		// What runs is the caller's own function, and nothing of it meets what others hand over.
		s.invoke(in.args[n-1], invoke{args: []int32{-in.args[1]}, this: in.args[0], dst: in.dst, site: in.site, awaited: true})
		for i := 1; i < n-1; i++ {
			s.bindParam(f, u, c, u.List(f.Params), i, in.args[i])
		}
		return
	}
	if f.Flags&ir.Generic != 0 && !in.new && in.site != 0 {
		copied, ok := int32(0), false
		if !s.isModule(in.site) {
			copied, ok = s.copyFor(in, t, f, u, c)
		}
		if ok {
			c = copied
		} else {
			s.markPlain(t)
		}
	}
	params := u.List(f.Params)
	spread := false
	for i, a := range in.args {
		if a < 0 {
			spread = true
			elements := s.newNode()
			s.depend(-a, depElements, elements)
			// Positions in the array are positions here, as long as nothing
			// was spread before.
			for j := i; j < len(params); j++ {
				s.bindParam(f, u, c, params, j, elements)
			}
			s.bindRest(f, c, params)
			s.bindArguments(f, c, -1, elements)
			for j := i; j < len(params) && j-i < 8; j++ {
				at := s.intern(strconv.Itoa(j - i))
				node := s.newNode()
				s.each(-a, func(list Token) {
					if s.tokens.flags[list]&isList != 0 {
						s.edge(s.prop(list, at), node)
					}
				})
			}
			continue
		}
		if spread {
			for j := range params {
				s.bindParam(f, u, c, params, j, a)
			}
			s.bindArguments(f, c, -1, a)
			continue
		}
		s.bindParam(f, u, c, params, i, a)
		s.bindArguments(f, c, i, a)
	}
	this := s.resolve(c, int32(f.This))
	if f.Flags&ir.Arrow == 0 {
		if in.new {
			s.add(this, s.instance(t))
		} else if f.Flags&ir.OwnThis == 0 {
			s.edge(in.this, this)
		} else {
			// A method is also called on instances of classes that extend its
			// own, where what it calls on this may be overridden.
			s.depend(in.this, depReceiver, this)
		}
	}
	if in.new {
		s.constructed[[2]int32{s.frames[c].unit, s.tokens.info[t].A - u.First}] = true
		s.add(in.dst, s.instance(t))
	}
	ret := s.resolve(c, int32(f.Ret))
	if f.Flags&ir.Generator != 0 && in.dst != 0 && !in.awaited {
		// Calling a generator gives something to iterate over.
		list := s.list(in.dst)
		s.sent[list] = s.prop(t, s.intern(ir.Sent))
		s.add(in.dst, list)
		s.edge(ret, s.prop(list, AnyName))
		s.edge(s.prop(t, s.intern(ir.Yielded)), s.prop(list, AnyName))
		return
	}
	s.edge(ret, in.dst)
}

// isSpread holds for an argument that stands for the elements of a list.
func isSpread(arg int32) bool { return arg < 0 }

// isModule reports whether what is called at a site is a module of a bundle: a bundler's require
// calls it. It runs once, so that it needs no copy for its caller, however small it is or whatever
// helper of a compiler it has inside; and its own calls of require, in a copy of it, would be taken
// for recursion and mixed.
func (s *Solver) isModule(site int32) bool {
	f := s.frames[max(s.frameOf[site], 0)]
	return f.fn >= 0 && s.units[f.unit].Funcs[f.fn].Flags&ir.Bundler != 0
}

// bindParam returns parameter i an argument; what is past the last goes into a
// rest parameter.
func (s *Solver) bindParam(f *ir.Func, u *Unit, c int32, params []int32, i int, arg int32) {
	last := len(params) - 1
	if last < 0 {
		return
	}
	if f.Flags&ir.Rest != 0 && i >= last {
		p := s.resolve(c, params[last])
		t := s.list(p)
		s.add(p, t)
		s.edge(arg, s.prop(t, s.intern(strconv.Itoa(i-last))))
		return
	}
	if i <= last {
		s.edge(arg, s.resolve(c, params[i]))
	}
}

// bindRest says of the rest parameter of a copy that its caller spreads a list behind what it hands over: how many more
// there are, nobody knows. What they are is not followed: too much would meet there.
func (s *Solver) bindRest(f *ir.Func, c int32, params []int32) {
	if f.Flags&ir.Rest == 0 || len(params) == 0 || s.frames[c].fn < 0 {
		return
	}
	p := s.resolve(c, params[len(params)-1])
	t := s.list(p)
	s.add(p, t)
	s.edge(s.newNode(), s.prop(t, AnyName))
}

// bindArguments returns the arguments object its element i; -1 for any.
func (s *Solver) bindArguments(f *ir.Func, c int32, i int, arg int32) {
	if f.Args == 0 {
		return
	}
	t := s.list(s.resolve(c, int32(f.Args)))
	if i < 0 {
		s.edge(arg, s.prop(t, AnyName))
		return
	}
	s.edge(arg, s.prop(t, s.intern(strconv.Itoa(i))))
}

// copyFor returns the context of a function copied for one call, or false when
// it shall be shared: recursion, too long a chain, or no budget left.
func (s *Solver) copyFor(in invoke, t Token, f *ir.Func, u *Unit, parent int32) (int32, bool) {
	key := [2]int32{in.site, int32(t)}
	if c, ok := s.copies[key]; ok {
		return c, true
	}
	caller := max(s.frameOf[in.site], 0)
	if s.frames[caller].depth >= maxChain {
		return 0, false
	}
	index := s.tokens.info[t].A - u.First
	unitIndex := s.frames[parent].unit
	for c := caller; s.frames[c].fn >= 0; c = s.frames[c].caller {
		if s.frames[c].fn == index && s.frames[c].unit == unitIndex {
			return 0, false
		}
	}
	size := f.Hi - f.Lo
	if f.Flags&ir.Loader == 0 {
		budget := &s.budget
		if size <= tiny {
			budget = &s.small
		}
		if *budget < int(size) {
			return 0, false
		}
		*budget -= int(size)
	}
	c := int32(len(s.frames))
	s.frames = append(s.frames, frame{
		unit: unitIndex, lo: f.Lo, hi: f.Hi, base: int32(len(s.nodes)), parent: parent,
		fn: index, caller: caller, site: in.site, depth: s.frames[caller].depth + 1,
	})
	s.copies[key] = c
	s.copied[[2]int32{unitIndex, index}] = true
	s.grow(size, c)
	s.instantiate(c, f.Lo, f.Hi, f.ELo, f.EHi)
	// What a method knows of its this is said outside of it.
	if f.Flags&ir.Arrow == 0 {
		s.edge(s.resolve(parent, int32(f.This)), s.resolve(c, int32(f.This)))
	}
	return c, true
}
