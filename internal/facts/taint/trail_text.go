package taint

import (
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// How a text is made of a value that is none: by the methods that the language calls for it, and of the numbers of another
// text's characters.

// becomes are those methods, by what makes the text.
var (
	becomesText = []string{"toString", "valueOf", "@@toPrimitive"}
	becomesJSON = []string{"toJSON"}
)

// spoken calls f for what an object says of itself by one of these methods.
func (x *trailer) spoken(n int32, methods []string, f func(int32)) {
	s := x.t.s
	object := false
	s.Each(n, func(o solver.Token) {
		object = object || s.Kind(o) == solver.KindObject || s.Kind(o) == solver.KindInstance
	})
	if !object {
		return
	}
	for _, m := range methods {
		for _, p := range x.t.properties(n, m) {
			x.t.returned(p, f)
		}
	}
}

// returned calls f for what the functions return that a node may be.
func (t *Engine) returned(n int32, f func(int32)) {
	t.s.EachOf(n, solver.KindFunc, func(k solver.Token) {
		fn, _, frame := t.s.Func(k)
		f(t.s.Resolve(frame, int32(fn.Ret)))
	})
}

// codes are the methods that give the number of a character.
var codes = []string{"charCodeAt", "codePointAt"}

// characters are the texts of whose characters a value is the number, as it stands or mixed with others.
func (x *trailer) characters(n int32) []int32 {
	const near = 8
	s := x.t.s
	var out []int32
	seen := make([]int32, 0, near)
	queue := []int32{n}
	for len(queue) > 0 && len(seen) < near {
		n := queue[0]
		queue = queue[1:]
		if n <= 0 || slices.Contains(seen, n) {
			continue
		}
		seen = append(seen, n)
		u, v, c := s.Code(n)
		switch {
		case v == nil:
		case v.Op == ir.OpCall && v.A == 0:
			queue = append(queue, s.ArgNodes(n)...) // see package lower: arithmetic
		case v.Op == ir.OpCall && u.Nodes[v.A].Op == ir.OpLoad:
			if slices.Contains(codes, u.Strings[u.Nodes[v.A].B]) {
				out = append(out, s.Resolve(c, u.Nodes[v.A].A))
			}
		case v.Op == ir.OpVar || v.Op == ir.OpPhi:
			queue = append(queue, x.t.preds(n)...)
		}
	}
	return out
}

// handTexts adds the ways of this file to those that the walk takes, for one call.
func (x *trailer) handTexts(n int32, name string, give func(from, to int32)) {
	t, s := x.t, x.t.s
	u, v, c := s.Code(n)
	args := s.ArgNodes(n)
	base := int32(0)
	if u.Nodes[v.A].Op == ir.OpLoad {
		base = s.Resolve(c, u.Nodes[v.A].A)
	}
	switch name {
	case "toString":
		if base > 0 {
			for _, from := range x.characters(base) {
				give(from, n)
			}
		}
	case "fromCharCode", "fromCodePoint":
		for _, a := range args {
			for _, from := range x.characters(a) {
				give(from, n)
			}
		}
	case "push", "unshift":
		for _, a := range args {
			for _, from := range x.characters(a) {
				give(from, base)
				for _, p := range x.makers(base) {
					give(from, p)
				}
			}
		}
	case "replace", "replaceAll":
		if len(args) > 1 && args[1] > 0 {
			t.returned(args[1], func(ret int32) { give(ret, n) })
		}
	case "String":
		if len(args) > 0 && args[0] > 0 {
			x.spoken(args[0], becomesText, func(ret int32) { give(ret, n) })
		}
	case "stringify":
		if len(args) == 0 || args[0] <= 0 {
			return
		}
		says := func(p int32) {
			x.spoken(p, becomesJSON, func(ret int32) {
				give(ret, n)
				x.parts(ret, func(part int32) { give(part, n) })
			})
		}
		says(args[0])
		x.parts(args[0], says)
	case "copy":
		// bytes.copy(into)
		if base > 0 && len(args) > 0 && x.isBytes(args[0]) {
			give(base, args[0])
			for _, p := range x.makers(args[0]) {
				give(base, p)
			}
		}
	}
}

// isBytes reports that a value is made as bytes that are yet to be filled.
func (x *trailer) isBytes(n int32) bool {
	return slices.ContainsFunc(x.makers(n), func(made int32) bool {
		u, v, _ := x.t.s.Code(made)
		return (v.Op == ir.OpCall || v.Op == ir.OpNew) && bytesMade[x.t.calleeName(u, v)]
	})
}

// bytesMade are the names of what makes them.
var bytesMade = map[string]bool{
	"alloc": true, "allocUnsafe": true, "allocUnsafeSlow": true, "Uint8Array": true, "Buffer": true, "SlowBuffer": true,
}
