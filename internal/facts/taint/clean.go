package taint

import (
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/sanitizer"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// after returns what data is clean for behind a node.
func (t *Engine) after(clean sanitizer.Set, n int32) sanitizer.Set {
	if t.trails != nil {
		return clean & sanitizer.SetIn // nothing makes a secret another's
	}
	if u, v, _ := t.s.Code(n); v != nil && v.Op == ir.OpCall && decodes[t.calleeName(u, v)] {
		return clean &^ (sanitizer.Paths | sanitizer.Markup | sanitizer.Shell)
	}
	return clean | t.cleaning(n)
}

// setInto says whether data becomes a piece of a text that the code writes out,
// in place of a placeholder: "return o.name".replace("name", data).
func (t *Engine) setInto(src, dst int32) sanitizer.Set {
	u, v, c := t.s.Code(dst)
	if v == nil || v.Op != ir.OpCall || v.A == 0 || u.Nodes[v.A].Op != ir.OpLoad {
		return 0
	}
	if id := u.Strings[u.Nodes[v.A].B]; id != "replace" && id != "replaceAll" {
		return 0
	}
	args, base := t.s.ArgNodes(dst), t.s.Resolve(c, v.B)
	if len(args) != 2 || args[1] != src || base == src {
		return 0
	}
	texts, ok := t.values.Of(base).Constants()
	for _, text := range texts {
		ok = ok && len(text) >= minFrame
	}
	if !ok {
		return 0
	}
	return sanitizer.SetIn
}

// minFrame is how long a text is at least that something is set into: the
// shorter ones are little else than the placeholder.
const minFrame = 24

// cleaning says what data is clean for once it has gone through a node.
func (t *Engine) cleaning(n int32) sanitizer.Set {
	u, v, c := t.s.Code(n)
	if v != nil && v.Op == ir.OpLoad && u.Strings[v.B] == "pathname" && t.parsed(t.s.Resolve(c, v.A), 4) {
		return sanitizer.Paths // a URL's parser has resolved the dots
	}
	if v == nil || v.Op != ir.OpCall || v.A == 0 {
		return 0
	}
	if got, ok := t.cleaned[n]; ok {
		return got
	}
	out := t.cleaningCall(n, u, v, c)
	t.cleaned[n] = out
	return out
}

// parsed reports whether a node is new URL(…).
func (t *Engine) parsed(n int32, depth int) bool {
	u, v, _ := t.s.Code(n)
	if v == nil || depth == 0 {
		return false
	}
	if v.Op == ir.OpNew {
		return t.calleeName(u, v) == "URL"
	}
	preds := t.preds(n)
	return v.Op == ir.OpVar && len(preds) == 1 && t.parsed(preds[0], depth-1)
}

func (t *Engine) cleaningCall(n int32, u *solver.Unit, v *ir.Value, c int32) sanitizer.Set {
	var out sanitizer.Set
	if carried, _, ok := t.carries(n, u, v, c); ok {
		out = carried.clean
	}
	var id string
	switch callee := u.Nodes[v.A]; callee.Op {
	case ir.OpLoad:
		id = u.Strings[callee.B]
	case ir.OpGlobal, ir.OpVar:
		id = u.Strings[callee.A]
	}
	out |= sanitizer.Functions[id]
	if id == "replace" || id == "replaceAll" {
		if args := t.s.ArgNodes(n); len(args) > 0 && args[0] > 0 {
			if u, a, _ := t.s.Code(args[0]); a != nil && (a.Op == ir.OpRegExp || a.Op == ir.OpStr) {
				out |= sanitizer.Replaced(u.Strings[a.A], a.Op == ir.OpRegExp)
			}
		}
	}
	return out
}

// pattern returns the regular expression a node is.
func (t *Engine) pattern(n int32) (string, bool) {
	for range 4 {
		u, v, _ := t.s.Code(n)
		if v == nil {
			return "", false
		}
		if v.Op == ir.OpRegExp {
			return u.Strings[v.A], true
		}
		preds := t.preds(n)
		if len(preds) != 1 {
			return "", false
		}
		n = preds[0]
	}
	return "", false
}
