package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// callable is a function, method or arrow function, made alike.
type callable struct {
	name      *esbuild.LocRef
	args      []esbuild.Arg
	body      []esbuild.Stmt
	arguments *esbuild.Ref
	flags     ir.FuncFlags
	// before runs inside the function ahead of its body (field initialisers).
	before func()
	super  ir.Node
	super0 ir.Node
}

func fnOf(f *esbuild.Fn) callable {
	c := callable{name: f.Name, args: f.Args, body: f.Body.Block.Stmts, arguments: &f.ArgumentsRef}
	if f.HasRestArg {
		c.flags |= ir.Rest
	}
	if f.IsAsync {
		c.flags |= ir.Async
	}
	if f.IsGenerator {
		c.flags |= ir.Generator
	}
	return c
}

func arrowOf(f *esbuild.EArrow) callable {
	c := callable{args: f.Args, body: f.Body.Block.Stmts, flags: ir.Arrow}
	if f.HasRestArg {
		c.flags |= ir.Rest
	}
	if f.IsAsync {
		c.flags |= ir.Async
	}
	return c
}

// function lowers a function and gives the node of its value.
func (l *lowerer) function(c callable, pos int32) ir.Node {
	var name ir.Str
	var self ir.Node
	if c.name != nil {
		self = l.symbol(c.name.Ref)
		name = ir.Str(l.unit.Nodes[self].A)
	}
	index := int32(len(l.unit.Funcs))
	node := l.node(ir.OpFunc, index, 0, 0, pos)
	l.unit.Funcs = append(l.unit.Funcs, ir.Func{Node: node, Name: name})
	l.assign(self, node)

	f := &function{up: l.fn, index: index, arrow: c.flags&ir.Arrow != 0, super: c.super, super0: c.super0}
	lo, elo, made := len(l.unit.Nodes), len(l.unit.Effects), l.made
	f.ret = l.node(ir.OpVar, 0, 0, 0, pos)
	if f.arrow {
		f.this, f.super, f.super0, f.args = l.fn.this, l.fn.super, l.fn.super0, l.fn.args
	} else {
		f.this = l.node(ir.OpVar, int32(l.str("this")), 0, 0, pos)
	}
	if c.arguments != nil && !f.arrow && l.usesArguments(*c.arguments) {
		f.args = l.node(ir.OpArray, 1, 0, 0, pos)
		l.vars[c.arguments.InnerIndex] = f.args
	}
	l.fn = f

	params := make([]int32, len(c.args))
	f.params = len(params)
	for i := range c.args {
		if id, ok := c.args[i].Binding.Data.(*esbuild.BIdentifier); ok {
			params[i] = int32(l.symbol(id.Ref))
			if ref := esbuild.Follow(l.tree, id.Ref); int(ref.InnerIndex) < len(l.params) {
				l.params[ref.InnerIndex] = parameter{index + 1, int32(i)}
			}
		} else {
			params[i] = int32(l.node(ir.OpVar, 0, 0, 0, c.args[i].Binding.Loc.Start))
		}
	}
	if len(params) > 0 {
		f.first = ir.Node(params[0])
	}
	for i := range c.args {
		if _, ok := c.args[i].Binding.Data.(*esbuild.BIdentifier); !ok {
			l.declareBinding(c.args[i].Binding)
		}
	}
	l.declare(c.body)
	f.flags = flagged{args: c.args, body: c.body, rest: c.flags&ir.Rest != 0, first: len(l.unit.Picks)}
	if f.args != 0 && !f.arrow {
		f.flags.arguments = c.arguments.InnerIndex
	}
	for i := range c.args {
		if c.args[i].DefaultOrNil.Data != nil {
			l.assign(ir.Node(params[i]), l.expr(c.args[i].DefaultOrNil))
		}
		if _, ok := c.args[i].Binding.Data.(*esbuild.BIdentifier); !ok {
			l.bind(c.args[i].Binding, ir.Node(params[i]))
		}
	}
	if c.before != nil {
		c.before()
	}
	l.stmts(c.body)
	l.pollutions(f)
	l.dropPicks()
	l.fn = f.up

	hi, ehi := len(l.unit.Nodes), len(l.unit.Effects)
	flags := c.flags
	size := hi - lo - (l.made - made) // as written, without stand-ins
	if flags&ir.IsClass == 0 && len(params) > 0 && size <= genericSize &&
		(f.generic || l.derives(params, f.ret, lo, hi, elo, ehi)) {
		flags |= ir.Generic
	}
	if f.loader && len(params) > 0 && size <= loaderSize {
		flags |= ir.Generic | ir.Loader
		if f.bundler {
			flags |= ir.Bundler
		}
	}
	if f.awaiter {
		flags |= ir.Awaiter
	}
	out := &l.unit.Funcs[index]
	out.Params = l.list(params)
	out.Ret, out.This, out.Args = f.ret, f.this, f.args
	if f.arrow {
		out.Args = 0
	}
	out.Lo, out.Hi, out.ELo, out.EHi = int32(lo), int32(hi), int32(elo), int32(ehi)
	out.Flags = flags
	return node
}

