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

// EnvFiles is the source of files of the workspace that hold the variables of an environment.
const EnvFiles = "files of variables in the workspace"

// envNames are the names of such files.
var envNames = lazyregexp.Lazy(`(^|[/*{,])\.env(rc)?\b`)

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
	// let memory; … memory = instance.exports.memory
	for range 2 {
		p, ok := t.s.OnlyPred(n)
		if v == nil || v.Op == ir.OpLoad || !ok {
			break
		}
		n = p
		u, v, c = t.s.Code(n)
	}
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

// DebugSessions is the source of what a debugger and the program it runs say to each other.
const DebugSessions = "the debug sessions"

// tracked makes sources of what a tracker of debug sessions hears.
func (x *trailer) tracked(r solver.Call) {
	t := x.t
	for _, f := range r.Args[1:] {
		for _, create := range t.properties(max(f, 0), "createDebugAdapterTracker") {
			t.s.EachOf(create, solver.KindFunc, func(k solver.Token) {
				fn, _, frame := t.s.Func(k)
				ret := t.s.Resolve(frame, int32(fn.Ret))
				for _, hears := range []string{"onDidSendMessage", "onWillReceiveMessage"} {
					for _, p := range t.properties(ret, hears) {
						t.callback(p, 0, r.Node, label{kind: FromText, what: DebugSessions})
					}
				}
			})
		}
	}
}

// gitMethods are those of the editor's own Git extension that give what a repository holds.
var gitMethods = map[string]bool{
	"diff": true, "diffWithHEAD": true, "diffIndexWithHEAD": true, "diffWith": true, "diffBetween": true, "diffBlobs": true, "show": true,
	"buffer": true, "log": true,
}

// asksGit reports that a file asks for that extension.
func (x *trailer) asksGit(u *solver.Unit) bool {
	return slices.Contains(u.Strings, "vscode.git") && slices.Contains(u.Strings, "getAPI")
}

// openedFile makes sources of the buffers into which an open file is read that nobody has business with.
func (x *trailer) openedFile(r solver.Call) {
	t, s := x.t, x.t.s
	labels := x.private(r)
	if len(labels) == 0 {
		return
	}
	open := copies{s, map[int32]string{}}
	open.add(r.Node, "")
	for _, a := range r.Args[1:] {
		for _, p := range t.params(a, 1) {
			open.add(p, "")
		}
	}
	for _, call := range s.Calls() {
		sym := s.Symbol(call.Symbol)
		if sym.Module != "fs" || sym.Member != "read" && sym.Member != "readSync" || len(call.Args) < 2 || call.Args[1] <= 0 {
			continue
		}
		if _, ok := open.names[call.Args[0]]; !ok {
			continue
		}
		for _, l := range labels {
			t.source(call.Args[1], call.Node, l)
			for _, p := range x.makers(call.Args[1]) {
				t.source(p, call.Node, l)
			}
		}
	}
}

// handle makes sources of what a handle of such a file gives.
func (x *trailer) handle(r solver.Call) {
	t, s := x.t, x.t.s
	labels := x.private(r)
	if len(labels) == 0 {
		return
	}
	handles := copies{s, map[int32]string{}}
	handles.add(r.Node, "")
	for _, n := range sortedKeys(handles.names) {
		for load := range s.LoadsOf(n) {
			u, v, _ := s.Code(load)
			switch u.Strings[v.B] {
			case "readFile", "read", "createReadStream", "readLines", "readableWebStream":
			default:
				continue
			}
			for call := range s.CallsOf(load) {
				for _, l := range labels {
					t.source(call, call, l)
					// handle.read(buffer, …) fills what it is given.
					if args := s.ArgNodes(call); len(args) > 0 && args[0] > 0 && u.Strings[v.B] == "read" {
						t.source(args[0], call, l)
						for _, p := range x.makers(args[0]) {
							t.source(p, call, l)
						}
					}
				}
			}
		}
	}
}
