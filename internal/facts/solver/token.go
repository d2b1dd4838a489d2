package solver

import "github.com/ringfence-dev/ringfence/internal/catalog"

// Token is one thing a value may be. Tokens are interned: equal things are
// equal numbers.
type Token int32

// Kind says what a token stands for, and what its two numbers mean.
type Kind uint8

// The kinds of token.
const (
	_             Kind = iota
	KindSymbol         // a symbol from outside; a: its number, see View.Symbol
	KindText           // a string or a number as text; a: name
	KindFunc           // a function of the code; a: function, b: context
	KindInstance       // what new gives for a function, and its prototype; a: the function's token
	KindObject         // an object or array literal; a: the node that makes it
	KindModule         // a CommonJS module object; a: unit
	KindNamespace      // the namespace import gives for a CommonJS file; a: unit
	KindRequire        // a require function; a: unit
	KindCall           // Function.prototype.call of a; a: token
	KindApply          // Function.prototype.apply of a; a: token
	KindBind           // Function.prototype.bind of a; a: token
	KindBound          // a bound function; a: token, b: the call of bind
	KindSettle         // resolves a promise; a: the promise's node
	KindGetter         // a function that returns a node; a: node
	KindEntry          // some property's value of an object, with its key at hand; a: the object's node
	KindMirror         // has what the function properties of a return; a: token
)

// Info is what a token stands for. What its numbers mean is said at the kinds: a is A and
// b is B.
type Info struct {
	Kind Kind
	A, B int32
}

// tokens interns tokens and the lists that hang from them.
type tokens struct {
	info  []Info
	index tokenTable
	// props and parents are heads of lists in the solver's arenas.
	props   []int32
	parents []int32
	flags   []tokenFlags
	// depth is how long the chain of parents is, up to maxDepth.
	depth []uint8
}

type tokenFlags uint8

const (
	// isList marks arrays and collections, whose methods are known.
	isList tokenFlags = 1 << iota
	// isMixed marks objects that take properties from others, known or not.
	isMixed
	// isProxy marks objects whose every property is what a trap returns.
	isProxy
	// hasStar and hasAll mark objects with a property of that name: they are asked
	// about for every property of every object, and few objects have them.
	hasStar
	hasAll
	// isMoved marks lists whose elements do not stay where they were written.
	isMoved
)

func newTokens() tokens {
	return tokens{
		info: make([]Info, 1), index: newTokenTable(0),
		props: make([]int32, 1), parents: make([]int32, 1), flags: make([]tokenFlags, 1),
		depth: make([]uint8, 1),
	}
}

func (ts *tokens) get(kind Kind, a, b int32) Token {
	i := Info{kind, a, b}
	at := ts.index.at(ts.info, i)
	if t := ts.index.slots[at]; t != 0 {
		return t
	}
	if len(ts.info)*3 > len(ts.index.slots)*2 {
		ts.index = newTokenTable(2 * len(ts.info))
		for t, info := range ts.info[1:] {
			ts.index.slots[ts.index.at(ts.info, info)] = Token(t + 1)
		}
		at = ts.index.at(ts.info, i)
	}
	t := Token(len(ts.info))
	ts.info = append(ts.info, i)
	ts.index.slots[at] = t
	ts.props = append(ts.props, 0)
	ts.parents = append(ts.parents, 0)
	ts.flags = append(ts.flags, 0)
	ts.depth = append(ts.depth, 0)
	return t
}

// Symbol is one from outside of the code: a module of Node, the vscode API, a
// global, or a member of one.
type Symbol struct {
	Module, Member string
	// parent is the symbol this is a member of; 0 for a module.
	parent int32
	// Depth is 0 for a module, and one more for each member.
	Depth int
	// Follow is true when members of it mean something.
	Follow bool
	// Guessed is true when the object was matched by property name alone.
	Guessed bool
}

type refKey struct {
	parent int32
	name   string
}

type refs struct {
	catalog *catalog.Catalog
	all     []Symbol
	modules map[string]int32
	members map[refKey]int32
	// proposals is true when the extension may use API that is not published
	// yet, so that vscode has members nobody has catalogued.
	proposals bool
}

func newRefs(c *catalog.Catalog) refs {
	return refs{catalog: c, all: make([]Symbol, 1), modules: map[string]int32{}, members: map[refKey]int32{}}
}

// module returns the ref of a whole module.
func (r *refs) module(name string, guessed bool) int32 {
	key := name
	if guessed {
		key = "?" + name
	}
	if i, ok := r.modules[key]; ok {
		return i
	}
	i := int32(len(r.all))
	mod, member := r.catalog.Canonical(name, "")
	r.all = append(r.all, Symbol{Module: mod, Member: member, Follow: true, Guessed: guessed})
	r.modules[key] = i
	return i
}

