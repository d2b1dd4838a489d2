package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// bun's interop helper copies a module as others do, but its getters are one function that is bound to the module and to
// each name: function get(k) { return this[k] } and defineProperty(to, key, { get: get.bind(module, key) }). By itself that function
// reads any member of anything.

// reader is such a function: the parameter that is the key, how often it is named, and in how many copies.
type reader struct {
	key          esbuild.Ref
	named, bound int
}

// findReaders looks for readers among the functions that a file declares at its top.
func (l *lowerer) findReaders(stmts []esbuild.Stmt) {
	for _, s := range stmts {
		f, ok := s.Data.(*esbuild.SFunction)
		if !ok || f.Fn.Name == nil || len(f.Fn.Args) != 1 || len(f.Fn.Body.Block.Stmts) != 1 ||
			f.Fn.IsAsync || f.Fn.IsGenerator || f.Fn.HasRestArg {
			continue
		}
		param, plain := f.Fn.Args[0].Binding.Data.(*esbuild.BIdentifier)
		ret, returns := f.Fn.Body.Block.Stmts[0].Data.(*esbuild.SReturn)
		if !plain || !returns || f.Fn.Args[0].DefaultOrNil.Data != nil {
			continue
		}
		x, ok := ret.ValueOrNil.Data.(*esbuild.EIndex)
		if !ok {
			continue
		}
		_, this := x.Target.Data.(*esbuild.EThis)
		if k, ok := x.Index.Data.(*esbuild.EIdentifier); this && ok && l.same(k.Ref, param.Ref) {
			if l.readers == nil {
				l.readers = map[esbuild.Ref]*reader{}
			}
			l.readers[esbuild.Follow(l.tree, f.Fn.Name.Ref)] = &reader{key: param.Ref}
		}
	}
}

func (l *lowerer) same(a, b esbuild.Ref) bool {
	return esbuild.Follow(l.tree, a) == esbuild.Follow(l.tree, b)
}

// readerOf returns the reader that an expression names.
func (l *lowerer) readerOf(e esbuild.Expr) *reader {
	id, ok := e.Data.(*esbuild.EIdentifier)
	if !ok || l.readers == nil {
		return nil
	}
	return l.readers[esbuild.Follow(l.tree, id.Ref)]
}

// boundSource finds the module in get.bind(module, key).
func (l *lowerer) boundSource(value esbuild.Expr, key ir.Node) (esbuild.Expr, bool) {
	call, ok := value.Data.(*esbuild.ECall)
	if !ok || len(call.Args) != 2 {
		return esbuild.Expr{}, false
	}
	dot, ok := call.Target.Data.(*esbuild.EDot)
	if !ok || dot.Name != "bind" {
		return esbuild.Expr{}, false
	}
	r := l.readerOf(dot.Target)
	k, ok := l.keyVariable(call.Args[1])
	if r == nil || !ok || k != key {
		return esbuild.Expr{}, false
	}
	r.bound++
	return call.Args[0], true
}

// settleReaders says of readers that do nothing but copy that their read is part of a copy.
func (l *lowerer) settleReaders() {
	for _, r := range l.readers {
		if r.bound == 0 || r.named != r.bound {
			continue
		}
		key := l.symbol(r.key)
		for i := range l.unit.Nodes {
			if v := &l.unit.Nodes[i]; v.Op == ir.OpIndex && v.B == int32(key) {
				v.Op = ir.OpCopied
			}
		}
	}
}
