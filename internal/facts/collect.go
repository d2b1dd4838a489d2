package facts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// site is a place in a file before lines and columns are known.
type site struct {
	unit, pos int32
}

type foundUse struct {
	use Use
	at  site
	// plain is true for a use in a function's own body rather than in a copy
	// made for one caller.
	plain bool
	fn    [2]int32
}

type foundImport struct {
	module, kind string
	at           site
}

type foundSetting struct {
	id string
	at site
}

// collector turns what the solver knows into facts with places.
type collector struct {
	s        *solver
	uses     []foundUse
	imports  []foundImport
	settings []foundSetting
	// called marks the callee nodes of calls (unit, local node), which are
	// not references of their own.
	called map[[2]int32]bool
	folded map[int32]Value
}

func collect(s *solver) *collector {
	c := &collector{s: s, called: map[[2]int32]bool{}, folded: map[int32]Value{}}
	for _, r := range s.uses {
		c.call(r)
	}
	for n := int32(1); n < int32(len(s.head)); n++ {
		c.node(n)
	}
	for _, r := range s.requires {
		c.require(r)
	}
	for _, r := range s.imports {
		if s.ctx[r.node] != 0 {
			c.imports = append(c.imports, foundImport{r.module, r.kind, c.at(r.node)})
		}
	}
	c.guess()
	c.dropPlain()
	return c
}

func (c *collector) at(n int32) site {
	unit, local := c.s.local(n)
	return site{unit, c.s.units[unit].Nodes[local].Pos}
}

// found adds a use at a node.
func (c *collector) found(n int32, r ref, use Use) {
	use.Module, use.Member = r.module, r.member
	use.Imprecise = use.Imprecise || r.guessed
	ctx := c.s.contexts[c.s.ctx[n]]
	unit, local := c.s.local(n)
	f := foundUse{use: use, at: c.at(n), plain: ctx.fn < 0}
	if f.plain {
		f.fn = [2]int32{unit, c.functionAt(unit, local)}
	}
	c.uses = append(c.uses, f)
}

// functionAt gives the innermost function that has copies and holds a node.
func (c *collector) functionAt(unit, local int32) int32 {
	if len(c.s.copied) == 0 {
		return -1
	}
	best := int32(-1)
	funcs := c.s.units[unit].Funcs
	// Functions are in order of their opening, so the innermost is the last
	// that opens before and closes after.
	i, _ := slices.BinarySearchFunc(funcs, local, func(f ir.Func, at int32) int { return cmp.Compare(f.Lo, at+1) })
	for i--; i >= 0; i-- {
		if funcs[i].Hi > local {
			if c.s.copied[[2]int32{unit, int32(i)}] {
				best = int32(i)
				break
			}
			if funcs[i].Hi-funcs[i].Lo > 4096 {
				break
			}
		}
		if local-funcs[i].Lo > 1<<16 {
			break
		}
	}
	return best
}

// dropPlain drops what the body of a function says when copies for all its
// callers say it better.
func (c *collector) dropPlain() {
	better := map[site]bool{}
	for _, f := range c.uses {
		if !f.plain {
			better[f.at] = true
		}
	}
	c.uses = slices.DeleteFunc(c.uses, func(f foundUse) bool {
		return f.plain && f.fn[1] >= 0 && better[f.at] && !c.s.plain[f.fn]
	})
}

// call is a call or construction of an outside symbol.
func (c *collector) call(r useRecord) {
	s := c.s
	sym := s.refs.all[r.ref]
	if s.ctx[r.node] == 0 {
		return
	}
	if u, v, _ := s.value(r.node); v.A != 0 && (u.Nodes[v.A].Op == ir.OpLoad || u.Nodes[v.A].Op == ir.OpGlobal || u.Nodes[v.A].Op == ir.OpIndex) {
		unit, _ := s.local(r.node)
		if c.callsItself(v.A, u, sym) {
			c.called[[2]int32{unit, v.A}] = true
		}
	}
	if !c.worth(sym) {
		return
	}
	use := Use{Kind: Call}
	if r.new {
		use.Kind = New
	}
	if e, ok := s.catalog.Lookup(sym.module, sym.member); ok && (!e.Harmless() || len(e.Args) > 0) {
		for _, a := range r.args {
			if a < 0 {
				use.Spread = true
				break
			}
			use.Args = append(use.Args, c.fold(a))
		}
	}
	if sym.module == "vscode" && strings.HasPrefix(sym.member, "workspace.getConfiguration().") && !r.new {
		switch sym.member {
		case "workspace.getConfiguration().get", "workspace.getConfiguration().has", "workspace.getConfiguration().inspect":
			f := &folder{s: s, busy: map[int32]bool{}}
			for _, id := range f.settingIDs(r.node, r.args, 0) {
				c.settings = append(c.settings, foundSetting{id, c.at(r.node)})
			}
		}
	}
	c.found(r.node, sym, use)
}

