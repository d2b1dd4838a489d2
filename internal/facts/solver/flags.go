package solver

import (
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// A flag is a parameter that picks one of two values in a function: (text, quoted = true) => quoted ? quote(text) : text. A
// copy of such a function is for one call, and where that call leaves the flag at its default or writes it out, only the
// value that it picks flows on.

// flags returns, for a copy of a function for one call, what its flags are there, by the local node of the parameter.
func (s *Solver) flags(in invoke, f *ir.Func, u *Unit) map[int32]bool {
	var out map[int32]bool
	params := u.List(f.Params)
	for n := f.Lo; n < f.Hi; n++ {
		v := &u.Nodes[n]
		k := -1
		if v.Op == ir.OpPhi && v.B != 0 {
			k = slices.Index(params, v.B)
		}
		if k < 0 {
			continue
		}
		if is, ok := s.flagOf(in, f, u, k, v.B); ok {
			if out == nil {
				out = map[int32]bool{}
			}
			out[v.B] = is
		}
	}
	return out
}

// flagOf says what the flag is that is parameter k, where the call and the function alone decide it.
func (s *Solver) flagOf(in invoke, f *ir.Func, u *Unit, k int, param int32) (is, ok bool) {
	given := int32(0)
	for i, a := range in.args {
		if a < 0 {
			return false, false // what is spread may be anything
		}
		if i == k {
			given = a
		}
	}
	fallback := ""
	for _, e := range u.Effects[f.ELo:f.EHi] {
		if e.A != param || e.Kind != ir.Assign {
			continue
		}
		if v := u.Nodes[e.B]; fallback != "" || v.Op != ir.OpWord {
			return false, false
		}
		fallback = u.Strings[u.Nodes[e.B].A]
	}
	if k >= len(in.args) {
		return fallback == "true", fallback == "true" || fallback == "false"
	}
	if given == 0 || s.frameOf[given] < 0 {
		return false, false
	}
	ctx := s.frames[s.frameOf[given]]
	at := s.units[ctx.unit]
	v := at.Nodes[given-ctx.base+ctx.lo]
	if v.Op != ir.OpWord {
		return false, false
	}
	word := at.Strings[v.A]
	return word == "true", (fallback == "" || fallback == "true" || fallback == "false") && (word == "true" || word == "false")
}

// steered reports whether a flag picks something in a function.
func steered(u *Unit, f *ir.Func) bool {
	params := u.List(f.Params)
	for n := f.Lo; n < f.Hi; n++ {
		if v := &u.Nodes[n]; v.Op == ir.OpPhi && v.B != 0 && slices.Contains(params, v.B) {
			return true
		}
	}
	return false
}

// picked returns the alternatives of a node that is one of several, in a context: one where a flag decides it.
func (s *Solver) picked(c int32, u *Unit, v *ir.Value) []int32 {
	all := u.List(v.A)
	if is, ok := s.frames[c].flags[v.B]; ok && len(all) == 2 {
		if is {
			return all[:1]
		}
		return all[1:]
	}
	return all
}
