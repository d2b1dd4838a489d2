// Package catalog is what we know about Node's core modules, the globals and
// the vscode API, as data: which symbol is which capability, which argument
// names the resource, what is harmless, which spellings mean the same symbol
// and which places on a disk are sensitive.
//
// The knowledge lies in data/*.txt, one line a fact, each with the reason
// where it is not obvious; the files are embedded and read by a strict parser
// (parse.go), so that a slip of the pen is an error with a file and a line and
// never a quietly missing power. Facts, checks, policies and the loader's
// tables all read the catalogue; it imports nothing of ours and judges
// nothing: a capability is a power, not a fault.
package catalog

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Entry is what the catalogue says of one symbol.
type Entry struct {
	Module string // without "node:"; "globals" for globals; "vscode"
	// Member is the dotted path below the module: "promises.readFile",
	// "Socket().connect" (a member of what calling or constructing Socket
	// gives). Empty: the module itself.
	Member string
	// Capability is empty for a harmless symbol. A harmless symbol is harmless
	// with everything below it that has no entry of its own; a powerful symbol
	// says nothing about what is below it.
	Capability Capability
	// Namespace marks a symbol without power of its own that is only the way
	// to others (fs.promises, the type of sockets): it does not speak for what
	// is below it, so that every member has its own line.
	Namespace bool
	// Args gives the role of each argument that names a resource, in the order
	// of the data. A position may have several roles: the shape of the
	// argument decides (net.connect takes a port, a path or an object first).
	// A harmless symbol with the role RoleCode is powerful only when that
	// argument is text (setTimeout).
	Args []Arg
	// Form says how the result comes back; empty when that is not a question.
	Form Form
	// Of is the member that is the same function in its plain callback form:
	// "readFile" for "readFileSync" and "promises.readFile". Empty: none.
	Of string
	// Root is the named root that the symbol's value is ("extension" for
	// ExtensionContext.extensionPath) or, for a function, that its call gives
	// ("home" for os.homedir). Empty: none.
	Root string
	// Gives is the type whose members the result of calling or constructing
	// the symbol has: {"net", "Socket()"} for net.connect. Is is the type of
	// the symbol itself or of its elements: {"vscode", "Terminal"} for
	// window.activeTerminal and window.terminals. Zero: nothing worth following.
	Gives, Is Symbol
	// Base is where the entry's line stands when it is a copy made for Gives
	// or Is: {"net", "Socket().connect"} for net's "connect().connect". Zero:
	// the line is its own.
	Base Symbol
	// Why is a reason or a source, where the line is not obvious.
	Why string
}

// Harmless reports that the symbol was looked at and gives no power.
func (e Entry) Harmless() bool { return e.Capability == "" }

// KeyIndex is the Arg.Index that stands for the property read below the
// symbol: process.env.HOME names the variable by its key.
const KeyIndex = -1

// Arg ties an argument position to what it means.
type Arg struct {
	Index int
	// Prop is the property of the object at Index; empty: the argument itself.
	Prop string
	Role Role
}

// Symbol names a symbol by module and member.
type Symbol struct{ Module, Member string }

// Catalog is the loaded knowledge. It is immutable and safe for concurrent
// use.
type Catalog struct {
	entries map[Symbol]Entry
	sorted  []Entry
	modules map[string]bool
	globals map[string]Symbol
	// aliases maps a spelling to the canonical one; the longest prefix wins.
	aliases map[Symbol]Symbol
	// heard says what functions that VS Code is given are called with, by member; handed are
	// the types of those values.
	heard  map[string][]Heard
	handed map[string]bool
	// ways are members that are known by the API's types alone.
	ways map[string]bool
	// directions are the rows of data/directions.txt; an empty list is one that says none.
	directions map[Symbol][]Direction
	// tracked holds every proper prefix of a symbol worth following.
	tracked map[Symbol]bool
	places  []place
	byFirst placeIndex
}