func (l *lowerer) usesArguments(ref esbuild.Ref) bool {
	return int(ref.InnerIndex) < len(l.tree.Symbols) && l.tree.Symbols[ref.InnerIndex].UseCountEstimate > 0
}

// isParam reports whether e names a parameter of the function we are in or
// of one around it.
func (l *lowerer) isParam(e esbuild.Expr) bool {
	id, ok := e.Data.(*esbuild.EIdentifier)
	if !ok {
		return false
	}
	ref := esbuild.Follow(l.tree, id.Ref)
	for f := l.fn; f != nil && f.index >= 0; f = f.up {
		if _, ok := l.parameter(f, ref); ok {
			return true
		}
	}
	return false
}

// derives reports whether what a small function returns can depend on its
// parameters, so that mixing its callers' arguments would blur the results.
func (l *lowerer) derives(params []int32, ret ir.Node, lo, hi, elo, ehi int) bool {
	from := make([]bool, hi-lo)
	in := func(n int32) bool { return int(n) >= lo && int(n) < hi && from[int(n)-lo] }
	for _, p := range params {
		if int(p) >= lo && int(p) < hi {
			from[int(p)-lo] = true
		}
	}
	mark := func(n int32) bool {
		if int(n) < lo || int(n) >= hi || from[int(n)-lo] {
			return false
		}
		from[int(n)-lo] = true
		return true
	}
	for changed := true; changed; {
		changed = false
		for i := lo; i < hi; i++ {
			if from[i-lo] {
				continue
			}
			v := &l.unit.Nodes[i]
			hit := false
			switch v.Op {
			case ir.OpLoad, ir.OpIndex, ir.OpCopied, ir.OpDynamic:
				hit = in(v.A) || v.Op != ir.OpLoad && in(v.B)
			case ir.OpPhi, ir.OpConcat:
				hit = l.anyIn(v.A, in)
			case ir.OpCall, ir.OpNew, ir.OpSuper:
				hit = in(v.A) || l.anyIn(v.C, in)
			case ir.OpFunc:
				f := &l.unit.Funcs[v.A]
				for n := f.Lo; n < f.Hi && !hit; n++ {
					hit = in(n)
				}
				if !hit {
					hit = l.uses(f, in)
				}
			}
			if hit {
				from[i-lo] = true
				changed = true
			}
		}
		for _, e := range l.unit.Effects[elo:ehi] {
			switch e.Kind {
			case ir.Assign, ir.Spread, ir.SpreadGet:
				if in(e.B) {
					changed = mark(e.A) || changed
				}
			case ir.Store, ir.StoreAt, ir.StoreGet:
				if in(e.C) {
					changed = mark(e.A) || changed
				}
			}
		}
	}
	return from[int(ret)-lo]
}

func (l *lowerer) anyIn(list int32, in func(int32) bool) bool {
	for _, n := range l.unit.List(list) {
		if n < 0 {
			n = -n
		}
		if in(n) {
			return true
		}
	}
	return false
}

// uses reports whether a nested function uses one of the marked nodes.
func (l *lowerer) uses(f *ir.Func, in func(int32) bool) bool {
	for n := f.Lo; n < f.Hi; n++ {
		v := &l.unit.Nodes[n]
		switch v.Op {
		case ir.OpLoad, ir.OpIndex, ir.OpCopied, ir.OpCall, ir.OpNew, ir.OpSuper, ir.OpDynamic:
			if in(v.A) {
				return true
			}
		}
	}
	for _, e := range l.unit.Effects[f.ELo:f.EHi] {
		if e.Kind == ir.Assign && in(e.B) || e.Kind != ir.Assign && in(e.C) {
			return true
		}
	}
	return false
}
