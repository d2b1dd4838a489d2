package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// The class of functions is reached by the constructor of any function: (() => {}).constructor(text) turns text into code as
// Function does. Only where the code shows that it is a function's: of most values nobody knows what they may be, and to take
// the constructor of each for Function would make code of what is none.

// constructorOf is what a load of "constructor" gives: with the class of modules or of functions where it is one's.
func (l *lowerer) constructorOf(target esbuild.Expr, n ir.Node, pos int32) ir.Node {
	switch {
	case l.isModule(target):
		return l.phi(pos, n, l.moduleClass(pos))
	case l.isFunction(target, maxNested):
		return l.phi(pos, n, l.global("Function", pos))
	}
	return n
}

// maxNested bounds how deep an expression is looked into.
const maxNested = 8

// isFunction reports an expression that shows that it is a function, or the prototype of one: written out, declared by a name, a
// method of a literal, the class of anything, a function that the language has.
func (l *lowerer) isFunction(e esbuild.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch d := e.Data.(type) {
	case *esbuild.EFunction, *esbuild.EArrow:
		return true
	case *esbuild.EIdentifier:
		s := &l.tree.Symbols[esbuild.Follow(l.tree, d.Ref).InnerIndex]
		return s.Kind == esbuild.SymbolUnbound && ofLanguage[s.OriginalName]
	case *esbuild.EDot:
		return d.Name == "constructor" || d.Name == "__proto__" && l.isFunction(d.Target, depth-1) || isLiteral(d.Target)
	case *esbuild.EIndex:
		name, ok := l.keyName(d.Index, true)
		return ok && (name == "constructor" || name == "__proto__" && l.isFunction(d.Target, depth-1) || isLiteral(d.Target))
	case *esbuild.ECall:
		// Object.getPrototypeOf(async () => {})
		callee, ok := d.Target.Data.(*esbuild.EDot)
		return ok && callee.Name == "getPrototypeOf" && len(d.Args) == 1 && l.isFunction(d.Args[0], depth-1)
	}
	return false
}

// ofAnyFunction are methods that every function has. Who keeps Function.bind means the method, which is later called on
// another function, and no Function that makes code: var bind = Function.bind; var bindable = bind.bind(bind).
var ofAnyFunction = map[string]bool{"bind": true, "call": true, "apply": true}

func (l *lowerer) isGlobalFunction(e esbuild.Expr) bool {
	d, ok := e.Data.(*esbuild.EIdentifier)
	if !ok {
		return false
	}
	s := &l.tree.Symbols[esbuild.Follow(l.tree, d.Ref).InnerIndex]
	return s.Kind == esbuild.SymbolUnbound && s.OriginalName == "Function"
}

// isLiteral reports a literal whose members, but for its length, are methods.
func isLiteral(e esbuild.Expr) bool {
	switch e.Data.(type) {
	case *esbuild.EArray, *esbuild.EString, *esbuild.ERegExp, *esbuild.ENumber:
		return true
	}
	return false
}

// ofLanguage are functions that the language and Node have.
var ofLanguage = map[string]bool{
	"Object": true, "Array": true, "String": true, "Number": true, "Boolean": true, "Symbol": true, "Promise": true, "Date": true,
	"RegExp": true, "Error": true, "Map": true, "Set": true, "Function": true, "eval": true, "parseInt": true, "parseFloat": true,
	"isNaN": true, "isFinite": true, "setTimeout": true, "setInterval": true, "setImmediate": true, "escape": true, "unescape": true,
	"encodeURIComponent": true, "decodeURIComponent": true, "fetch": true,
}
