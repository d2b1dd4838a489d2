package facts

import (
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// environment finds the places where all variables are taken at once:
// process.env is copied into another object, or handed to code that is not
// ours, as Object.keys. They are uses of a member nobody can name. To hand it to
// a function of the code is none: what that does with it is seen there.
func (c *collector) environment() {
	s := c.s
	isEnv := func(n int32) bool {
		found := false
		s.has(n, tokRef, func(t token) {
			r := s.refs.all[s.tokens.info[t].a]
			found = found || r.module == "process" && r.member == "env"
		})
		return found
	}
	found := func(n int32) {
		c.found(n, ref{module: "process", member: "env.?"}, Use{Kind: Reference, Imprecise: true})
	}
	for _, n := range s.calls {
		_, v, ctx := s.value(n)
		if v.Op != ir.OpCall && v.Op != ir.OpNew || c.dead(n) {
			continue
		}
		ours := false
		s.has(s.resolve(ctx, v.A), tokFunc, func(token) { ours = true })
		for _, a := range s.argNodes(n) {
			if !ours && a > 0 && isEnv(a) {
				found(n)
				break
			}
		}
	}
	for i := 1; i < len(s.frames); i++ {
		frame := &s.frames[i]
		u := s.units[frame.unit]
		effects := u.Effects
		if frame.fn >= 0 {
			effects = effects[u.Funcs[frame.fn].ELo:u.Funcs[frame.fn].EHi]
		}
		for _, e := range effects {
			if e.Kind != ir.Spread {
				continue
			}
			if a, b := s.resolve(int32(i), e.A), s.resolve(int32(i), e.B); a != 0 && s.frameOf[a] > 0 && !c.dead(a) && isEnv(b) {
				found(a)
			}
		}
	}
}
