package taint

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// findSinks finds where a trail may end: what is sent or written, and what runs
// as code.
func (x *trailer) findSinks() {
	t, s := x.t, x.t.s
	for _, r := range s.Calls() {
		if t.live(r.Node) && !t.mixed[r.Node] {
			x.sinkCall(r)
		}
	}
	entrusts := x.entrusts()
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 || !t.live(n) {
			continue
		}
		switch t.calleeName(u, v) {
		case "pipe":
			if u.Nodes[v.A].Op != ir.OpLoad {
				continue
			}
			args := s.ArgNodes(n)
			if len(args) == 0 || args[0] <= 0 {
				continue
			}
			base := s.Resolve(c, u.Nodes[v.A].A)
			if at := x.maker(args[0], opensFile); at > 0 {
				x.sink(base, n, at, Sink{Kind: ToFile, Module: "fs", Member: "WriteStream", Role: AsContent})
			}
			if at := x.maker(args[0], opensRequest); at > 0 {
				x.sink(base, n, at, Sink{Kind: ToSend, Module: "http", Member: "ClientRequest", Role: AsContent})
			}
		case "postMessage":
			if u.Nodes[v.A].Op != ir.OpLoad || !IsWebview(s, s.Resolve(c, u.Nodes[v.A].A)) {
				continue
			}
			if args := s.ArgNodes(n); len(args) > 0 && args[0] > 0 {
				x.sinkHeld(args[0], n, 0, Sink{Kind: ToPage, Module: "vscode", Member: "Webview.postMessage", Role: AsContent})
			}
		case "write", "end", "send":
			x.sinkByName(n, u, v, c)
		case "toString":
			if entrusts {
				x.sinkHidden(n, u, v, c)
			}
		}
	}
	for _, r := range s.Requires() {
		if t.live(r[0]) {
			x.sink(r[1], r[0], 0, Sink{Kind: ToCode, Module: "module", Member: "require", Role: AsCommand})
		}
	}
	for _, n := range s.ActNodes() {
		u, v, c := s.Code(n)
		if v.Op == ir.OpStored && u.Strings[v.B] == "html" && t.live(n) && IsWebview(s, s.Resolve(c, v.A)) {
			x.sink(s.Resolve(c, v.C), n, 0, Sink{Kind: ToPage, Module: "vscode", Member: "Webview.html", Role: AsContent})
		}
	}
	x.findMemorySinks()
	x.findClientSinks()
	x.findRequestSinks()
	x.findOtherSinks()
}

func (x *trailer) sink(n, place, opened int32, sink Sink) {
	t := x.t
	before := len(t.sinks)
	t.sink(n, place, sink)
	if len(t.sinks) > before && opened != 0 {
		t.forget(before)
		t.sinks[before].opened = opened
	}
}

// sinkHeld makes a node a sink, and what its objects and lists hold.
func (x *trailer) sinkHeld(n, place, opened int32, sink Sink) {
	x.sink(n, place, opened, sink)
	x.parts(n, func(p int32) { x.sink(p, place, opened, sink) })
}

func (x *trailer) sinkCall(r solver.Call) {
	t := x.t
	sym := t.s.Symbol(r.Symbol)
	if sym.Module == "stream" && sym.Member == "pipeline" || sym.Module == "stream" && sym.Member == "promises.pipeline" {
		if len(r.Args) > 1 && r.Args[0] > 0 {
			for _, a := range r.Args[1:] {
				if at := x.maker(a, opensRequest); at > 0 {
					x.sink(r.Args[0], r.Node, at, Sink{Kind: ToSend, Module: "http", Member: "ClientRequest", Role: AsContent})
				}
				if at := x.maker(a, opensFile); at > 0 {
					x.sink(r.Args[0], r.Node, at, Sink{Kind: ToFile, Module: "fs", Member: "WriteStream", Role: AsContent})
				}
			}
		}
		return
	}
	e, ok := t.s.Catalog().Lookup(sym.Module, sym.Member)
	if !ok {
		return
	}
	shell := t.runsShell(e, r) || e.Capability == catalog.ProcessShell
	for _, a := range e.Args {
		kind, role := trailEnd(e, a.Role, shell)
		if kind == "" || a.Index < 0 {
			continue
		}
		sink := Sink{Kind: kind, Module: sym.Module, Member: sym.Member, Role: role}
		opened := x.opened(r, sym)
		for _, n := range t.argument(r.Args, a.Index) {
			before := len(t.sinks)
			if a.Prop != "" {
				for _, p := range t.properties(n, a.Prop) {
					x.sinkHeld(p, r.Node, opened, sink)
				}
				continue
			}
			x.sinkHeld(n, r.Node, opened, sink)
			if role == AsAddress {
				to := x.asked(n)
				for i := before; i < len(t.sinks); i++ {
					t.goesTo(i, to)
				}
			}
		}
	}
}

