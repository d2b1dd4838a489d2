package facts

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Beside calls: symbols taken as values, members nobody can name, and module
// objects that leave what can be followed.

// unknownMember writes down a member of a module under a key nobody knows.
func (c *collector) unknownMember(n, base, key int32, kind UseKind) {
	s := c.s
	known := false
	s.EachOf(key, tokText, func(token) { known = true })
	if known && !s.Open(key) {
		return
	}
	s.EachOf(base, tokRef, func(t token) {
		r := s.Ref(t)
		if r.follow && c.namespace(r) {
			r.member = joinMember(r.member, "?")
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
	s.EachOf(e[1], tokRef, func(t token) {
		if r := s.Ref(t); r.follow && c.namespace(r) {
			r.member = joinMember(r.member, "?")
			c.found(e[0], r, Use{Kind: Call, Imprecise: true})
		}
	})
}

func joinMember(a, b string) string {
	if a == "" {
		return b
	}
	return a + "." + b
}

// namespace reports whether a symbol is a set of functions rather than one.
func (c *collector) namespace(r ref) bool {
	return r.module != "globals" && (r.member == "" || r.member == "promises" || r.module == "process" && r.member == "env")
}

func (c *collector) reference(n int32, r ref) {
	unit, local := c.s.Local(n)
	if c.called[[2]int32{unit, local}] || !c.worth(r) {
		return
	}
	if strings.HasSuffix(r.member, "()") {
		return // what a call gives is no symbol of its own
	}
	if r.follow && c.s.Catalog().Tracked(r.module, r.member) {
		if _, known := c.s.Catalog().Lookup(r.module, r.member); !known {
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
		s.EachOf(a, tokRef, func(t token) {
			r := s.Ref(t)
			if r.depth == 0 && r.member == "" && r.module != "globals" && c.powerful(r.module) {
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
	if inner := u.Nodes[callee.A]; (method == "call" || method == "apply") && inner.Op == ir.OpLoad {
		method = u.Strings[inner.B]
	}
	if looks[method] {
		return true
	}
	if !builtins[method] {
		return false
	}
	list := false
	s.EachOf(s.Resolve(ctx, callee.A), tokObject, func(t token) { list = list || s.IsList(t) })
	return list
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
