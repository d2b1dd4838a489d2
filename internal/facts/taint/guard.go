package taint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/sanitizer"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// guards are what the units' guards mean, now that all is linked.
type guards struct {
	// trusted are the ranges of nodes, by unit, that only stand for what runs
	// in a trusted workspace.
	trusted [][][2]int32
	// standIns are the variables that were judged, and what they are clean for.
	standIns map[[2]int32]standIn
	// loads are the properties that were judged: (unit, base, name).
	loads map[[3]int32][]judged
	// others are values that were judged by what was made of them: (unit, node).
	others map[[2]int32][]judged
	// granted are functions that run when trust is given.
	granted map[[2]int32]bool
	// handed are functions that others are handed, who may call them.
	handed map[[2]int32]bool
}

type standIn struct {
	base  int32
	clean sanitizer.Set
}

type judged struct {
	lo, hi int32
	clean  sanitizer.Set
}

func (t *Engine) findGuards() {
	g := &t.guards
	g.trusted = make([][][2]int32, len(t.s.Units()))
	g.standIns, g.loads, g.others = map[[2]int32]standIn{}, map[[3]int32][]judged{}, map[[2]int32][]judged{}
	g.granted, g.handed = map[[2]int32]bool{}, map[[2]int32]bool{}
	for i, u := range t.s.Units() {
		for k := range u.Guards {
			t.guard(int32(i), u, &u.Guards[k])
		}
		slices.SortFunc(g.trusted[i], func(a, b [2]int32) int { return cmp.Compare(a[0], b[0]) })
	}
	for _, r := range t.s.Calls() {
		sym := t.s.Symbol(r.Symbol)
		into := g.handed
		if sym.Module == "vscode" && sym.Member == "workspace.onDidGrantWorkspaceTrust" {
			into = g.granted
		}
		for _, a := range r.Args {
			if a > 0 {
				t.s.EachOf(a, solver.KindFunc, func(x solver.Token) { into[t.funcKey(x)] = true })
			}
		}
	}
}

// funcKey returns the unit and local index of a function.
func (t *Engine) funcKey(x solver.Token) [2]int32 {
	info := t.s.Info(x)
	unit := t.s.FrameUnit(info.B)
	return [2]int32{unit, info.A - t.s.Unit(unit).First}
}

func (t *Engine) guard(unit int32, u *solver.Unit, g *ir.Guard) {
	root := func(n ir.Node) int32 { return t.s.Resolve(u.Root, int32(n)) }
	if g.Kind == ir.GuardPerson {
		return
	}
	if g.Subject == 0 {
		if g.Kind == ir.GuardCond && !g.Not && t.asksTrust(root(g.Cond)) {
			t.guards.trusted[unit] = append(t.guards.trusted[unit], [2]int32{g.Lo, g.Hi})
		}
		return
	}
	clean := t.judges(unit, u, g)
	if clean == 0 {
		return
	}
	if g.Base != 0 {
		t.guards.standIns[[2]int32{unit, int32(g.Subject)}] = standIn{int32(g.Base), clean}
		// rel = path.relative(root, p): who judges rel judges p.
		for _, made := range t.preds(root(g.Base)) {
			mu, v, _ := t.s.Code(made)
			if v == nil || v.Op != ir.OpCall || mu != u || t.calleeName(mu, v) != "relative" {
				continue
			}
			if args := mu.List(v.C); len(args) == 2 && args[1] > 0 {
				t.judgeOther(unit, args[1], g, clean)
			}
		}
		return
	}
	if v := u.Nodes[g.Subject]; v.Op == ir.OpLoad {
		key := [3]int32{unit, v.A, v.B}
		t.guards.loads[key] = append(t.guards.loads[key], judged{g.Lo, g.Hi, clean})
		switch u.Strings[v.B] {
		case "host", "hostname", "origin":
			// An address whose host was compared goes where it may go.
			t.judgeOther(unit, v.A, g, clean&sanitizer.Network)
		}
	}
}

func (t *Engine) judgeOther(unit, node int32, g *ir.Guard, clean sanitizer.Set) {
	key := [2]int32{unit, node}
	t.guards.others[key] = append(t.guards.others[key], judged{g.Lo, g.Hi, clean})
}

// preds returns what flows into a node.
func (t *Engine) preds(n int32) []int32 {
	var out []int32
	for src := range t.s.Pred(n) {
		out = append(out, src)
	}
	return out
}

// asksTrust reports whether a node may be workspace.isTrusted.
func (t *Engine) asksTrust(n int32) bool {
	is := false
	t.s.EachOf(n, solver.KindSymbol, func(x solver.Token) {
		r := t.s.SymbolOf(x)
		is = is || r.Module == "vscode" && r.Member == "workspace.isTrusted"
	})
	return is
}

