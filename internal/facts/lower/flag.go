package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// A flag is a parameter that picks what a function does: (text, quoted = true) => quoted ? quote(text) : text. What a
// condition on one parameter is when a call leaves the parameter out or writes out true or false is worked out here, and
// where that decides between two sides, each has a pick over its nodes. What a call is decides when all is linked.
//
// A pick must never say that a side is out when it may run, so a parameter that is assigned anything but its default is
// no flag, and neither is one of a function that uses its arguments for more than a default.

// flagParam is what is known of a parameter, or of a variable that takes its place: var quoted = arguments.length > 1 && …
type flagParam struct {
	symbol   uint32
	at       int32
	fallback flagKind
	has      bool         // it has a fallback that is known
	alias    esbuild.Expr // of a variable: what it is set to
	allowed  int32        // how often it is assigned as a default
}

// flagKind says what is known of a value.
type flagKind uint8

const (
	flagUnknown flagKind = iota
	flagUndefined
	flagNull
	flagFalse
	flagTrue
)

func flagOf(b bool) flagKind {
	if b {
		return flagTrue
	}
	return flagFalse
}

// truth says whether a value is true, if that is known.
func (v flagKind) truth() (is, known bool) { return v == flagTrue, v != flagUnknown }

// flagCalls are the calls that are told apart: without the argument, with true, with false.
var flagCalls = [...]struct {
	when  uint8
	given flagKind
}{{ir.PickOmitted, flagUndefined}, {ir.PickTrue, flagTrue}, {ir.PickFalse, flagFalse}}

// flagged are the flags of a function.
type flagged struct {
	args      []esbuild.Arg
	body      []esbuild.Stmt
	rest      bool // the last parameter collects the rest
	params    []flagParam
	looked    bool   // params and what follows are set
	arguments uint32 // the symbol of the arguments object
	uses      uint32 // how often it is used for defaults
	first     int    // of the picks of the unit that are the function's
	open      int    // how many picks are open
}

// of returns the flag that a symbol names, if it does.
func (f *flagged) of(symbol uint32) *flagParam {
	for i := range f.params {
		if f.params[i].symbol == symbol {
			return &f.params[i]
		}
	}
	return nil
}

// flags finds what may be a flag of the function we are in, once a condition asks for it.
func (l *lowerer) flags() *flagged {
	f := &l.fn.flags
	if f.looked || len(f.args) > maxFlagged || len(f.args) == 0 && f.arguments == 0 {
		return f
	}
	f.looked = true
	for i := range f.args {
		id, ok := f.args[i].Binding.Data.(*esbuild.BIdentifier)
		if !ok || f.rest && i == len(f.args)-1 {
			continue
		}
		p := flagParam{symbol: esbuild.Follow(l.tree, id.Ref).InnerIndex, at: int32(i), has: true, fallback: flagUndefined}
		if e := f.args[i].DefaultOrNil; e.Data != nil {
			p.fallback = constantFlag(e)
			p.has = p.fallback != flagUnknown
		}
		if f.of(p.symbol) != nil {
			f.params = nil // function (a, a): old code may, and means the last
			return f
		}
		f.params = append(f.params, p)
	}
	l.defaults(f, f.body)
	return f
}

const (
	maxFlagged = 16 // parameters of a function with flags
	maxTest    = 24 // how deep a condition on a flag is looked into
)

func constantFlag(e esbuild.Expr) flagKind {
	switch d := e.Data.(type) {
	case *esbuild.EBoolean:
		return flagOf(d.Value)
	case *esbuild.EUndefined:
		return flagUndefined
	case *esbuild.ENull:
		return flagNull
	case *esbuild.EUnary:
		if n, ok := d.Value.Data.(*esbuild.ENumber); ok && d.Op == esbuild.UnOpNot {
			return flagOf(n.Value == 0)
		} else if ok && d.Op == esbuild.UnOpVoid {
			return flagUndefined
		}
	}
	return flagUnknown
}

// defaults reads what older code begins a function with instead of a default: if (void 0 === quoted) quoted = true.
func (l *lowerer) defaults(f *flagged, body []esbuild.Stmt) {
	for i := range body {
		switch s := body[i].Data.(type) {
		case *esbuild.SDirective:
		case *esbuild.SLocal:
			for k := range s.Decls {
				l.aliased(f, &s.Decls[k])
			}
		case *esbuild.SIf:
			stmt := s.Yes
			if b, ok := stmt.Data.(*esbuild.SBlock); ok && len(b.Stmts) == 1 {
				stmt = b.Stmts[0]
			}
			e, ok := stmt.Data.(*esbuild.SExpr)
			if !ok || s.NoOrNil.Data != nil || !l.defaulted(f, s.Test, e.Value) {
				return
			}
		case *esbuild.SExpr:
			if !l.sequence(f, s.Value) {
				return
			}
		case *esbuild.SReturn:
			l.sequence(f, s.ValueOrNil)
			return
		default:
			return
		}
	}
}

