package decode

import (
	"math"

	esbuild "github.com/evanw/esbuild/bridge"
)

// What obfuscators do to constants, members and calls of a file is undone in its tree, so that who reads it after sees
// what a person would have written: t["abcde"](f, x) is f(x), and 3*-2+8 is 2. It is done in files with signs alone.

// Bounds of a table: its entries, and how often they are read.
const (
	maxEntries = 2000
	maxFills   = 64
)

// set notes o.k = v.
func (s *survey) set(target esbuild.Expr, d *esbuild.EBinary) {
	if isIdentifier(target) {
		s.sets = append(s.sets, d)
	}
}

// tables tells each variable what is set in it.
func (s *survey) tables() {
	s.lefts = make(map[*esbuild.Expr]bool, len(s.sets))
	for _, d := range s.sets {
		var target esbuild.Expr
		switch left := d.Left.Data.(type) {
		case *esbuild.EDot:
			target = left.Target
		case *esbuild.EIndex:
			target = left.Target
		}
		s.lefts[&d.Left] = true
		if v := s.def(target.Data.(*esbuild.EIdentifier).Ref); v != nil && len(v.sets) < maxEntries {
			v.sets = append(v.sets, d)
		}
	}
}

// entryOf finds what stands under a name in an object that is written out, or filled right behind, and that nobody
// hands on or changes otherwise: the tables into which obfuscators put texts and operators.
func (w *rewriter) entryOf(target esbuild.Expr, name string) *esbuild.Expr {
	id, ok := target.Data.(*esbuild.EIdentifier)
	if !ok {
		return nil
	}
	t := w.def(id.Ref)
	if t == nil || t.init == nil || t.param || t.writes != 1 || t.uses != t.reads || t.changed != len(t.sets) {
		return nil
	}
	o, ok := t.init.Data.(*esbuild.EObject)
	if !ok || len(o.Properties) > maxEntries {
		return nil
	}
	// Where a use stands before the table, its keys are not worked out yet.
	if t.entries == nil && t.filled < maxFills {
		t.filled++
		t.fill(o)
	}
	return t.entries[name]
}

// fill reads the entries of a table. A key that is not worked out, or is there twice, makes it no table.
func (d *def) fill(o *esbuild.EObject) {
	entries := map[string]*esbuild.Expr{}
	add := func(key string, v *esbuild.Expr) bool {
		_, twice := entries[key]
		entries[key] = v
		return !twice
	}
	sound := true
	for i := range o.Properties {
		p := &o.Properties[i]
		key, ok := p.Key.Data.(*esbuild.EString)
		sound = sound && ok && p.Kind == esbuild.PropertyField && add(esbuild.Text(key.Value), &p.ValueOrNil)
	}
	for _, s := range d.sets {
		name := memberName(s.Left)
		sound = sound && name != "" && add(name, &s.Right)
	}
	if sound {
		d.entries = entries
	}
}

// untable writes a text in the place of the entry of a table that holds it.
func (w *rewriter) untable(e *esbuild.Expr, target esbuild.Expr, name string) {
	if w.lefts[e] {
		return
	}
	if v := w.entryOf(target, name); v != nil {
		if text := textOf(*v); text != nil {
			e.Data = &esbuild.EString{Value: text.Value}
		}
	}
}

// through makes of a call of a table's operator what that operator does with its arguments.
func (w *rewriter) through(e *esbuild.Expr, d *esbuild.ECall) bool {
	target, ok := d.Target.Data.(*esbuild.EDot)
	if !ok {
		return false
	}
	v := w.entryOf(target.Target, target.Name)
	if v == nil {
		return false
	}
	var args []esbuild.Arg
	var body *esbuild.FnBody
	switch f := v.Data.(type) {
	case *esbuild.EFunction:
		args, body = f.Fn.Args, &f.Fn.Body
	case *esbuild.EArrow:
		args, body = f.Args, &f.Body
	default:
		return false
	}
	if len(args) != len(d.Args) || !operates(args, body) {
		return false
	}
	given := func(x esbuild.Expr) (esbuild.Expr, bool) {
		id, ok := x.Data.(*esbuild.EIdentifier)
		for i := range args {
			if b, is := args[i].Binding.Data.(*esbuild.BIdentifier); ok && is && w.id(b.Ref) == w.id(id.Ref) && !isSpread(d.Args[i]) {
				return d.Args[i], true
			}
		}
		return esbuild.Expr{}, false
	}
	switch does := body.Block.Stmts[0].Data.(*esbuild.SReturn).ValueOrNil.Data.(type) {
	case *esbuild.EBinary:
		left, ok1 := given(does.Left)
		right, ok2 := given(does.Right)
		if !ok1 || !ok2 {
			return false
		}
		e.Data = &esbuild.EBinary{Op: does.Op, Left: left, Right: right}
		return true
	case *esbuild.ECall:
		callee, ok := given(does.Target)
		if !ok {
			return false
		}
		call := &esbuild.ECall{Target: callee, CloseParenLoc: d.CloseParenLoc}
		for _, a := range does.Args {
			x, ok := given(a)
			if !ok {
				return false
			}
			call.Args = append(call.Args, x)
		}
		e.Data = call
		return true
	}
	return false
}

// dotted makes a["b"] to a.b, as a person writes it: the shapes of bundlers are known by it.
func (w *rewriter) dotted(e *esbuild.Expr) {
	d, ok := e.Data.(*esbuild.EIndex)
	if !ok {
		return
	}
	name, ok := d.Index.Data.(*esbuild.EString)
	if !ok {
		return
	}
	member := esbuild.Text(name.Value)
	if !isName(member) {
		return
	}
	e.Data = &esbuild.EDot{Target: d.Target, Name: member, NameLoc: d.Index.Loc, OptionalChain: d.OptionalChain}
	w.untable(e, d.Target, member)
}

// isName reports whether a member may be written behind a dot.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= '0' && c <= '9' && i > 0) {
			return false
		}
	}
	return s != ""
}

// calculated works out what is made of constants: sums of products, and ![] for false.
func calculated(e *esbuild.Expr) {
	switch d := e.Data.(type) {
	case *esbuild.EUnary:
		switch v := d.Value.Data.(type) {
		case *esbuild.EArray:
			if d.Op == esbuild.UnOpNot && len(v.Items) == 0 {
				e.Data = &esbuild.EBoolean{}
			}
		case *esbuild.EBoolean:
			if d.Op == esbuild.UnOpNot {
				e.Data = &esbuild.EBoolean{Value: !v.Value}
			}
		case *esbuild.ENumber:
			switch d.Op {
			case esbuild.UnOpNot:
				e.Data = &esbuild.EBoolean{Value: v.Value == 0 || math.IsNaN(v.Value)}
			case esbuild.UnOpNeg:
				e.Data = &esbuild.ENumber{Value: -v.Value}
			case esbuild.UnOpVoid:
				e.Data = &esbuild.EUndefined{}
			}
		}
	case *esbuild.EBinary:
		a, ok1 := d.Left.Data.(*esbuild.ENumber)
		b, ok2 := d.Right.Data.(*esbuild.ENumber)
		if !ok1 || !ok2 {
			return
		}
		var n float64
		switch d.Op {
		case esbuild.BinOpAdd:
			n = a.Value + b.Value
		case esbuild.BinOpSub:
			n = a.Value - b.Value
		case esbuild.BinOpMul:
			n = a.Value * b.Value
		default:
			return
		}
		e.Data = &esbuild.ENumber{Value: n}
	}
}
