package taint

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/callgraph"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
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
	// routed is true for a call that names a route of a client's own host: its headers are the client's key.
	routed bool
	// byVerb is true for one that a verb of HTTP beside the address gives away, and nothing else.
	byVerb bool
	// client is true for a call that asks nothing yet: what it gives is told its address once.
	client bool
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
	texts := t.concats()
	t.ofParts(texts, addresses)
	t.begun(texts, addresses)
	symbols := t.outside()
	var reach reach
	if len(addresses.names) > 0 {
		reach = newReach(s)
	}
	made := copies{s, map[int32]string{}}
	options := t.addressOptions(addresses.names)
	var byVerbs []request
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall && v.Op != ir.OpNew || v.A == 0 || symbols[n] || !t.live(n) {
			continue
		}
		to, based := t.addressGiven(n, addresses.names, options)
		if to == "" {
			continue
		}
		byVerb := !t.told(n, v, to, based) && !reach.calls(t, n)
		if byVerb && (based || !t.sendsByVerb(n)) {
			continue
		}
		r := request{node: n, to: to, byVerb: byVerb, client: based || v.Op == ir.OpNew || connects().MatchString(t.calleeName(u, v))}
		if callee := u.Nodes[v.A]; callee.Op == ir.OpLoad {
			r.base = s.Resolve(c, callee.A)
		}
		if byVerb {
			byVerbs = append(byVerbs, r)
			continue
		}
		*t.asked = append(*t.asked, r)
		made.add(n, to)
	}
	t.hosted(symbols, made)
	t.later(made)
	t.routed()
	// Nothing is made out of what only looks like a request.
	*t.asked = append(*t.asked, byVerbs...)
	return *t.asked
}

// EachRequest calls f for each call that is taken for a request and names the address itself.
func (t *Engine) EachRequest(f func(call int32, to string)) {
	for _, r := range t.requests() {
		if !r.opened && !r.byVerb {
			f(r.node, r.to)
		}
	}
}

// outside are the calls of outside symbols. An instance of the code's own class is none, though its
// parent may be a symbol.
func (t *Engine) outside() map[int32]bool {
	s := t.s
	out := map[int32]bool{}
	for _, r := range s.Calls() {
		own := false
		if _, v, c := s.Code(r.Node); v != nil && v.Op == ir.OpNew {
			s.EachOf(s.Resolve(c, v.A), solver.KindFunc, func(solver.Token) { own = true })
		}
		if !own {
			out[r.Node] = true
		}
	}
	return out
}

// begun adds the texts that begin with an address and go on with what is put together.
func (t *Engine) begun(texts []concat, addresses copies) {
	for range 2 {
		before := len(addresses.names)
		if before == 0 {
			return
		}
		for _, text := range texts {
			if to, ok := addresses.names[t.s.Resolve(text.frame, text.parts[0])]; ok {
				addresses.add(text.node, to)
			}
		}
		if len(addresses.names) == before {
			return
		}
	}
}

// connects are the names of functions that open a connection, or make what does.
var connects = lazyregexp.Lazy(
	`(?i)^(_*(re)?connect\w*|create(transport|client|connection|socket|pool|instance)?|extend|defaults|access|login|io|open\w*|init\w*|` +
		`\w*(client|socket|transport|pool))$`,
)

// told reports that a call is one of the network by its shape alone: an address of a protocol that
// is for nothing else, or an address beside what a request is made of.
func (t *Engine) told(n int32, v *ir.Value, to string, based bool) bool {
	if !strings.HasPrefix(to, "http") {
		return true
	}
	// Code that is there is followed to where it sends. Here the name has to say that it does, which what a
	// minifier makes of one does not, or what is called comes from outside of the code.
	name := t.nameOf(n)
	if based {
		return connects().MatchString(name) || v.Op == ir.OpNew && (t.isForeign(n) || t.isGivenKey(n))
	}
	if t.isForeign(n) && (v.Op == ir.OpNew || connects().MatchString(name)) {
		return true
	}
	if !clientSends().MatchString(name) && !connects().MatchString(name) && !t.isForeign(n) {
		return false
	}
	for i, a := range t.s.ArgNodes(n) {
		if i == 0 || a <= 0 || i > 2 {
			continue
		}
		for _, p := range []string{"method", "body", "json", "data", "headers"} {
			if len(t.properties(a, p)) > 0 {
				return true
			}
		}
	}
	return false
}

