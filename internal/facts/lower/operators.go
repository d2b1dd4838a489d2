package lower

import (
	"unicode/utf16"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// unary lowers an operand; no unary operator gives a value that leads anywhere.
func (l *lowerer) unary(d *esbuild.EUnary) ir.Node {
	l.expr(d.Value)
	if id, ok := d.Value.Data.(*esbuild.EIdentifier); ok {
		switch d.Op {
		case esbuild.UnOpPreInc, esbuild.UnOpPreDec, esbuild.UnOpPostInc, esbuild.UnOpPostDec:
			l.setAnew(id.Ref)
			l.count(id.Ref)
		}
	}
	return 0
}

func (l *lowerer) binary(d *esbuild.EBinary, pos int32) ir.Node {
	switch d.Op {
	case esbuild.BinOpAssign:
		return l.assignment(d.Left, d.Right)
	case esbuild.BinOpLogicalOrAssign, esbuild.BinOpLogicalAndAssign, esbuild.BinOpNullishCoalescingAssign:
		old := l.expr(d.Left)
		v := l.expr(d.Right)
		l.assignTo(d.Left, v)
		return l.phi(pos, old, v)
	case esbuild.BinOpAddAssign:
		if id, ok := d.Left.Data.(*esbuild.EIdentifier); ok && isNumber(d.Right) {
			l.setAnew(id.Ref)
			l.count(id.Ref)
			return 0
		}
		old := l.expr(d.Left)
		v := l.expr(d.Right)
		n := l.concat(pos, old, v)
		// x += "y" may run any number of times: x is open, which a node that
		// feeds itself says.
		l.assignTo(d.Left, n)
		return n
	case esbuild.BinOpLogicalOr, esbuild.BinOpLogicalAnd, esbuild.BinOpNullishCoalescing, esbuild.BinOpComma, esbuild.BinOpAdd:
		return l.spine(d, pos)
	case esbuild.BinOpIn:
		// "CI" in process.env asks for a variable, as reading it does. What is named otherwise asks whether an object has
		// a member, and takes none.
		if name, ok := d.Left.Data.(*esbuild.EString); ok && isVariable(name.Value) {
			l.load(l.expr(d.Right), string(utf16.Decode(name.Value)), pos)
			return 0
		}
	}
	if id, ok := d.Left.Data.(*esbuild.EIdentifier); ok && d.Op.BinaryAssignTarget() != 0 {
		l.count(id.Ref)
	}
	// Arithmetic and comparison: nothing of interest comes out, but long
	// chains of them are a classic nesting bomb, so the left spine is a loop.
	for {
		l.expr(d.Right)
		left, ok := d.Left.Data.(*esbuild.EBinary)
		if !ok || left.Op != d.Op {
			l.expr(d.Left)
			return 0
		}
		d = left
	}
}

// isVariable reports a name of the form that variables of the environment have.
func isVariable(name []uint16) bool {
	for _, c := range name {
		if c != '_' && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return len(name) > 1
}

// spine lowers a left-leaning chain of one operator without recursion.
func (l *lowerer) spine(d *esbuild.EBinary, pos int32) ir.Node {
	var rights []esbuild.Expr
	op := d.Op
	left := d.Left
	rights = append(rights, d.Right)
	for {
		b, ok := left.Data.(*esbuild.EBinary)
		if !ok || b.Op != op {
			break
		}
		rights = append(rights, b.Right)
		left = b.Left
	}
	if op == esbuild.BinOpLogicalAnd {
		return l.conjunction(left, rights)
	}
	nodes := make([]ir.Node, 0, len(rights)+1)
	var opened []openGuard
	part := func(e esbuild.Expr, last bool) {
		if op != esbuild.BinOpLogicalOr || last {
			nodes = append(nodes, l.expr(e))
			return
		}
		// What stands behind runs when this does not hold: a minifier writes an if so.
		leaves := l.madeOf(e, leaf{bare: true}, nil, 0)
		l.watchLeaves(leaves, func() { nodes = append(nodes, l.expr(e)) })
		opened = l.open(aboutPeople(nil, leaves), opened)
	}
	part(left, false)
	for i := len(rights) - 1; i >= 0; i-- {
		part(rights[i], i == 0)
	}
	l.close(opened)
	switch op {
	case esbuild.BinOpComma:
		return nodes[len(nodes)-1]
	case esbuild.BinOpAdd:
		return l.concat(pos, nodes...)
	}
	return l.phi(pos, nodes...)
}

// conjunction lowers a && b && c, whose parts are given last first: each runs
// when those before it hold. It is a only when a is falsy, and nothing falsy
// leads anywhere.
func (l *lowerer) conjunction(left esbuild.Expr, rights []esbuild.Expr) ir.Node {
	holds, _ := l.condition(left)
	opened := l.open(holds, nil)
	for i := len(rights) - 1; i > 0; i-- {
		holds, _ = l.condition(rights[i])
		opened = l.open(holds, opened)
	}
	n := l.expr(rights[0])
	l.close(opened)
	return n
}

// concat returns the node of a string concatenation, or none when no part is
// known to be more than a number.
func (l *lowerer) concat(pos int32, parts ...ir.Node) ir.Node {
	kept := make([]int32, len(parts))
	useful := false
	for i, p := range parts {
		kept[i] = int32(p)
		useful = useful || p != 0 && l.unit.Nodes[p].Op != ir.OpWord
	}
	if !useful {
		return 0
	}
	return l.node(ir.OpConcat, l.list(kept), 0, 0, pos)
}
