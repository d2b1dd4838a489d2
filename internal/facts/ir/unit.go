// Package ir is the compact form a source file is lowered to: values as
// numbered nodes, what happens to them as effects, functions as ranges of
// both. It is what crosses from the child process that parses to the parent
// that solves, so it is flat, free of pointers, and checked when it is read.
//
// The form forgets control flow: every statement of a file may run, in any
// order, any number of times. It keeps names, positions, and which value goes
// where.
package ir

// Node is the index of a value in its Unit; 0 is "nothing of interest".
type Node int32

// Str is the index of a string in its Unit; 0 is "".
type Str int32

// Op says how a node's value comes about.
type Op uint8

// The operations. A, B and C are the fields of Value.
const (
	OpNone    Op = iota
	OpVar        // a variable, parameter, return value or this; A name
	OpStr        // a string constant; A text
	OpWord       // true, false, null, undefined or a number; A its text
	OpConcat     // string concatenation; A list of parts
	OpLoad       // A.B; A base, B name
	OpIndex      // A[B]; A base, B key
	OpCopied     // A[B] as the source of a copy under the same key
	OpCall       // A(C…) with this B; C list of arguments
	OpNew        // new A(C…); C list of arguments
	OpSuper      // super(C…) of class A with this B; C list of arguments
	OpFunc       // a function or class; A index into Funcs
	OpObject     // an object literal
	OpArray      // an array literal; A is 1 for the arguments of a function
	OpPhi        // one of several; A list of alternatives
	OpGlobal     // an identifier nobody declares; A name
	OpImport     // the namespace of a static import; A specifier, B attributes
	OpDynamic    // import(A); A specifier node
	OpMeta       // import.meta
	OpExports    // the exports object of this file
	OpRegExp     // a regular expression literal; A text
	OpStored     // no value: A gets C under the name B here, and the place matters; see package lower
	OpCount
)

// Value is one node.
type Value struct {
	A, B, C int32
	Pos     int32 // byte offset in the file
	Op      Op
}

// EffectKind says what an Effect does.
type EffectKind uint8

// The effects.
const (
	Assign    EffectKind = iota // A = B
	Store                       // A.B = C; B is a Str
	StoreAt                     // A[B] = C; B is a Node
	StoreGet                    // A.B has the getter function C; B is a Str
	StoreSet                    // A.B has the setter function C; B is a Str
	Spread                      // A has, beside its own, all properties of B
	SpreadGet                   // A has, for every function property of B, what it returns
	Extends                     // class A extends B
	Table                       // A is a table of bundled modules
	Chunk                       // A is a further table of bundled modules; B is 1 when it is loaded by require
	EffectCount
)

// Effect is one thing that happens to values.
type Effect struct {
	A, B, C int32
	Kind    EffectKind
}

// FuncFlags are properties of a function.
type FuncFlags uint16

// The flags.
const (
	Arrow     FuncFlags = 1 << iota
	IsClass             // constructor of a class; the instance is what new gives
	OwnThis             // this is known without looking at callers
	Rest                // the last parameter collects the rest
	Generic             // worth a copy of its own for each caller
	Async               // returns a promise of its return value
	Generator           // returns an iterator
	Loader              // a bundler's require, or a helper of one: one copy for each call, whatever it costs
	Bundler             // a bundler's require itself: what it calls by number are modules
	Awaiter             // runs the generator function that its last argument is, on its first: a compiler's async function
)

// Func is a function. Its nodes and effects, those of nested functions
// included, are contiguous, so that a copy of it is a shift.
type Func struct {
	Node      Node  // the OpFunc node, outside the range
	Params    int32 // list of parameter nodes
	Ret, This Node
	Args      Node // the arguments object, or 0
	Lo, Hi    int32
	ELo, EHi  int32
	Name      Str
	Flags     FuncFlags
}

// Unit is one lowered file.
type Unit struct {
	Strings []string
	Nodes   []Value
	Effects []Effect
	Funcs   []Func
	// Lists holds argument, part and parameter lists: at the index an entry
	// names, a count, then so many nodes. A spread argument is stored negated.
	Lists []int32
	// ESM is true when the file has import or export statements.
	ESM bool
	// Guards are what is known where, because a condition was looked at before.
	Guards []Guard
	// Picks are what only runs for some calls, because a parameter decides it.
	Picks []Pick
	// Notes are the lowerer's own blind spots (nesting too deep to follow).
	Notes []Note
	// Signs are forms that obfuscators write.
	Signs []Sign
}

// Names that no code writes.
const (
	// Sent is the property of a generator function from which its yields read what the generator is sent.
	Sent = "@@sent"
	// Yielded is the property of a generator function that has what its yields hand out; what it returns is its Ret.
	Yielded = "@@yielded"
	// Thrown is the name of an OpStored node for a throw: A is the function, and C what it throws.
	Thrown = "@@thrown"
	// Caught is that of one for a try with a catch: A is what is caught. The next node is Tried: the try stands from A to C.
	Caught = "@@caught"
	Tried  = "@@tried"
)

// GuardKind says what a Guard knows.
type GuardKind uint8

// The kinds of guard.
const (
	GuardCond   GuardKind = iota // Cond is true; or false, with Not
	GuardEqual                   // Subject is the constant Cond; or is not, with Not
	GuardIn                      // Subject is a key of Cond; or is none, with Not
	GuardPerson                  // whether it runs was decided by Cond, which tells who or where somebody is; Base is what was looked at
	GuardCount
)

// Guard is what a condition says of the nodes from Lo to Hi: they only stand
// for what runs when it holds. It is kept for conditions that can be about
// trust or about a value: which is decided when all is linked.
type Guard struct {
	Cond Node
	// Subject is the value that is judged, or 0: a property that was read, or
	// a variable of its own that stands for the one judged, Base, in the range.
	Subject, Base Node
	Lo, Hi        int32
	Kind          GuardKind
	Not           bool
}

// Pick says of the nodes from Lo to Hi, in the function Func, that they stand for what only runs for the calls in When, as
// far as these can be told: those that leave out the argument Param, and those that write out true or false for it.
type Pick struct {
	Func, Param int32
	Lo, Hi      int32
	When        uint8
}

// The calls that a Pick tells apart.
const (
	PickOmitted uint8 = 1 << iota
	PickTrue
	PickFalse
	PickAny = PickOmitted | PickTrue | PickFalse
)

// Sign is one form of obfuscation: which (package decode names them), how often,
// and where first.
type Sign struct {
	Kind       uint8
	Count, Pos int32
}

// Note is something the lowerer could not follow.
type Note struct {
	Text string
	Pos  int32
}

// List returns the nodes of the list at index i.
func (u *Unit) List(i int32) []int32 {
	n := u.Lists[i]
	return u.Lists[i+1 : i+1+n]
}
