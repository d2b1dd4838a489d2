package facts

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/fold"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/taint"
)

type foundUse struct {
	use Use
	at  solver.Site
	// local is the node of the unit that at is the place of, and node that of the graph.
	local, node int32
	// person is the condition about people that it stands under, or nil.
	person *taint.Person
}

type foundImport struct {
	module, kind string
	at           solver.Site
}

type foundSetting struct {
	id        string
	inspected bool
	at        solver.Site
}

type foundRequest struct {
	to string
	at solver.Site
}

type foundText struct {
	text          string
	shown, copied bool
	at            solver.Site
}

// foundPath is a path the code puts together.
type foundPath struct {
	path Pattern
	at   solver.Site
}

// collector turns what the solver knows into facts with places.
type collector struct {
	s        solver.View
	uses     []foundUse
	imports  []foundImport
	settings []foundSetting
	writes   []foundWrite
	changes  []foundChange
	texts    []foundText
	requests []foundRequest
	// expressions are regular expressions.
	expressions []foundText
	paths       []foundPath
	// called marks the callee nodes of calls (unit, local node), which are
	// not references of their own.
	called map[[2]int32]bool
	values *fold.Values
	// flows are what the taint engine found, or nil.
	flows *taint.Engine
	// trails are what the engine found when it was asked for trails, or nil.
	trails *taint.Engine
	// personals says that something happens to some people only.
	personals bool
	// ways are the ways to uses, or nil when nobody asked.
	ways *router
	// mixed are the calls that mixedCalls gives.
	mixed map[int32]bool
	// gitNamed are the answers of namesGitOption.
	gitNamed map[*solver.Unit]bool
	// shops are the files that make addresses and name a shop.
	shops map[*solver.Unit]bool
	// forges are the files that hold the address of a repository.
	forges map[*solver.Unit]bool
}

func newCollector(s solver.View) *collector {
	return &collector{s: s, called: map[[2]int32]bool{}, values: fold.New(s), gitNamed: map[*solver.Unit]bool{},
		shops: map[*solver.Unit]bool{}, forges: map[*solver.Unit]bool{}}
}

func collect(s solver.View) *collector {
	c := newCollector(s)
	c.mixed = mixedCalls(s)
	for _, r := range s.Calls() {
		c.call(r)
	}
	for n := int32(1); n < int32(s.Len()); n++ {
		c.node(n)
	}
	for _, r := range s.Requires() {
		c.require(r)
	}
	for _, n := range s.CallNodes() {
		c.imported(n)
	}
	for _, e := range s.EntryCalls() {
		c.entryCall(e)
	}
	for _, r := range s.Imports() {
		if s.HasCode(r.Node) {
			c.imports = append(c.imports, foundImport{r.Module, r.Kind, c.s.At(r.Node)})
		}
	}
	c.environment()
	c.shared()
	c.guess()
	c.strings()
	if !s.Shallow() {
		c.flows = taint.FindFlows(s, c.values)
		c.flows.EachRequest(func(n int32, to string) {
			if !s.Replaced(n) {
				c.requests = append(c.requests, foundRequest{to, s.At(n)})
			}
		})
		c.trails = taint.FindTrails(c.flows)
		c.personal()
	}
	return c
}

// found adds a use at a node.
func (c *collector) found(n int32, r solver.Symbol, use Use) {
	use.Module, use.Member = r.Module, r.Member
	use.Imprecise = use.Imprecise || r.Guessed
	if r.Module == "vscode" && r.Member == "workspace.isTrusted" {
		use.Startup = c.atStartup(n)
	}
	_, local := c.s.Local(n)
	c.uses = append(c.uses, foundUse{use: use, at: c.s.At(n), local: local, node: n})
}

// classOf returns the constructor whose this a node is, or -1.
func (c *collector) classOf(unit, this int32) int32 {
	return int32(slices.IndexFunc(c.s.Unit(unit).Funcs, func(f ir.Func) bool { return int32(f.This) == this }))
}

// call is a call or construction of an outside symbol.
func (c *collector) call(r solver.Call) {
	s := c.s
	sym := s.Symbol(r.Symbol)
	if !s.HasCode(r.Node) || c.s.Replaced(r.Node) {
		return
	}
	if u, v, _ := s.Code(
		r.Node,
	); v.A != 0 &&
		(u.Nodes[v.A].Op == ir.OpLoad || u.Nodes[v.A].Op == ir.OpGlobal || u.Nodes[v.A].Op == ir.OpIndex) {
		unit, _ := s.Local(r.Node)
		if c.callsItself(v.A, u, sym) {
			c.called[[2]int32{unit, v.A}] = true
		}
	}
	if !c.worth(sym) {
		return
	}
	if joins[[2]string{sym.Module, sym.Member}] {
		for _, pattern := range c.values.Of(r.Node).Alts {
			c.paths = append(c.paths, foundPath{pattern, c.s.At(r.Node)})
		}
	}
	use := Use{Kind: Call}
	if r.New {
		use.Kind = New
	}
	if _, v, _ := s.Code(r.Node); v.Op == ir.OpSuper {
		// Making an instance of a class makes one of its parent.
		unit, _ := s.Local(r.Node)
		if !s.Constructed(unit, c.classOf(unit, v.B)) {
			return
		}
		use.Kind = New
	}
	e, ok := s.Catalog().Lookup(sym.Module, sym.Member)
	asks := sym.Module == "process" && sym.Member == "env.hasOwnProperty" // which names a variable
	if asks || ok && (!e.Harmless() || len(e.Args) > 0) {
		for _, a := range r.Args {
			if a < 0 {
				use.Spread = !c.spreadArgs(&use, -a)
				break
			}
			use.Args = append(use.Args, c.values.Of(a))
		}
	}
	if sym.Module == "vscode" && strings.HasPrefix(sym.Member, "workspace.getConfiguration().") && !r.New {
		switch sym.Member {
		case "workspace.getConfiguration().get", "workspace.getConfiguration().has", "workspace.getConfiguration().inspect":
			for _, id := range c.values.Walk().SettingIDs(r.Node, r.Args) {
				c.settings = append(c.settings, foundSetting{id, sym.Member == "workspace.getConfiguration().inspect", c.s.At(r.Node)})
			}
		case "workspace.getConfiguration().update":
			c.settingWrite(r, use)
		}
	}
	use.Mixed = c.mixed[r.Node]
	c.found(r.Node, sym, use)
}