// asked is the address of a request that was made before: fetch(new Request(address, …)); "" for others.
func (x *trailer) asked(n int32) string {
	for _, made := range append(x.makers(n), n) {
		if u, v, _ := x.t.s.Code(made); v != nil && v.Op == ir.OpNew && x.t.calleeName(u, v) == "Request" {
			return x.t.addressed(made)
		}
	}
	return ""
}

// opened is the call that made the request a method is of.
func (x *trailer) opened(r solver.Call, sym solver.Symbol) int32 {
	if !strings.Contains(sym.Member, "()") {
		return 0
	}
	u, v, c := x.t.s.Code(r.Node)
	if v == nil || v.A == 0 || u.Nodes[v.A].Op != ir.OpLoad {
		return 0
	}
	return x.maker(x.t.s.Resolve(c, u.Nodes[v.A].A), opensRequest)
}

// trailEnd says what an argument of a role is the end of.
func trailEnd(e catalog.Entry, role catalog.Role, shell bool) (SinkKind, SinkRole) {
	switch {
	case sends(e):
		switch role {
		case catalog.RoleContent, catalog.RoleHeaders:
			return ToSend, AsContent
		case catalog.RoleURL, catalog.RoleHost:
			return ToSend, AsAddress
		}
	case e.Capability == catalog.NetResolve && role == catalog.RoleHost:
		return ToSend, AsAddress
	case (e.Capability == catalog.FileWrite || e.Capability == catalog.VSFilesWrite) && role == catalog.RoleContent:
		return ToFile, AsContent
	case (e.Capability == catalog.CodeEval || e.Capability == catalog.CodeVM) && role == catalog.RoleCode:
		return ToCode, AsCommand
	case shell && role == catalog.RoleCommand:
		return ToShell, AsCommand
	}
	return "", ""
}

// sinkByName is a write to a stream or socket nobody knows by type.
func (x *trailer) sinkByName(n int32, u *solver.Unit, v *ir.Value, c int32) {
	if u.Nodes[v.A].Op != ir.OpLoad {
		return
	}
	args := x.t.s.ArgNodes(n)
	if len(args) == 0 || args[0] <= 0 {
		return
	}
	base := x.t.s.Resolve(c, u.Nodes[v.A].A)
	if at := x.maker(base, opensFile); at > 0 {
		x.sinkHeld(args[0], n, at, Sink{Kind: ToFile, Module: "fs", Member: "WriteStream", Role: AsContent})
	}
	if at := x.maker(base, opensRequest); at > 0 {
		x.sinkHeld(args[0], n, at, Sink{Kind: ToSend, Module: "http", Member: "ClientRequest", Role: AsContent})
	}
}

// findClientSinks finds what is handed to packages that send what they are
// told.
func (x *trailer) findClientSinks() {
	x.t.packageCalls(clients, func(n int32, what, member string) (client bool) {
		before := len(x.t.sinks)
		for i, a := range x.t.s.ArgNodes(n) {
			role := AsContent
			if i == 0 {
				role = AsAddress
			}
			if a > 0 {
				x.sinkHeld(a, n, 0, Sink{Kind: ToSend, Module: what, Member: member, Role: role})
			}
		}
		to := x.t.addressed(n)
		for i := before; i < len(x.t.sinks); i++ {
			x.t.goesTo(i, to)
		}
		return false
	})
}

// findRequestSinks finds what is given to a call that asks an address of the network, and
// what such a call is made on: a form that was filled before.
func (x *trailer) findRequestSinks() {
	t := x.t
	for _, r := range t.requests() {
		before := len(t.sinks)
		sink := Sink{Kind: ToSend, Module: "", Member: t.nameOf(r.node), Role: AsContent, ByVerb: r.byVerb}
		for _, a := range t.s.ArgNodes(r.node) {
			if a > 0 {
				x.sink(a, r.node, 0, sink)
				keys := map[int32]bool{}
				if r.routed {
					for _, h := range t.properties(a, "headers") {
						keys[h] = true
						x.parts(h, func(p int32) { keys[p] = true })
					}
				}
				// client.create({files: {name: {content: d}}})
				x.parts(a, func(p int32) {
					if !keys[p] {
						x.sink(p, r.node, 0, sink)
					}
				})
			}
		}
		if r.base > 0 {
			x.sink(r.base, r.node, 0, sink)
		}
		for i := before; i < len(t.sinks); i++ {
			t.goesTo(i, r.to)
		}
	}
}