// sequence reads the defaults that a, b, c begins with, and says whether that is all there is.
func (l *lowerer) sequence(f *flagged, e esbuild.Expr) bool {
	var parts []esbuild.Expr
	for len(parts) < maxFlagged {
		b, ok := e.Data.(*esbuild.EBinary)
		if !ok || b.Op != esbuild.BinOpComma {
			break
		}
		parts = append(parts, b.Right)
		e = b.Left
	}
	for {
		b, ok := e.Data.(*esbuild.EBinary)
		if !ok || b.Op != esbuild.BinOpLogicalAnd || !l.defaulted(f, b.Left, b.Right) {
			return false
		}
		if len(parts) == 0 {
			return true
		}
		e, parts = parts[len(parts)-1], parts[:len(parts)-1]
	}
}

// defaulted reads void 0 === quoted and quoted = true.
func (l *lowerer) defaulted(f *flagged, test, set esbuild.Expr) bool {
	asked, ok := test.Data.(*esbuild.EBinary)
	given, ok2 := set.Data.(*esbuild.EBinary)
	if !ok || !ok2 || asked.Op != esbuild.BinOpStrictEq || given.Op != esbuild.BinOpAssign {
		return false
	}
	id, ok := given.Left.Data.(*esbuild.EIdentifier)
	v := constantFlag(given.Right)
	if !ok || v == flagUnknown {
		return false
	}
	p := f.of(esbuild.Follow(l.tree, id.Ref).InnerIndex)
	left, right := asked.Left, asked.Right
	if constantFlag(left) == flagUndefined {
		left, right = right, left
	}
	named, ok := left.Data.(*esbuild.EIdentifier)
	if p == nil || p.alias.Data != nil || !ok || constantFlag(right) != flagUndefined ||
		esbuild.Follow(l.tree, named.Ref) != esbuild.Follow(l.tree, id.Ref) || p.allowed > 0 || !p.has || p.fallback != flagUndefined {
		return false
	}
	p.fallback, p.allowed = v, p.allowed+1
	return true
}

// aliased reads var quoted = !(arguments.length > 1 && void 0 !== arguments[1]) || arguments[1].
func (l *lowerer) aliased(f *flagged, d *esbuild.Decl) {
	id, ok := d.Binding.Data.(*esbuild.BIdentifier)
	if !ok || d.ValueOrNil.Data == nil || len(f.params) > maxFlagged {
		return
	}
	t := flagTest{l: l, f: f, at: -1}
	if t.of(d.ValueOrNil, maxTest); t.mixed || t.at < 0 || t.arguments == 0 {
		return
	}
	ref := esbuild.Follow(l.tree, id.Ref)
	if f.of(ref.InnerIndex) != nil {
		return
	}
	f.uses += t.arguments
	f.params = append(f.params, flagParam{symbol: ref.InnerIndex, at: t.at, alias: d.ValueOrNil, allowed: 1})
}

// flagTest works out a condition for one call.
type flagTest struct {
	l         *lowerer
	f         *flagged
	at        int32 // the parameter it is about; -1 before one was met
	given     flagKind
	mixed     bool   // it is about more than one
	arguments uint32 // how often arguments is used
}

func (t *flagTest) about(at int32) bool {
	if t.at < 0 {
		t.at = at
	}
	t.mixed = t.mixed || t.at != at
	return t.at == at
}

// of gives the value of an expression; what it is not sure of is unknown. Every part is looked at, so that what is about
// more than one parameter is seen to be.
func (t *flagTest) of(e esbuild.Expr, depth int) flagKind {
	if v := constantFlag(e); v != flagUnknown || depth == 0 {
		return v
	}
	switch d := e.Data.(type) {
	case *esbuild.EIdentifier:
		return t.named(esbuild.Follow(t.l.tree, d.Ref).InnerIndex, depth)
	case *esbuild.EUnary:
		v := t.of(d.Value, depth-1)
		if is, known := v.truth(); known && d.Op == esbuild.UnOpNot {
			return flagOf(!is)
		}
	case *esbuild.EIndex:
		if n, ok := d.Index.Data.(*esbuild.ENumber); ok && t.isArguments(d.Target) && n.Value >= 0 && n.Value < maxFlagged {
			if t.about(int32(n.Value)) {
				return t.given
			}
		}
	case *esbuild.EIf:
		test, yes, no := t.of(d.Test, depth-1), t.of(d.Yes, depth-1), t.of(d.No, depth-1)
		if is, known := test.truth(); known && is {
			return yes
		} else if known {
			return no
		}
	case *esbuild.EBinary:
		return t.binary(d, depth)
	}
	return flagUnknown
}

func (t *flagTest) named(symbol uint32, depth int) flagKind {
	p := t.f.of(symbol)
	if p == nil {
		return flagUnknown
	}
	if !t.about(p.at) {
		return flagUnknown
	}
	if p.alias.Data != nil {
		return t.of(p.alias, depth-1)
	}
	if t.given != flagUndefined {
		return t.given
	}
	if !p.has {
		return flagUnknown
	}
	return p.fallback
}