// isGivenKey reports that what is made is told, beside an address, by what it shall say who it is.
func (t *Engine) isGivenKey(call int32) bool {
	for _, a := range t.s.ArgNodes(call) {
		if a > 0 && slices.ContainsFunc(keyOptions, func(name string) bool { return len(t.properties(a, name)) > 0 }) {
			return true
		}
	}
	return false
}

// keyOptions are the options by which clients are told that.
var keyOptions = []string{"apiKey", "apikey", "accessToken", "authToken", "bearerToken", "token", "auth", "password", "credentials"}

// isForeign reports that what is called comes from outside of the code: of a package that does not ship.
func (t *Engine) isForeign(call int32) bool {
	_, v, c := t.s.Code(call)
	foreign := false
	t.s.EachOf(t.s.Resolve(c, v.A), solver.KindSymbol, func(solver.Token) { foreign = true })
	return foreign
}

// hosted adds the calls that open a connection to a host that the code names without a scheme.
func (t *Engine) hosted(symbols map[int32]bool, made copies) {
	s := t.s
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall && v.Op != ir.OpNew || v.A == 0 || symbols[n] || !t.live(n) {
			continue
		}
		name := t.calleeName(u, v)
		opens := v.Op == ir.OpNew || connects().MatchString(name)
		if !opens && !verbs[name] {
			continue
		}
		for i, a := range s.ArgNodes(n) {
			if i > 1 || a <= 0 {
				continue
			}
			for _, property := range []string{"host", "hostname", "server", "endpoint", "brokers", "servers", "connection"} {
				for _, p := range t.properties(a, property) {
					texts := t.texts(p)
					switch property {
					case "brokers", "servers":
						texts = append(texts, t.words(p, 1)...)
					case "connection":
						for _, h := range t.properties(p, "host") {
							texts = append(texts, t.texts(h)...)
						}
					}
					for _, text := range texts {
						_, text = cutScheme(text)
						if text, _, _ = strings.Cut(text, ":"); !hostNamed().MatchString(text) {
							continue
						}
						r := request{node: n, to: "tcp://" + text, client: opens}
						if callee := u.Nodes[v.A]; callee.Op == ir.OpLoad {
							r.base = s.Resolve(c, callee.A)
							made.add(r.base, r.to)
						}
						*t.asked = append(*t.asked, r)
						made.add(n, r.to)
					}
				}
			}
		}
	}
}

// cutScheme parts an address from its scheme.
func cutScheme(text string) (scheme, rest string) {
	if scheme, rest, ok := strings.Cut(text, "://"); ok {
		return scheme, rest
	}
	return "", text
}

// hostNamed are texts that name a host on another machine.
var hostNamed = lazyregexp.Lazy(`^([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$|^\d{1,3}(\.\d{1,3}){3}$`)

// later adds the calls of what a request gave: of the object that sends when it is told.
func (t *Engine) later(made copies) {
	s := t.s
	clients := copies{s, map[int32]string{}}
	for _, r := range *t.asked {
		if r.client {
			clients.add(r.node, r.to)
			if (strings.HasPrefix(r.to, "tcp:") || begins[t.nameOf(r.node)]) && r.base > 0 {
				clients.add(r.base, r.to)
				for _, p := range t.preds(r.base) {
					clients.add(p, r.to)
				}
			}
		}
	}
	for range 2 { // client.part.act(…)
		before := len(clients.names)
		for _, n := range s.ActNodes() {
			u, v, c := s.Code(n)
			switch {
			case len(clients.names) == 0:
			case v.Op == ir.OpLoad && !heard[u.Strings[v.B]], v.Op == ir.OpCall && v.A != 0 && partsOf[t.calleeName(u, v)]:
				// What a call gives of a client is a part of it as well: client.db("a").collection("b").
				if to, ok := clients.names[s.Resolve(c, v.A)]; ok {
					clients.add(n, to)
				}
			}
		}
		if len(clients.names) == before {
			break
		}
	}
	found := map[int32]bool{} // a method may give back what it is called on, which is known already
	for range 3 {             // request(…).set(…).send(…)
		before := len(found)
		for _, n := range s.CallNodes() {
			u, v, c := s.Code(n)
			if v.Op != ir.OpCall || v.A == 0 || !t.live(n) || u.Nodes[v.A].Op != ir.OpLoad {
				continue
			}
			base := s.Resolve(c, u.Nodes[v.A].A)
			to, ok := made.names[base]
			name := t.calleeName(u, v)
			ok = ok && sending[name]
			if !ok && !heard[name] {
				to, ok = clients.names[base]
				ok = ok && clientSends().MatchString(name) && !asking[name] && (!strings.HasPrefix(to, "http") || !kept[name])
			}
			if !ok || found[n] {
				continue
			}
			found[n] = true
			*t.asked = append(*t.asked, request{node: n, to: to, opened: true})
			made.add(n, to)
		}
		if len(found) == before {
			return
		}
	}
}

