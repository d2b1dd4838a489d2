// Package lower walks one file's syntax tree once and writes it down as a
// unit of package ir. It is the only package that sees esbuild's tree.
//
// It knows JavaScript's syntax and nothing about modules, Node or VS Code:
// what a name means is decided when all units are linked. What it keeps must
// be enough to answer where any module object, function, object or string
// goes; everything else (arithmetic, control flow) is dropped here, which is
// what makes the rest fast.
package lower

import (
	"math"
	"slices"
	"strconv"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Limits of what is written down. They bound memory on hostile input and are
// far above what real code has.
const (
	// maxDepth bounds the recursion over expressions.
	maxDepth = 100_000
	// maxElements is how many elements of an array literal are kept apart;
	// the rest are stored under an unknown key. Data tables are long, lists of
	// commands are not.
	maxElements = 512
	// maxString is the longest string kept whole. Longer ones are data.
	maxString = 4096
	// genericSize is how many nodes a function may have and still get a copy
	// for each caller.
	genericSize = 64
	// loaderSize is the same for the helpers that load and copy modules.
	loaderSize = 256
	// minRoom is how many nodes and the like there is room for from the start.
	minRoom = 64
)

// File lowers one parsed file.
func File(tree *esbuild.AST) *ir.Unit {
	l := &lowerer{
		tree:     tree,
		vars:     make([]ir.Node, len(tree.Symbols)),
		params:   make([]parameter, len(tree.Symbols)),
		anew:     make([]int32, len(tree.Symbols)),
		strs:     newTexts(),
		words:    map[string]ir.Node{},
		globs:    map[string]ir.Node{},
		imported: map[esbuild.Ref]imported{},
		watch:    map[any]ir.Node{},
		judged:   map[ir.Node]ir.Node{},
		counters: map[int32]bool{},
	}
	u := &l.unit
	// What a symbol costs is much the same in all code, so that the lists rarely
	// have to move; what is not used is never touched.
	u.Nodes = make([]ir.Value, 1, minRoom+6*len(tree.Symbols))
	u.Effects = make([]ir.Effect, 0, minRoom+3*len(tree.Symbols))
	u.Lists = make([]int32, 1, minRoom+4*len(tree.Symbols))
	l.exports = l.node(ir.OpExports, 0, 0, 0, 0)

	top := &function{index: -1}
	top.this = l.load(l.global("module", 0), "exports", 0) // what CommonJS gives a file as this
	top.ret = l.node(ir.OpVar, 0, 0, 0, 0)
	l.fn = top
	for i := range tree.Parts {
		l.declare(tree.Parts[i].Stmts)
		l.findReaders(tree.Parts[i].Stmts)
	}
	for i := range tree.Parts {
		l.stmts(tree.Parts[i].Stmts)
	}
	l.settleReaders()
	l.settleCounters()
	l.implicitGlobals()
	l.dropGuards()
	u.Nodes = append(u.Nodes, l.asides...)
	u.Strings = l.strs.list
	// A unit of its own: with a place inside the lowerer it would keep the tree.
	out := *u
	return &out
}

// implicitGlobals lets every mention of an undeclared name see what the file
// assigns to it.
func (l *lowerer) implicitGlobals() {
	assigned := map[ir.Node]bool{}
	for _, e := range l.unit.Effects {
		if e.Kind == ir.Assign {
			assigned[ir.Node(e.A)] = true
		}
	}
	for _, m := range l.mentions {
		if assigned[m[0]] {
			l.assign(m[1], m[0])
		}
	}
}

type lowerer struct {
	// called is the member that is about to be called.
	called *esbuild.EDot
	tree   *esbuild.AST
	unit   ir.Unit
	vars   []ir.Node   // by symbol
	params []parameter // by symbol
	anew   []int32     // by symbol: how often it is assigned
	// counters are the variables that arithmetic changes where they stand.
	counters map[int32]bool
	strs     texts
	texts    []ir.Node // OpStr nodes by string
	words    map[string]ir.Node
	globs    map[string]ir.Node
	exports  ir.Node
	nothing  ir.Node // see unknown
	// imported are the names import statements bind.
	imported map[esbuild.Ref]imported
	fn       *function
	depth    int
	noted    bool
	// mentions are (variable, place) pairs of undeclared names.
	mentions [][2]ir.Node
	// What guard.go keeps: the nodes of conditions being lowered, the judged
	// variables with their stand-ins, and how much was written that acts.
	watch    map[any]ir.Node
	judged   map[ir.Node]ir.Node
	standIns []ir.Node // of which variables there are some
	made     int       // how many stand-ins were made
	acts     int
	withs    []ir.Node // the objects of the with statements around us
	readers  map[esbuild.Ref]*reader
	asides   []ir.Value // see aside
	// See person.go.
	helds     []heldBy
	sets      []ir.Node
	setsUnder []setUnder
}

// parameter says of a symbol which function it is a parameter of, and which
// one. Functions count from 1 here: 0 is for symbols that are none.
type parameter struct{ function, at int32 }

// parameter returns the place of a symbol among the parameters of a function.
func (l *lowerer) parameter(f *function, ref esbuild.Ref) (int, bool) {
	if int(ref.InnerIndex) >= len(l.params) {
		return 0, false
	}
	p := l.params[ref.InnerIndex]
	return int(p.at), p.function == f.index+1 && f.index >= 0
}

// function is what the walker must know of the function it is in.
type function struct {
	up     *function
	index  int32   // in unit.Funcs; -1 for the file itself
	first  ir.Node // the first parameter
	this   ir.Node
	ret    ir.Node
	args   ir.Node // the arguments object, made on first use
	thrown ir.Node // what throw statements so far throw
	super  ir.Node // what super means, or 0
	super0 ir.Node // what super() calls, or 0
	// generic is set when what the function gives back or stores depends on
	// its parameters in a way that mixing callers would blur.
	generic bool
	loader  bool // it calls the modules of a bundle, or helps to
	bundler bool // it calls them by their number
	arrow   bool
	params  int  // how many parameters it has
	awaiter bool // it runs the generator that its last parameter is: see awaits
	flags   flagged
	// What shapes.go looks for in it.
	walked []esbuild.Ref // variables that step into themselves: o = o[k]
	keyed  []keyedStore  // stores under keys nobody wrote out
	merges []esbuild.Ref // parameters merged with another key by key
	proto  bool          // it knows of "__proto__"
}

func (l *lowerer) node(op ir.Op, a, b, c, pos int32) ir.Node {
	switch op {
	case ir.OpCall, ir.OpNew, ir.OpDynamic, ir.OpStored:
		l.acts++
	}
	l.unit.Nodes = append(l.unit.Nodes, ir.Value{Op: op, A: a, B: b, C: c, Pos: pos})
	return ir.Node(len(l.unit.Nodes) - 1)
}

func (l *lowerer) effect(kind ir.EffectKind, a ir.Node, b int32, c ir.Node) {
	l.unit.Effects = append(l.unit.Effects, ir.Effect{Kind: kind, A: int32(a), B: b, C: int32(c)})
}

// assign lets dst have the value of src.
func (l *lowerer) assign(dst, src ir.Node) {
	if dst != 0 && src != 0 && dst != src {
		l.effect(ir.Assign, dst, int32(src), 0)
		if base := l.judged[dst]; base != 0 && base != src {
			l.assign(base, src) // the variable itself, beyond the guard
		}
	}
}

func (l *lowerer) store(base ir.Node, name string, value ir.Node) {
	if base != 0 && value != 0 {
		l.effect(ir.Store, base, int32(l.str(name)), value)
	}
}

func (l *lowerer) storeAt(base, key, value ir.Node) {
	if base != 0 && value != 0 {
		l.effect(ir.StoreAt, base, int32(key), value)
	}
}

func (l *lowerer) str(s string) ir.Str { return l.strs.add(s) }

// text returns the one node of a string constant.
func (l *lowerer) text(s string, pos int32) ir.Node {
	if s == "__proto__" && l.fn != nil {
		l.fn.proto = true
	}
	id := l.str(clip(s))
	if n := len(l.strs.list); n > len(l.texts) {
		l.texts = slices.Grow(l.texts, n-len(l.texts))[:n]
	}
	if n := l.texts[id]; n != 0 {
		return n
	}
	n := l.node(ir.OpStr, int32(id), 0, 0, pos)
	l.texts[id] = n
	return n
}

func (l *lowerer) word(s string, pos int32) ir.Node {
	if n, ok := l.words[s]; ok {
		return n
	}
	n := l.node(ir.OpWord, int32(l.str(s)), 0, 0, pos)
	l.words[s] = n
	return n
}

// unknown returns the node of values that lead nowhere, where it matters that
// there is one.
func (l *lowerer) unknown() ir.Node {
	if l.nothing == 0 {
		l.nothing = l.node(ir.OpVar, 0, 0, 0, 0)
	}
	return l.nothing
}

func (l *lowerer) number(v float64, pos int32) ir.Node {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return l.word(strconv.FormatInt(int64(v), 10), pos)
	}
	return l.word(strconv.FormatFloat(v, 'g', -1, 64), pos)
}

