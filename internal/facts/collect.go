package facts

import (
	"slices"
	"strconv"
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
	// local is the node of the unit that at is the place of.
	local int32
}

type foundImport struct {
	module, kind string
	at           site
}

type foundSetting struct {
	id        string
	inspected bool
	at        site
}

type foundText struct {
	text string
	at   site
}

// foundPath is a path the code puts together.
type foundPath struct {
	path Pattern
	at   site
}

// collector turns what the solver knows into facts with places.
type collector struct {
	s        *solver
	uses     []foundUse
	imports  []foundImport
	settings []foundSetting
	writes   []foundWrite
	changes  []foundChange
	texts    []foundText
	paths    []foundPath
	// called marks the callee nodes of calls (unit, local node), which are
	// not references of their own.
	called map[[2]int32]bool
	folded map[int32]Value
	// flows are what the taint engine found, or nil.
	flows *tainter
	// trails are what the engine found when it was asked for trails, or nil.
	trails *tainter
	// ways are the ways to uses, or nil when nobody asked.
	ways *router
	// marks are what replaced gives.
	marks [][]int32
	// mixed are the calls that mixedCalls gives.
	mixed map[int32]bool
}

func collect(s *solver) *collector {
	c := &collector{s: s, called: map[[2]int32]bool{}, folded: map[int32]Value{}}
	c.marks = c.replaced()
	c.mixed = mixedCalls(s)
	for _, r := range s.uses {
		c.call(r)
	}
	for n := int32(1); n < int32(len(s.nodes)); n++ {
		c.node(n)
	}
	for _, r := range s.requires {
		c.require(r)
	}
	for _, e := range s.entryCalls {
		c.entryCall(e)
	}
	for _, r := range s.imports {
		if s.frameOf[r.node] > 0 {
			c.imports = append(c.imports, foundImport{r.module, r.kind, c.at(r.node)})
		}
	}
	c.environment()
	c.guess()
	c.strings()
	if !s.shallow {
		c.flows = flowsOf(s, c)
		c.trails = trailsOf(s, c, c.flows)
	}
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
	if r.module == "vscode" && r.member == "workspace.isTrusted" {
		use.Startup = c.atStartup(n)
	}
	_, local := c.s.local(n)
	c.uses = append(c.uses, foundUse{use: use, at: c.at(n), local: local})
}

// classOf gives the constructor whose this a node is, or -1.
func (c *collector) classOf(unit, this int32) int32 {
	return int32(slices.IndexFunc(c.s.units[unit].Funcs, func(f ir.Func) bool { return int32(f.This) == this }))
}

// replaced marks, for each unit, the nodes of functions that have a copy for
// every caller: what such a function says for itself, all callers mixed or
// none, the copies say better. The value is the innermost such function.
func (c *collector) replaced() [][]int32 {
	out := make([][]int32, len(c.s.units))
	for key := range c.s.copied {
		if c.s.plain[key] {
			continue
		}
		u := c.s.units[key[0]]
		if out[key[0]] == nil {
			marks := make([]int32, len(u.Nodes))
			for i := range marks {
				marks[i] = -1
			}
			out[key[0]] = marks
		}
		f := &u.Funcs[key[1]]
		for n := f.Lo; n < f.Hi; n++ {
			if out[key[0]][n] < key[1] { // a later function is an inner one
				out[key[0]][n] = key[1]
			}
		}
	}
	return out
}

// dead reports whether a node speaks for a function that its copies replace.
func (c *collector) dead(n int32) bool {
	frame := &c.s.frames[c.s.frameOf[n]]
	marks := c.marks[frame.unit]
	if marks == nil {
		return false
	}
	f := marks[frame.lo+n-frame.base]
	return f >= 0 && f != frame.fn
}

