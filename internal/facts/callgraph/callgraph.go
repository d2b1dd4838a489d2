// Package callgraph says which function of a solved program calls which, or hands it on to
// somebody who may call it. It reads the solver's View; who starts the code, and why, is not
// known here.
//
// Functions are numbered as scopes: for each file its code outside of all functions, then its
// functions in the order in which they begin. Copies of a function that the solver made for
// one caller are that function.
package callgraph

import (
	"cmp"
	"math"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// Graph is the scopes of a program and what is around each.
type Graph struct {
	s solver.View
	// files is the scope of each file.
	files []int32
	// outer is the function around each function of a file, or -1.
	outer [][]int32
	len   int32
}

// New returns the graph of what a solver solved.
func New(s solver.View) *Graph {
	g := &Graph{s: s}
	for _, u := range s.Units() {
		g.files = append(g.files, g.len)
		g.outer = append(g.outer, Outer(u))
		g.len += 1 + int32(len(u.Funcs))
	}
	return g
}

// Outer returns the function around each function of a file, or -1. Functions are in the
// order in which they begin.
func Outer(u *solver.Unit) []int32 {
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

// Len returns how many scopes there are.
func (g *Graph) Len() int { return int(g.len) }

// Files returns the scopes of the files, in order.
func (g *Graph) Files() []int32 { return g.files }

// Scope returns the function that a node of a file stands in, or the file, by the indices
// that View.Local gives.
func (g *Graph) Scope(unit, local int32) int32 {
	funcs := g.s.Unit(unit).Funcs
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
		at = g.outer[unit][at]
	}
	return g.files[unit] + 1 + at
}

// ScopeOf returns the scope of a function, by its token of solver.KindFunc.
func (g *Graph) ScopeOf(t solver.Token) int32 {
	info := g.s.Info(t)
	unit := g.s.FrameUnit(info.B)
	return g.files[unit] + 1 + info.A - g.s.Unit(unit).First
}

// Calls returns who calls whom or hands whom on: pairs of scopes, sorted, each once.
func (g *Graph) Calls() [][2]int32 {
	pairs, lent := g.pairs()
	return unpack(append(pairs, lent...))
}

// Callers returns who calls whom or hands whom on, as Calls does, but that a function which is handed to one of the code's
// own, and called by somebody of the code, is called by them alone.
func (g *Graph) Callers() [][2]int32 {
	pairs, lent := g.pairs()
	called := map[uint32]bool{}
	for _, p := range pairs {
		called[uint32(p)] = true
	}
	for _, p := range lent {
		if !called[uint32(p)] {
			pairs = append(pairs, p)
		}
	}
	return unpack(pairs)
}

// pairs are those of Calls; lent are the functions that are handed to functions of the code's own and to nobody else.
func (g *Graph) pairs() (pairs, lent []uint64) {
	s := g.s
	for _, n := range s.CallNodes() {
		_, v, frame := s.Code(n)
		if v.Op != ir.OpCall && v.Op != ir.OpNew {
			continue
		}
		from, own := int32(-1), false
		pair := func(t solver.Token) uint64 {
			if from < 0 {
				from = g.Scope(s.Local(n))
			}
			return uint64(uint32(from))<<32 | uint64(uint32(g.ScopeOf(t)))
		}
		callee := s.Resolve(frame, v.A)
		s.EachOf(callee, solver.KindFunc, func(t solver.Token) {
			own = true
			pairs = append(pairs, pair(t))
		})
		if own {
			s.EachOf(callee, solver.KindSymbol, func(solver.Token) { own = false })
		}
		for _, a := range s.ArgNodes(n) {
			s.EachOf(max(a, -a), solver.KindFunc, func(t solver.Token) {
				if own {
					lent = append(lent, pair(t))
				} else {
					pairs = append(pairs, pair(t))
				}
			})
		}
	}
	return pairs, lent
}

func unpack(pairs []uint64) [][2]int32 {
	slices.Sort(pairs)
	pairs = slices.Compact(pairs)
	out := make([][2]int32, len(pairs))
	for i, p := range pairs {
		out[i] = [2]int32{int32(p >> 32), int32(p & math.MaxUint32)}
	}
	return out
}

// Inner calls f for each function: with its scope and that of what it stands in.
func (g *Graph) Inner(f func(scope, around int32)) {
	for unit, outer := range g.outer {
		for i, o := range outer {
			f(g.files[unit]+1+int32(i), g.files[unit]+1+o)
		}
	}
}

// At returns where a scope begins, and its name. Of a file, file is true, and only the file
// of the place counts.
func (g *Graph) At(scope int32) (at solver.Site, name string, file bool) {
	i, exact := slices.BinarySearch(g.files, scope)
	if exact {
		return solver.Site{Unit: int32(i), Pos: 0}, "", true
	}
	unit := int32(i - 1)
	u := g.s.Unit(unit)
	f := u.Funcs[scope-g.files[unit]-1]
	return solver.Site{Unit: unit, Pos: u.Nodes[f.Node].Pos}, u.Strings[f.Name], false
}
