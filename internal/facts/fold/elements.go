package fold

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// The elements of a list that stands in the code are all there are, where nothing else can be that list.

// maxWhole is how far a list is looked for behind the variables that hold it.
const maxWhole = 12

// elements folds what a loop or a method such as forEach is given one by one. There may be more where the list may be
// another one.
func (f *Walk) elements(n, list int32, depth int) alts {
	if f.isWhole(list, maxWhole) {
		return f.stored(n, depth)
	}
	out := f.preds(n, depth)
	for t := range f.s.Tokens(list) {
		if f.s.IsList(t) {
			out.add(unknown)
			out.open = true
			break
		}
	}
	return out
}

// stored folds all that is stored in the lists whose elements a node is. The names of methods, and elements that were only
// read, are properties as well, and nothing is stored in them.
func (f *Walk) stored(n int32, depth int) alts {
	var out alts
	some := false
	for src := range f.s.Pred(n) {
		if !f.s.IsProperty(src) || f.s.Key(src) != solver.AllNames {
			some = true
			out.merge(f.alts(src, depth+1))
			continue
		}
		for p := range f.s.Pred(src) {
			if !f.s.IsProperty(p) || f.s.HasPred(p) {
				some = true
				out.merge(f.alts(p, depth+2))
			}
		}
	}
	if !some {
		out.add(unknown)
		out.open = true
	}
	return out
}

// iterated returns the elements of a list, as the first of what a loop over a value may get, where the value is a list
// alone: the iterator that it might have beside that is the list's own.
func (f *Walk) iterated(u *solver.Unit, v *ir.Value) (int32, bool) {
	list := u.List(v.A)
	if len(list) < 2 {
		return 0, false
	}
	first, second := u.Nodes[list[0]], u.Nodes[list[1]]
	if first.Op != ir.OpIndex || first.B != 0 || second.Op != ir.OpIndex || second.B != 0 || u.Nodes[second.A].Op != ir.OpCall {
		return 0, false
	}
	method := u.Nodes[u.Nodes[second.A].A]
	if method.Op != ir.OpLoad || method.A != first.A || !strings.HasPrefix(u.Strings[method.B], "@@") {
		return 0, false
	}
	return list[0], true
}

// isWhole says whether a value is a list of the code's own and nothing else. A list in a property may be another one: a
// class below may have its own, which is not told apart.
func (f *Walk) isWhole(n int32, depth int) bool {
	if n == 0 || depth == 0 || f.s.Open(n) {
		return false
	}
	_, v, c := f.s.Code(n)
	if v == nil {
		return false
	}
	switch v.Op {
	case ir.OpArray:
		return true
	case ir.OpCall:
		u := f.s.Unit(f.s.FrameUnit(c))
		callee := u.Nodes[v.A]
		return callee.Op == ir.OpLoad && keepsLists[u.Strings[callee.B]] && f.isWhole(f.s.Resolve(c, callee.A), depth-1)
	case ir.OpVar, ir.OpPhi:
	default:
		return false
	}
	some := false
	for src := range f.s.Pred(n) {
		if !f.isWhole(src, depth-1) {
			return false
		}
		some = true
	}
	return some
}

// isHanded says whether a list is what one call hands to a rest parameter or as arguments, by itself: in a
// copy of the function, which that call has to itself. Of several callers it would be of any length.
func (f *Walk) isHanded(list solver.Token, at int32) bool {
	s := f.s
	_, v, c := s.Code(at)
	if v.Op != ir.OpVar && (v.Op != ir.OpArray || v.A == 0) || s.FrameFunc(c) < 0 {
		return false
	}
	for i := range MaxItems {
		p, ok := s.OwnAt(list, i)
		if !ok {
			break
		}
		for src := range s.Pred(p) {
			if !s.HasCode(src) {
				return false // the elements of a list that the caller spreads
			}
		}
	}
	return true
}

// isRest says whether a node is a rest parameter that is one call's list, or that this call hands nothing, and nothing else.
func (f *Walk) isRest(n int32) bool {
	_, v, c := f.s.Code(n)
	if v == nil || v.Op != ir.OpVar || f.s.HasPred(n) || f.s.FrameFunc(c) < 0 {
		return false
	}
	u := f.s.Unit(f.s.FrameUnit(c))
	fn := &u.Funcs[f.s.FrameFunc(c)]
	params := u.List(fn.Params)
	if _, local := f.s.Local(n); fn.Flags&ir.Rest == 0 || local != params[len(params)-1] {
		return false
	}
	lists := 0
	for t := range f.s.Tokens(n) {
		lists++
		if !f.s.IsList(t) || f.s.Info(t).A != n || !f.isHanded(t, n) {
			return false
		}
	}
	return lists < 2
}

// keepsLists are the methods that give elements of the list they are called on, and no others.
var keepsLists = map[string]bool{"filter": true, "reverse": true, "slice": true, "sort": true, "toReversed": true, "toSorted": true}