// Default returns the embedded catalogue. It panics only when our own data is
// wrong, which the package's tests rule out.
func Default() *Catalog { return embedded() }

var embedded = sync.OnceValue(func() *Catalog {
	c, err := Load()
	if err != nil {
		panic("catalog: the embedded data is wrong: " + err.Error())
	}
	return c
})

// Lookup returns the entry of exactly this symbol, in canonical spelling.
func (c *Catalog) Lookup(module, member string) (Entry, bool) {
	e, ok := c.entries[Symbol{module, member}]
	return e, ok
}

// Classify returns the entry that answers for a symbol: its own, that of the
// type it is a member of, or that of the nearest symbol above it that is
// harmless with all it holds. It is not ok when nobody has looked at the
// symbol.
func (c *Catalog) Classify(module, member string) (Entry, bool) {
	return c.classify(Symbol{module, member}, 0)
}

func (c *Catalog) classify(s Symbol, depth int) (Entry, bool) {
	if e, ok := c.entries[s]; ok {
		return e, true
	}
	for m := s.Member; m != "" && depth < maxRewrites; {
		m = parent(m)
		e, ok := c.entries[Symbol{s.Module, m}]
		if !ok {
			continue
		}
		rest := s.Member[len(m):]
		if result, called := strings.CutPrefix(rest, "()"); called && e.Gives != (Symbol{}) {
			return c.classify(Symbol{e.Gives.Module, e.Gives.Member + result}, depth+1)
		}
		if e.Is != (Symbol{}) && strings.HasPrefix(rest, ".") {
			return c.classify(Symbol{e.Is.Module, e.Is.Member + rest}, depth+1)
		}
		return e, e.Harmless() && !e.Namespace
	}
	return Entry{}, false
}

// HasModule reports whether a name is a core module ("fs", "fs/promises"; no
// "node:"), "globals" or "vscode".
func (c *Catalog) HasModule(module string) bool { return c.modules[module] }

// Modules returns the names HasModule knows, sorted.
func (c *Catalog) Modules() []string {
	out := make([]string, 0, len(c.modules))
	for m := range c.modules {
		out = append(out, m)
	}
	slices.Sort(out)
	return out
}

// Tracked reports whether a symbol with a capability or a root lies strictly
// below member, so that whoever follows values should keep following.
func (c *Catalog) Tracked(module, member string) bool {
	return c.tracked[Symbol{module, member}]
}

// Symbols returns every entry, sorted by module and member.
func (c *Catalog) Symbols() []Entry { return slices.Clone(c.sorted) }

// Capabilities returns the capabilities of a symbol and of everything below
// it, sorted: what is handed out when the object escapes as a whole.
func (c *Catalog) Capabilities(module, member string) []Capability {
	var out []Capability
	for _, e := range under(c.sorted, Symbol{module, member}) {
		if !e.Harmless() && within(e.Member, member) {
			out = append(out, e.Capability)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Global resolves the name of a global: "process" is the module process,
// "Buffer" is buffer's, "fetch" is globals', "globalThis" and its kin are
// globals itself. What belongs to one file (require, module, exports) is no
// global.
func (c *Catalog) Global(name string) (module, member string, ok bool) {
	s, ok := c.globals[name]
	return s.Module, s.Member, ok
}

// parent cuts the last segment of a member: "a.b" -> "a", "a()" -> "a",
// "a" -> "".
func parent(member string) string {
	if cut, ok := strings.CutSuffix(member, "()"); ok {
		return cut
	}
	return member[:max(0, strings.LastIndexByte(member, '.'))]
}

// within reports that member is above or below it in the dotted tree.
func within(member, above string) bool {
	if above == "" || member == above {
		return true
	}
	rest, ok := strings.CutPrefix(member, above)
	return ok && (rest[0] == '.' || rest[0] == '(')
}

func compareEntries(a, b Entry) int {
	return cmp.Or(cmp.Compare(a.Module, b.Module), cmp.Compare(a.Member, b.Member))
}