// call is a call or construction of an outside symbol.
func (c *collector) call(r useRecord) {
	s := c.s
	sym := s.refs.all[r.ref]
	if s.frameOf[r.node] <= 0 || c.dead(r.node) {
		return
	}
	if u, v, _ := s.value(
		r.node,
	); v.A != 0 &&
		(u.Nodes[v.A].Op == ir.OpLoad || u.Nodes[v.A].Op == ir.OpGlobal || u.Nodes[v.A].Op == ir.OpIndex) {
		unit, _ := s.local(r.node)
		if c.callsItself(v.A, u, sym) {
			c.called[[2]int32{unit, v.A}] = true
		}
	}
	if !c.worth(sym) {
		return
	}
	if joins[[2]string{sym.module, sym.member}] {
		for _, pattern := range c.fold(r.node).Alts {
			c.paths = append(c.paths, foundPath{pattern, c.at(r.node)})
		}
	}
	use := Use{Kind: Call}
	if r.new {
		use.Kind = New
	}
	if _, v, _ := s.value(r.node); v.Op == ir.OpSuper {
		// Making an instance of a class makes one of its parent.
		unit, _ := s.local(r.node)
		if !s.constructed[[2]int32{unit, c.classOf(unit, v.B)}] {
			return
		}
		use.Kind = New
	}
	if e, ok := s.catalog.Lookup(sym.module, sym.member); ok && (!e.Harmless() || len(e.Args) > 0) {
		for _, a := range r.args {
			if a < 0 {
				use.Spread = !c.spreadArgs(&use, -a)
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
				c.settings = append(c.settings, foundSetting{id, sym.member == "workspace.getConfiguration().inspect", c.at(r.node)})
			}
		case "workspace.getConfiguration().update":
			c.settingWrite(r, use)
		}
	}
	use.Mixed = c.mixed[r.node]
	c.found(r.node, sym, use)
}

// settingProperty sees a setting read as a property of a configuration.
func (c *collector) settingProperty(n, base int32, property string) {
	switch property {
	case "get", "has", "inspect", "update", "then":
		return
	}
	s := c.s
	s.has(base, tokRef, func(t token) {
		if r := s.refs.all[s.tokens.info[t].a]; r.module != "vscode" || r.member != "workspace.getConfiguration()" {
			return
		}
		f := &folder{s: s, busy: map[int32]bool{}}
		for _, section := range f.sections(base, 0, map[int32]bool{}) {
			id := property
			if section != "" {
				id = section + "." + property
			}
			c.settings = append(c.settings, foundSetting{id, false, c.at(n)})
		}
	})
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
	if s.frameOf[n] <= 0 || c.dead(n) {
		return
	}
	u, v, ctx := s.value(n)
	switch v.Op {
	case ir.OpLoad:
		text := u.Strings[v.B]
		c.settingProperty(n, s.resolve(ctx, v.A), text)
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
		c.unknownMember(n, base, key, Reference)
	case ir.OpStored:
		c.write(n, u, v, ctx)
	case ir.OpCall, ir.OpNew:
		if callee := u.Nodes[v.A]; callee.Op == ir.OpIndex {
			c.unknownMember(n, s.resolve(ctx, callee.A), s.resolve(ctx, callee.B), Call)
		}
		c.escape(n, v, ctx)
	}
}

// spreadArgs adds the elements of a spread list whose elements are known, and
// reports whether they are all.
func (c *collector) spreadArgs(use *Use, n int32) bool {
	s := c.s
	var list token
	k := 0
	s.has(n, tokObject, func(t token) {
		if s.tokens.flags[t]&isList != 0 {
			list = t
			k++
		}
	})
	if k != 1 {
		return false
	}
	if star, ok := s.ownProp(list, nameStar); ok && s.pred[star] != 0 {
		return false
	}
	for i := range maxItems {
		p, ok := s.ownProp(list, s.intern(strconv.Itoa(i)))
		if !ok {
			break
		}
		use.Args = append(use.Args, c.fold(p))
	}
	return true
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

// require is a call of require whose specifier nobody knows.
func (c *collector) require(r [2]int32) {
	s := c.s
	node, arg := r[0], r[1]
	if s.frameOf[node] <= 0 || c.dead(node) {
		return
	}
	known := false
	s.has(arg, tokText, func(token) { known = true })
	if known {
		return
	}
	c.found(node, ref{module: "module", member: "require"}, Use{Kind: Call, Args: []Value{c.fold(arg)}})
}