// judges says what a value is clean for where a guard stands.
func (t *Engine) judges(unit int32, u *solver.Unit, g *ir.Guard) sanitizer.Set {
	cond := t.s.Resolve(u.Root, int32(g.Cond))
	switch g.Kind {
	case ir.GuardEqual:
		if !g.Not {
			return sanitizer.All
		}
		return 0
	case ir.GuardIn:
		if !g.Not && t.fixed(cond) {
			return sanitizer.All
		}
		return 0
	}
	v := u.Nodes[g.Cond]
	if v.Op != ir.OpCall || v.A == 0 {
		return 0
	}
	if u.Nodes[v.A].Op != ir.OpLoad {
		return t.judgesByFunction(t.s.Resolve(u.Root, v.A), g)
	}
	args := u.List(v.C)
	arg := func(i int) *ir.Value {
		if i < len(args) && args[i] > 0 {
			return &u.Nodes[args[i]]
		}
		return &ir.Value{}
	}
	base := t.s.Resolve(u.Root, v.B)
	text := ""
	if arg(0).Op == ir.OpStr {
		text = u.Strings[arg(0).A]
	}
	name := u.Strings[u.Nodes[v.A].B]
	if ir.Predicate(name) {
		if !g.Not {
			return sanitizer.All
		}
		return 0
	}
	switch name {
	case "includes", "indexOf":
		switch {
		case text != "":
			if g.Not && text == ".." {
				return sanitizer.Paths
			}
		case !g.Not && t.fixed(base):
			return sanitizer.All
		}
	case "has", "hasOwnProperty":
		if !g.Not && t.fixed(base) {
			return sanitizer.All
		}
	case "hasOwn", "call":
		if !g.Not && len(args) > 1 && args[0] > 0 && t.fixed(t.s.Resolve(u.Root, args[0])) {
			return sanitizer.All
		}
	case "startsWith":
		switch {
		case text == "..":
			if g.Not {
				return sanitizer.Paths
			}
		case text != "":
			at := strings.Index(text, "://")
			switch {
			case g.Not || at < 0:
			case strings.Contains(text[at+3:], "/"):
				return sanitizer.Network
			default:
				return sanitizer.Open
			}
		case !g.Not:
			return sanitizer.Paths // below some root
		}
	case "test":
		if pattern, ok := t.pattern(base); ok {
			return sanitizer.Matched(pattern, !g.Not)
		}
	case "match":
		if v := arg(0); v.Op == ir.OpRegExp {
			return sanitizer.Matched(u.Strings[v.A], !g.Not)
		}
	}
	return 0
}

// judgesByFunction says what the argument of a function is clean for when the
// function only returns whether its parameter matches a pattern.
func (t *Engine) judgesByFunction(callee int32, g *ir.Guard) sanitizer.Set {
	out, functions := sanitizer.All, 0
	t.s.Each(callee, func(x solver.Token) {
		functions++
		if t.s.Kind(x) != solver.KindFunc {
			out = 0
			return
		}
		key := t.funcKey(x)
		u := t.s.Unit(key[0])
		f := &u.Funcs[key[1]]
		params, returned := u.List(f.Params), t.preds(t.s.Resolve(u.Root, int32(f.Ret)))
		if len(params) == 0 || len(returned) != 1 {
			out = 0
			return
		}
		ru, v, _ := t.s.Code(returned[0])
		if v == nil || ru != u || v.Op != ir.OpCall || v.A == 0 || u.Nodes[v.A].Op != ir.OpLoad || u.Strings[u.Nodes[v.A].B] != "test" {
			out = 0
			return
		}
		pattern, ok := t.pattern(t.s.Resolve(u.Root, v.B))
		if args := u.List(v.C); !ok || len(args) != 1 || args[0] != params[0] {
			out = 0
			return
		}
		out &= sanitizer.Matched(pattern, !g.Not)
	})
	if functions == 0 {
		return 0
	}
	return out
}

// fixed reports whether a list, set or table only holds what the code itself
// writes out; one that nobody knows is taken to be somebody's allow-list,
// unless it is read from a source.
func (t *Engine) fixed(n int32) bool {
	ok := !t.fromSource(n)
	t.s.Each(n, func(x solver.Token) {
		if t.s.Kind(x) != solver.KindObject {
			return
		}
		for p := range t.s.Props(x) {
			if !ok {
				break
			}
			ok = t.constant(p, 4)
		}
	})
	return ok
}

// fromSource reports whether a node is a source or a copy of one, as far as a
// short look goes.
func (t *Engine) fromSource(n int32) bool {
	seen := []int32{n}
	for i := 0; i < len(seen) && len(seen) < 64; i++ {
		if t.isSource[seen[i]] {
			return true
		}
		for _, p := range t.preds(seen[i]) {
			if !slices.Contains(seen, p) {
				seen = append(seen, p)
			}
		}
	}
	return false
}

