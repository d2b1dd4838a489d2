package taint

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// Who looks for keys by walking through folders names no path: each file's name is held against an expression, and those
// that pass are read. What passes is known where the expression names keys or wallets; who leaves such files out has the
// same expression the other way round.

// keysPicked is the source of files that are picked by a name which says that they hold keys.
const keysPicked = "files that are picked by the names of keys and wallets"

// pickers are the files' names and the lists of them that passed such an expression.
type pickers struct {
	// nodes are by file and place in it; loads are the properties that were looked at, in a range of a file.
	nodes map[[2]int32]bool
	loads map[[3]int32][][2]int32
}

// picks finds them, once.
func (x *trailer) picks() *pickers {
	if x.picked != nil {
		return x.picked
	}
	t, s := x.t, x.t.s
	x.picked = &pickers{map[[2]int32]bool{}, map[[3]int32][][2]int32{}}
	for i, u := range s.Units() {
		unit := int32(i)
		for _, g := range u.Guards {
			if g.Kind != ir.GuardCond || g.Not || g.Subject == 0 || !t.namesKeys(s.Resolve(u.Root, int32(g.Cond))) {
				continue
			}
			if v := u.Nodes[g.Subject]; g.Base == 0 && v.Op == ir.OpLoad {
				key := [3]int32{unit, v.A, v.B}
				x.picked.loads[key] = append(x.picked.loads[key], [2]int32{g.Lo, g.Hi})
			} else if g.Base != 0 {
				x.picked.nodes[[2]int32{unit, int32(g.Subject)}] = true
			}
		}
	}
	for _, n := range s.CallNodes() {
		u, v, _ := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 || t.calleeName(u, v) != "filter" {
			continue
		}
		if args := s.ArgNodes(n); len(args) > 0 && args[0] > 0 && t.keepsKeys(args[0]) {
			unit, local := s.Local(n)
			x.picked.nodes[[2]int32{unit, local}] = true
		}
	}
	return x.picked
}

// plainly leaves of an expression the letters that it looks for.
var plainly = strings.NewReplacer(
	`\b`, " ", `\`, "", "(?:", "", "(", "", ")", "", "^", "", "$", "", "[", "", "]", "", "?", "", "+", "", "*", "",
)

// namesKeys reports that a condition holds a text against an expression that names keys.
func (t *Engine) namesKeys(cond int32) bool {
	u, v, c := t.s.Code(cond)
	if v == nil || v.Op != ir.OpCall || v.A == 0 || u.Nodes[v.A].Op != ir.OpLoad {
		return false
	}
	expression := int32(0)
	switch u.Strings[u.Nodes[v.A].B] {
	case "test":
		expression = t.s.Resolve(c, u.Nodes[v.A].A)
	case "match":
		if args := t.s.ArgNodes(cond); len(args) > 0 {
			expression = max(args[0], 0)
		}
	}
	text, ok := t.pattern(expression)
	return ok && keyNames().MatchString(plainly.Replace(text))
}

// keepsKeys reports that a function gives whether its argument is such a name.
func (t *Engine) keepsKeys(f int32) bool {
	keeps := false
	t.s.EachOf(f, solver.KindFunc, func(k solver.Token) {
		fn, _, frame := t.s.Func(k)
		keeps = keeps || slices.ContainsFunc(t.preds(t.s.Resolve(frame, int32(fn.Ret))), t.namesKeys)
	})
	return keeps
}

// isPicked reports that a path is, or is put together with, a name that passed.
func (x *trailer) isPicked(n int32) bool {
	t, s := x.t, x.t.s
	p := x.picks()
	if len(p.nodes) == 0 && len(p.loads) == 0 {
		return false
	}
	seen := map[int32]bool{}
	queue := []int32{n}
	for len(queue) > 0 && len(seen) < maxBehind {
		n, queue = queue[0], queue[1:]
		if n <= 0 || seen[n] || !s.HasCode(n) {
			continue
		}
		seen[n] = true
		unit, local := s.Local(n)
		if p.nodes[[2]int32{unit, local}] {
			return true
		}
		u, v, c := s.Code(n)
		if v == nil {
			continue
		}
		if v.Op == ir.OpLoad && slices.ContainsFunc(p.loads[[3]int32{unit, v.A, v.B}], func(r [2]int32) bool {
			return r[0] <= local && local < r[1]
		}) {
			return true
		}
		queue = append(queue, t.preds(n)...)
		queue = append(queue, x.elementOf()[[2]int32{unit, local}]...)
		switch {
		case v.Op == ir.OpIndex:
			queue = append(queue, s.Resolve(c, v.A))
		case v.Op == ir.OpCall && v.A != 0 && u.Nodes[v.A].Op == ir.OpLoad && elements[t.calleeName(u, v)]:
			queue = append(queue, s.Resolve(c, u.Nodes[v.A].A))
		case v.Op == ir.OpCall && (t.calleeName(u, v) == "join" || t.calleeName(u, v) == "resolve"):
			for _, a := range s.ArgNodes(n) {
				queue = append(queue, max(a, 0))
			}
		case v.Op == ir.OpConcat, v.Op == ir.OpPhi:
			for _, part := range u.List(v.A) {
				queue = append(queue, s.Resolve(c, part))
			}
		}
	}
	return false
}