// callsItself reports whether a call's callee is written at the call, so that
// reading it is part of calling it.
func (c *collector) callsItself(local int32, u *unit, sym ref) bool {
	v := u.Nodes[local]
	switch v.Op {
	case ir.OpLoad:
		n := u.Strings[v.B]
		return n == "call" || n == "apply" || n == "bind" || strings.HasSuffix(sym.member, n)
	}
	return true
}

// worth reports whether a symbol is a fact: everything of Node and VS Code,
// and the globals that are catalogued.
func (c *collector) worth(r ref) bool {
	if r.module == "globals" {
		e, ok := c.s.catalog.Lookup(r.module, r.member)
		return ok && (!e.Harmless() || len(e.Args) > 0)
	}
	return true
}

// node looks at one node for references, unknown members and escapes.
func (c *collector) node(n int32) {
	s := c.s
	if s.ctx[n] == 0 {
		return
	}
	u, v, ctx := s.value(n)
	switch v.Op {
	case ir.OpLoad:
		text := u.Strings[v.B]
		s.has(n, tokRef, func(t token) {
			r := s.refs.all[s.tokens.info[t].a]
			if r.depth > 0 && (r.member == text || strings.HasSuffix(r.member, "."+text)) {
				c.reference(n, r)
			}
		})
	case ir.OpGlobal:
		s.has(n, tokRef, func(t token) {
			if r := s.refs.all[s.tokens.info[t].a]; r.depth > 0 {
				c.reference(n, r)
			}
		})
	case ir.OpIndex:
		base, key := s.resolve(ctx, v.A), s.resolve(ctx, v.B)
		s.has(n, tokRef, func(t token) {
			if r := s.refs.all[s.tokens.info[t].a]; r.depth > 0 {
				c.reference(n, r)
			}
		})
		known := false
		s.has(key, tokText, func(token) { known = true })
		if known && !s.count[key].open {
			return
		}
		s.has(base, tokRef, func(t token) {
			r := s.refs.all[s.tokens.info[t].a]
			if r.follow && c.namespace(r) {
				r.member = joinMember(r.member, "?")
				c.found(n, r, Use{Kind: Reference, Imprecise: true})
			}
		})
	case ir.OpCall, ir.OpNew:
		c.escape(n, v, ctx)
	}
}

// fold folds an argument, each node once.
func (c *collector) fold(n int32) Value {
	if v, ok := c.folded[n]; ok {
		return v
	}
	v := c.s.fold(n)
	c.folded[n] = v
	return v
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
	unit, local := c.s.local(n)
	if c.called[[2]int32{unit, local}] || !c.worth(r) {
		return
	}
	if strings.HasSuffix(r.member, "()") {
		return // what a call gives is no symbol of its own
	}
	if r.follow && c.s.catalog.Tracked(r.module, r.member) {
		if _, known := c.s.catalog.Lookup(r.module, r.member); !known {
			return // a step on the way: vscode.window, fs.promises
		}
	}
	c.found(n, r, Use{Kind: Reference})
}

// escape writes down a module object that is handed to code nobody knows.
func (c *collector) escape(n int32, v *ir.Value, ctx int32) {
	s := c.s
	callee := s.resolve(ctx, v.A)
	if callee != 0 && s.head[callee] != 0 {
		return
	}
	for _, a := range s.argNodes(n) {
		if a < 0 {
			continue
		}
		s.has(a, tokRef, func(t token) {
			r := s.refs.all[s.tokens.info[t].a]
			if r.depth == 0 && r.member == "" && r.module != "globals" && c.powerful(r.module) {
				c.found(n, r, Use{Kind: Escape, Imprecise: true})
			}
		})
	}
}

// powerful reports whether a module has any symbol that is a power.
func (c *collector) powerful(module string) bool {
	return len(c.s.catalog.Capabilities(module, "")) > 0
}

// require is a call of require whose specifier nobody knows.
func (c *collector) require(r [2]int32) {
	s := c.s
	node, arg := r[0], r[1]
	if s.ctx[node] == 0 {
		return
	}
	known := false
	s.has(arg, tokText, func(token) { known = true })
	if known {
		return
	}
	c.found(node, ref{module: "module", member: "require"}, Use{Kind: Call, Args: []Value{c.fold(arg)}})
}