// constant reports whether only constants, functions and objects flow into a
// node.
func (t *Engine) constant(n int32, depth int) bool {
	_, v, _ := t.s.Code(n)
	if v != nil {
		switch v.Op {
		case ir.OpStr, ir.OpWord, ir.OpRegExp, ir.OpFunc, ir.OpObject, ir.OpArray:
			return true
		case ir.OpVar, ir.OpPhi:
		default:
			return false
		}
	}
	if depth == 0 {
		return false
	}
	for _, p := range t.preds(n) {
		if !t.constant(p, depth-1) {
			return false
		}
	}
	return true
}

// judgedOn says what data is clean for on its way from one node to another,
// because somebody looked.
func (t *Engine) judgedOn(src, dst int32) sanitizer.Set {
	s := t.s
	if !s.HasCode(dst) || t.trails != nil {
		return 0
	}
	unit, local := s.Local(dst)
	var out sanitizer.Set
	if t.isTrusted(unit, local) {
		out |= sanitizer.UnderTrust
	}
	if in, ok := t.guards.standIns[[2]int32{unit, local}]; ok && s.HasCode(src) {
		if u, l := s.Local(src); u == unit && l == in.base {
			out |= in.clean
		}
	}
	if v := s.Unit(unit).Nodes[local]; v.Op == ir.OpLoad {
		out |= within(t.guards.loads[[3]int32{unit, v.A, v.B}], local)
	}
	if s.HasCode(src) {
		u, l := s.Local(src)
		if list := t.guards.others[[2]int32{u, l}]; len(list) > 0 {
			if u == unit {
				out |= within(list, local)
			}
			if in, ok := t.parameter(dst); ok && !t.inside(src, in) {
				out |= t.passedOn(u, l, list)
			}
		}
	}
	return out
}

// passedOn says what a value is clean for in all calls it is an argument of.
func (t *Engine) passedOn(unit, node int32, list []judged) sanitizer.Set {
	key := [2]int32{unit, node}
	if got, ok := t.passed[key]; ok {
		return got
	}
	u := t.s.Unit(unit)
	out, calls := sanitizer.All, 0
	for i := range u.Nodes {
		if v := &u.Nodes[i]; v.Op == ir.OpCall || v.Op == ir.OpNew {
			if args := u.List(v.C); slices.Contains(args, node) && int32(i) > list[0].lo {
				out &= within(list, int32(i))
				calls++
			}
		}
	}
	if calls == 0 {
		out = 0
	}
	t.passed[key] = out
	return out
}

func within(list []judged, at int32) sanitizer.Set {
	var out sanitizer.Set
	for _, j := range list {
		if j.lo <= at && at < j.hi {
			out |= j.clean
		}
	}
	return out
}

// isTrusted reports whether a node only stands for what runs under trust.
func (t *Engine) isTrusted(unit, local int32) bool {
	ranges := t.guards.trusted[unit]
	if len(ranges) == 0 {
		return false
	}
	for _, r := range ranges {
		if r[0] > local {
			return false
		}
		if local < r[1] {
			return true
		}
	}
	return false
}

// replaced reports whether copies speak for a node, or for a function around
// the one it is in.
func (t *Engine) replaced(n int32) bool {
	for range 8 {
		if !t.s.HasCode(n) || t.s.Replaced(n) {
			return true
		}
		in, ok := t.owner(n)
		if !ok || in.fn < 0 {
			return false
		}
		n = t.s.Resolve(in.frame, int32(t.s.Unit(in.unit).Funcs[in.fn].Node))
	}
	return false
}

// guarded reports whether the code at a node only runs in a trusted workspace:
// it is in a range, or its function is made in one, or called from such code
// only.
func (t *Engine) guarded(n int32, depth int) bool {
	if !t.s.HasCode(n) || depth == 0 || t.trails != nil {
		return false
	}
	unit, local := t.s.Local(n)
	if t.isTrusted(unit, local) {
		return true
	}
	in, ok := t.owner(n)
	if !ok || in.fn < 0 {
		return false
	}
	key := [2]int32{in.unit, in.fn}
	if t.guards.granted[key] {
		return true
	}
	f := &t.s.Unit(in.unit).Funcs[in.fn]
	if t.guarded(t.s.Resolve(in.frame, int32(f.Node)), depth-1) {
		return true
	}
	if t.guards.handed[key] {
		return false
	}
	callers := 0
	for caller := range t.s.Succ(t.s.Resolve(in.frame, int32(f.Ret))) {
		if t.s.IsProperty(caller) {
			// A list of results: made by the call that called.
			info := t.s.Info(t.s.Owner(caller))
			if info.Kind != solver.KindObject {
				return false
			}
			caller = info.A
		}
		_, v, _ := t.s.Code(caller)
		if v == nil || v.Op != ir.OpCall && v.Op != ir.OpNew {
			return false
		}
		if t.replaced(caller) {
			continue
		}
		if !t.guarded(caller, depth-1) {
			return false
		}
		callers++
	}
	return callers > 0
}
