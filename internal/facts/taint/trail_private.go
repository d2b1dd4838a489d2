package taint

import (
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Terminals is the source of what terminals show, and of the lines that are given to them.
const Terminals = "the terminals"

// keysFound is the source of files of the workspace that are found by a name which says that they hold keys.
const keysFound = "files of keys in the workspace"

// keyNames are such names.
var keyNames = lazyregexp.Lazy(`(?i)\b(pem|kdbx|pfx|p12|jks|ppk|keystore|id_(rsa|ed25519|ecdsa|dsa))\b|\bwallet\.dat\b`)

// globsKeys reports that a pattern of files is one of such names.
func (t *Engine) globsKeys(n int32) bool {
	return slices.ContainsFunc(t.texts(n), keyNames().MatchString)
}

// typed holds for the commands by which the editor takes what is typed: whoever registers one hears every key.
func typed(commands []string) bool {
	return slices.ContainsFunc(commands, func(c string) bool { return c == "type" || c == "paste" || c == "compositionType" })
}

// hearsTerminals reports that a file listens to what terminals are given.
func (x *trailer) hearsTerminals(u *solver.Unit) bool {
	return slices.Contains(u.Strings, "onDidStartTerminalShellExecution") || slices.Contains(u.Strings, "onDidEndTerminalShellExecution")
}

// exported reports that a node is written as what an instance exports: instance.exports.memory.
func (t *Engine) exported(n int32) bool {
	u, v, c := t.s.Code(n)
	if v == nil || v.Op != ir.OpLoad || !slices.Contains(u.Strings, "WebAssembly") {
		return false
	}
	u, v, _ = t.s.Code(t.s.Resolve(c, v.A))
	return v != nil && v.Op == ir.OpLoad && u.Strings[v.B] == "exports"
}

// Intercepted is the source of the headers of requests that a client of the network is made to show: what the user has
// given it for the hosts they name.
const Intercepted = "the headers of each request"

// interceptor is client.interceptors.request.use(f).
func (x *trailer) interceptor(n int32, u *solver.Unit, v *ir.Value, c int32) {
	t, s := x.t, x.t.s
	if v.A == 0 || u.Nodes[v.A].Op != ir.OpLoad {
		return
	}
	u, v, c = s.Code(s.Resolve(c, u.Nodes[v.A].A))
	if v == nil || v.Op != ir.OpLoad || u.Strings[v.B] != "request" && u.Strings[v.B] != "response" {
		return
	}
	if u, v, _ = s.Code(s.Resolve(c, v.A)); v == nil || v.Op != ir.OpLoad || u.Strings[v.B] != "interceptors" {
		return
	}
	for _, f := range s.ArgNodes(n) {
		for _, p := range t.params(f, 0) {
			x.headers(p, 2)
		}
	}
}

// headers makes sources of the headers that are read off a request or what holds one.
func (x *trailer) headers(n int32, depth int) {
	s := x.t.s
	for load := range s.LoadsOf(n) {
		u, v, _ := s.Code(load)
		switch u.Strings[v.B] {
		case "headers":
			x.t.source(load, load, label{kind: FromSecret, what: Intercepted})
		case "config", "request", "options":
			if depth > 0 {
				x.headers(load, depth-1)
			}
		}
	}
}
