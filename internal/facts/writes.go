package facts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/fold"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/lower"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/taint"
)

type foundWrite struct {
	write Write
	at    solver.Site
	from  solver.Site // of the value; zero where there is none
}

// writeKinds says what a store under each watched name is.
var writeKinds = map[string]WriteKind{
	"innerHTML": WriteMarkup, "outerHTML": WriteMarkup, "srcdoc": WriteMarkup, "__html": WriteMarkup,
	"insertAdjacentHTML": WriteMarkup, "createContextualFragment": WriteMarkup,
	"__proto__": WriteProto, "html": WritePage, "options": WriteView,
	lower.StoredDeep: WriteDeep, lower.StoredWalk: WriteWalk, lower.StoredMerge: WriteMerge,
}

// write looks at one OpStored node.
func (c *collector) write(n int32, u *solver.Unit, v *ir.Value, ctx int32) {
	s := c.s
	w := Write{Name: u.Strings[v.B]}
	w.Kind = writeKinds[w.Name]
	if lower.Steers(w.Name) {
		w.Kind = WriteSteering
	}
	base, value := s.Resolve(ctx, v.A), s.Resolve(ctx, v.C)
	switch w.Kind {
	case WriteDeep:
		w.Values = []Value{c.values.Of(base), c.values.Of(value)}
	case WriteWalk, WriteMerge:
		w.Values = []Value{c.values.Of(value)}
	case WritePage, WriteView:
		if taint.IsWebview(s, base) {
			w.Module, w.Member = "vscode", "Webview"
		}
		if w.Module == "" {
			return // any object can have such a property
		}
		w.Values = []Value{c.values.Of(value)}
	case WriteMarkup, WriteProto:
		if value == 0 {
			return // arithmetic, a comparison: no text and no object
		}
		w.Values = []Value{c.values.Of(value)}
		w.Cleaned = c.cleaned(value, 0)
	case WriteSteering:
		if value == 0 {
			return
		}
		w.Values = []Value{c.values.Of(value)}
	default:
		return
	}
	found := foundWrite{write: w, at: c.s.At(n)}
	if value != 0 && (w.Kind == WriteMarkup || w.Kind == WritePage) {
		found.from = c.s.At(value)
	}
	c.writes = append(c.writes, found)
}

// cleaned reports whether a value is, or is put together with, the result of a
// function that is called what sanitisers are called. Names survive minifying
// where they are properties.
func (c *collector) cleaned(n int32, depth int) bool {
	s := c.s
	u, v, ctx := s.Code(n)
	if v == nil || depth > 4 {
		return false
	}
	switch v.Op {
	case ir.OpCall, ir.OpNew:
		if v.A == 0 {
			return false
		}
		switch callee := u.Nodes[v.A]; callee.Op {
		case ir.OpLoad:
			return sanitizes(u.Strings[callee.B])
		case ir.OpVar, ir.OpGlobal:
			return sanitizes(u.Strings[callee.A])
		}
	case ir.OpPhi:
		for _, p := range u.List(v.A) {
			if c.cleaned(s.Resolve(ctx, p), depth+1) {
				return true
			}
		}
	case ir.OpVar:
		for src := range s.Pred(n) {
			if c.cleaned(src, depth+1) {
				return true
			}
		}
	}
	return false
}

// sanitizes reports whether a function is called what sanitisers are called.
func sanitizes(name string) bool {
	l := strings.ToLower(name)
	return strings.Contains(l, "sanitize") || strings.Contains(l, "sanitise") || strings.Contains(l, "purify") ||
		strings.HasPrefix(l, "escape") || l == "createhtml" || l == "encodehtml"
}

// mergeWrites sorts writes and joins what copies of a function store at one
// place.
func mergeWrites(ws []Write) []Write {
	slices.SortStableFunc(ws, func(a, b Write) int {
		return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Member, b.Member))
	})
	out := ws[:0]
	for _, w := range ws {
		if n := len(
			out,
		); n > 0 && out[n-1].Where == w.Where && out[n-1].Kind == w.Kind && out[n-1].Name == w.Name &&
			out[n-1].Member == w.Member {
			out[n-1].Values = fold.MergeArgs(out[n-1].Values, w.Values)
			out[n-1].Cleaned = out[n-1].Cleaned && w.Cleaned
			continue
		}
		out = append(out, w)
	}
	return out
}

type foundChange struct {
	id    string
	value Value
	at    solver.Site
	local int32
}

// settingWrite is a call of a configuration's update.
func (c *collector) settingWrite(r solver.Call, use Use) {
	value := Value{Open: use.Spread}
	if len(use.Args) > 1 {
		value = use.Args[1]
	}
	_, local := c.s.Local(r.Node)
	for _, id := range c.values.Walk().SettingIDs(r.Node, r.Args) {
		c.changes = append(c.changes, foundChange{id, value, c.s.At(r.Node), local})
	}
}

// mergeSettingWrites sorts writes and joins those of one setting at one place.
func mergeSettingWrites(writes []SettingWrite) []SettingWrite {
	slices.SortStableFunc(writes, func(a, b SettingWrite) int {
		return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.ID, b.ID))
	})
	out := writes[:0]
	for _, w := range writes {
		if n := len(out); n > 0 && out[n-1].Where == w.Where && out[n-1].ID == w.ID {
			out[n-1].Value = fold.Merge(out[n-1].Value, w.Value)
			continue
		}
		out = append(out, w)
	}
	return slices.Clip(out)
}