func (l *lowerer) global(name string, pos int32) ir.Node {
	if n, ok := l.globs[name]; ok {
		return n
	}
	n := l.node(ir.OpGlobal, int32(l.str(name)), 0, 0, pos)
	l.globs[name] = n
	return n
}

func (l *lowerer) load(base ir.Node, name string, pos int32) ir.Node {
	if base == 0 {
		return 0
	}
	return l.node(ir.OpLoad, int32(base), int32(l.str(name)), 0, pos)
}

// list writes down a list of nodes and gives its index.
func (l *lowerer) list(nodes []int32) int32 {
	at := int32(len(l.unit.Lists))
	l.unit.Lists = append(l.unit.Lists, int32(len(nodes)))
	l.unit.Lists = append(l.unit.Lists, nodes...)
	return at
}

// phi returns a node that is any of the alternatives; none of interest is none.
func (l *lowerer) phi(pos int32, alternatives ...ir.Node) ir.Node {
	var kept []int32
	for _, n := range alternatives {
		if n != 0 {
			kept = append(kept, int32(n))
		}
	}
	switch len(kept) {
	case 0:
		return 0
	case 1:
		return ir.Node(kept[0])
	}
	return l.node(ir.OpPhi, l.list(kept), 0, 0, pos)
}

func (l *lowerer) note(text string, pos int32) {
	if !l.noted {
		l.noted = true
		l.unit.Notes = append(l.unit.Notes, ir.Note{Text: text, Pos: pos})
	}
}
