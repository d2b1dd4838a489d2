package taint

import (
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// A function may do with its argument what a flag says: (text, quoted = true) => quoted ? quote(text) : text. Data that
// went by what the flag picks for some calls leaves the function at these only. So a state remembers what the nodes it
// went by since it came into the function need of the call (ir.Pick), and a call that is plain, of this function, and
// leaves the flag out or writes it out is compared with that. Where anything of this is not sure, the data leaves.

// need is what the call of a function has to be for data to be where it is in it: 0 is anything, anyCall is anything for
// good, because the function called itself; else the parameter and the calls of ir.Pick, see needs.
type need int32

const anyCall need = -1

func needs(param int32, when uint8) need { return need(param+1)<<8 | need(when) }

func (n need) param() int32 { return int32(n>>8) - 1 }
func (n need) when() uint8  { return uint8(n) }

// and is what two needs are together; of another parameter's only the first is kept.
func (n need) and(more need) need {
	if n == 0 {
		return more
	}
	if n == anyCall || n.param() != more.param() {
		return n
	}
	return needs(n.param(), n.when()&more.when())
}

// findPicks keeps the picks of functions that some call writes a flag out for. Where none does, a flag is an option
// that this program does not use, and there is little to tell apart.
func (t *Engine) findPicks() {
	s := t.s
	any := false
	for _, u := range s.Units() {
		any = any || len(u.Picks) > 0
	}
	if !any {
		return
	}
	written := map[[3]int32]bool{}
	for _, n := range s.CallNodes() {
		_, v, c := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 {
			continue
		}
		for i, a := range s.ArgNodes(n) {
			if a > 0 && t.written(a) != 0 {
				s.EachOf(s.Resolve(c, v.A), solver.KindFunc, func(x solver.Token) {
					key := t.funcKey(x)
					written[[3]int32{key[0], key[1], int32(i)}] = true
				})
			}
		}
	}
	t.picks = map[[2]int32][]ir.Pick{}
	for i, u := range s.Units() {
		for _, p := range u.Picks {
			if written[[3]int32{int32(i), p.Func, p.Param}] {
				key := [2]int32{int32(i), p.Func}
				t.picks[key] = append(t.picks[key], p)
			}
		}
	}
}

// written is what a call says that writes out true or false, 0 for any other.
func (t *Engine) written(n int32) uint8 {
	u, v, _ := t.s.Code(n)
	if v == nil || v.Op != ir.OpWord {
		return 0
	}
	switch u.Strings[v.A] {
	case "true":
		return ir.PickTrue
	case "false":
		return ir.PickFalse
	}
	return 0
}

// needAt is what a state needs of the call it is in when it comes to a node.
func (t *Engine) needAt(st state, dst int32) need {
	if len(t.picks) == 0 {
		return 0
	}
	in, ok := t.owner(dst)
	if !ok || in.fn < 0 {
		return 0
	}
	list := t.picks[[2]int32{in.unit, in.fn}]
	if len(list) == 0 {
		return 0
	}
	local := t.localOf(dst)
	f := &t.s.Unit(in.unit).Funcs[in.fn]
	var out need
	if from, ok := t.owner(st.node); ok && from == in && t.localOf(st.node) != int32(f.Ret) {
		out = st.need
		if slices.Contains(t.s.Unit(in.unit).List(f.Params), local) {
			return anyCall
		}
	}
	if t.s.Unit(in.unit).Nodes[local].Op == ir.OpVar {
		return out // where a variable's node stands is where it was first named
	}
	for _, p := range list {
		if p.Lo <= local && local < p.Hi {
			out = out.and(needs(p.Param, p.When))
		}
	}
	return out
}

// isOut reports that data which needs something of the call of a function does not leave it at a call.
func (t *Engine) isOut(n need, in span, call int32) bool {
	if n == 0 || n == anyCall {
		return false
	}
	is := t.says(in, call, n.param())
	return is != 0 && n.when()&is == 0
}

// says is what a call of a function says of a parameter, one of ir.Pick's calls; 0 where that is not sure.
func (t *Engine) says(in span, call, param int32) uint8 {
	s := t.s
	_, v, c := s.Code(call)
	if v == nil || v.Op != ir.OpCall || v.A == 0 {
		return 0
	}
	plain, of := true, false
	s.Each(s.Resolve(c, v.A), func(x solver.Token) {
		if s.Kind(x) != solver.KindFunc {
			plain = false
			return
		}
		of = of || t.funcKey(x) == [2]int32{in.unit, in.fn}
	})
	args := s.ArgNodes(call)
	for _, a := range args {
		plain = plain && a >= 0 // what is spread may be anything
	}
	switch {
	case !plain || !of:
		return 0
	case int(param) >= len(args):
		return ir.PickOmitted
	case args[param] == 0:
		return 0
	}
	return t.written(args[param])
}

// maxKept is how many steps back is looked for how a thing came to a node.
const maxKept = 8

// keeps reports that a node may be a thing that the solver says it may be. It is not where the thing comes out of calls
// alone, and in each by what their flags do not pick: the solver mixes the two sides.
func (t *Engine) keeps(n int32, o solver.Token, depth int) bool {
	if len(t.picks) == 0 || depth == 0 {
		return true
	}
	_, v, _ := t.s.Code(n)
	if v == nil || v.Op != ir.OpVar && v.Op != ir.OpPhi && v.Op != ir.OpCall {
		return true
	}
	from := t.bringing(n, o)
	for _, p := range from {
		if v.Op != ir.OpCall {
			if t.keeps(p, o, depth-1) {
				return true
			}
			continue
		}
		in, ok := t.owner(p)
		if !ok || in.fn < 0 || int32(t.s.Unit(in.unit).Funcs[in.fn].Ret) != t.localOf(p) || t.gives(p, o, in, n, depth-1) {
			return true
		}
	}
	return len(from) == 0
}

// bringing are the nodes by which a thing comes to a node.
func (t *Engine) bringing(n int32, o solver.Token) []int32 {
	var out []int32
	for p := range t.s.Pred(n) {
		has := false
		t.s.Each(p, func(x solver.Token) { has = has || x == o })
		if has {
			out = append(out, p)
		}
	}
	return out
}

// gives reports that a thing may come to a node of a function in the activation that a call makes.
func (t *Engine) gives(n int32, o solver.Token, in span, call int32, depth int) bool {
	list := t.picks[[2]int32{in.unit, in.fn}]
	at, ok := t.owner(n)
	if len(list) == 0 || depth == 0 || !ok || at != in {
		return true
	}
	u, v, _ := t.s.Code(n)
	f := &u.Funcs[in.fn]
	local := t.localOf(n)
	if v.Op != ir.OpVar {
		for _, p := range list {
			if p.Lo <= local && local < p.Hi {
				if is := t.says(in, call, p.Param); is != 0 && p.When&is == 0 {
					return false
				}
			}
		}
	}
	if v.Op != ir.OpVar && v.Op != ir.OpPhi || slices.Contains(u.List(f.Params), local) {
		return true
	}
	from := t.bringing(n, o)
	for _, p := range from {
		if t.gives(p, o, in, call, depth-1) {
			return true
		}
	}
	return len(from) == 0
}
