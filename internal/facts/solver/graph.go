package solver

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Bounds of the solver.
const (
	maxThings  = 6      // functions and objects a value may be
	maxTexts   = 64     // strings a value may be
	maxParents = 16     // objects another takes its properties from: an index of a library spreads a dozen
	maxRefs    = 24     // outside symbols a value may be
	maxDepth   = 48     // generations of objects that take properties from others
	maxIn      = 64     // sources of a value
	minCopies  = 10_000 // nodes copies may take in a small program
	// A helper that hands on what it is given has its own budget: shared, it would mix what a whole bundle hands it, and a few of them make
	// every callee everything. Copies of them cost less than that does.
	tiny     = 10 // nodes
	maxChain = 4  // copies inside copies
)

// Unit is a lowered file in its place among the others. Whoever makes one says Unit, Path
// and Runs; Add and Start say the rest.
type Unit struct {
	*ir.Unit
	Path string
	// Runs is where the file lies when it runs: its path, or that of what is built
	// of it.
	Runs  string
	names []Name // interned strings, by ir.Str; made on demand
	// First is the number of its first function among those of all files.
	First int32
	// Root is the frame of the file itself.
	Root int32
}

// frame is one copy of a range of a unit's nodes: the whole file, or one
// function for one caller.
type frame struct {
	unit   int32
	lo, hi int32 // local nodes
	base   int32 // node of local lo
	parent int32 // where nodes outside the range are found; -1 for none
	fn     int32 // the local function copied; -1 for a file
	caller int32 // the context of the call
	site   int32 // the node of the call; 0 for a file
	depth  int32
}

type cell struct{ value, next int32 }

// dep is an instruction that hangs from a node.
type dep struct {
	kind depKind
	a    int32 // a node or an index into effects, by kind
	next int32
}

type depKind uint8

const (
	depLoad        depKind = iota // a: an OpLoad node whose base this is
	depIndex                      // a: an OpIndex node whose base this is
	depIndexKey                   // a: an OpIndex node whose key this is
	depCall                       // a: a call whose callee this is
	depRequire                    // a: pair (dst, unit); a specifier
	depEffect                     // a: an effect whose base this is
	depValue                      // a: an effect whose value this is
	depKey                        // a: an effect whose key this is
	depReturn                     // a: a node; functions arriving give it what they return
	depInvoke                     // a: an invocation; functions arriving are called
	depSpace                      // a: unit; module.exports of it
	depConcat                     // a: an OpConcat node one of whose parts this is
	depElements                   // a: a node that gets the elements of lists arriving
	depAll                        // a: a node that gets all properties
	depEval                       // a: pair (dst, unit); code as text
	depThings                     // a: a node that gets functions and objects, no outside symbols
	depLists                      // a: a node that gets the lists arriving
	depInstance                   // a: a node that gets the instances of outside classes arriving
	depTexts                      // a: a node that gets the strings arriving
	depFill                       // a: a node whose tokens become elements of lists arriving
	depDescriptors                // a: pair (object, 0); property descriptors
	depKeyed                      // a: an effect whose base this is, stored under known keys
	depMember                     // a: pair (dst, name)
	depMemberAt                   // a: pair (dst, key)
	depMemberKey                  // a: pair (dst, source)
	depKeys                       // a: a node that gets the names of properties
	depEntry                      // a: an effect that stores this under an unknown key
	depReceiver                   // a: the this of a method; instances arriving are its receivers
	depSplit                      // a: pair (call of split, node of elements)
	depMoved                      // lists arriving are changed in their places
	depSent                       // a: a node that generators arriving are sent
)

// effect is an ir.Effect on the solver's nodes, or one a native makes.
type effect struct {
	kind    ir.EffectKind
	a, b, c int32
}

// invoke is a call that is not written as one: a callback, or arguments that
// were bound or spread.
type invoke struct {
	args []int32 // nodes; negative: spread
	this int32
	dst  int32
	site int32 // the node of the call that causes it
	new  bool
	// awaited says that a generator runs to its end: what comes is what it returns.
	awaited bool
}