// begins are the methods that tell what they are called on where it sends to.
var begins = map[string]bool{"init": true, "initialize": true, "configure": true, "open": true}

// partsOf are the methods that give a part of a client, which sends as well.
var partsOf = map[string]bool{
	"db": true, "collection": true, "from": true, "table": true, "getWriteApi": true, "producer": true, "createChannel": true, "channel": true,
	"createConfirmChannel": true, "bucket": true, "container": true, "database": true, "ref": true, "doc": true, "child": true, "topic": true,
	"of": true, "getContainerClient": true, "getBlockBlobClient": true, "getQueueClient": true, "schema": true, "storage": true,
}

// sending are the methods by which an open request or socket is given what it sends.
var sending = map[string]bool{
	"send": true, "write": true, "end": true, "json": true, "body": true, "form": true, "field": true, "attach": true, "query": true,
	"set": true, "auth": true, "type": true, "emit": true,
}

// clientSends are the names of methods by which a client sends what it is given. A name that says nothing, as a
// minifier leaves, is none of them: code that is there is followed to where it sends.
var clientSends = lazyregexp.Lazy(
	`(?i)^(send\w*|write\w*|end|post\w*|put\w*|patch|delete|get|head|request\w*|fetch\w*|call|query|publish\w*|emit|push\w*|upload\w*|` +
		`store\w*|append\w*|insert\w*|create\w*|update\w*|upsert\w*|set|[hlrx](set|push|add)|add\w*|save\w*|mail|log|track\w*|capture\w*|` +
		`invoke|exec(ute)?|command|commit\w*|mutate|message|say|chat\w*|notify|trigger|ingest|report\w*|export\w*|sync\w*|` +
		`index|bulk|batch|produce|dispatch|deliver|form|json|body|field|attach)$`,
)

// kept are methods that a client of HTTP has for itself, and by which others send; asking are those that ask
// for something, which a client of any kind may have for itself.
var (
	kept   = map[string]bool{"set": true, "add": true, "append": true, "query": true}
	asking = map[string]bool{"get": true, "head": true, "delete": true, "index": true, "log": true}
)

// heard are the methods and properties of a client by which nothing is sent.
var heard = map[string]bool{
	"on": true, "once": true, "off": true, "addListener": true, "removeListener": true, "removeAllListeners": true, "addEventListener": true,
	"close": true, "destroy": true, "unref": true, "ref": true, "setTimeout": true, "setKeepAlive": true, "setNoDelay": true,
	"setEncoding": true,
	"resume":      true, "pause": true, "then": true, "catch": true, "finally": true, "toString": true, "length": true,
	"call": true, "apply": true,
	"bind": true, "prototype": true, "constructor": true, "subscribe": true, "readyState": true, "listeners": true,
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
	t.heardFrom()
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

// heardFrom makes sources of what listeners of a client are told, however it came to where they are
// added.
func (t *Engine) heardFrom() {
	s := t.s
	clients := copies{s, map[int32]string{}}
	for _, r := range t.requests() {
		if r.client {
			clients.add(r.node, t.nameOf(r.node))
		}
	}
	if len(clients.names) == 0 {
		return
	}
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 || !t.live(n) || u.Nodes[v.A].Op != ir.OpLoad {
			continue
		}
		what, ok := clients.names[s.Resolve(c, u.Nodes[v.A].A)]
		args := s.ArgNodes(n)
		if !ok || len(args) < 2 || args[0] <= 0 || !listeners[t.calleeName(u, v)] {
			continue
		}
		if _, text, _ := s.Code(args[0]); text != nil && text.Op == ir.OpStr && !quietEvents[u.Strings[text.A]] {
			for i := range 2 {
				t.callback(args[1], i, n, label{kind: FromNetwork, what: what})
			}
		}
	}
}

// quietEvents are events that bring nothing from the other side.
var quietEvents = map[string]bool{
	"error": true, "close": true, "end": true, "connect": true, "open": true, "ready": true, "timeout": true, "reconnect": true, "drain": true,
	"disconnect": true, "offline": true, "finish": true,
}

// nameOf is what a call names: "axios.post" is "post", as the names before it are a bundler's.
func (t *Engine) nameOf(call int32) string {
	u, v, _ := t.s.Code(call)
	if name := t.calleeName(u, v); name != "" {
		return name
	}
	return "a client of the network"
}
