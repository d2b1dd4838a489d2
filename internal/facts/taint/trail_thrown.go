package taint

import (
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// What is thrown and what promises are rejected with. The solver takes a promise for what it gives, and follows a throw to a
// catch of the same function; here a catch hears the functions that the try calls, and catch() the promise it is called on.

// thrower knows what the functions of a program throw.
type thrower struct {
	x *trailer
	// by is what each function throws, by its token.
	by map[solver.Token][]int32
}

// maxReasons bounds what one catch hears, and maxBefore the values before a promise that are looked at.
const (
	maxReasons = 16
	maxBefore  = 64
)

// handThrown ties what is thrown to where it is caught.
func (x *trailer) handThrown() {
	t, s := x.t, x.t.s
	h := thrower{x, map[solver.Token][]int32{}}
	var caught []int32
	for _, n := range s.ActNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpStored {
			continue
		}
		switch u.Strings[v.B] {
		case ir.Thrown:
			if t.live(n) {
				s.EachOf(s.Resolve(c, v.A), solver.KindFunc, func(f solver.Token) { h.by[f] = append(h.by[f], s.Resolve(c, v.C)) })
			}
		case ir.Caught:
			caught = append(caught, n)
		}
	}
	for _, n := range caught {
		_, v, c := s.Code(n)
		_, tried, _ := s.Code(n + 1)
		var reasons []int32
		for call, last := s.Resolve(c, tried.A), s.Resolve(c, tried.C); call <= last && len(reasons) < maxReasons; call++ {
			if _, v, _ := s.Code(call); v != nil && (v.Op == ir.OpCall || v.Op == ir.OpNew) {
				reasons = h.reasons(call, reasons)
			}
		}
		h.tell(reasons, s.Resolve(c, v.A))
	}
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 || u.Nodes[v.A].Op != ir.OpLoad || !t.live(n) {
			continue
		}
		at := -1
		switch args := s.ArgNodes(n); u.Strings[u.Nodes[v.A].B] {
		case "catch":
			at = 0
		case "then":
			if len(args) > 1 {
				at = 1
			}
		}
		if at < 0 {
			continue
		}
		args := s.ArgNodes(n)
		if at >= len(args) || args[at] <= 0 {
			continue
		}
		if reason := s.Reason(n); reason > 0 && len(t.params(args[at], 0)) > 0 {
			h.tell(h.before(s.Resolve(c, u.Nodes[v.A].A)), reason)
		}
	}
}

func (h thrower) tell(reasons []int32, to int32) {
	if len(reasons) > 0 && to > 0 {
		h.x.reaches(reasons, to)
	}
}

// reasons adds what one call throws, or rejects the promise with that it gives.
func (h thrower) reasons(call int32, out []int32) []int32 {
	s := h.x.t.s
	u, v, c := s.Code(call)
	if v.A == 0 {
		return out
	}
	args := s.ArgNodes(call)
	callee := u.Nodes[v.A]
	switch {
	case callee.Op == ir.OpLoad && u.Strings[callee.B] == "reject" && isGlobal(u, callee.A, "Promise"):
		if len(args) > 0 && args[0] > 0 {
			return append(out, args[0])
		}
	case v.Op == ir.OpNew && len(args) > 0 && args[0] > 0 && isGlobal(u, v.A, "Promise"):
		if no := s.Reason(call); no > 0 {
			out = append(out, h.x.given(no)...)
		}
		out = h.thrown(args[0], out)
	}
	return h.thrown(s.Resolve(c, v.A), out)
}

// thrown adds what the functions throw that a value may be.
func (h thrower) thrown(n int32, out []int32) []int32 {
	h.x.t.s.EachOf(n, solver.KindFunc, func(f solver.Token) {
		if len(out) < maxReasons {
			out = append(out, h.by[f]...)
		}
	})
	return out
}

// before returns what a promise may be rejected with.
func (h thrower) before(promise int32) []int32 {
	t, s := h.x.t, h.x.t.s
	var out []int32
	seen := map[int32]bool{}
	queue := []int32{promise}
	for len(queue) > 0 && len(seen) < maxBefore && len(out) < maxReasons {
		n := queue[0]
		queue = queue[1:]
		if n <= 0 || seen[n] {
			continue
		}
		seen[n] = true
		u, v, c := s.Code(n)
		if v == nil || v.Op != ir.OpCall && v.Op != ir.OpNew {
			queue = append(queue, t.preds(n)...)
			continue
		}
		out = h.reasons(n, out)
		if v.A == 0 || u.Nodes[v.A].Op != ir.OpLoad {
			queue = append(queue, t.preds(n)...)
			continue
		}
		args := s.ArgNodes(n)
		switch u.Strings[u.Nodes[v.A].B] {
		case "then":
			for _, a := range args {
				out = h.thrown(max(a, 0), out)
			}
			if len(args) < 2 {
				queue = append(queue, s.Resolve(c, u.Nodes[v.A].A))
			}
		case "finally":
			queue = append(queue, s.Resolve(c, u.Nodes[v.A].A))
		case "catch":
			for _, a := range args {
				out = h.thrown(max(a, 0), out)
			}
		default:
			queue = append(queue, t.preds(n)...)
		}
	}
	return out
}

// given are the first arguments of the calls of what a parameter, or another value, is handed.
func (x *trailer) given(function int32) []int32 {
	s := x.t.s
	same := copies{s, map[int32]string{}}
	same.add(function, "")
	var out []int32
	for _, n := range sortedKeys(same.names) {
		for call := range s.CallsOf(n) {
			if args := s.ArgNodes(call); len(args) > 0 && args[0] > 0 {
				out = append(out, args[0])
			}
		}
	}
	return out
}

// isGlobal reports that a node of a file is a global by its name.
func isGlobal(u *solver.Unit, local int32, name string) bool {
	v := u.Nodes[local]
	return v.Op == ir.OpGlobal && u.Strings[v.A] == name
}

// handNamed ties functions that are stored under a name which the language calls: then of what is waited for.
func (x *trailer) handNamed(give func(from, to int32)) {
	t := x.t
	t.s.Stores(func(object int32, property string, stored int32) {
		if property != "then" || !t.live(object) {
			return
		}
		for _, p := range t.params(stored, 0) {
			for _, a := range x.given(p) {
				give(a, object)
			}
		}
	})
}
