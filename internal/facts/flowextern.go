package facts

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Packages that the extension does not hold cannot be followed. Of a few kinds
// the use is known by its shape: routers of servers, clients for HTTP, and
// emitters, whose listeners are tied to what is emitted by the event's name.

// route is router.get("/path", (request, response) => …).
func (t *tainter) route(n int32) {
	args := t.s.argNodes(n)
	if len(args) < 2 || args[0] <= 0 {
		return
	}
	u, v, _ := t.s.value(args[0])
	if v == nil || v.Op != ir.OpStr || !strings.HasPrefix(u.Strings[v.A], "/") {
		return
	}
	for _, a := range args[1:] {
		if a > 0 && len(t.params(a, 1)) > 0 {
			t.callback(a, 0, n, label{kind: FromRequest, what: "route " + u.Strings[v.A]})
		}
	}
}

// findClients finds calls of packages that fetch what they are told.
func (t *tainter) findClients() {
	s := t.s
	client := map[int32]string{}
	var queue []int32
	mark := func(n int32, what string) {
		if _, ok := client[n]; !ok && len(client) < 10_000 {
			client[n] = what
			queue = append(queue, n)
		}
	}
	for _, r := range s.imports {
		if clients[r.module] && s.head[r.node] == 0 {
			mark(r.node, r.module)
		}
	}
	if len(queue) == 0 {
		return
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for c := s.succ[n]; c != 0; c = s.cells[c].next {
			mark(s.cells[c].value, client[n])
		}
	}
	for n := int32(1); n < int32(len(s.head)); n++ {
		u, v, c := s.value(n)
		if v == nil {
			continue
		}
		switch v.Op {
		case ir.OpLoad:
			if what, ok := client[s.resolve(c, v.A)]; ok {
				mark(n, what)
				for k := s.succ[n]; k != 0; k = s.cells[k].next {
					mark(s.cells[k].value, what)
				}
			}
		case ir.OpCall:
			what, ok := client[s.resolve(c, v.A)]
			if !ok || v.A == 0 || !t.live(n) {
				continue
			}
			if callee := u.Nodes[v.A]; callee.Op == ir.OpLoad && u.Strings[callee.B] == "create" {
				mark(n, what)
				continue
			}
			t.source(n, n, label{kind: FromNetwork, what: what})
			for _, a := range t.argument(s.argNodes(n), 0) {
				sink := Sink{Kind: ToNetwork, Module: what, Member: t.calleeName(u, v), Role: AsAddress}
				t.sink(a, n, sink)
				for _, property := range []string{"url", "uri", "baseURL"} {
					for _, p := range t.properties(a, property) {
						t.sink(p, n, sink)
					}
				}
			}
		}
	}
}

// emitted ties what is emitted to the listeners of the same name.
func (t *tainter) emitted() {
	s := t.s
	type at struct{ call int32 }
	emits, hears := map[string][]at{}, map[string][]at{}
	for n := int32(1); n < int32(len(s.head)); n++ {
		u, v, _ := s.value(n)
		if v == nil || v.Op != ir.OpCall || v.A == 0 {
			continue
		}
		callee := u.Nodes[v.A]
		if callee.Op != ir.OpLoad {
			continue
		}
		into := hears
		switch u.Strings[callee.B] {
		case "emit":
			into = emits
		case "on", "once", "addListener":
		default:
			continue
		}
		list := u.List(v.C)
		if len(list) < 2 || list[0] <= 0 || list[1] <= 0 || u.Nodes[list[0]].Op != ir.OpStr {
			continue
		}
		id := u.Strings[u.Nodes[list[0]].A]
		if !plainEvents[id] && len(into[id]) < 16 {
			into[id] = append(into[id], at{n})
		}
	}
	for id, list := range emits {
		for _, e := range list {
			args := s.argNodes(e.call)
			for _, h := range hears[id] {
				for i, a := range args[1:] {
					if a <= 0 {
						break
					}
					for _, p := range t.params(s.argNodes(h.call)[1], i) {
						t.hand = append(t.hand, op{a, p})
					}
				}
			}
		}
	}
}
