package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

func (l *lowerer) object(d *esbuild.EObject, pos int32) ir.Node {
	n := l.node(ir.OpObject, 0, 0, 0, pos)
	for i := range d.Properties {
		p := &d.Properties[i]
		if p.Kind == esbuild.PropertySpread {
			v := l.expr(p.ValueOrNil)
			if v == 0 {
				v = l.unknown()
			}
			l.effect(ir.Spread, n, int32(v), 0)
			continue
		}
		if k, ok := p.Key.Data.(*esbuild.EString); ok && p.Kind == esbuild.PropertyField &&
			!p.Flags.Has(esbuild.PropertyIsComputed) && esbuild.IsText(k.Value, "__proto__") {
			l.effect(ir.Spread, n, int32(l.expr(p.ValueOrNil)), 0)
			continue
		}
		if o, ok := p.ValueOrNil.Data.(*esbuild.EObject); ok && len(o.Properties) == 0 {
			if k, ok := p.Key.Data.(*esbuild.EString); ok && esbuild.IsText(k.Value, "exports") {
				// {exports: {}} is a module being made: this is a bundler's
				// wrapper, and every module needs its own.
				for f := l.fn; f != nil; f = f.up {
					f.loader = true
				}
			}
		}
		l.member(n, p, n)
	}
	return n
}

// member lowers a property of an object literal or class onto holder; this is
// what a method finds as its receiver.
func (l *lowerer) member(holder ir.Node, p *esbuild.Property, this ir.Node) {
	name, named := l.keyName(p.Key, p.Flags.Has(esbuild.PropertyIsComputed))
	var key ir.Node
	if !named {
		key = l.key(p.Key)
	}
	value := p.ValueOrNil
	if value.Data == nil {
		value = p.InitializerOrNil
	}
	before := len(l.unit.Funcs)
	v := l.expr(value)
	if v == 0 {
		v = l.unknown()
	}
	if _, ok := value.Data.(*esbuild.EFunction); ok && before < len(l.unit.Funcs) {
		l.ownThis(int32(before), this)
	}
	switch {
	case p.Kind == esbuild.PropertyGetter && named:
		l.effect(ir.StoreGet, holder, int32(l.str(name)), v)
	case p.Kind == esbuild.PropertySetter && named:
		l.effect(ir.StoreSet, holder, int32(l.str(name)), v)
	case named:
		l.store(holder, name, v)
		if name == "__html" || Steers(name) { // React's dangerouslySetInnerHTML
			l.stored(holder, name, v, p.Key.Loc.Start)
		}
		l.copyGetter(name, value)
	default:
		l.effect(ir.StoreAt, holder, int32(key), v)
	}
}

