package facts

import (
	"cmp"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/callgraph"
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

// CallPath returns the functions that lead to a use, outermost first: a file, then
// what it calls, and so on to the one the use stands in. It is empty when the
// analysis was not asked for call paths (Options.CallPaths).
func (p *Program) CallPath(u Use) []Function {
	var out []Function
	for i := u.In - 1; i >= 0 && int(i) < len(p.Functions) && len(out) <= len(p.Functions); i = p.Functions[i].Caller {
		out = append(out, p.Functions[i])
	}
	slices.Reverse(out)
	return out
}

// router finds for every function a shortest way from the code of a file.
type router struct {
	s     solver.View
	graph *callgraph.Graph
	// caller is what leads to a scope, -1 for files, -2 for what was not reached.
	caller []int32
}

func newRouter(s solver.View) *router {
	w := &router{s: s, graph: callgraph.New(s)}
	w.caller = make([]int32, w.graph.Len())
	w.search(w.graph.Calls())
	return w
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
	queue := slices.Clone(w.graph.Files())
	for _, f := range w.graph.Files() {
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
	w.graph.Inner(func(to, from int32) {
		if w.caller[to] == -2 && w.caller[from] != -2 && keep(to) {
			w.caller[to] = from
			reached = append(reached, to)
		}
	})
	return reached
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
		at, name, file := w.graph.At(scope)
		f := Function{Name: name, Where: where(at), Caller: caller}
		if file {
			f.Where = finding.Location{File: w.s.Unit(at.Unit).Path}
		}
		p.Functions = append(p.Functions, f)
		index[scope] = int32(len(p.Functions) - 1)
		return index[scope]
	}
	out := make([]int32, len(uses))
	for i, u := range uses {
		out[i] = add(w.graph.Scope(u.at.Unit, u.local)) + 1
	}
	return out
}

// sites tells of every place that report asks for.
func (w *router) sites(uses []foundUse, want func(solver.Site)) {
	seen := map[int32]bool{}
	for _, u := range uses {
		for scope := w.graph.Scope(u.at.Unit, u.local); scope >= 0 && !seen[scope]; scope = w.caller[scope] {
			seen[scope] = true
			if at, _, file := w.graph.At(scope); !file {
				want(at)
			}
		}
	}
}
