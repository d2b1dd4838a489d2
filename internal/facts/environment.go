package facts

import (
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
