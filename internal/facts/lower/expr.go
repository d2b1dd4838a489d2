package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// expr lowers an expression and gives the node of its value, or 0 when the
// value can not matter. Everything inside is lowered either way.
func (l *lowerer) expr(e esbuild.Expr) ir.Node {
	if e.Data == nil {
		return 0
	}
	if l.depth++; l.depth > maxDepth {
		l.depth--
		l.note("an expression is nested too deep to follow", e.Loc.Start)
		return 0
	}
	n := l.exprData(e)
	l.depth--
	return n
}

func (l *lowerer) exprData(e esbuild.Expr) ir.Node {
	pos := e.Loc.Start
	switch d := e.Data.(type) {
	case *esbuild.EIdentifier:
		return l.identifier(d.Ref, pos)
	case *esbuild.EImportIdentifier:
		return l.identifier(d.Ref, pos)
	case *esbuild.EDot:
		return l.dot(d, pos)
	case *esbuild.EIndex:
		return l.index(d, pos)
	case *esbuild.ECall:
		return l.call(d, pos)
	case *esbuild.ENew:
		target := l.expr(d.Target)
		args := l.args(d.Args)
		return l.node(ir.OpNew, int32(target), 0, args, placeOf(d.Target, pos))
	case *esbuild.EString:
		return l.text(esbuild.Text(d.Value), pos)
	case *esbuild.ENumber:
		return l.number(d.Value, pos)
	case *esbuild.EBoolean:
		if d.Value {
			return l.word("true", pos)
		}
		return l.word("false", pos)
	case *esbuild.ENull:
		return l.word("null", pos)
	case *esbuild.EUndefined:
		return l.word("undefined", pos)
	case *esbuild.EBinary:
		return l.binary(d, pos)
	case *esbuild.EUnary:
		return l.unary(d, pos)
	case *esbuild.EIf:
		l.expr(d.Test)
		return l.phi(pos, l.expr(d.Yes), l.expr(d.No))
	case *esbuild.EFunction:
		return l.function(fnOf(&d.Fn), pos)
	case *esbuild.EArrow:
		return l.function(arrowOf(d), pos)
	case *esbuild.EClass:
		return l.class(&d.Class, pos)
	case *esbuild.EObject:
		return l.object(d, pos)
	case *esbuild.EArray:
		return l.array(d, pos)
	case *esbuild.ETemplate:
		return l.template(d, pos)
	case *esbuild.EAwait:
		return l.expr(d.Value)
	case *esbuild.EYield:
		v := l.expr(d.ValueOrNil)
		if d.IsStar && v != 0 {
			all := l.node(ir.OpIndex, int32(v), 0, 0, pos)
			l.assign(l.fn.ret, all)
			return all // what the inner one returns is among them
		}
		l.assign(l.fn.ret, v)
		return v
	case *esbuild.EThis:
		return l.fn.this
	case *esbuild.ESuper:
		return l.fn.super
	case *esbuild.EImportMeta:
		return l.node(ir.OpMeta, 0, 0, 0, pos)
	case *esbuild.EImportCall:
		spec := l.expr(d.Expr)
		l.expr(d.OptionsOrNil)
		return l.node(ir.OpDynamic, int32(spec), 0, 0, pos)
	case *esbuild.EImportString:
		return l.node(ir.OpDynamic, int32(l.text(l.record(d.ImportRecordIndex), pos)), 0, 0, pos)
	case *esbuild.ERequireString:
		return l.callNode(l.global("require", pos), 0, []int32{int32(l.text(l.record(d.ImportRecordIndex), pos))}, pos)
	case *esbuild.ERequireResolveString:
		return l.callNode(l.load(l.global("require", pos), "resolve", pos), 0, []int32{int32(l.text(l.record(d.ImportRecordIndex), pos))}, pos)
	case *esbuild.ERegExp:
		return l.node(ir.OpRegExp, int32(l.str(clip(d.Value))), 0, 0, pos)
	case *esbuild.ESpread:
		return l.expr(d.Value)
	case *esbuild.EInlinedEnum:
		return l.expr(d.Value)
	case *esbuild.EAnnotation:
		return l.expr(d.Value)
	case *esbuild.EJSXElement:
		return l.jsx(d, pos)
	case *esbuild.EPrivateIdentifier, *esbuild.ENameOfSymbol, *esbuild.EJSXText,
		*esbuild.EMissing, *esbuild.EBigInt, *esbuild.ENewTarget:
		// No value that could lead anywhere.
	}
	return 0
}