func (t *flagTest) binary(d *esbuild.EBinary, depth int) flagKind {
	if d.Op == esbuild.BinOpGt {
		return t.passed(d)
	}
	a, b := t.of(d.Left, depth-1), t.of(d.Right, depth-1)
	is, known := a.truth()
	switch d.Op {
	case esbuild.BinOpLogicalAnd:
		if known && !is {
			return a
		} else if known {
			return b
		}
		if b == flagFalse {
			return flagUnknown // whatever it is, it is not true; but nothing is known of a
		}
	case esbuild.BinOpLogicalOr:
		if known && is {
			return a
		} else if known {
			return b
		}
	case esbuild.BinOpNullishCoalescing:
		if known && (a == flagUndefined || a == flagNull) {
			return b
		}
		return a
	case esbuild.BinOpStrictEq, esbuild.BinOpStrictNe:
		if a != flagUnknown && b != flagUnknown {
			return flagOf((a == b) == (d.Op == esbuild.BinOpStrictEq))
		}
	}
	return flagUnknown
}

// passed works out arguments.length > 1.
func (t *flagTest) passed(d *esbuild.EBinary) flagKind {
	n, ok := d.Right.Data.(*esbuild.ENumber)
	of, ok2 := d.Left.Data.(*esbuild.EDot)
	if !ok || !ok2 || of.Name != "length" || !t.isArguments(of.Target) {
		return flagUnknown
	}
	if n.Value < 0 || n.Value >= maxFlagged || !t.about(int32(n.Value)) {
		t.mixed = true
		return flagUnknown
	}
	return flagOf(t.given != flagUndefined)
}

func (t *flagTest) isArguments(e esbuild.Expr) bool {
	id, ok := e.Data.(*esbuild.EIdentifier)
	if !ok || t.f.arguments == 0 || id.Ref.InnerIndex != t.f.arguments {
		return false
	}
	t.arguments++
	return true
}

// picks says when a condition holds and when it does not, where a flag of the function we are in decides it.
func (l *lowerer) picks(test esbuild.Expr) (at int32, yes, no uint8) {
	f := l.flags()
	if len(f.params) == 0 || test.Data == nil || len(l.withs) > 0 {
		return -1, 0, 0
	}
	t := flagTest{l: l, f: f, at: -1}
	if t.of(test, maxTest); t.at < 0 {
		return -1, 0, 0
	}
	for _, call := range flagCalls {
		t.given = call.given
		is, known := t.of(test, maxTest).truth()
		if is || !known {
			yes |= call.when
		}
		if !is || !known {
			no |= call.when
		}
	}
	if t.mixed || yes == ir.PickAny && no == ir.PickAny {
		return -1, 0, 0
	}
	return t.at, yes, no
}

// pick lowers what a flag picks, and gives a node of its own to a variable that is.
func (l *lowerer) pick(at int32, when uint8, do func() ir.Node) ir.Node {
	if at < 0 {
		return do()
	}
	i := l.openPick(at, when)
	n := l.own(do())
	l.closePick(i)
	return n
}

func (l *lowerer) openPick(at int32, when uint8) int {
	l.fn.flags.open++
	l.unit.Picks = append(l.unit.Picks, ir.Pick{Func: l.fn.index, Param: at, Lo: int32(len(l.unit.Nodes)), When: when})
	return len(l.unit.Picks) - 1
}

func (l *lowerer) closePick(i int) {
	l.fn.flags.open--
	l.unit.Picks[i].Hi = int32(len(l.unit.Nodes))
}

func (l *lowerer) closePicks(list []int) {
	for _, i := range list {
		l.closePick(i)
	}
}

// own gives a variable a node for where it is picked: it is the same one on both sides.
func (l *lowerer) own(n ir.Node) ir.Node {
	if n == 0 || l.fn.flags.open == 0 || l.unit.Nodes[n].Op != ir.OpVar {
		return n
	}
	l.made++
	return l.node(ir.OpPhi, l.list([]int32{int32(n)}), 0, 0, l.unit.Nodes[n].Pos)
}

// setAnew counts that a variable is assigned.
func (l *lowerer) setAnew(ref esbuild.Ref) {
	if i := esbuild.Follow(l.tree, ref).InnerIndex; int(i) < len(l.anew) {
		l.anew[i]++
	}
}

// dropPicks forgets the picks of the function we are in whose parameter may be something else than what a call gives it.
func (l *lowerer) dropPicks() {
	f := &l.fn.flags
	mine := l.unit.Picks[f.first:]
	if len(mine) == 0 {
		return
	}
	bad := map[int32]bool{}
	for i := range f.params {
		if p := &f.params[i]; int(p.symbol) >= len(l.anew) || l.anew[p.symbol] != p.allowed {
			bad[p.at] = true
		}
	}
	mixed := f.arguments != 0 && int(f.arguments) < len(l.tree.Symbols) && l.tree.Symbols[f.arguments].UseCountEstimate != f.uses
	kept := l.unit.Picks[:f.first]
	for _, p := range mine {
		if p.Func != l.fn.index || !mixed && !bad[p.Param] {
			kept = append(kept, p)
		}
	}
	l.unit.Picks = kept
}
