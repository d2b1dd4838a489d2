package taint

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/callgraph"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// Clients of the network lose, inside of them, what they are given: they queue it, merge
// it into options and hand it on by names that are computed. So a call is taken for a
// request by what it looks like from outside, whatever the client is called: it is given
// an address that the code writes out, and what it calls can reach the network. What else
// it is given is sent there, and what it gives is the answer.

// request is a call that asks an address.
type request struct {
	node int32
	// to is the address, as far as the code writes it out.
	to string
	// base is what the method is called on, or 0.
	base int32
	// opened is true for a call that names no address, of what such a call gave:
	// client.post(address).send(data).
	opened bool
}

// maxFrom bounds how far an address is followed back through the pieces of a text.
const maxFrom = 16

// requests finds them, once.
func (t *Engine) requests() []request {
	if t.asked != nil {
		return *t.asked
	}
	t.asked = &[]request{}
	s := t.s
	addresses := copies{s, map[int32]string{}}
	for n := range int32(s.Len()) {
		if !s.HasCode(n) {
			continue
		}
		if u, v, _ := s.Code(n); v != nil && v.Op == ir.OpStr && isAddress(u.Strings[v.A]) {
			addresses.add(n, u.Strings[v.A])
		}
	}
	if len(addresses.names) == 0 {
		return nil
	}
	symbols := map[int32]bool{}
	for _, r := range s.Calls() {
		symbols[r.Node] = true
	}
	reach := newReach(s)
	made := copies{s, map[int32]string{}}
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall && v.Op != ir.OpNew || v.A == 0 || symbols[n] || !t.live(n) {
			continue
		}
		to := t.addressGiven(n, addresses.names)
		if to == "" || !reach.calls(t, n) {
			continue
		}
		r := request{node: n, to: to}
		if callee := u.Nodes[v.A]; callee.Op == ir.OpLoad {
			r.base = s.Resolve(c, callee.A)
		}
		*t.asked = append(*t.asked, r)
		made.add(n, to)
	}
	t.later(made)
	return *t.asked
}

// later adds the calls of what a request gave: of the object that sends when it is told.
func (t *Engine) later(made copies) {
	s := t.s
	for range 3 { // request(…).set(…).send(…)
		before := len(made.names)
		for _, n := range s.CallNodes() {
			u, v, c := s.Code(n)
			if v.Op != ir.OpCall || v.A == 0 || !t.live(n) || u.Nodes[v.A].Op != ir.OpLoad {
				continue
			}
			to, ok := made.names[s.Resolve(c, u.Nodes[v.A].A)]
			if _, known := made.names[n]; !ok || known || !sending[t.calleeName(u, v)] {
				continue
			}
			*t.asked = append(*t.asked, request{node: n, to: to, opened: true})
			made.add(n, to)
		}
		if len(made.names) == before {
			return
		}
	}
}

// sending are the methods by which an open request or socket is given what it sends.
var sending = map[string]bool{
	"send": true, "write": true, "end": true, "json": true, "body": true, "form": true, "field": true, "attach": true, "query": true,
	"set": true, "auth": true, "type": true, "emit": true,
}

// isAddress reports an address of the network that a text begins with.
func isAddress(text string) bool {
	for _, scheme := range []string{"https://", "http://", "wss://", "ws://"} {
		if rest, ok := strings.CutPrefix(text, scheme); ok {
			// A name of a schema or of XML is no address that anybody asks.
			return rest != "" && !strings.HasPrefix(rest, "www.w3.org/") && !strings.HasPrefix(rest, "json-schema.org/")
		}
	}
	return false
}

// addressGiven is the address among the first arguments of a call, by itself or as an
// option; "" when there is none.
func (t *Engine) addressGiven(call int32, known map[int32]string) string {
	for i, a := range t.s.ArgNodes(call) {
		if i > 1 {
			break
		}
		if a <= 0 {
			continue
		}
		if to := t.addressAt(a, known); to != "" {
			return to
		}
		for _, property := range addressed {
			for _, p := range t.properties(a, property) {
				if to := t.addressAt(p, known); to != "" {
					return to
				}
			}
		}
	}
	return ""
}

// addressed are the options by which clients are told where to.
var addressed = []string{"url", "uri", "baseURL", "href"}