// jsx lowers an element to the call of its component with its properties,
// which is what becomes of it sooner or later.
func (l *lowerer) jsx(d *esbuild.EJSXElement, pos int32) ir.Node {
	tag := l.expr(d.TagOrNil)
	props := l.node(ir.OpObject, 0, 0, 0, pos)
	for i := range d.Properties {
		p := &d.Properties[i]
		if p.Kind == esbuild.PropertySpread {
			if v := l.expr(p.ValueOrNil); v != 0 {
				l.effect(ir.Spread, props, int32(v), 0)
			}
			continue
		}
		l.member(props, p, 0)
	}
	children := l.node(ir.OpArray, 0, 0, 0, pos)
	l.store(props, "children", children)
	for _, child := range d.NullableChildren {
		l.storeAt(children, 0, l.expr(child))
	}
	if tag == 0 || l.unit.Nodes[tag].Op == ir.OpStr {
		return props
	}
	return l.callNode(tag, 0, []int32{int32(props)}, pos)
}

func clip(s string) string {
	if len(s) > maxString {
		return s[:maxString]
	}
	return s
}

func (l *lowerer) record(i uint32) string {
	if int(i) < len(l.tree.ImportRecords) {
		return l.tree.ImportRecords[i].Path.Text
	}
	return ""
}

// identifier gives the node of a name; a name imported from another file is a
// property of that file's namespace.
func (l *lowerer) identifier(ref esbuild.Ref, pos int32) ir.Node {
	if imp, ok := l.imported[ref]; ok {
		return l.load(l.symbol(imp.namespace), imp.alias, pos)
	}
	n := l.symbol(ref)
	if n == 0 {
		return 0
	}
	if s := &l.tree.Symbols[esbuild.Follow(l.tree, ref).InnerIndex]; s.Kind == esbuild.SymbolUnbound {
		// Each mention of a global has its own place.
		mention := l.node(ir.OpGlobal, int32(l.str(s.OriginalName)), 0, 0, pos)
		l.mentions = append(l.mentions, [2]ir.Node{n, mention})
		n = mention
	} else if l.unit.Nodes[n].Op == ir.OpGlobal {
		n = l.node(ir.OpGlobal, l.unit.Nodes[n].A, 0, 0, pos)
	}
	for _, w := range l.withs {
		n = l.phi(pos, n, l.load(w, l.name(ref), pos))
	}
	return n
}

func (l *lowerer) dot(d *esbuild.EDot, pos int32) ir.Node {
	base := l.expr(d.Target)
	if base == 0 {
		return 0
	}
	n := l.load(base, d.Name, d.NameLoc.Start)
	if d.Name == "__esModule" && l.isParam(d.Target) {
		l.fn.loader = true // an interop helper
	}
	if d.Name == "v" || d.Name == "sent" {
		return l.phi(pos, n, l.sent(d.Target))
	}
	return n
}

// sent gives what a generator lowered to ES5 is sent: the value it last handed
// out. The state object is the first parameter of the state machine function;
// TypeScript hands out [4, value], Babel the value itself.
func (l *lowerer) sent(target esbuild.Expr) ir.Node {
	id, ok := target.Data.(*esbuild.EIdentifier)
	if !ok || l.fn.ret == 0 || l.fn.first == 0 || l.symbol(id.Ref) != l.fn.first {
		return 0
	}
	return l.phi(0, l.fn.ret, l.load(l.fn.ret, "1", 0))
}

func (l *lowerer) index(d *esbuild.EIndex, pos int32) ir.Node {
	base := l.expr(d.Target)
	if private, ok := d.Index.Data.(*esbuild.EPrivateIdentifier); ok {
		return l.load(base, l.privateName(private.Ref), d.Index.Loc.Start)
	}
	if name, ok := l.keyName(d.Index, true); ok {
		return l.load(base, name, d.Index.Loc.Start)
	}
	key := l.expr(d.Index)
	if base == 0 {
		return 0
	}
	return l.node(ir.OpIndex, int32(base), int32(key), 0, d.Index.Loc.Start)
}

func (l *lowerer) privateName(ref esbuild.Ref) string {
	return l.tree.Symbols[esbuild.Follow(l.tree, ref).InnerIndex].OriginalName
}

// args lowers call arguments into a list; a spread one is negated.
func (l *lowerer) args(args []esbuild.Expr) int32 {
	return l.list(l.argNodes(args))
}

