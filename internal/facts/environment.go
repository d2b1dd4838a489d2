package facts

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/lower"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// environment finds the places where all variables are taken at once:
// process.env is copied into another object, listed by a loop, or handed to code
// that is not ours, as Object.keys. They are uses of a member nobody can name. To hand it to
// a function of the code is none: what that does with it is seen there.
func (c *collector) environment() {
	s := c.s
	isEnv := func(n int32) bool {
		found := false
		s.EachOf(n, solver.KindSymbol, func(t solver.Token) {
			r := s.SymbolOf(t)
			found = found || r.Module == "process" && r.Member == "env"
		})
		return found
	}
	found := func(n int32) {
		c.found(n, solver.Symbol{Module: "process", Member: "env.?"}, Use{Kind: Reference, Imprecise: true})
	}
	for _, n := range s.CallNodes() {
		_, v, ctx := s.Code(n)
		if v.Op != ir.OpCall && v.Op != ir.OpNew || c.s.Replaced(n) {
			continue
		}
		ours := false
		s.EachOf(s.Resolve(ctx, v.A), solver.KindFunc, func(solver.Token) { ours = true })
		for _, a := range s.ArgNodes(n) {
			if !ours && a > 0 && isEnv(a) {
				found(n)
				break
			}
		}
	}
	for _, n := range s.ActNodes() {
		u, v, ctx := s.Code(n)
		if v.Op == ir.OpStored && u.Strings[v.B] == lower.StoredNames && !c.s.Replaced(n) && isEnv(s.Resolve(ctx, v.A)) {
			found(n)
		}
	}
	for i := int32(1); i < s.Frames(); i++ {
		u := s.Unit(s.FrameUnit(i))
		effects := u.Effects
		if fn := s.FrameFunc(i); fn >= 0 {
			effects = effects[u.Funcs[fn].ELo:u.Funcs[fn].EHi]
		}
		for _, e := range effects {
			if e.Kind != ir.Spread {
				continue
			}
			if a, b := s.Resolve(i, e.A), s.Resolve(i, e.B); a != 0 && s.HasCode(a) && !c.s.Replaced(a) && isEnv(b) {
				found(a)
			}
		}
	}
}

// asking are the globals by which code asks the network; who puts a function of theirs in their place hears all of it.
var asking = []string{"fetch", "WebSocket", "XMLHttpRequest", "EventSource"}

// shared finds the places where a function is put into a module of Node or VS Code, into the prototype of one of its classes, or
// in the place of a global that asks the network: all other code of the process gets it from then on.
func (c *collector) shared() {
	s := c.s
	for i := int32(1); i < s.Frames(); i++ {
		u := s.Unit(s.FrameUnit(i))
		effects := u.Effects
		if fn := s.FrameFunc(i); fn >= 0 {
			effects = effects[u.Funcs[fn].ELo:u.Funcs[fn].EHi]
		}
		for _, e := range effects {
			if e.Kind != ir.Store {
				continue
			}
			base, value := s.Resolve(i, e.A), s.Resolve(i, e.C)
			if base == 0 || value == 0 || !s.HasCode(value) || s.Replaced(value) {
				continue
			}
			holder := u.Nodes[e.A]
			ofClass := holder.Op == ir.OpLoad && u.Strings[holder.B] == "prototype"
			if module, member := c.sharedMember(base, ofClass, u.Strings[e.B]); module != "" && c.isFunction(value) {
				c.sharedAt(value, module, member)
			}
		}
	}
	for _, r := range s.Calls() {
		sym := s.Symbol(r.Symbol)
		if sym.Module != "globals" || !defines[sym.Member] || len(r.Args) < 3 || r.Args[0] <= 0 || r.Args[1] <= 0 ||
			!s.HasCode(r.Node) || s.Replaced(r.Node) {
			continue
		}
		if name := constant(c.values.Of(r.Args[1])); name != "" {
			if module, member := c.sharedMember(r.Args[0], false, name); module != "" {
				c.sharedAt(r.Node, module, member)
			}
		}
	}
}

// defines are the calls that put a value into an object under a name.
var defines = map[string]bool{"Object.defineProperty": true, "Reflect.defineProperty": true, "Reflect.set": true}

func (c *collector) sharedAt(n int32, module, member string) {
	name := member[strings.LastIndexByte(member, '.')+1:]
	c.writes = append(c.writes, foundWrite{write: Write{Kind: WriteShared, Name: name, Module: module, Member: member}, at: c.s.At(n)})
}

// sharedMember names what all code gets that a property of a node is; "" when that is none. What the catalogue does not have is
// none: a bundle's own exports may be mixed with a module. Nor is a class of the code's own that extends one of Node's.
func (c *collector) sharedMember(base int32, ofClass bool, property string) (module, member string) {
	own := false
	for _, kind := range []solver.Kind{solver.KindInstance, solver.KindFunc, solver.KindObject} {
		c.s.EachOf(base, kind, func(solver.Token) { own = true })
	}
	known := c.s.Catalog()
	c.s.EachOf(base, solver.KindSymbol, func(t solver.Token) {
		r := c.s.SymbolOf(t)
		if r.Guessed {
			return
		}
		name := strings.TrimPrefix(r.Member+"."+property, ".")
		_, there := known.Classify(r.Module, name)
		switch {
		case r.Module == "globals" && r.Member == "" && slices.Contains(asking, property):
			module, member = r.Module, property
		case r.Module == "globals" || !there:
		case r.Depth == 0 || r.Module == "vscode" && r.Depth == 1 && !strings.HasSuffix(r.Member, "()"):
			module, member = r.Module, name
		case ofClass && !own:
			module, member = r.Module, strings.TrimSuffix(r.Member, "()")+".prototype."+property
		}
	})
	return module, member
}

func (c *collector) isFunction(n int32) bool {
	found := false
	c.s.EachOf(n, solver.KindFunc, func(solver.Token) { found = true })
	return found
}
