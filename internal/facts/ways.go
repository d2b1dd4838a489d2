package facts

import (
	"cmp"
	"math"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Function is a function of the code, or the code of a file outside of all, on
// the way from an entry to a use.
type Function struct {
	// Name is what the code calls it; empty for one without a name and for a file.
	Name string
	// Where it begins; for a file only File is set.
	Where finding.Location
	// Caller is the index in Program.Functions of what leads here on a shortest
	// way: a call, a function that hands this one on, or the one it stands in.
	// It is -1 for a file.
	Caller int32
}

// Way gives the functions that lead to a use, outermost first: a file, then
// what it calls, and so on to the one the use stands in. It is empty when the
// analysis was not asked for ways (Options.Ways).
func (p *Program) Way(u Use) []Function {
	var out []Function
	for i := u.In - 1; i >= 0 && int(i) < len(p.Functions) && len(out) <= len(p.Functions); i = p.Functions[i].Caller {
		out = append(out, p.Functions[i])
	}
	slices.Reverse(out)
	return out
}

// router finds for every function a shortest way from the code of a file.
type router struct {
	c *collector
	// first is the scope of each unit's file; its functions follow.
	first []int32
	// outer is the function around each function of a unit, or -1.
	outer [][]int32
	// caller is what leads to a scope, -1 for files, -2 for what was not reached.
	caller []int32
}

func newRouter(c *collector) *router {
	w := &router{c: c}
	n := int32(0)
	for _, u := range c.s.Units() {
		w.first = append(w.first, n)
		w.outer = append(w.outer, outer(u))
		n += 1 + int32(len(u.Funcs))
	}
	w.caller = make([]int32, n)
	w.search(w.calls())
	return w
}

// outer finds the function around each. Functions are in the order in which
// they begin.
func outer(u *solver.Unit) []int32 {
	out := make([]int32, len(u.Funcs))
	var stack []int32
	for i, f := range u.Funcs {
		for len(stack) > 0 && u.Funcs[stack[len(stack)-1]].Hi <= f.Lo {
			stack = stack[:len(stack)-1]
		}
		out[i] = -1
		if len(stack) > 0 {
			out[i] = stack[len(stack)-1]
		}
		stack = append(stack, int32(i))
	}
	return out
}

// scope is the function a local node stands in, or its file.
func (w *router) scope(unit, local int32) int32 {
	funcs := w.c.s.Unit(unit).Funcs
	i, exact := slices.BinarySearchFunc(funcs, local, func(f ir.Func, n int32) int { return cmp.Compare(f.Lo, n) })
	if !exact {
		i--
	}
	// Of several that begin at one node the last one is the innermost.
	for i+1 < len(funcs) && i >= 0 && funcs[i+1].Lo == funcs[i].Lo {
		i++
	}
	at := int32(i)
	for at >= 0 && funcs[at].Hi <= local {
		at = w.outer[unit][at]
	}
	return w.first[unit] + 1 + at
}

// calls lists who calls whom or hands whom on, as pairs of scopes.
func (w *router) calls() [][2]int32 {
	s := w.c.s
	var pairs []uint64
	for _, n := range s.CallNodes() {
		_, v, ctx := s.Code(n)
		if v.Op != ir.OpCall && v.Op != ir.OpNew {
			continue
		}
		from := int32(-1)
		to := func(t solver.Token) {
			if from < 0 {
				from = w.scope(s.Local(n))
			}
			at := s.FrameUnit(s.Info(t).B)
			callee := w.first[at] + 1 + s.Info(t).A - s.Unit(at).First
			pairs = append(pairs, uint64(uint32(from))<<32|uint64(uint32(callee)))
		}
		s.EachOf(s.Resolve(ctx, v.A), solver.KindFunc, to)
		for _, a := range s.ArgNodes(n) {
			s.EachOf(max(a, -a), solver.KindFunc, to)
		}
	}
	slices.Sort(pairs)
	pairs = slices.Compact(pairs)
	out := make([][2]int32, len(pairs))
	for i, p := range pairs {
		out[i] = [2]int32{int32(p >> 32), int32(p & math.MaxUint32)}
	}
	return out
}

// search walks from all files at once. A function that nobody is seen to call,
// as the host calls activate, is reached from what it stands in; so are, when
// all else is done, those that only call each other.
func (w *router) search(calls [][2]int32) {
	called := make([]bool, len(w.caller))
	for _, c := range calls {
		called[c[1]] = called[c[1]] || c[0] != c[1]
	}
	for i := range w.caller {
		w.caller[i] = -2
	}
	queue := slices.Clone(w.first)
	for _, f := range w.first {
		w.caller[f] = -1
	}
	for all := false; ; all = len(queue) == 0 {
		w.walk(queue, calls)
		queue = w.inside(func(scope int32) bool { return all || !called[scope] })
		if len(queue) == 0 && all {
			return
		}
	}
}

func (w *router) walk(queue []int32, calls [][2]int32) {
	for at := 0; at < len(queue); at++ {
		from := queue[at]
		i, _ := slices.BinarySearchFunc(calls, from, func(p [2]int32, f int32) int { return cmp.Compare(p[0], f) })
		for ; i < len(calls) && calls[i][0] == from; i++ {
			if to := calls[i][1]; w.caller[to] == -2 {
				w.caller[to] = from
				queue = append(queue, to)
			}
		}
	}
}

// inside reaches the functions that stand in one that is reached.
func (w *router) inside(keep func(int32) bool) (reached []int32) {
	for unit, around := range w.outer {
		for i, o := range around {
			to, from := w.first[unit]+1+int32(i), w.first[unit]+1+o
			if w.caller[to] == -2 && w.caller[from] != -2 && keep(to) {
				w.caller[to] = from
				reached = append(reached, to)
			}
		}
	}
	return reached
}

// site is where a scope begins, and its name.
func (w *router) site(scope int32) (at solver.Site, name string, file bool) {
	unit, exact := slices.BinarySearch(w.first, scope)
	if exact {
		return solver.Site{Unit: int32(unit), Pos: 0}, "", true
	}
	unit--
	u := w.c.s.Unit(int32(unit))
	f := u.Funcs[scope-w.first[unit]-1]
	return solver.Site{Unit: int32(unit), Pos: u.Nodes[f.Node].Pos}, u.Strings[f.Name], false
}

// report writes the functions on the ways to uses, each once, and gives for each
// use its function, counted from 1.
func (w *router) report(p *Program, uses []foundUse, where func(solver.Site) finding.Location) []int32 {
	index := map[int32]int32{}
	var add func(scope int32) int32
	add = func(scope int32) int32 {
		if i, ok := index[scope]; ok {
			return i
		}
		caller := int32(-1)
		if w.caller[scope] >= 0 {
			caller = add(w.caller[scope])
		}
		at, name, file := w.site(scope)
		f := Function{Name: name, Where: where(at), Caller: caller}
		if file {
			f.Where = finding.Location{File: w.c.s.Unit(at.Unit).Path}
		}
		p.Functions = append(p.Functions, f)
		index[scope] = int32(len(p.Functions) - 1)
		return index[scope]
	}
	out := make([]int32, len(uses))
	for i, u := range uses {
		out[i] = add(w.scope(u.at.Unit, u.local)) + 1
	}
	return out
}

// sites tells of every place that report asks for.
func (w *router) sites(uses []foundUse, want func(solver.Site)) {
	seen := map[int32]bool{}
	for _, u := range uses {
		for scope := w.scope(u.at.Unit, u.local); scope >= 0 && !seen[scope]; scope = w.caller[scope] {
			seen[scope] = true
			if at, _, file := w.site(scope); !file {
				want(at)
			}
		}
	}
}