// class lowers a class and gives the node of its constructor.
func (l *lowerer) class(c *esbuild.Class, pos int32) ir.Node {
	parent := l.expr(c.ExtendsOrNil)
	ctor := callable{flags: ir.IsClass}
	for i := range c.Properties {
		p := &c.Properties[i]
		if p.Kind == esbuild.PropertyMethod && !p.Flags.Has(esbuild.PropertyIsStatic) {
			if k, ok := p.Key.Data.(*esbuild.EString); ok && esbuild.IsText(k.Value, "constructor") {
				if f, ok := p.ValueOrNil.Data.(*esbuild.EFunction); ok {
					ctor = fnOf(&f.Fn)
					ctor.flags |= ir.IsClass
					ctor.name = nil
				}
			}
		}
	}
	ctor.name = c.Name
	// What super means inside: the parent's prototype in methods, the parent
	// itself when called.
	if parent != 0 {
		ctor.super = l.load(parent, "prototype", pos)
		ctor.super0 = parent
	}
	var node ir.Node
	ctor.before = func() {
		// Field initialisers run in the constructor, with its this.
		for i := range c.Properties {
			p := &c.Properties[i]
			if !p.Kind.IsMethodDefinition() && p.Kind != esbuild.PropertyClassStaticBlock && !p.Flags.Has(esbuild.PropertyIsStatic) {
				l.member(l.fn.this, p, l.fn.this)
			}
		}
	}
	index := int32(len(l.unit.Funcs))
	node = l.function(ctor, pos)
	if parent != 0 {
		l.effect(ir.Extends, node, int32(parent), 0)
		if len(ctor.args) == 0 {
			// Without a constructor of its own a class passes everything on.
			l.inheritCall(index, parent)
		}
	}
	proto := l.load(node, "prototype", pos)
	outer := *l.fn
	for i := range c.Properties {
		p := &c.Properties[i]
		static := p.Flags.Has(esbuild.PropertyIsStatic)
		for j := range p.Decorators {
			l.callNode(l.expr(p.Decorators[j].Value), 0, []int32{int32(proto)}, p.Decorators[j].Value.Loc.Start)
		}
		inner := outer
		inner.arrow = true // what this and super mean comes from here
		inner.up = l.fn
		switch {
		case p.Kind == esbuild.PropertyClassStaticBlock:
			inner.this, inner.super = node, parent
			l.within(&inner, func() {
				l.declare(p.ClassStaticBlock.Block.Stmts)
				l.stmts(p.ClassStaticBlock.Block.Stmts)
			})
		case static:
			inner.this, inner.super = node, parent
			l.within(&inner, func() { l.method(node, p, node, parent) })
		case p.Kind.IsMethodDefinition():
			if k, ok := p.Key.Data.(*esbuild.EString); ok && p.Kind == esbuild.PropertyMethod && esbuild.IsText(k.Value, "constructor") {
				continue
			}
			l.method(proto, p, proto, ctor.super)
		}
	}
	for i := range c.Decorators {
		l.callNode(l.expr(c.Decorators[i].Value), 0, []int32{int32(node)}, c.Decorators[i].Value.Loc.Start)
	}
	return node
}

func (l *lowerer) within(f *function, do func()) {
	saved := l.fn
	l.fn = f
	do()
	l.fn = saved
	saved.generic = saved.generic || f.generic
}

// method lowers a method with super in reach.
func (l *lowerer) method(holder ir.Node, p *esbuild.Property, this, super ir.Node) {
	f, ok := p.ValueOrNil.Data.(*esbuild.EFunction)
	if !ok {
		l.member(holder, p, this)
		return
	}
	name, named := l.keyName(p.Key, p.Flags.Has(esbuild.PropertyIsComputed))
	var key ir.Node
	if !named {
		key = l.key(p.Key)
	}
	c := fnOf(&f.Fn)
	c.super = super
	index := int32(len(l.unit.Funcs))
	v := l.function(c, p.Key.Loc.Start)
	l.ownThis(index, this)
	l.unit.Funcs[index].Flags |= ir.OwnThis
	switch {
	case !named:
		l.effect(ir.StoreAt, holder, int32(key), v)
	case p.Kind == esbuild.PropertyGetter:
		l.effect(ir.StoreGet, holder, int32(l.str(name)), v)
	case p.Kind == esbuild.PropertySetter:
		l.effect(ir.StoreSet, holder, int32(l.str(name)), v)
	default:
		l.store(holder, name, v)
	}
}

// inheritCall lets a class without a constructor hand its arguments to its
// parent's: it gets an arguments array and spreads it.
func (l *lowerer) inheritCall(index int32, parent ir.Node) {
	f := &l.unit.Funcs[index]
	if f.Args != 0 {
		return
	}
	args := l.node(ir.OpArray, 0, 0, 0, 0)
	l.unit.Funcs[index].Args = args
	if l.isError(parent) {
		l.store(l.unit.Funcs[index].This, "message", l.load(args, "0", 0))
	}
	l.node(
		ir.OpSuper,
		int32(parent),
		int32(l.unit.Funcs[index].This),
		l.list([]int32{-int32(args)}),
		l.unit.Nodes[l.unit.Funcs[index].Node].Pos,
	)
}
