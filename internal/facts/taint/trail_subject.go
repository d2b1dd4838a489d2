package taint

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// Subjects hand on what they are told, through queues and timers of a library that nobody follows: what one method is
// given, functions get that another method, or a function on the way, was given.

// subjects are such methods: by which one is told, and by which functions hear it.
var subjects = map[string][]string{
	"next": {"subscribe", "pipe", "forEach"}, "fire": {"event"}, "dispatch": {"subscribe", "listen"}, "publish": {"subscribe"},
}

// maxSubjects bounds the calls by which subjects are told, and maxChain the methods in a row that hear one.
const (
	maxSubjects = 64
	maxChain    = 6
)

// handSubjects ties the two.
func (x *trailer) handSubjects(give func(from, to int32)) {
	t, s := x.t, x.t.s
	left := maxSubjects
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 || u.Nodes[v.A].Op != ir.OpLoad || left == 0 || !t.live(n) {
			continue
		}
		hears := subjects[t.calleeName(u, v)]
		args := s.ArgNodes(n)
		if len(hears) == 0 || len(args) == 0 || args[0] <= 0 {
			continue
		}
		base := s.Resolve(c, u.Nodes[v.A].A)
		for _, made := range append(x.makers(base), base) {
			if _, v, _ := s.Code(made); v == nil || v.Op != ir.OpNew {
				continue
			}
			left--
			for _, p := range x.hearers(made, hears) {
				t.bridge(args[0], p)
				x.parts(args[0], func(part int32) { give(part, p) })
			}
		}
	}
}

// hearers are the first parameters of the functions that a subject's methods are given, and the methods of what those give.
// Whatever is on several ways is looked at once: in a library all subjects are one another's copies.
func (x *trailer) hearers(made int32, methods []string) []int32 {
	same := copies{x.t.s, map[int32]string{}}
	var out []int32
	chain := []int32{made}
	for depth := 0; len(chain) > 0 && depth < maxChain; depth++ {
		var next []int32
		for _, from := range chain {
			added := same.add(from, "")
			if len(same.names) >= maxCopies {
				return nil
			}
			slices.Sort(added)
			for _, n := range added {
				hear, piped := x.heard(n, methods)
				out, next = append(out, hear...), append(next, piped...)
			}
		}
		chain = next
	}
	return out
}

// heard are the parameters that hear what a subject is told, by methods that are read off a node, and the calls that give the
// next one of a chain.
func (x *trailer) heard(n int32, methods []string) (hear, piped []int32) {
	t, s := x.t, x.t.s
	for load := range s.LoadsOf(n) {
		u, v, _ := s.Code(load)
		if !slices.Contains(methods, u.Strings[v.B]) {
			continue
		}
		for call := range s.CallsOf(load) {
			for _, a := range s.ArgNodes(call) {
				if a <= 0 {
					continue
				}
				hear = append(hear, t.params(a, 0)...)
				for _, p := range t.properties(a, "next") {
					hear = append(hear, t.params(p, 0)...)
				}
				// pipe(map((x) => …))
				if _, v, _ := s.Code(a); v != nil && v.Op == ir.OpCall {
					for _, f := range s.ArgNodes(a) {
						hear = append(hear, t.params(max(f, 0), 0)...)
					}
				}
			}
			if u.Strings[v.B] == "pipe" {
				piped = append(piped, call)
			}
		}
	}
	return hear, piped
}

// sinkHidden makes a sink of what Buffer.from(x).toString("hex") is made of: spelled so that nobody sees what is sent. With
// base64 it is one where the file writes no login of HTTP, which is spelled like that.
func (x *trailer) sinkHidden(n int32, u *solver.Unit, v *ir.Value, c int32) {
	t, s := x.t, x.t.s
	args := s.ArgNodes(n)
	if len(args) != 1 || args[0] <= 0 || u.Nodes[v.A].Op != ir.OpLoad {
		return
	}
	hidden := slices.ContainsFunc(t.texts(args[0]), func(e string) bool {
		return e == "hex" || encodings[e] && !slices.ContainsFunc(u.Strings, func(text string) bool { return strings.HasPrefix(text, "Basic") })
	})
	if !hidden {
		return
	}
	made := s.Resolve(c, u.Nodes[v.A].A)
	if u, v, _ := s.Code(made); v == nil || v.Op != ir.OpCall || t.calleeName(u, v) != "from" {
		return
	}
	if of := s.ArgNodes(made); len(of) > 0 && of[0] > 0 {
		x.sink(of[0], n, 0, Sink{Kind: ToHide, Module: "buffer", Member: "Buffer.toString", Role: AsContent})
	}
}

// Named is the sink of a name that is read off the global object: what it is decides what is called.
var Named = solver.Symbol{Module: "globals", Member: "globalThis"}

// findMemorySinks makes such sinks, in programs that load WebAssembly.
func (x *trailer) findMemorySinks() {
	t, s := x.t, x.t.s
	if !slices.ContainsFunc(s.Units(), func(u *solver.Unit) bool { return slices.Contains(u.Strings, "WebAssembly") }) {
		return
	}
	for _, n := range s.IndexNodes() {
		_, v, c := s.Code(n)
		if !t.live(n) {
			continue
		}
		base := s.Resolve(c, v.A)
		global := t.window(base)
		for _, p := range t.preds(base) {
			global = global || t.window(p)
		}
		if global {
			x.sink(s.Resolve(c, v.B), n, 0, Sink{Kind: ToCode, Module: Named.Module, Member: Named.Member, Role: AsCommand})
		}
	}
}
