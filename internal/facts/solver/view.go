package solver

import (
	"iter"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// View reads a solved graph and changes nothing of it. Copies of it read
// the same graph.
//
// Values are nodes, numbered from 1; 0 is no node. A node of code stands in a frame: its
// file, or the copy of a function that one call has to itself. Other nodes are properties
// of objects, or helpers of the solver's with no code at all.
type View struct{ s *Solver }

// View returns the graph to read. Solve has to be done.
func (s *Solver) View() View { return View{s} }

// Catalog returns the catalogue that symbols are looked up in.
func (v View) Catalog() *catalog.Catalog { return v.s.catalog }

// Shallow says that the file was solved without following functions and objects.
func (v View) Shallow() bool { return v.s.shallow }

// Units returns the files, in the order in which they were added.
func (v View) Units() []*Unit { return v.s.units }

// ByPath returns a file by its path, and false when it is not among them.
func (v View) ByPath(file string) (*Unit, bool) {
	i, ok := v.s.byPath[file]
	if !ok {
		return nil, false
	}
	return v.s.units[i], true
}

// Unit returns a file by its index.
func (v View) Unit(i int32) *Unit { return v.s.units[i] }

// Len returns one more than the last node.
func (v View) Len() int { return len(v.s.nodes) }

// Code returns the file, the instruction and the frame of a node; all are zero for one
// without code.
func (v View) Code(n int32) (*Unit, *ir.Value, int32) { return v.s.value(n) }

// HasCode says whether a node is of code.
func (v View) HasCode(n int32) bool { return v.s.frameOf[n] > 0 }

// IsProperty says whether a node is a property of an object.
func (v View) IsProperty(n int32) bool { return v.s.frameOf[n] < 0 }

// Frame returns the frame of a node of code. For other nodes it is 0 or negative.
func (v View) Frame(n int32) int32 { return v.s.frameOf[n] }

// Frames returns one more than the last frame; the first is 1.
func (v View) Frames() int32 { return int32(len(v.s.frames)) }

// FrameOuter returns the frame around one, where the nodes are found that it does not
// hold itself; -1 for a file.
func (v View) FrameOuter(c int32) int32 { return v.s.frames[c].parent }

// FrameUnit returns the index of a frame's file.
func (v View) FrameUnit(c int32) int32 { return v.s.frames[c].unit }

// FrameFunc returns which function of its file a frame is a copy of; -1 for a file.
func (v View) FrameFunc(c int32) int32 { return v.s.frames[c].fn }

// Local returns the index of a node's file and its index there, the same for all copies.
// The node has to be of code.
func (v View) Local(n int32) (int32, int32) { return v.s.local(n) }

// Resolve returns the node that an operand of an instruction means in a frame; 0 for none.
func (v View) Resolve(frame, operand int32) int32 { return v.s.resolve(frame, operand) }

// At returns the place of a node of code.
func (v View) At(n int32) Site {
	unit, local := v.s.local(n)
	return Site{unit, v.s.units[unit].Nodes[local].Pos}
}

// Replaced says whether a node of code speaks for a function that has a copy for every
// caller: what it says, all callers mixed or none, the copies say better.
func (v View) Replaced(n int32) bool {
	return v.s.silent[v.s.frameOf[n]] || v.s.speaksForCopies(n)
}

// Constructed says whether something makes instances of a function of a file.
func (v View) Constructed(unit, fn int32) bool { return v.s.constructed[[2]int32{unit, fn}] }

// Succ returns the nodes that are at least what a node is.
func (v View) Succ(n int32) iter.Seq[int32] { return v.list(v.s.succ[n]) }

// Pred returns the nodes that flow into a node.
func (v View) Pred(n int32) iter.Seq[int32] { return v.list(v.s.pred[n]) }

// list returns the values of a list.
func (v View) list(head int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for c := head; c != 0; c = v.s.cells[c].next {
			if !yield(v.s.cells[c].value) {
				return
			}
		}
	}
}

// HasPred says whether anything flows into a node.
func (v View) HasPred(n int32) bool { return v.s.pred[n] != 0 }

// OnlyPred returns the one node that flows into a node, and false when there are none or
// several.
func (v View) OnlyPred(n int32) (int32, bool) {
	c := v.s.pred[n]
	if c == 0 || v.s.cells[c].next != 0 {
		return 0, false
	}
	return v.s.cells[c].value, true
}

// ArgNodes returns the nodes of a call's arguments; those of spread ones are negative.
func (v View) ArgNodes(call int32) []int32 { return v.s.argNodes(call) }

// Reason returns the node of what a call of catch or then hears a rejection with, or of the function by which new Promise
// gives one; 0 for other calls.
func (v View) Reason(call int32) int32 { return v.s.reasons[call] }

// Site is a place in a file before lines and columns are known.
type Site struct {
	Unit, Pos int32
}
