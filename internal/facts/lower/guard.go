package lower

import (
	"slices"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Control flow is forgotten, with one exception: where code only runs when
// somebody looked first. A condition is taken apart into what must hold on each
// of its sides; what may be about trust (a name, a property, a call) or judges
// a value (a comparison with a constant, includes, has, test, startsWith) is
// written down with the range of nodes it stands over. What it means is decided
// when all is linked.
//
// A variable that is judged gets a stand-in in the range, so that what flows on
// from there can be told from what flows elsewhere. The stand-in is assigned
// the variable, and what is assigned to the stand-in is assigned to both.

const (
	maxAtoms  = 16 // parts of one condition
	maxJudged = 32 // guards that stand over one place and judge a value
)

// atom is one thing that holds on one side of a condition.
type atom struct {
	kind    ir.GuardKind
	not     bool
	cond    esbuild.Expr // what is looked at
	subject esbuild.Expr // what is judged; without data: nothing
	node    ir.Node      // of cond
	value   ir.Node      // of subject
}

// open is a guard whose range has begun.
type openGuard struct {
	ir.Guard
	symbol uint32 // of a judged variable
	judges bool
	acts   int
	sets   int // see setUnder
}

// condition lowers a condition and gives what holds when it does and when it
// does not.
func (l *lowerer) condition(test esbuild.Expr) (yes, no []atom) {
	if test.Data == nil {
		return nil, nil
	}
	yes, no = atoms(test, true, nil, 0), atoms(test, false, nil, 0)
	leaves := l.madeOf(test, leaf{bare: true}, nil, 0)
	if len(yes)+len(no) == 0 {
		l.watchLeaves(leaves, func() { l.expr(test) })
		return aboutPeople(nil, leaves), aboutPeople(nil, leaves)
	}
	var added []any
	watch := func(e esbuild.Expr) {
		if e.Data == nil {
			return
		}
		if _, ok := l.watch[e.Data]; !ok {
			l.watch[e.Data] = 0
			added = append(added, e.Data)
		}
	}
	all := slices.Concat(yes, no)
	for _, a := range all {
		watch(a.cond)
		watch(a.subject)
	}
	l.watchLeaves(leaves, func() { l.expr(test) })
	for _, list := range [][]atom{yes, no} {
		for i := range list {
			list[i].node = l.watch[list[i].cond.Data]
			if list[i].subject.Data != nil {
				list[i].value = l.watch[list[i].subject.Data]
			}
		}
	}
	for _, k := range added {
		delete(l.watch, k)
	}
	return aboutPeople(yes, leaves), aboutPeople(no, leaves)
}

// under lowers what only runs when the atoms hold.
func (l *lowerer) under(list []atom, do func()) {
	opened := l.open(list, nil)
	do()
	l.close(opened)
}

func (l *lowerer) open(list []atom, opened []openGuard) []openGuard {
	for _, a := range list {
		g := openGuard{Guard: ir.Guard{Kind: a.kind, Not: a.not, Cond: a.node, Lo: int32(len(l.unit.Nodes))}, acts: l.acts, sets: len(l.sets)}
		switch d := a.subject.Data.(type) {
		case nil:
			if a.kind == ir.GuardPerson {
				g.Subject = a.value // until people settles it
			}
		case *esbuild.EIdentifier:
			ref := esbuild.Follow(l.tree, d.Ref)
			if _, ok := l.imported[d.Ref]; ok || len(l.standIns) >= maxJudged || int(ref.InnerIndex) >= len(l.vars) {
				continue
			}
			base := l.symbol(ref)
			if base == 0 || l.unit.Nodes[base].Op != ir.OpVar {
				continue
			}
			g.judges, g.symbol, g.Base = true, ref.InnerIndex, base
			l.standIns = append(l.standIns, base)
			l.vars[ref.InnerIndex] = -ir.Node(len(l.standIns))
		default:
			if a.value == 0 {
				continue
			}
			g.Subject = a.value
		}
		opened = append(opened, g)
	}
	return opened
}

// standIn makes the stand-in of a judged variable, on first use.
func (l *lowerer) standIn(symbol uint32) ir.Node {
	base := l.standIns[-l.vars[symbol]-1]
	n := l.node(ir.OpVar, l.unit.Nodes[base].A, 0, 0, 0)
	l.vars[symbol] = n
	l.effect(ir.Assign, n, int32(base), 0)
	l.judged[n] = base
	l.made++
	return n
}

func (l *lowerer) close(opened []openGuard) {
	for _, g := range slices.Backward(opened) {
		g.Hi = int32(len(l.unit.Nodes))
		if g.Kind == ir.GuardPerson && len(l.sets) > g.sets {
			of := leaf{node: g.Cond, other: g.Subject, bare: g.Not}
			l.setsUnder = append(l.setsUnder, setUnder{of, int32(g.sets), int32(len(l.sets))})
		}
		if g.judges {
			n := l.vars[g.symbol]
			l.vars[g.symbol] = g.Base
			l.standIns = l.standIns[:len(l.standIns)-1]
			if n < 0 && g.acts == l.acts {
				continue
			}
			// A variable that is not used there may stand for what it was made of.
			g.Subject = n
			if n < 0 {
				g.Subject = g.Base
			}
			delete(l.judged, n)
		} else if g.acts == l.acts {
			continue // nothing in there acts
		}
		l.unit.Guards = append(l.unit.Guards, g.Guard)
	}
}

// dropGuards forgets the guards that could only be about trust, in a file that
// does not ask for it.
func (l *lowerer) dropGuards() {
	l.people()
	if l.strs.has("isTrusted") {
		return
	}
	l.unit.Guards = slices.DeleteFunc(l.unit.Guards, func(g ir.Guard) bool { return g.Subject == 0 && g.Kind != ir.GuardPerson })
}

// atoms takes a condition apart: what holds when it is when.
func atoms(e esbuild.Expr, when bool, out []atom, depth int) []atom {
	if depth > 32 || len(out) >= maxAtoms {
		return out
	}
	switch d := e.Data.(type) {
	case *esbuild.EUnary:
		if d.Op == esbuild.UnOpNot {
			return atoms(d.Value, !when, out, depth+1)
		}
	case *esbuild.EAwait:
		return atoms(d.Value, when, out, depth+1)
	case *esbuild.EBinary:
		return binaryAtoms(d, when, out, depth)
	case *esbuild.EIdentifier, *esbuild.EImportIdentifier, *esbuild.EDot:
		if when {
			return append(out, atom{cond: e})
		}
	case *esbuild.ECall:
		if subject, ok := judgedBy(d); ok {
			if judgeable(subject) {
				return append(out, atom{cond: e, subject: subject, not: !when})
			}
			return out
		}
		if when {
			out = append(out, atom{cond: e})
		}
		// A function of the code's own may do what a pattern does.
		if _, bare := d.Target.Data.(*esbuild.EIdentifier); bare && len(d.Args) == 1 && judgeable(d.Args[0]) {
			out = append(out, atom{cond: e, subject: d.Args[0], not: !when})
		}
	}
	return out
}

func binaryAtoms(d *esbuild.EBinary, when bool, out []atom, depth int) []atom {
	switch d.Op {
	case esbuild.BinOpLogicalAnd, esbuild.BinOpLogicalOr:
		if when == (d.Op == esbuild.BinOpLogicalAnd) {
			return atoms(d.Right, when, atoms(d.Left, when, out, depth+1), depth+1)
		}
	case esbuild.BinOpStrictEq, esbuild.BinOpLooseEq, esbuild.BinOpStrictNe, esbuild.BinOpLooseNe:
		equal := when == (d.Op == esbuild.BinOpStrictEq || d.Op == esbuild.BinOpLooseEq)
		left, right := d.Left, d.Right
		if isConstant(left) {
			left, right = right, left
		}
		switch c := right.Data.(type) {
		case *esbuild.EString:
			if equal && len(c.Value) > 0 && judgeable(left) {
				return append(out, atom{kind: ir.GuardEqual, cond: right, subject: left})
			}
		case *esbuild.EBoolean:
			return atoms(left, c.Value == equal, out, depth+1)
		case *esbuild.ENumber:
			if c.Value == -1 {
				return atoms(left, !equal, out, depth+1) // indexOf
			}
		}
	case esbuild.BinOpGe, esbuild.BinOpGt, esbuild.BinOpLt:
		n, ok := d.Right.Data.(*esbuild.ENumber)
		if _, call := d.Left.Data.(*esbuild.ECall); ok && call {
			switch {
			case d.Op == esbuild.BinOpGe && n.Value == 0, d.Op == esbuild.BinOpGt && n.Value == -1:
				return atoms(d.Left, when, out, depth+1)
			case d.Op == esbuild.BinOpLt && n.Value == 0:
				return atoms(d.Left, !when, out, depth+1)
			}
		}
	case esbuild.BinOpIn:
		if when && judgeable(d.Left) {
			return append(out, atom{kind: ir.GuardIn, cond: d.Right, subject: d.Left})
		}
	}
	return out
}

func isConstant(e esbuild.Expr) bool {
	switch e.Data.(type) {
	case *esbuild.EString, *esbuild.ENumber, *esbuild.EBoolean:
		return true
	}
	return false
}

// judgeable reports whether a value is one whose later uses can be told: a
// variable or a property.
func judgeable(e esbuild.Expr) bool {
	switch e.Data.(type) {
	case *esbuild.EIdentifier, *esbuild.EDot:
		return true
	}
	return false
}

// judgedBy returns what a call of a method that judges a value judges.
func judgedBy(d *esbuild.ECall) (esbuild.Expr, bool) {
	t, ok := d.Target.Data.(*esbuild.EDot)
	if !ok || len(d.Args) == 0 {
		return esbuild.Expr{}, false
	}
	if ir.Predicate(t.Name) {
		return d.Args[0], true
	}
	switch t.Name {
	case "includes", "indexOf":
		if isConstant(d.Args[0]) {
			return t.Target, true
		}
		return d.Args[0], true
	case "has", "test", "hasOwnProperty":
		return d.Args[0], true
	case "startsWith", "match":
		// path.relative(root, p).startsWith("..") judges p.
		if c, ok := t.Target.Data.(*esbuild.ECall); ok && helperName(c.Target) == "relative" && len(c.Args) == 2 {
			return c.Args[1], true
		}
		return t.Target, true
	case "hasOwn", "call":
		inner, ok := t.Target.Data.(*esbuild.EDot)
		if len(d.Args) > 1 && (t.Name == "hasOwn" || ok && inner.Name == "hasOwnProperty") {
			return d.Args[1], true
		}
	}
	return esbuild.Expr{}, false
}

// jumps reports whether nothing runs after a statement.
func jumps(stmt esbuild.Stmt) bool {
	switch s := stmt.Data.(type) {
	case *esbuild.SReturn, *esbuild.SThrow, *esbuild.SBreak, *esbuild.SContinue:
		return true
	case *esbuild.SBlock:
		return len(s.Stmts) > 0 && jumps(s.Stmts[len(s.Stmts)-1])
	}
	return false
}

// branch lowers an if with its chain of else-ifs, which is a loop and not a
// recursion, and gives what holds after it and
// the picks that stand on.
func (l *lowerer) branch(s *esbuild.SIf) (after []atom, others []int) {
	var opened []openGuard
	gone := true // every branch so far has jumped
	for {
		yes, no := l.condition(s.Test)
		at, when, otherwise := l.picks(s.Test)
		l.under(yes, func() { l.pick(at, when, func() ir.Node { l.stmt(s.Yes); return 0 }) })
		if at >= 0 {
			others = append(others, l.openPick(at, otherwise))
		}
		if gone = gone && jumps(s.Yes); gone {
			after = append(after, no...)
		}
		opened = l.open(no, opened)
		next, ok := s.NoOrNil.Data.(*esbuild.SIf)
		if !ok {
			l.stmt(s.NoOrNil)
			if s.NoOrNil.Data != nil && jumps(s.NoOrNil) && len(opened) == 0 {
				after = append(after, yes...)
			}
			break
		}
		s = next
	}
	l.close(opened)
	if !gone || s.NoOrNil.Data != nil {
		l.closePicks(others)
		others = nil
	}
	return after[:min(len(after), maxAtoms)], others
}

// cases lowers a switch: below a constant label its subject is that constant.
func (l *lowerer) cases(s *esbuild.SSwitch) {
	var value ir.Node
	sure := judgeable(s.Test)
	leaves := l.madeOf(s.Test, leaf{}, nil, 0)
	l.watchLeaves(leaves, func() { value = l.expr(s.Test) })
	people := aboutPeople(nil, leaves)
	for i := range s.Cases {
		c := &s.Cases[i]
		l.expr(c.ValueOrNil)
		if c.ValueOrNil.Data == nil || !isConstant(c.ValueOrNil) {
			sure = false
		}
		if sure {
			equal := atom{kind: ir.GuardEqual, cond: c.ValueOrNil, subject: s.Test, value: value}
			l.under(append([]atom{equal}, people...), func() { l.stmts(c.Body) })
		} else {
			l.under(people, func() { l.stmts(c.Body) })
		}
		if len(c.Body) > 0 && jumps(c.Body[len(c.Body)-1]) {
			sure = judgeable(s.Test)
		}
	}
}

// key lowers what names a property. Which one it is does not change by being
// looked at, and names are compared by the variable they are in.
func (l *lowerer) key(e esbuild.Expr) ir.Node {
	return l.unjudged(l.expr(e))
}

// unjudged returns the variable itself for a stand-in.
func (l *lowerer) unjudged(n ir.Node) ir.Node {
	for l.judged[n] != 0 {
		n = l.judged[n]
	}
	return n
}
