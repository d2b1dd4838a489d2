package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Loops that copy an object property by property are how every interop helper
// (esbuild's __copyProps and __export, TypeScript's __createBinding, Babel's
// and rollup's namespaces, webpack's d) and every wrapper (fs-extra,
// graceful-fs) is made. The key is the same variable on both sides, so what
// is copied keeps its name: the target has all properties of the source. To
// see that is the difference between knowing which functions of a copied
// module are used and having to allow all of them.

// copyStore sees target[k] = … source[k] …; nodes from lo on are those of the
// right side.
func (l *lowerer) copyStore(target *esbuild.EIndex, right esbuild.Expr, lo int) bool {
	k, ok := l.keyVariable(target.Index)
	if !ok {
		return false
	}
	source, ok := l.copySource(right, k, 4)
	if !ok {
		// TypeScript's __createBinding(o, m, k, k2) for old engines: the two
		// keys are parameters, and the same unless somebody renames.
		x, index := right.Data.(*esbuild.EIndex)
		if !index {
			return false
		}
		_, ok1 := l.ownParam(target.Index)
		_, ok2 := l.ownParam(x.Index)
		_, ok3 := l.ownParam(x.Target)
		if !ok1 || !ok2 || !ok3 {
			return false
		}
		source = x.Target
		if k, ok = l.keyVariable(x.Index); !ok {
			return false
		}
	}
	l.copied(l.expr(target.Target), l.expr(source), ir.Spread, k, lo)
	return true
}

// copyCall sees f(target, k, {get: () => source[k]}), whatever f is called:
// Object.defineProperty has many names in minified code.
func (l *lowerer) copyCall(d *esbuild.ECall, args []int32) {
	if len(d.Args) < 3 || args[0] <= 0 {
		return
	}
	k, ok := l.keyVariable(d.Args[1])
	if !ok {
		return
	}
	var made []esbuild.Expr
	for _, arg := range d.Args[2:] {
		made = append(made, arg)
		if either, ok := arg.Data.(*esbuild.EIf); ok {
			// rollup keeps a getter that is there: d.get ? d : { get: () => source[k] }
			made = append(made, either.Yes, either.No)
		}
	}
	for _, arg := range made {
		if source, ok := l.described(arg, k); ok {
			l.copied(ir.Node(args[0]), l.expr(source), ir.Spread, k, 0)
			return
		}
		o, ok := arg.Data.(*esbuild.EObject)
		if !ok {
			continue
		}
		for i := range o.Properties {
			p := &o.Properties[i]
			name, _ := l.keyName(p.Key, false)
			if p.ValueOrNil.Data == nil || name != "get" && name != "value" {
				continue
			}
			value, inner := l.keyHanded(p.ValueOrNil, k)
			source, ok := l.copySource(value, inner, 4)
			if !ok && name == "get" {
				source, ok = l.boundSource(p.ValueOrNil, k)
			}
			if !ok {
				continue
			}
			kind := ir.Spread
			if _, direct := p.ValueOrNil.Data.(*esbuild.EIndex); direct && name == "get" {
				kind = ir.SpreadGet
			}
			l.copied(ir.Node(args[0]), l.expr(source), kind, inner, 0)
			return
		}
	}
}

// described finds the source in getOwnPropertyDescriptor(source, k), with which graceful-fs copies fs.
func (l *lowerer) described(e esbuild.Expr, k ir.Node) (esbuild.Expr, bool) {
	call, ok := e.Data.(*esbuild.ECall)
	if !ok || len(call.Args) != 2 {
		return esbuild.Expr{}, false
	}
	dot, ok := call.Target.Data.(*esbuild.EDot)
	if !ok || dot.Name != "getOwnPropertyDescriptor" {
		return esbuild.Expr{}, false
	}
	n, ok := l.keyVariable(call.Args[1])
	return call.Args[0], ok && n == k
}

// keyHanded sees a getter that is handed the key as an argument, so that it keeps the
// one of its turn: ((k) => source[k]).bind(null, key), which is rolldown's, and
// (function (k) { return function () { return source[k] } })(key), Babel's. It returns the
// function and the node the key has in it; of anything else, what it was given.
func (l *lowerer) keyHanded(value esbuild.Expr, k ir.Node) (esbuild.Expr, ir.Node) {
	call, ok := value.Data.(*esbuild.ECall)
	if !ok {
		return value, k
	}
	f, args := call.Target, call.Args
	if dot, ok := f.Data.(*esbuild.EDot); ok && dot.Name == "bind" && len(args) > 0 {
		f, args = dot.Target, args[1:]
	}
	var params []esbuild.Arg
	switch d := f.Data.(type) {
	case *esbuild.EArrow:
		params = d.Args
	case *esbuild.EFunction:
		params = d.Fn.Args
	}
	for i := range min(len(params), len(args)) {
		id, plain := params[i].Binding.Data.(*esbuild.BIdentifier)
		if n, ok := l.keyVariable(args[i]); plain && ok && n == k {
			return f, l.unjudged(l.symbol(id.Ref))
		}
	}
	return value, k
}