// Solver links files and solves them: New, Add for each file, Start, Solve, and then View.
type Solver struct {
	ctx     context.Context // of the run of Solve that is under way
	shallow bool            // see Options
	catalog *catalog.Catalog
	units   []*Unit
	byPath  map[string]int32
	names   map[string]Name
	text    []string

	tokens tokens
	refs   refs

	frameOf []int32 // frame of each node; 0 for nodes without code, negative for properties
	frames  []frame
	// acts and calls are nodes of the solved graph, in order; see index.
	acts, calls []int32
	// indexed are those that read a property by a name that is worked out.
	indexed []int32
	copies  map[[2]int32]int32 // (call, function token) -> context
	budget  int                // nodes that copies may still take
	small   int                // the same for tiny functions

	nodes []node
	succ  []int32
	pred  []int32
	deps  []int32
	cells []cell
	dep   []dep

	props    table     // (token, name) -> node
	propKeys []propKey // of the nodes whose frame is negative: -1 - index
	edges    table     // of nodes with many
	effects  []effect
	invokes  []invoke
	pairs    [][2]int32
	queue    []cell // (node, token)
	later    []unsettled
	traps    map[Token]trap
	// described are what descriptors say by their nodes, and told who was told of one (run.go, describe).
	described map[int32]int32
	told      map[[2]int32]bool
	reasons   map[int32]int32 // see reason
	elements  map[int32]int32 // what a method gives one by one -> whose elements these are
	sent      map[Token]int32 // what calling a generator gives -> what its yields give
	// constructed are the class functions that something makes instances of.
	constructed map[[2]int32]bool

	uses    []Call
	imports []Import
	// loads are the files that a file loads, also by a name that only solving
	// tells.
	loads  map[[2]int32]bool
	missed map[string]bool // files that are loaded and are not among the solver's
	seen   table           // see once
	parts  []string        // see concat, with the next two
	ends   []int
	buf    []byte
	copied map[[2]int32]bool // (unit, local function) that has copies
	marks  [][]int32         // what replaced gives
	silent []bool            // the frames of copies whose call is of a replaced function
	plain  map[[2]int32]bool // … that is also used as it stands
	tables []int32
	chunks []int32
	// requires are calls of require: (call, specifier).
	requires [][2]int32
	// activates are nodes of what entries export as activate.
	activates []int32
	// entryCalls are calls of some member of an object: (call, object).
	entryCalls [][2]int32
	resolver   func(from, specifier string) (string, bool) // see Options
}

// node is what the hottest loop reads of a value, in one place: what it may be.
type node struct {
	head                int32 // its tokens: list in cells
	things, texts, refs uint8 // how many of each kind
	in                  uint8 // edges that lead here, up to maxIn
	// open is set when some tokens were left out.
	open bool
	// wants is set where strings matter: keys, specifiers and what flows
	// there. Strings are not followed anywhere else.
	wants bool
}

// full reports that a node has as many tokens of a kind as it may.
func (n *node) full(kind Kind) bool {
	switch kind {
	case KindSymbol:
		return n.refs >= maxRefs
	case KindText:
		return n.texts >= maxTexts
	default:
		return n.things >= maxThings
	}
}

type propKey struct {
	token Token
	name  Name
}

// Names with a meaning of their own. Their texts begin with a zero byte.
const (
	noName   Name = iota // ""
	AnyName              // a property under an unknown key
	AllNames             // all properties together
)

// Options say how a graph is solved.
type Options struct {
	// Shallow follows globals through variables only: not through functions and objects.
	Shallow bool
	// Resolve finds the file that a specifier means in a file; nil: none does.
	Resolve func(from, specifier string) (string, bool)
	// Proposals says that the extension may use API of VS Code that is not published yet.
	Proposals bool
}

