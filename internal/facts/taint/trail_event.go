package taint

import (
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// Events that the walk of flows does not tie: those with names that everything has, where both ends are one emitter; events of
// the web, whose data is in an object; and once() as a promise.

// tale is one telling of an event: by which call, of which emitter, with what.
type tale struct {
	of     identity
	values []int32
}

// hearing is one place that hears it: the function, or the call that gives the values.
type hearing struct {
	of       identity
	function int32
	call     int32
}

// maxTellings bounds those of one name.
const maxTellings = 24

// handEvents ties them.
func (x *trailer) handEvents() {
	t, s := x.t, x.t.s
	tells, hears := map[string][]tale{}, map[string][]hearing{}
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 || !t.live(n) {
			continue
		}
		args, base := s.ArgNodes(n), int32(0)
		if u.Nodes[v.A].Op == ir.OpLoad {
			base = s.Resolve(c, u.Nodes[v.A].A)
		}
		switch name := t.calleeName(u, v); name {
		case "emit":
			if id, ok := t.literal(args, 0); ok && plainEvents[id] && base > 0 && len(args) > 1 && len(tells[id]) < maxTellings {
				tells[id] = append(tells[id], tale{x.identity(base), args[1:]})
			} else if ok && !plainEvents[id] && len(args) > 1 && len(tells["\x00"+id]) < maxTellings {
				tells["\x00"+id] = append(tells["\x00"+id], tale{values: args[1:]})
			}
		case "dispatchEvent":
			if len(args) > 0 && args[0] > 0 {
				for _, id := range x.eventNames(args[0]) {
					tells["\x01"+id] = append(tells["\x01"+id], tale{values: args[:1]})
				}
			}
		case "on", "once", "addListener", "prependListener", "addEventListener":
			if id, ok := t.literal(args, 1); ok && x.calls(n, func(r solver.Symbol) bool { return r.Module == "events" }) {
				hears["\x00"+id] = append(hears["\x00"+id], hearing{call: n})
				continue
			}
			id, ok := t.literal(args, 0)
			if !ok || base <= 0 || len(args) < 2 || args[1] <= 0 || len(hears[id]) >= maxTellings {
				continue
			}
			if name == "addEventListener" {
				id = "\x01" + id
			} else if !plainEvents[id] {
				continue
			}
			h := hearing{function: args[1]}
			if id[0] > 1 {
				h.of = x.identity(base)
			}
			hears[id] = append(hears[id], h)
		}
	}
	for _, id := range sortedKeys(tells) {
		for _, h := range hears[id] {
			for _, told := range tells[id] {
				if id[0] > 1 && !told.of.shares(h.of) {
					continue
				}
				x.hear(told, h)
			}
		}
	}
}

// hear ties one telling to one place that hears it.
func (x *trailer) hear(told tale, h hearing) {
	t := x.t
	for i, a := range told.values {
		if a <= 0 {
			break
		}
		values := append([]int32{a}, x.eventData(a)...)
		if h.call > 0 {
			x.reaches(values, h.call)
			continue
		}
		for _, p := range t.params(h.function, i) {
			x.reaches(values, p)
		}
	}
}

// literal is the text of an argument that is written out.
func (t *Engine) literal(args []int32, at int) (string, bool) {
	if at >= len(args) || args[at] <= 0 {
		return "", false
	}
	u, v, _ := t.s.Code(args[at])
	if v == nil || v.Op != ir.OpStr || u.Strings[v.A] == "" {
		return "", false
	}
	return u.Strings[v.A], true
}

// eventNames are the names of the events that a value may be: what its constructor, or that of its class, is given first.
func (x *trailer) eventNames(event int32) []string {
	t, s := x.t, x.t.s
	var out []string
	for _, made := range append(x.makers(event), event) {
		_, v, c := s.Code(made)
		if v == nil || v.Op != ir.OpNew {
			continue
		}
		if id, ok := t.literal(s.ArgNodes(made), 0); ok && !s.Known(s.Resolve(c, v.A)) {
			out = append(out, id)
		}
		s.EachOf(s.Resolve(c, v.A), solver.KindFunc, func(k solver.Token) {
			fn, of, _ := s.Func(k)
			for i := fn.Lo; i < fn.Hi; i++ {
				if of.Nodes[i].Op != ir.OpSuper {
					continue
				}
				if list := of.List(of.Nodes[i].C); len(list) > 0 && list[0] > 0 && of.Nodes[list[0]].Op == ir.OpStr {
					out = append(out, of.Strings[of.Nodes[list[0]].A])
				}
			}
		})
	}
	return out
}

// eventData are the objects that an event of the web is made with: its data is a property of theirs.
func (x *trailer) eventData(event int32) []int32 {
	s := x.t.s
	var out []int32
	for _, made := range append(x.makers(event), event) {
		u, v, _ := s.Code(made)
		if v == nil || v.Op != ir.OpNew || v.A == 0 {
			continue
		}
		if name := x.t.calleeName(u, v); name == "CustomEvent" || name == "MessageEvent" {
			if args := s.ArgNodes(made); len(args) > 1 && args[1] > 0 {
				out = append(out, args[1])
			}
		}
	}
	return out
}

// fewInstances is how many places may make objects of a class that are taken for one.
const fewInstances = 2

// identity is which object a value is: where it is made, and of which classes that few places make objects of.
type identity struct {
	made    []int32
	classes []solver.Token
}

func (x *trailer) identity(n int32) identity {
	t, s := x.t, x.t.s
	var out identity
	for _, made := range append(x.makers(n), n) {
		if _, v, _ := s.Code(made); v != nil && (v.Op == ir.OpNew || v.Op == ir.OpCall) {
			out.made = append(out.made, made)
		}
	}
	s.EachOf(n, solver.KindInstance, func(k solver.Token) {
		of := solver.Token(s.Info(k).A)
		if s.Kind(of) == solver.KindFunc && t.instances[t.funcKey(of)] <= fewInstances {
			out.classes = append(out.classes, k)
		}
	})
	return out
}

// shares reports that two values may be one object.
func (a identity) shares(b identity) bool {
	return slices.ContainsFunc(a.made, func(n int32) bool { return slices.Contains(b.made, n) }) ||
		slices.ContainsFunc(a.classes, func(k solver.Token) bool { return slices.Contains(b.classes, k) })
}
