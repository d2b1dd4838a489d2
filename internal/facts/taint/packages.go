package taint

import "github.com/ringfence-dev/ringfence/internal/facts/ir"

// findClients finds calls of packages that fetch what they are told.
func (t *Engine) findClients() {
	t.findRequests()
	t.packageCalls(clients, func(n int32, what, member string) (client bool) {
		if member == "create" {
			return true
		}
		t.source(n, n, label{kind: FromNetwork, what: what})
		for _, a := range t.argument(t.s.ArgNodes(n), 0) {
			sink := Sink{Kind: ToNetwork, Module: what, Member: member, Role: AsAddress}
			t.sink(a, n, sink)
			for _, property := range []string{"url", "uri", "baseURL"} {
				for _, p := range t.properties(a, property) {
					t.sink(p, n, sink)
				}
			}
		}
		return false
	})
}

// packageCalls calls f for every call of one of these packages, which do not ship, or of what is read off
// it; a call of which f says so gives such a thing as well.
func (t *Engine) packageCalls(packages map[string]bool, f func(n int32, what, member string) (client bool)) {
	s := t.s
	client := copies{s, map[int32]string{}}
	for _, r := range s.Imports() {
		if packages[r.Module] && !s.Known(r.Node) {
			client.add(r.Node, r.Module)
		}
	}
	if len(client.names) == 0 {
		return
	}
	for _, n := range s.ActNodes() {
		u, v, c := s.Code(n)
		switch v.Op {
		case ir.OpLoad:
			if what, ok := client.names[s.Resolve(c, v.A)]; ok {
				client.add(n, what)
			}
		case ir.OpCall:
			what, ok := client.names[s.Resolve(c, v.A)]
			if ok && v.A != 0 && t.live(n) && f(n, what, t.calleeName(u, v)) {
				client.add(n, what)
			}
		}
	}
}

// addressed is the address that a call is given and that the code writes out as a whole; "" when there is none.
func (t *Engine) addressed(call int32) string {
	args := t.s.ArgNodes(call)
	if len(args) == 0 || args[0] <= 0 {
		return ""
	}
	nodes := []int32{args[0]}
	for _, property := range addressedBy[:firstBase] {
		nodes = append(nodes, t.properties(args[0], property)...)
	}
	for _, n := range nodes {
		for _, text := range t.texts(n) {
			if isAddress(text) {
				return text
			}
		}
	}
	return ""
}