func (l *lowerer) argNodes(args []esbuild.Expr) []int32 {
	if len(args) == 0 {
		return nil
	}
	out := make([]int32, len(args))
	for i, a := range args {
		n := l.expr(a)
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

func (l *lowerer) callNode(callee, this ir.Node, args []int32, pos int32) ir.Node {
	return l.node(ir.OpCall, int32(callee), int32(this), l.list(args), pos)
}

func (l *lowerer) call(d *esbuild.ECall, pos int32) ir.Node {
	if _, ok := d.Target.Data.(*esbuild.ESuper); ok {
		args := l.argNodes(d.Args)
		if l.fn.super0 == 0 {
			return 0
		}
		return l.node(ir.OpSuper, int32(l.fn.super0), int32(l.fn.this), l.list(args), pos)
	}
	if dot, ok := d.Target.Data.(*esbuild.EDot); ok && dot.Name == "sent" && len(d.Args) == 0 {
		if v := l.sent(dot.Target); v != 0 {
			return v
		}
	}
	callee := l.expr(d.Target)
	var this ir.Node
	if callee != 0 {
		if v := l.unit.Nodes[callee]; v.Op == ir.OpLoad || v.Op == ir.OpIndex {
			this = ir.Node(v.A)
		}
	}
	args := l.argNodes(d.Args)
	l.copyCall(d, args)
	l.moduleCall(d, args)
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

func (l *lowerer) unary(d *esbuild.EUnary, pos int32) ir.Node {
	l.expr(d.Value)
	if d.Op == esbuild.UnOpNot || d.Op == esbuild.UnOpTypeof || d.Op == esbuild.UnOpVoid || d.Op == esbuild.UnOpDelete {
		return 0
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
		old := l.expr(d.Left)
		v := l.expr(d.Right)
		n := l.concat(pos, old, v)
		// x += "y" may run any number of times: x is open, which a node that
		// feeds itself says.
		l.assignTo(d.Left, n)
		return n
	case esbuild.BinOpLogicalOr, esbuild.BinOpLogicalAnd, esbuild.BinOpNullishCoalescing, esbuild.BinOpComma, esbuild.BinOpAdd:
		return l.spine(d, pos)
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
	nodes := make([]ir.Node, 0, len(rights)+1)
	nodes = append(nodes, l.expr(left))
	for i := len(rights) - 1; i >= 0; i-- {
		nodes = append(nodes, l.expr(rights[i]))
	}
	switch op {
	case esbuild.BinOpComma:
		return nodes[len(nodes)-1]
	case esbuild.BinOpLogicalAnd:
		// a && b is a only when a is falsy, and nothing falsy leads anywhere.
		return nodes[len(nodes)-1]
	case esbuild.BinOpAdd:
		return l.concat(pos, nodes...)
	}
	return l.phi(pos, nodes...)
}

// concat gives the node of a string concatenation, or none when no part is
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

func (l *lowerer) template(d *esbuild.ETemplate, pos int32) ir.Node {
	if d.TagOrNil.Data != nil {
		tag := l.expr(d.TagOrNil)
		args := make([]int32, 1, len(d.Parts)+1)
		strings := l.node(ir.OpArray, 0, 0, 0, pos)
		l.store(strings, "0", l.text(d.HeadRaw, pos))
		args[0] = int32(strings)
		for _, part := range d.Parts {
			args = append(args, int32(l.expr(part.Value)))
		}
		var this ir.Node
		if tag != 0 {
			if v := l.unit.Nodes[tag]; v.Op == ir.OpLoad || v.Op == ir.OpIndex {
				this = ir.Node(v.A)
			}
		}
		return l.callNode(tag, this, args, placeOf(d.TagOrNil, pos))
	}
	parts := []int32{int32(l.text(esbuild.Text(d.HeadCooked), pos))}
	for _, part := range d.Parts {
		parts = append(parts, int32(l.expr(part.Value)))
		if len(part.TailCooked) > 0 {
			parts = append(parts, int32(l.text(esbuild.Text(part.TailCooked), part.TailLoc.Start)))
		}
	}
	return l.node(ir.OpConcat, l.list(parts), 0, 0, pos)
}

func (l *lowerer) array(d *esbuild.EArray, pos int32) ir.Node {
	n := l.node(ir.OpArray, 0, 0, 0, pos)
	spread := false
	for i, item := range d.Items {
		v := l.expr(item)
		if v == 0 {
			continue
		}
		if _, ok := item.Data.(*esbuild.ESpread); ok {
			spread = true
			l.storeAt(n, 0, l.node(ir.OpIndex, int32(v), 0, 0, item.Loc.Start))
			continue
		}
		if spread || i >= maxElements {
			if i < 4*maxElements {
				l.storeAt(n, 0, v)
			}
			continue
		}
		l.store(n, itoa(i), v)
	}
	return n
}