// member returns the ref of a member, or 0 when the member means nothing to us.
func (r *refs) member(parent int32, name string) int32 {
	key := refKey{parent, name}
	if i, ok := r.members[key]; ok {
		return i
	}
	i := r.makeMember(parent, name)
	r.members[key] = i
	return i
}

func (r *refs) makeMember(parent int32, name string) int32 {
	p := r.all[parent]
	if !p.Follow {
		return 0
	}
	if name == "default" || name == "__esModule" || name == "module.exports" {
		if name == "default" && p.Depth == 0 {
			return parent
		}
		return 0
	}
	if p.Module == "globals" && p.Member == "" {
		return r.global(name, p.Guessed)
	}
	member := name
	if p.Member != "" {
		member = p.Member + "." + name
	}
	if name == "()" {
		member = p.Member + "()"
	}
	if name == "prototype" {
		member = p.Member + "()"
	}
	module, member := r.catalog.Canonical(p.Module, member)
	if _, known := r.catalog.Lookup(module, member); p.Guessed && !known && !r.catalog.Tracked(module, member) {
		return 0 // a guess must be borne out by the name
	}
	tracked := r.catalog.Tracked(module, member)
	if p.Module == "process" && p.Member == "env" || ways[[2]string{module, member}] {
		tracked = true
	}
	if p.Module == "vscode" && name != "" && name[0] >= '0' && name[0] <= '9' {
		if e, ok := r.catalog.Lookup(p.Module, p.Member); ok && e.Is != (catalog.Symbol{}) {
			return parent // one of the folders, of the editors
		}
	}
	if p.Module == "globals" && module == "globals" && !tracked && !travels[member] && member != "Function()" {
		if e, ok := r.catalog.Lookup(module, member); !ok || e.Harmless() && len(e.Args) == 0 {
			return 0 // Math.max, document.title: nothing comes of it
		}
	}
	if (name == "()" || name == "prototype") && !tracked && name == "()" {
		return 0
	}
	if p.Depth > 8 || p.Depth > 0 && !p.Follow {
		return 0
	}
	if _, ok := r.catalog.Classify(
		module,
		member,
	); !ok && !tracked && r.catalog.HasModule(p.Module) && (p.Module != "vscode" || !r.proposals) &&
		p.Module != "globals" {
		// Every name of Node's modules and of the published API is catalogued:
		// another one does not exist, and was reached by mixing values.
		return 0
	}
	if p.Depth > 8 {
		return 0
	}
	i := int32(len(r.all))
	r.all = append(r.all, Symbol{
		Module: module, Member: member, parent: parent, Depth: p.Depth + 1,
		Follow: tracked || member == "" || member == "Function()", Guessed: p.Guessed,
	})
	return i
}

// ways are symbols that are no power themselves and lead to ones whose calls
// can be folded.
var ways = map[[2]string]bool{
	{"process", "env"}: true, {"vscode", "Uri"}: true, {"path", "posix"}: true, {"path", "win32"}: true,
	{"vscode", "workspace.workspaceFolders"}: true,
}

// meta returns the ref of import.meta.
func (r *refs) meta() int32 {
	g := r.module("globals", false)
	key := refKey{g, "import.meta"}
	if i, ok := r.members[key]; ok {
		return i
	}
	i := int32(len(r.all))
	r.all = append(r.all, Symbol{Module: "globals", Member: "import.meta", parent: g, Depth: 1})
	r.members[key] = i
	return i
}

// global returns the ref of a global identifier, or 0 for one we know nothing of.
func (r *refs) global(name string, guessed bool) int32 {
	if module, member, ok := r.catalog.Global(name); ok {
		if module == "globals" && member != "" && !natives[name] && !r.catalog.Tracked(module, member) {
			if e, ok := r.catalog.Lookup(module, member); !ok || e.Harmless() && len(e.Args) == 0 {
				return 0
			}
		}
		i := r.module(module, guessed)
		if member == "" {
			return i
		}
		// A global that is a member of a module: globals.fetch, buffer.Buffer.
		if module == "globals" {
			key := refKey{i, "global " + name}
			if at, ok := r.members[key]; ok {
				return at
			}
			at := int32(len(r.all))
			r.all = append(r.all, Symbol{Module: module, Member: member, parent: i, Depth: 1,
				Follow: r.catalog.Tracked(module, member) || natives[name], Guessed: guessed})
			r.members[key] = at
			return at
		}
		return r.member(i, member)
	}
	if !natives[name] {
		return 0
	}
	i := r.module("globals", guessed)
	key := refKey{i, "native " + name}
	if at, ok := r.members[key]; ok {
		return at
	}
	at := int32(len(r.all))
	r.all = append(r.all, Symbol{Module: "globals", Member: name, parent: i, Depth: 1, Follow: true})
	r.members[key] = at
	return at
}

// Dotted returns the name of a member of what has a name; the first may be empty.
func Dotted(a, b string) string {
	if a == "" {
		return b
	}
	return a + "." + b
}
