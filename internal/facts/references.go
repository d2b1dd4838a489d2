package facts

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// Beside calls: symbols taken as values, members nobody can name, and module
// objects that leave what can be followed.

// unknownMember writes down a member of a module under a key nobody knows.
func (c *collector) unknownMember(n, base, key int32, kind UseKind) {
	s := c.s
	known := false
	s.EachOf(key, solver.KindText, func(solver.Token) { known = true })
	if known && !s.Open(key) {
		return
	}
	s.EachOf(base, solver.KindSymbol, func(t solver.Token) {
		r := s.SymbolOf(t)
		if r.Follow && c.namespace(r) {
			r.Member = solver.Dotted(r.Member, "?")
			c.found(n, r, Use{Kind: kind, Imprecise: true})
		}
	})
}

// entryCall is a call of whatever Object.entries or Object.values found.
func (c *collector) entryCall(e [2]int32) {
	s := c.s
	if !s.HasCode(e[0]) || c.s.Replaced(e[0]) {
		return
	}
	s.EachOf(e[1], solver.KindSymbol, func(t solver.Token) {
		if r := s.SymbolOf(t); r.Follow && c.namespace(r) {
			r.Member = solver.Dotted(r.Member, "?")
			c.found(e[0], r, Use{Kind: Call, Imprecise: true})
		}
	})
}

// namespace reports whether a symbol is a set of functions rather than one.
func (c *collector) namespace(r solver.Symbol) bool {
	return r.Module != "globals" && (r.Member == "" || r.Member == "promises" || r.Module == "process" && r.Member == "env")
}

func (c *collector) reference(n int32, r solver.Symbol) {
	unit, local := c.s.Local(n)
	if c.called[[2]int32{unit, local}] || !c.worth(r) {
		return
	}
	if strings.HasSuffix(r.Member, "()") {
		return // what a call gives is no symbol of its own
	}
	if r.Follow && c.s.Catalog().Tracked(r.Module, r.Member) {
		if _, known := c.s.Catalog().Lookup(r.Module, r.Member); !known {
			return // a step on the way: vscode.window, fs.promises
		}
	}
	c.found(n, r, Use{Kind: Reference})
}

// escape writes down a module object that is handed to code nobody knows.
func (c *collector) escape(n int32, v *ir.Value, ctx int32) {
	s := c.s
	callee := s.Resolve(ctx, v.A)
	if callee != 0 && s.Known(callee) || c.listMethod(v, ctx) {
		return
	}
	for _, a := range s.ArgNodes(n) {
		if a < 0 {
			continue
		}
		s.EachOf(a, solver.KindSymbol, func(t solver.Token) {
			r := s.SymbolOf(t)
			if r.Depth == 0 && r.Member == "" && r.Module != "globals" && c.powerful(r.Module) {
				c.found(n, r, Use{Kind: Escape, Imprecise: true})
			}
		})
	}
}

// listMethod reports whether a call is one of the methods that builtin knows,
// on a list.
func (c *collector) listMethod(v *ir.Value, ctx int32) bool {
	s := c.s
	u := s.Unit(s.FrameUnit(ctx))
	callee := u.Nodes[v.A]
	if v.A == 0 || callee.Op != ir.OpLoad {
		return false
	}
	method := u.Strings[callee.B]
	if method == "call" || method == "apply" {
		if name := c.methodNamed(s.Resolve(ctx, callee.A)); name != "" {
			method = name
		}
	}
	if looks[method] {
		return true
	}
	if !solver.IsListMethod(method) {
		return false
	}
	list := false
	s.EachOf(s.Resolve(ctx, callee.A), solver.KindObject, func(t solver.Token) { list = list || s.IsList(t) })
	return list
}

// methodNamed returns the name of the method that a node reads, there or through variables that are
// nothing else: var has = Object.prototype.hasOwnProperty.
func (c *collector) methodNamed(n int32) string {
	const most = 4
	for range most {
		if n == 0 {
			return ""
		}
		if c.s.HasCode(n) {
			if u, v, _ := c.s.Code(n); v.Op == ir.OpLoad {
				return u.Strings[v.B]
			}
		}
		only, ok := c.s.OnlyPred(n)
		if !ok {
			return ""
		}
		n = only
	}
	return ""
}

// looks are methods that look at an argument and keep nothing of it.
var looks = map[string]bool{
	"hasOwnProperty": true, "propertyIsEnumerable": true, "isPrototypeOf": true, "has": true, "hasOwn": true,
	"toString": true, "includes": true, "indexOf": true, "isArray": true, "log": true, "warn": true, "error": true,
}

// powerful reports whether a module has any symbol that is a power.
func (c *collector) powerful(module string) bool {
	return len(c.s.Catalog().Capabilities(module, "")) > 0
}

// mixedCalls finds the calls whose function is by all appearances one of several
// symbols of different powers: a library that picks the globals it likes out of
// a table of names has every one of them wherever it calls a function that it
// was given.
func mixedCalls(s solver.View) map[int32]bool {
	power := map[int32]catalog.Capability{}
	for _, r := range s.Calls() {
		sym := s.Symbol(r.Symbol)
		if e, ok := s.Catalog().Lookup(sym.Module, sym.Member); ok && !e.Harmless() {
			power[r.Node] = e.Capability
		}
	}
	mixed := map[int32]bool{}
	for _, r := range s.Calls() {
		known, ok := power[r.Node]
		if !ok || mixed[r.Node] {
			continue
		}
		sym := s.Symbol(r.Symbol)
		e, _ := s.Catalog().Lookup(sym.Module, sym.Member)
		mixed[r.Node] = e.Capability != known
	}
	return mixed
}
