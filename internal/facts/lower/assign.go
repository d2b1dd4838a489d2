package lower

import (
	"math"
	"strconv"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

func itoa(i int) string { return strconv.Itoa(i) }

// bind returns a declared pattern its value.
func (l *lowerer) bind(b esbuild.Binding, value ir.Node) {
	switch d := b.Data.(type) {
	case *esbuild.BIdentifier:
		l.setAnew(d.Ref)
		l.assign(l.symbol(d.Ref), value)
	case *esbuild.BArray:
		for i := range d.Items {
			item := &d.Items[i]
			var v ir.Node
			if d.HasSpread && i == len(d.Items)-1 {
				v = l.restOf(value, item.Loc.Start)
			} else {
				v = l.load(value, itoa(i), item.Loc.Start)
			}
			l.bind(item.Binding, l.orDefault(v, item.DefaultValueOrNil))
		}
	case *esbuild.BObject:
		for i := range d.Properties {
			p := &d.Properties[i]
			if p.IsSpread {
				// The rest has what the whole has, less a few names.
				l.bind(p.Value, value)
				continue
			}
			l.bind(p.Value, l.orDefault(l.property(value, p.Key, p.IsComputed), p.DefaultValueOrNil))
		}
	}
}

// property loads value[key], where key is a property name of a pattern or of
// an object literal.
func (l *lowerer) property(value ir.Node, key esbuild.Expr, computed bool) ir.Node {
	if name, ok := l.keyName(key, computed); ok {
		return l.load(value, name, key.Loc.Start)
	}
	k := l.key(key)
	if value == 0 {
		return 0
	}
	return l.node(ir.OpIndex, int32(value), int32(k), 0, key.Loc.Start)
}

// keyName returns the name of a property key that is written out.
func (l *lowerer) keyName(key esbuild.Expr, computed bool) (string, bool) {
	switch k := key.Data.(type) {
	case *esbuild.EString:
		return l.strs.of(k.Value, math.MaxInt32), true
	case *esbuild.ENumber:
		return l.strs.list[l.unit.Nodes[l.number(k.Value, key.Loc.Start)].A], true
	case *esbuild.EPrivateIdentifier:
		return l.privateName(k.Ref), true
	case *esbuild.EInlinedEnum:
		return l.keyName(k.Value, computed)
	case *esbuild.EDot:
		// Well-known symbols are names like others.
		if id, ok := k.Target.Data.(*esbuild.EIdentifier); ok && l.name(id.Ref) == "Symbol" {
			return "@@" + k.Name, true
		}
	}
	return "", false
}

// restOf returns an array of what follows in value, positions forgotten.
func (l *lowerer) restOf(value ir.Node, pos int32) ir.Node {
	if value == 0 {
		return 0
	}
	rest := l.node(ir.OpArray, 0, 0, 0, pos)
	l.storeAt(rest, 0, l.node(ir.OpIndex, int32(value), 0, 0, pos))
	return rest
}

func (l *lowerer) orDefault(v ir.Node, def esbuild.Expr) ir.Node {
	if def.Data == nil {
		return v
	}
	return l.phi(def.Loc.Start, v, l.expr(def))
}

// assignment lowers left = right and gives the value of right.
func (l *lowerer) assignment(left, right esbuild.Expr) ir.Node {
	before, lo := len(l.unit.Funcs), len(l.unit.Nodes)
	v := l.held(right, func() ir.Node {
		if id, ok := left.Data.(*esbuild.EIdentifier); ok {
			return l.plainVariable(id.Ref)
		}
		return 0
	})
	l.walk(left, right)
	l.awaits(left, right)
	if t, ok := left.Data.(*esbuild.EIndex); ok {
		if l.copyStore(t, right, lo) {
			k, _ := l.keyVariable(t.Index)
			l.keyedStore(t, 0, k)
			return v // the copy says it, with the names kept apart
		}
	}
	if t, ok := left.Data.(*esbuild.EDot); ok && v != 0 {
		base := l.expr(t.Target)
		l.store(base, t.Name, v)
		l.stored(base, t.Name, v, t.NameLoc.Start)
		l.chunkStore(t, v)
		if isFunction(right) && before < len(l.unit.Funcs) {
			l.ownThis(int32(before), base)
		}
		return v
	}
	l.assignTo(left, v)
	return v
}

func isFunction(e esbuild.Expr) bool {
	_, ok := e.Data.(*esbuild.EFunction)
	return ok
}

// ownThis tells a function that is stored as a method which object it is a
// method of.
func (l *lowerer) ownThis(index int32, object ir.Node) {
	f := &l.unit.Funcs[index]
	if f.Flags&ir.Arrow == 0 && object != 0 {
		l.assign(f.This, object)
	}
}

// assignTo returns a target that is written as an expression its value.
func (l *lowerer) assignTo(target esbuild.Expr, value ir.Node) {
	switch t := target.Data.(type) {
	case *esbuild.EIdentifier:
		l.setAnew(t.Ref)
		l.assign(l.symbol(t.Ref), value)
	case *esbuild.EDot:
		base := l.expr(t.Target)
		l.store(base, t.Name, value)
		l.stored(base, t.Name, value, t.NameLoc.Start)
	case *esbuild.EIndex:
		if private, ok := t.Index.Data.(*esbuild.EPrivateIdentifier); ok {
			l.store(l.expr(t.Target), l.privateName(private.Ref), value)
			return
		}
		base := l.expr(t.Target)
		if name, ok := l.keyName(t.Index, true); ok {
			l.store(base, name, value)
			l.stored(base, name, value, t.Index.Loc.Start)
			return
		}
		key := l.key(t.Index)
		l.keyedStore(t, base, key)
		if base != 0 && value != 0 {
			l.effect(ir.StoreAt, base, int32(key), value)
		}
	case *esbuild.EArray:
		for i, item := range t.Items {
			if s, ok := item.Data.(*esbuild.ESpread); ok {
				l.assignTo(s.Value, l.restOf(value, item.Loc.Start))
				continue
			}
			l.assignPattern(item, l.load(value, itoa(i), item.Loc.Start))
		}
	case *esbuild.EObject:
		for i := range t.Properties {
			p := &t.Properties[i]
			if p.Kind == esbuild.PropertySpread {
				l.assignTo(p.ValueOrNil, value)
				continue
			}
			v := l.property(value, p.Key, p.Flags.Has(esbuild.PropertyIsComputed))
			v = l.orDefault(v, p.InitializerOrNil)
			l.assignPattern(p.ValueOrNil, v)
		}
	}
}

// assignPattern is assignTo for a pattern element that may carry a default,
// which the tree writes as an assignment.
func (l *lowerer) assignPattern(e esbuild.Expr, v ir.Node) {
	if b, ok := e.Data.(*esbuild.EBinary); ok && b.Op == esbuild.BinOpAssign {
		l.assignTo(b.Left, l.orDefault(v, b.Right))
		return
	}
	l.assignTo(e, v)
}
