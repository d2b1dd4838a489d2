package lower

import (
	"strings"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// sent returns what a generator lowered to ES5 is sent: the value it last handed
// out. The state object is the first parameter of the state machine function;
// TypeScript hands out [4, value], Babel the value itself.
func (l *lowerer) sent(target esbuild.Expr) ir.Node {
	id, ok := target.Data.(*esbuild.EIdentifier)
	if !ok || l.fn.ret == 0 || l.fn.first == 0 || l.symbol(id.Ref) != l.fn.first {
		return 0
	}
	return l.phi(0, l.fn.ret, l.load(l.fn.ret, "1", 0))
}

// args lowers call arguments into a list; a spread one is negated.
func (l *lowerer) args(args []esbuild.Expr) int32 {
	return l.list(l.argNodes(args))
}

func (l *lowerer) argNodes(args []esbuild.Expr) []int32 { return l.argsBy(args, l.expr) }

func (l *lowerer) argsBy(args []esbuild.Expr, lower func(esbuild.Expr) ir.Node) []int32 {
	if len(args) == 0 {
		return nil
	}
	out := make([]int32, len(args))
	for i, a := range args {
		n := lower(a)
		if _, spread := a.Data.(*esbuild.ESpread); spread {
			if n == 0 {
				n = l.node(ir.OpVar, 0, 0, 0, a.Loc.Start)
			}
			n = -n
		}
		out[i] = int32(n)
	}
	return out
}

// fromCodes are the functions that make a text of numbers.
var fromCodes = map[string]bool{"fromCharCode": true, "fromCodePoint": true}

// mixed lowers a number that is worked out. Elsewhere nothing comes of arithmetic; here a text does. It is a call of
// nobody, which no value is known of, with the operands as its arguments.
func (l *lowerer) mixed(e esbuild.Expr) ir.Node {
	b, ok := e.Data.(*esbuild.EBinary)
	if !ok || !arithmetic[b.Op] || l.depth >= maxDepth {
		return l.expr(e)
	}
	l.depth++
	left, right := l.mixed(b.Left), l.mixed(b.Right)
	l.depth--
	if left == 0 && right == 0 {
		return 0
	}
	return l.callNode(0, 0, []int32{int32(left), int32(right)}, e.Loc.Start)
}

var arithmetic = map[esbuild.OpCode]bool{
	esbuild.BinOpAdd: true, esbuild.BinOpSub: true, esbuild.BinOpMul: true, esbuild.BinOpRem: true, esbuild.BinOpShl: true,
	esbuild.BinOpShr: true, esbuild.BinOpUShr: true, esbuild.BinOpBitwiseAnd: true, esbuild.BinOpBitwiseOr: true,
	esbuild.BinOpBitwiseXor: true,
}

// isError reports that a class is one of the language's errors, whose constructor keeps its argument as the message.
func (l *lowerer) isError(class ir.Node) bool {
	v := l.unit.Nodes[class]
	return v.Op == ir.OpGlobal && strings.HasSuffix(l.strs.list[v.A], "Error")
}

func (l *lowerer) callNode(callee, this ir.Node, args []int32, pos int32) ir.Node {
	return l.node(ir.OpCall, int32(callee), int32(this), l.list(args), pos)
}

func (l *lowerer) call(d *esbuild.ECall, pos int32) ir.Node {
	if _, ok := d.Target.Data.(*esbuild.ESuper); ok {
		args := l.argNodes(d.Args)
		if l.fn.super0 == 0 {
			return 0
		}
		if len(args) > 0 && args[0] > 0 && l.isError(l.fn.super0) {
			l.store(l.fn.this, "message", ir.Node(args[0]))
		}
		return l.node(ir.OpSuper, int32(l.fn.super0), int32(l.fn.this), l.list(args), pos)
	}
	if dot, ok := d.Target.Data.(*esbuild.EDot); ok && dot.Name == "sent" && len(d.Args) == 0 {
		if v := l.sent(dot.Target); v != 0 {
			return v
		}
	}
	l.called, _ = d.Target.Data.(*esbuild.EDot)
	callee := l.expr(d.Target)
	var this ir.Node
	if callee != 0 {
		if v := l.unit.Nodes[callee]; v.Op == ir.OpLoad || v.Op == ir.OpIndex {
			this = ir.Node(v.A)
		}
	}
	var args []int32
	if l.called != nil && fromCodes[l.called.Name] {
		args = l.argsBy(d.Args, l.mixed)
	} else {
		args = l.argNodes(d.Args)
	}
	l.copyCall(d, args)
	l.moduleCall(d, args)
	l.markupCall(d, this, args)
	l.mergeCall(d)
	place := placeOf(d.Target, pos)
	n := l.callNode(callee, this, args, place)
	switch helperName(d.Target) {
	case "__awaiter":
		// TypeScript's async functions before ES2017: the promise is that of
		// what the generator function returns.
		if len(args) == 4 && args[3] > 0 {
			return l.phi(pos, n, l.callNode(ir.Node(args[3]), 0, nil, place))
		}
	case "__generator":
		if len(args) == 2 && args[1] > 0 {
			inner := l.callNode(ir.Node(args[1]), 0, nil, place)
			return l.phi(pos, n, l.load(inner, "1", place))
		}
	}
	return n
}

// placeOf is where a call is: at the name of the member it calls, so that the
// links of a chain have different places.
func placeOf(target esbuild.Expr, pos int32) int32 {
	switch d := target.Data.(type) {
	case *esbuild.EDot:
		return d.NameLoc.Start
	case *esbuild.EIndex:
		return d.Index.Loc.Start
	case *esbuild.EIdentifier, *esbuild.EImportIdentifier:
		return target.Loc.Start
	}
	return pos
}

func helperName(target esbuild.Expr) string {
	if d, ok := target.Data.(*esbuild.EDot); ok {
		return d.Name
	}
	return ""
}