// addressAt is what an address that may be at a node begins with.
func (t *Engine) addressAt(n int32, known map[int32]string) string {
	for range maxFrom {
		if to, ok := known[n]; ok {
			return to
		}
		u, v, c := t.s.Code(n)
		if v == nil || v.Op != ir.OpConcat {
			return ""
		}
		parts := u.List(v.A)
		if len(parts) == 0 {
			return ""
		}
		n = t.s.Resolve(c, parts[0])
	}
	return ""
}

// reach tells which functions can lead to the network: those that ask it, those that call
// such a one or hand it on, and those that hold one.
type reach struct {
	graph *callgraph.Graph
	to    map[int32]bool
}

func newReach(s solver.View) reach {
	r := reach{callgraph.New(s), map[int32]bool{}}
	back := map[int32][]int32{}
	for _, c := range r.graph.Calls() {
		back[c[1]] = append(back[c[1]], c[0])
	}
	files := map[int32]bool{}
	for _, f := range r.graph.Files() {
		files[f] = true
	}
	r.graph.Inner(func(scope, around int32) {
		if !files[around] {
			back[scope] = append(back[scope], around)
		}
	})
	var queue []int32
	for _, c := range s.Calls() {
		sym := s.Symbol(c.Symbol)
		if e, ok := s.Catalog().Lookup(sym.Module, sym.Member); ok && e.Capability == catalog.NetConnect && s.HasCode(c.Node) {
			queue = append(queue, r.graph.Scope(s.Local(c.Node)))
		}
	}
	for len(queue) > 0 {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if !r.to[n] && !files[n] {
			r.to[n] = true
			queue = append(queue, back[n]...)
		}
	}
	return r
}

// calls reports whether what a call calls can lead to the network. Where nobody knows the
// function, a verb of the protocol says it, in code that asks the network somewhere.
func (r reach) calls(t *Engine, n int32) bool {
	if len(r.to) == 0 {
		return false
	}
	u, v, c := t.s.Code(n)
	callee := t.s.Resolve(c, v.A)
	found, known := false, false
	t.s.EachOf(callee, solver.KindFunc, func(f solver.Token) {
		known = true
		found = found || r.to[r.graph.ScopeOf(f)]
	})
	return found || !known && verbs[t.calleeName(u, v)]
}

// verbs are what clients call their methods by.
var verbs = map[string]bool{
	"get": true, "post": true, "put": true, "patch": true, "delete": true, "request": true, "fetch": true, "send": true,
	"submit": true, "stream": true, "connect": true,
}

// heardOf are the events by which what was asked hands out what came back.
var heardOf = map[string]bool{"message": true, "data": true, "response": true}

// findRequests makes sources of what is asked from the network.
func (t *Engine) findRequests() {
	for _, r := range t.requests() {
		l := label{kind: FromNetwork, what: t.nameOf(r.node)}
		if !r.opened {
			t.source(r.node, r.node, l)
		}
		for load := range t.s.LoadsOf(r.node) {
			for call := range t.s.CallsOf(load) {
				u, v, _ := t.s.Code(call)
				args := t.s.ArgNodes(call)
				if v == nil || v.Op != ir.OpCall || len(args) < 2 || args[0] <= 0 {
					continue
				}
				if _, text, _ := t.s.Code(args[0]); text != nil && text.Op == ir.OpStr && heardOf[u.Strings[text.A]] {
					t.callback(args[1], 0, call, l)
				}
			}
		}
	}
}

// nameOf is what a call names: "axios.post" is "post", as the names before it are a bundler's.
func (t *Engine) nameOf(call int32) string {
	u, v, _ := t.s.Code(call)
	if name := t.calleeName(u, v); name != "" {
		return name
	}
	return "a client of the network"
}

// findClients finds calls of packages that fetch what they are told.
func (t *Engine) findClients() {
	t.findRequests()
	t.clientCalls(func(n int32, what, member string) (client bool) {
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

// clientCalls calls f for every call of such a package or of what is read off
// it; a call of which f says so gives a client as well.
func (t *Engine) clientCalls(f func(n int32, what, member string) (client bool)) {
	s := t.s
	client := copies{s, map[int32]string{}}
	for _, r := range s.Imports() {
		if clients[r.Module] && !s.Known(r.Node) {
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
