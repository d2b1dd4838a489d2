package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Compilers write an async function as a generator that a helper runs to its end: __awaiter(this, arguments, Promise, function* () {…})
// by TypeScript, __async(this, arguments, function* () {…}) by esbuild. A file has one such helper and all its async functions
// go through it, so that what one of them is given would be mixed with what all the others are.

// yields says what a generator hands out while it runs, apart from what it returns: whoever runs it to its end gets that alone.
func (l *lowerer) yields(v ir.Node) {
	if v != 0 && l.fn.index >= 0 {
		l.store(l.unit.Funcs[l.fn.index].Node, ir.Yielded, v)
	}
}

// awaits sees the step by which such a helper begins: generator = generator.apply(thisArg, args), where generator is the last
// and thisArg the first of three or four parameters. Minifiers keep all of it but the names.
func (l *lowerer) awaits(left, right esbuild.Expr) {
	id, ok := left.Data.(*esbuild.EIdentifier)
	if !ok {
		return
	}
	call, ok := right.Data.(*esbuild.ECall)
	if !ok || len(call.Args) != 2 {
		return
	}
	dot, ok := call.Target.Data.(*esbuild.EDot)
	if !ok || dot.Name != "apply" {
		return
	}
	of, ok := dot.Target.Data.(*esbuild.EIdentifier)
	if !ok || esbuild.Follow(l.tree, of.Ref) != esbuild.Follow(l.tree, id.Ref) {
		return
	}
	this, ok := call.Args[0].Data.(*esbuild.EIdentifier)
	if !ok {
		return
	}
	for f := l.fn; f != nil && f.index >= 0; f = f.up {
		last, is := l.parameter(f, esbuild.Follow(l.tree, of.Ref))
		if !is {
			continue
		}
		first, is := l.parameter(f, esbuild.Follow(l.tree, this.Ref))
		// On what it runs, the helper asks nothing else.
		once := is && l.tree.Symbols[esbuild.Follow(l.tree, this.Ref).InnerIndex].UseCountEstimate == 1
		f.awaiter = once && first == 0 && last == f.params-1 && (last == 2 || last == 3)
		return
	}
}