// New returns a solver without files. Symbols are those of a catalogue.
func New(c *catalog.Catalog, opts Options) *Solver {
	s := &Solver{
		catalog:     c,
		shallow:     opts.Shallow,
		resolver:    opts.Resolve,
		byPath:      map[string]int32{},
		missed:      map[string]bool{},
		names:       map[string]Name{},
		tokens:      newTokens(),
		refs:        newRefs(c),
		frames:      make([]frame, 1),
		copies:      map[[2]int32]int32{},
		cells:       make([]cell, 1),
		dep:         make([]dep, 1),
		props:       newTable(0),
		edges:       newSet(0),
		seen:        newSet(0),
		traps:       map[Token]trap{},
		described:   map[int32]int32{},
		told:        map[[2]int32]bool{},
		sent:        map[Token]int32{},
		reasons:     map[int32]int32{},
		elements:    map[int32]int32{},
		loads:       map[[2]int32]bool{},
		constructed: map[[2]int32]bool{},
		copied:      map[[2]int32]bool{},
		plain:       map[[2]int32]bool{},
	}
	for _, n := range []string{"", "\x00*", "\x00all"} {
		s.intern(n)
	}
	s.newNode() // node 0 is nothing
	s.refs.proposals = opts.Proposals
	return s
}

// propKey returns whose property a node is.
func (s *Solver) propKey(n int32) propKey { return s.propKeys[-1-s.frameOf[n]] }

// Reserve makes room for a program of so many nodes, so that what grows with
// it is not copied again and again.
func (s *Solver) Reserve(nodes int) {
	room := nodes*9/4 + minCopies
	s.nodes = roomy(s.nodes, room)
	s.succ = roomy(s.succ, room)
	s.pred = roomy(s.pred, room)
	s.deps = roomy(s.deps, room)
	s.frameOf = roomy(s.frameOf, room)
	s.props, s.seen = newTable(nodes/3), newSet(nodes/4)
	s.cells = roomy(s.cells, nodes*7)
	s.dep = roomy(s.dep, nodes*4/3)
}

// roomy copies a list to where so many more fit. What is not used is never
// touched, so that it costs addresses and no memory.
func roomy[T any](xs []T, more int) []T {
	return append(make([]T, 0, len(xs)+more), xs...)
}

func (s *Solver) intern(text string) Name {
	if n, ok := s.names[text]; ok {
		return n
	}
	n := Name(len(s.text))
	s.text = append(s.text, text)
	s.names[text] = n
	return n
}

// Solve propagates until nothing changes, then settles what depends on what
// stayed unknown, and goes on. In the end the graph is indexed: it is only read
// from then on, by View, and what only growing needs is given up. The error is that of
// the context; then the graph is not whole.
func (s *Solver) Solve(ctx context.Context) error {
	s.ctx = ctx
	for s.propagate(); s.settle(); {
		s.propagate()
	}
	s.edges, s.seen, s.queue, s.later, s.invokes = newSet(0), newSet(0), nil, nil, nil
	s.index()
	s.handOut()
	s.copies = nil
	s.marks = s.replaced()
	s.silent = s.silenced()
	return ctx.Err()
}

func (s *Solver) propagate() {
	for i := 0; i < len(s.queue); i++ {
		if i&0xffff == 0xffff && s.ctx != nil && s.ctx.Err() != nil {
			s.queue = s.queue[:0]
			return
		}
		n, t := s.queue[i].value, Token(s.queue[i].next)
		for c := s.succ[n]; c != 0; c = s.cells[c].next {
			s.add(s.cells[c].value, t)
		}
		for d := s.deps[n]; d != 0; d = s.dep[d].next {
			s.run(s.dep[d].kind, s.dep[d].a, n, t)
		}
		if i > 1<<16 && i*2 > len(s.queue) {
			s.queue = append(s.queue[:0], s.queue[i+1:]...)
			i = -1
		}
	}
	s.queue = s.queue[:0]
}
