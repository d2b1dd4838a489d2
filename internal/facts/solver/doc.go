// Package solver answers one question: which tokens (module members, functions, objects,
// strings) can each value of the code be?
//
// It links the units that package lower made and solves them together. It is an
// inclusion-based points-to analysis: an edge a -> b says b is at least what a is, and a
// dependent of a is an instruction to run for every token that arrives at a. It forgets
// control flow, keeps objects apart by where they are made, and copies small functions whose
// result hangs on their arguments once for each caller, so that one interop helper does not
// mix all modules. require, bundlers' module tables, Object.assign, bind, promises and
// iterators are instructions, too (native.go, builtin.go).
//
// Everything is bounded: tokens a value, copies, rounds. Where a bound cuts, the value says
// so (Open), and what needs it is imprecise, never silent.
//
// A solved graph is only read, through a View. Folding, the taint engine and the Program are
// made from it; the solver knows none of them, and no file of an extension but the units.
package solver