// settingProperty sees a setting read as a property of a configuration.
func (c *collector) settingProperty(n, base int32, property string) {
	switch property {
	case "get", "has", "inspect", "update", "then":
		return
	}
	s := c.s
	s.EachOf(base, solver.KindSymbol, func(t solver.Token) {
		if r := s.SymbolOf(t); r.Module != "vscode" || r.Member != "workspace.getConfiguration()" {
			return
		}
		for _, section := range c.values.Walk().Sections(base) {
			id := property
			if section != "" {
				id = section + "." + property
			}
			c.settings = append(c.settings, foundSetting{id, false, c.s.At(n)})
		}
	})
}

// callsItself reports whether a call's callee is written at the call, so that
// reading it is part of calling it.
func (c *collector) callsItself(local int32, u *solver.Unit, sym solver.Symbol) bool {
	v := u.Nodes[local]
	switch v.Op {
	case ir.OpLoad:
		n := u.Strings[v.B]
		return n == "call" || n == "apply" || n == "bind" || strings.HasSuffix(sym.Member, n)
	}
	return true
}

// worth reports whether a symbol is a fact: everything of Node and VS Code,
// and the globals that are catalogued.
func (c *collector) worth(r solver.Symbol) bool {
	if r.Module == "globals" {
		e, ok := c.s.Catalog().Lookup(r.Module, r.Member)
		return ok && (!e.Harmless() || len(e.Args) > 0)
	}
	return true
}

// node looks at one node for references, unknown members and escapes.
func (c *collector) node(n int32) {
	s := c.s
	if !s.HasCode(n) || c.s.Replaced(n) {
		return
	}
	u, v, ctx := s.Code(n)
	switch v.Op {
	case ir.OpLoad:
		text := u.Strings[v.B]
		c.settingProperty(n, s.Resolve(ctx, v.A), text)
		s.EachOf(n, solver.KindSymbol, func(t solver.Token) {
			r := s.SymbolOf(t)
			if r.Depth > 0 && (r.Member == text || strings.HasSuffix(r.Member, "."+text)) {
				c.reference(n, r)
			}
		})
	case ir.OpGlobal:
		s.EachOf(n, solver.KindSymbol, func(t solver.Token) {
			if r := s.SymbolOf(t); r.Depth > 0 {
				c.reference(n, r)
			}
		})
	case ir.OpIndex:
		base, key := s.Resolve(ctx, v.A), s.Resolve(ctx, v.B)
		s.EachOf(n, solver.KindSymbol, func(t solver.Token) {
			if r := s.SymbolOf(t); r.Depth > 0 {
				c.reference(n, r)
			}
		})
		c.unknownMember(n, base, key, Reference)
	case ir.OpStored:
		c.write(n, u, v, ctx)
	case ir.OpCall, ir.OpNew:
		if callee := u.Nodes[v.A]; callee.Op == ir.OpIndex {
			c.unknownMember(n, s.Resolve(ctx, callee.A), s.Resolve(ctx, callee.B), Call)
		}
		c.escape(n, v, ctx)
		if v.Op == ir.OpCall {
			c.gitConfig(n, u, v)
			c.gitRemote(n, u, v)
		}
	}
}

// spreadArgs adds the elements of a spread list whose elements are known, and
// reports whether they are all.
func (c *collector) spreadArgs(use *Use, n int32) bool {
	s := c.s
	var list solver.Token
	k := 0
	s.EachOf(n, solver.KindObject, func(t solver.Token) {
		if s.IsList(t) {
			list = t
			k++
		}
	})
	if k != 1 {
		return false
	}
	if star, ok := s.Own(list, solver.AnyName); ok && s.HasPred(star) {
		return false
	}
	for i := range fold.MaxItems {
		p, ok := s.OwnAt(list, i)
		if !ok {
			break
		}
		use.Args = append(use.Args, c.values.Of(p))
	}
	return true
}

// require is a call of require whose specifier nobody knows.
func (c *collector) require(r [2]int32) {
	s := c.s
	node, arg := r[0], r[1]
	if !s.HasCode(node) || c.s.Replaced(node) {
		return
	}
	known := false
	s.EachOf(arg, solver.KindText, func(solver.Token) { known = true })
	if known {
		return
	}
	c.found(node, solver.Symbol{Module: "module", Member: "require"}, Use{Kind: Call, Args: []Value{c.values.Of(arg)}})
}

// imported is import() of a file that lies elsewhere than the extension: in a folder for what is passing, or in its storage.
func (c *collector) imported(n int32) {
	s := c.s
	_, v, frame := s.Code(n)
	if v.Op != ir.OpDynamic || s.Replaced(n) {
		return
	}
	file := c.values.Of(s.Resolve(frame, v.A))
	elsewhere := slices.ContainsFunc(file.Alts, func(p Pattern) bool {
		return len(p) > 0 && p[0].Kind == Root && p[0].Text != "extension" && p[0].Text != "workspace"
	})
	if elsewhere {
		c.found(n, solver.Symbol{Module: "globals", Member: "import"}, Use{Kind: Call, Args: []Value{file}})
	}
}