// copyGetter sees {get: () => source[k]} being made from parameters source
// and k of a function whose first parameter is the target, which is
// TypeScript's __createBinding.
func (l *lowerer) copyGetter(name string, value esbuild.Expr) {
	if name != "get" || l.fn.first == 0 || l.fn.index < 0 {
		return
	}
	ret, ok := returned(value)
	if !ok {
		return
	}
	x, ok := ret.Data.(*esbuild.EIndex)
	if !ok {
		return
	}
	key, ok1 := l.ownParam(x.Index)
	source, ok2 := l.ownParam(x.Target)
	if ok1 && ok2 && key > 0 && source > 0 {
		k, _ := l.keyVariable(x.Index)
		l.copied(l.fn.first, l.expr(x.Target), ir.Spread, k, 0)
	}
}

func (l *lowerer) ownParam(e esbuild.Expr) (int, bool) {
	id, ok := e.Data.(*esbuild.EIdentifier)
	if !ok {
		return 0, false
	}
	i, ok := l.parameter(l.fn, esbuild.Follow(l.tree, id.Ref))
	return i, ok
}

// copied writes the copy down, and that the loads by this key since node lo
// are part of it.
func (l *lowerer) copied(target, source ir.Node, kind ir.EffectKind, key ir.Node, lo int) {
	if target == 0 || source == 0 {
		return
	}
	l.effect(kind, target, int32(source), 0)
	for f := l.fn; f != nil; f = f.up {
		f.generic, f.loader = true, true
	}
	if lo == 0 {
		// The copy is one expression; what belongs to it was just written.
		lo = max(1, len(l.unit.Nodes)-64)
	}
	for i := lo; i < len(l.unit.Nodes); i++ {
		if v := &l.unit.Nodes[i]; v.Op == ir.OpIndex && v.B == int32(key) {
			v.Op = ir.OpCopied
		}
	}
}

// keyVariable returns the node of a key that is a plain variable.
func (l *lowerer) keyVariable(e esbuild.Expr) (ir.Node, bool) {
	id, ok := e.Data.(*esbuild.EIdentifier)
	if !ok {
		return 0, false
	}
	n := l.unjudged(l.symbol(id.Ref))
	return n, n != 0 && l.unit.Nodes[n].Op == ir.OpVar
}

// copySource finds source[k] in what is copied: as it is, guarded, wrapped in
// a call, or returned by a getter.
func (l *lowerer) copySource(e esbuild.Expr, key ir.Node, depth int) (esbuild.Expr, bool) {
	if depth == 0 {
		return esbuild.Expr{}, false
	}
	switch d := e.Data.(type) {
	case *esbuild.EIndex:
		if k, ok := l.keyVariable(d.Index); ok && k == key {
			return d.Target, true
		}
	case *esbuild.EIf:
		if s, ok := l.copySource(d.Yes, key, depth-1); ok {
			return s, true
		}
		return l.copySource(d.No, key, depth-1)
	case *esbuild.EBinary:
		if s, ok := l.copySource(d.Right, key, depth-1); ok {
			return s, true
		}
		return l.copySource(d.Left, key, depth-1)
	case *esbuild.ECall:
		if t, ok := d.Target.Data.(*esbuild.EDot); ok {
			if s, ok := l.copySource(t.Target, key, depth-1); ok {
				return s, true // source[k].bind(source)
			}
		}
		for _, a := range d.Args {
			if s, ok := l.copySource(a, key, depth-1); ok {
				return s, true
			}
		}
	case *esbuild.EArrow, *esbuild.EFunction:
		if ret, ok := returned(e); ok {
			return l.copySource(ret, key, depth-1)
		}
	}
	return esbuild.Expr{}, false
}

// returned returns what a function of one return statement returns.
func returned(e esbuild.Expr) (esbuild.Expr, bool) {
	var body []esbuild.Stmt
	switch d := e.Data.(type) {
	case *esbuild.EArrow:
		body = d.Body.Block.Stmts
	case *esbuild.EFunction:
		body = d.Fn.Body.Block.Stmts
	}
	if len(body) != 1 {
		return esbuild.Expr{}, false
	}
	ret, ok := body[0].Data.(*esbuild.SReturn)
	if !ok || ret.ValueOrNil.Data == nil {
		return esbuild.Expr{}, false
	}
	return ret.ValueOrNil, true
}
