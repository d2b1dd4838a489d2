package solver

import (
	"iter"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// What the solver wrote down on its way: calls, loads of modules, and instructions.

// Calls returns the calls of outside symbols, in the order in which they were found.
func (v View) Calls() []Call { return v.s.uses }

// CallNodes returns the nodes that call something, in order.
func (v View) CallNodes() []int32 { return v.s.calls }

// ActNodes returns the nodes that load, store or call something, in order.
func (v View) ActNodes() []int32 { return v.s.acts }

// IndexNodes returns the nodes that read a property whose name is worked out, in order.
func (v View) IndexNodes() []int32 { return v.s.indexed }

// Imports returns the loads of modules from outside the extension.
func (v View) Imports() []Import { return v.s.imports }

// Requires returns the calls of require, each with the node of its specifier.
func (v View) Requires() [][2]int32 { return v.s.requires }

// EntryCalls returns the calls of some member of an object, each with the object's node.
func (v View) EntryCalls() [][2]int32 { return v.s.entryCalls }

// Activates returns the nodes of what entries export as activate.
func (v View) Activates() []int32 { return v.s.activates }

// Loaded returns which files each file loads, by their paths.
func (v View) Loaded() map[string][]string { return v.s.loaded() }

// Missed returns the files that are loaded, by a name that stands there or that solving
// found, and that are not among those that are solved here.
func (v View) Missed() map[string]bool { return v.s.missed }

// Spreads calls f for every place where an object takes the properties of another: with
// the nodes of both.
func (v View) Spreads(f func(object, from int32)) {
	for _, e := range v.s.effects {
		if e.kind == ir.Spread {
			f(e.a, e.b)
		}
	}
}

// Stores calls f for every store under a name: with the nodes of the object and of what
// is stored.
func (v View) Stores(f func(object int32, property string, stored int32)) {
	for _, e := range v.s.effects {
		if e.kind == ir.Store {
			f(e.a, v.s.text[e.b], e.c)
		}
	}
}

// StoresAt calls f for every store under a key that is computed: with the nodes of the object, the
// key and what is stored.
func (v View) StoresAt(f func(object, key, stored int32)) {
	for _, e := range v.s.effects {
		if e.kind == ir.StoreAt {
			f(e.a, e.b, e.c)
		}
	}
}

// Passes calls f for what instructions would hand on for lists and objects that the solver
// knows: elements, properties under several keys, pieces of a text. Of others it has no
// edge for them.
func (v View) Passes(f func(from, to int32)) {
	s := v.s
	for n := int32(1); n < int32(len(s.nodes)); n++ {
		for d := s.deps[n]; d != 0; d = s.dep[d].next {
			switch a := s.dep[d].a; s.dep[d].kind {
			case depElements, depAll, depLists, depKeys:
				f(n, a)
			case depMember, depMemberAt:
				f(n, s.pairs[a][0])
			case depSplit:
				f(n, s.pairs[a][1])
			case depFill:
				f(a, n)
			}
		}
	}
}

// ElementsOf returns the node whose elements a node is given one by one, by a method such as forEach; 0 for others.
func (v View) ElementsOf(n int32) int32 { return v.s.elements[n] }

// LoadsOf returns the nodes that read a property of a node.
func (v View) LoadsOf(n int32) iter.Seq[int32] { return v.waiting(n, depLoad) }

// CallsOf returns the nodes that call a node.
func (v View) CallsOf(n int32) iter.Seq[int32] { return v.waiting(n, depCall) }

// waiting returns the instructions of one kind that hang from a node.
func (v View) waiting(n int32, kind depKind) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for d := v.s.deps[n]; d != 0; d = v.s.dep[d].next {
			if v.s.dep[d].kind == kind && !yield(v.s.dep[d].a) {
				return
			}
		}
	}
}
