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
	if len(l.watch) > 0 {
		if _, ok := l.watch[e.Data]; ok {
			l.watch[e.Data] = n
		}
	}
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
		if l.makesModule(d) {
			target = l.phi(pos, target, l.moduleClass(pos))
		}
		args := l.args(d.Args)
		return l.node(ir.OpNew, int32(target), 0, args, placeOf(d.Target, pos))
	case *esbuild.EString:
		return l.text(l.strs.of(d.Value, maxString), pos)
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
		return l.unary(d)
	case *esbuild.EIf:
		holds, fails := l.condition(d.Test)
		var yes, no ir.Node
		at, when, otherwise := l.picks(d.Test)
		l.under(holds, func() { yes = l.pick(at, when, func() ir.Node { return l.expr(d.Yes) }) })
		l.under(fails, func() { no = l.pick(at, otherwise, func() ir.Node { return l.expr(d.No) }) })
		return l.phi(pos, yes, no)
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
			l.yields(all)
			return all // what the inner one returns is among them
		}
		l.yields(v)
		if v == 0 || l.unit.Nodes[v].Op == ir.OpStr || l.unit.Nodes[v].Op == ir.OpWord {
			// Nobody waits for such a value to be ready: what comes back is what the generator is sent.
			if l.fn.index >= 0 {
				return l.phi(pos, v, l.load(l.unit.Funcs[l.fn.index].Node, ir.Sent, pos))
			}
		}
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

func (l *lowerer) record(i uint32) string {
	if int(i) < len(l.tree.ImportRecords) {
		return l.tree.ImportRecords[i].Path.Text
	}
	return ""
}

// identifier returns the node of a name; a name imported from another file is a
// property of that file's namespace.
func (l *lowerer) identifier(ref esbuild.Ref, pos int32) ir.Node {
	if imp, ok := l.imported[ref]; ok {
		return l.load(l.symbol(imp.namespace), imp.alias, pos)
	}
	if r := l.readers[esbuild.Follow(l.tree, ref)]; r != nil {
		r.named++
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
	// Past a few levels nobody means it; each level costs a node a name.
	for _, w := range l.withs[max(0, len(l.withs)-8):] {
		n = l.phi(pos, n, l.load(w, l.name(ref), pos))
	}
	return n
}

func (l *lowerer) dot(d *esbuild.EDot, pos int32) ir.Node {
	base := l.expr(d.Target)
	if base == 0 {
		return 0
	}
	if ofAnyFunction[d.Name] && l.called != d && l.isGlobalFunction(d.Target) {
		base = l.load(base, "prototype", d.NameLoc.Start)
	}
	n := l.load(base, d.Name, d.NameLoc.Start)
	if d.Name == "constructor" {
		return l.constructorOf(d.Target, n, d.NameLoc.Start)
	}
	if d.Name == "__esModule" && l.isParam(d.Target) {
		l.fn.loader = true // an interop helper
	}
	if d.Name == "v" || d.Name == "sent" {
		return l.phi(pos, n, l.sent(d.Target))
	}
	return n
}

func (l *lowerer) index(d *esbuild.EIndex, pos int32) ir.Node {
	base := l.expr(d.Target)
	if private, ok := d.Index.Data.(*esbuild.EPrivateIdentifier); ok {
		return l.load(base, l.privateName(private.Ref), d.Index.Loc.Start)
	}
	if name, ok := l.keyName(d.Index, true); ok {
		n := l.load(base, name, d.Index.Loc.Start)
		if name == "constructor" {
			n = l.constructorOf(d.Target, n, d.Index.Loc.Start)
		}
		return n
	}
	key := l.key(d.Index)
	if base == 0 {
		return 0
	}
	return l.node(ir.OpIndex, int32(base), int32(key), 0, d.Index.Loc.Start)
}

// isModule reports whether an expression is a module as Node makes it: this
// file's, or the one that was started.
func (l *lowerer) isModule(e esbuild.Expr) bool {
	switch d := e.Data.(type) {
	case *esbuild.EIdentifier:
		s := &l.tree.Symbols[esbuild.Follow(l.tree, d.Ref).InnerIndex]
		return s.Kind == esbuild.SymbolUnbound && s.OriginalName == "module"
	case *esbuild.EDot:
		return d.Name == "mainModule" || d.Name == "main" && isRequire(l, d.Target)
	case *esbuild.EIndex:
		name, ok := l.keyName(d.Index, true)
		return ok && (name == "mainModule" || name == "main" && isRequire(l, d.Target))
	}
	return false
}

func isRequire(l *lowerer, e esbuild.Expr) bool {
	id, ok := e.Data.(*esbuild.EIdentifier)
	return ok && l.name(id.Ref) == "require"
}

// makesModule holds for new m.constructor("name", m): a module is made with a name and one of its kind as its parent. A bundler hands a
// file its module by any name. What is made of two objects is a node of some tree.
func (l *lowerer) makesModule(d *esbuild.ENew) bool {
	of, ok := d.Target.Data.(*esbuild.EDot)
	if !ok || of.Name != "constructor" || len(d.Args) != 2 {
		return false
	}
	if _, named := d.Args[0].Data.(*esbuild.EString); !named {
		return false
	}
	made, ok := of.Target.Data.(*esbuild.EIdentifier)
	parent, same := d.Args[1].Data.(*esbuild.EIdentifier)
	return ok && same && made.Ref == parent.Ref
}

// moduleClass is the class of modules: what require("module") gives.
func (l *lowerer) moduleClass(pos int32) ir.Node {
	return l.callNode(l.global("require", pos), 0, []int32{int32(l.text("module", pos))}, pos)
}

func (l *lowerer) privateName(ref esbuild.Ref) string {
	return l.tree.Symbols[esbuild.Follow(l.tree, ref).InnerIndex].OriginalName
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
	parts := []int32{int32(l.text(l.strs.of(d.HeadCooked, maxString), pos))}
	for _, part := range d.Parts {
		parts = append(parts, int32(l.expr(part.Value)))
		if len(part.TailCooked) > 0 {
			parts = append(parts, int32(l.text(l.strs.of(part.TailCooked, maxString), part.TailLoc.Start)))
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
			v = l.unknown()
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
