package taint

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// Relays are objects that are told something at one end and hand it on at another: streams, channels, stores. What they are
// told goes to the functions that they were made with, or that a class of the code's own has for it; what those hand on, and
// what goes through as it is, the object holds, and its readers get it of the object.

// relay says how the objects of a class do that.
type relay struct {
	// tells are the methods by which one is told, with the argument that tells, and listens those whose function, after the
	// name of an event, hears what it is told. What is stored as onmessage hears as well.
	tells   map[string]int
	listens map[string]bool
	// sides are the properties and methods that give another side of the same object.
	sides []string
	// through: the object holds what it is told. held are the methods that give what it holds.
	through bool
	held    string
	// named: what one is told, all hear that were made with the same name.
	named bool
	hears []handler
}

// handler is a function that a relay calls: by its name among the options, or in a class with "_" before.
type handler struct {
	name string
	// chunk is the parameter that is told, and gives the one by which the function hands on; -1 for none. It is called with
	// what is handed on as argument arg, or its method is.
	chunk, gives, arg int
	method            string
}

var (
	writeEnds    = map[string]int{"write": 0, "end": 0}
	transformers = []handler{{"transform", 0, 2, 1, ""}, {"flush", -1, 0, 1, ""}}
	sinkers      = []handler{{"write", 0, -1, 0, ""}, {"writev", 0, -1, 0, ""}}
	enqueuers    = []handler{{"start", -1, 0, 0, "enqueue"}, {"pull", -1, 0, 0, "enqueue"}}
	pushers      = []handler{{"read", -1, -1, 0, ""}}
	onMessage    = map[string]bool{"on": true, "once": true, "addListener": true, "addEventListener": true}
)

// relays are such classes, of Node and of the web.
var relays = map[solver.Symbol]relay{
	{Module: "stream", Member: "Writable"}:        {tells: writeEnds, hears: sinkers},
	{Module: "stream", Member: "Duplex"}:          {tells: writeEnds, hears: slices.Concat(sinkers, pushers)},
	{Module: "stream", Member: "Transform"}:       {tells: writeEnds, hears: transformers},
	{Module: "stream", Member: "PassThrough"}:     {tells: writeEnds, through: true, listens: onMessage},
	{Module: "stream", Member: "Readable"}:        {hears: pushers},
	{Module: "globals", Member: "ReadableStream"}: {hears: enqueuers},
	{Module: "globals", Member: "WritableStream"}: {
		tells: map[string]int{"write": 0}, sides: []string{"getWriter"}, hears: []handler{{"write", 0, -1, 0, ""}},
	},
	{Module: "globals", Member: "TransformStream"}: {
		tells: map[string]int{"write": 0}, sides: []string{"writable", "getWriter"},
		hears: []handler{{"start", -1, 0, 0, "enqueue"}, {"transform", 0, 1, 0, "enqueue"}, {"flush", -1, 0, 0, "enqueue"}},
	},
	{Module: "worker_threads", Member: "MessageChannel"}: {
		tells: map[string]int{"postMessage": 0}, sides: []string{"port1", "port2"}, listens: onMessage, through: true,
	},
	{Module: "worker_threads", Member: "BroadcastChannel"}: {
		tells: map[string]int{"postMessage": 0}, listens: onMessage, through: true, named: true,
	},
	{Module: "async_hooks", Member: "AsyncLocalStorage"}: {
		tells: map[string]int{"run": 0, "enterWith": 0}, through: true, held: "getStore",
	},
	{Module: "globals", Member: "FinalizationRegistry"}: {tells: map[string]int{"register": 1}, hears: []handler{{"", 0, -1, 0, ""}}},
}

// elsewhere are the modules by which Node gives classes of the web.
var elsewhere = map[string]bool{"stream/web": true, "stream": true, "worker_threads": true}

// maxRelays bounds the relays of a program that are looked at, and maxSides the values that are one.
const (
	maxRelays = 256
	maxSides  = 256
)

// relayed is one relay of a program.
type relayed struct {
	relay
	node  int32
	sides map[int32]bool
	told  []int32
}

// handRelays ties what relays are told to what hears it.
func (x *trailer) handRelays(give func(from, to int32)) {
	t, s := x.t, x.t.s
	var all []*relayed
	classes := map[solver.Token]solver.Symbol{}
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpNew || !t.live(n) || len(all) >= maxRelays {
			continue
		}
		if r, ok := relays[x.class(n, u, v, c, classes)]; ok {
			m := &relayed{relay: r, node: n, sides: map[int32]bool{}}
			m.look(s)
			all = append(all, m)
		}
	}
	if len(all) == 0 {
		return
	}
	x.piped(func(from, to int32) {
		for _, m := range all {
			if m.sides[to] {
				m.told = append(m.told, from)
			}
		}
	})
	x.share(all)
	for _, m := range all {
		x.hand(m, give)
	}
	s.Stores(func(object int32, property string, stored int32) {
		if property != "onmessage" {
			return
		}
		for _, m := range all {
			if m.listens != nil && m.sides[object] {
				for _, p := range t.params(stored, 0) {
					x.hearsIn(m.told, p)
				}
			}
		}
	})
}

// share lets relays with the same name be told the same.
func (x *trailer) share(all []*relayed) {
	told := map[string][]int32{}
	names := func(m *relayed) []string {
		if args := x.t.s.ArgNodes(m.node); m.named && len(args) > 0 && args[0] > 0 {
			return x.t.texts(args[0])
		}
		return nil
	}
	for _, m := range all {
		for _, id := range names(m) {
			told[id] = append(told[id], m.told...)
		}
	}
	for _, m := range all {
		for _, id := range names(m) {
			m.told = told[id]
		}
	}
}

// class is the class that a construction makes an object of, or the one from outside that the code's own class extends.
func (x *trailer) class(n int32, u *solver.Unit, v *ir.Value, c int32, known map[solver.Token]solver.Symbol) solver.Symbol {
	s := x.t.s
	for _, r := range x.called[n] {
		if key := (solver.Symbol{Module: r.Module, Member: r.Member}); relays[key].tells != nil || relays[key].hears != nil {
			return key
		}
		if elsewhere[r.Module] {
			return solver.Symbol{Module: "globals", Member: strings.TrimPrefix(r.Member, "web.")}
		}
	}
	callee := s.Resolve(c, v.A)
	var out solver.Symbol
	s.EachOf(callee, solver.KindFunc, func(k solver.Token) {
		of, ok := known[k]
		if !ok {
			of = x.extends(k, 4)
			known[k] = of
		}
		if of.Member != "" {
			out = of
		}
	})
	if out.Member == "" && u.Nodes[v.A].Op == ir.OpGlobal && !s.Known(callee) {
		out = solver.Symbol{Module: "globals", Member: u.Strings[u.Nodes[v.A].A]}
	}
	return out
}

// extends is the class from outside that an object's class extends.
func (x *trailer) extends(o solver.Token, generations int) solver.Symbol {
	s := x.t.s
	for parent := range s.Parents(o) {
		if s.Kind(parent) == solver.KindSymbol {
			r := s.SymbolOf(parent)
			return solver.Symbol{Module: r.Module, Member: r.Member}
		}
		if generations > 0 {
			if out := x.extends(parent, generations-1); out.Member != "" {
				return out
			}
		}
	}
	return solver.Symbol{}
}

// look finds the values that are the object, or a side of it, and what they are told.
func (m *relayed) look(s solver.View) {
	queue := []int32{m.node}
	for len(queue) > 0 && len(m.sides) < maxSides {
		n := queue[0]
		queue = queue[1:]
		if n <= 0 || m.sides[n] {
			continue
		}
		m.sides[n] = true
		for dst := range s.Succ(n) {
			queue = append(queue, dst)
		}
		for load := range s.LoadsOf(n) {
			u, v, _ := s.Code(load)
			name := u.Strings[v.B]
			if slices.Contains(m.relay.sides, name) {
				queue = append(queue, load)
				for call := range s.CallsOf(load) {
					queue = append(queue, call)
				}
			}
			if at, ok := m.tells[name]; ok {
				for call := range s.CallsOf(load) {
					if args := s.ArgNodes(call); at < len(args) && args[at] > 0 {
						m.told = append(m.told, args[at])
					}
				}
			}
		}
	}
}

// piped calls f for what is piped into something.
func (x *trailer) piped(f func(from, to int32)) {
	t, s := x.t, x.t.s
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 || !t.live(n) {
			continue
		}
		switch name := t.calleeName(u, v); {
		case (name == "pipe" || name == "pipeTo" || name == "pipeThrough") && u.Nodes[v.A].Op == ir.OpLoad:
			if args := s.ArgNodes(n); len(args) > 0 && args[0] > 0 {
				f(s.Resolve(c, u.Nodes[v.A].A), args[0])
			}
		case name == "pipeline" || x.calls(n, isPipeline):
			args := s.ArgNodes(n)
			for i := 1; i < len(args); i++ {
				if args[i-1] > 0 && args[i] > 0 {
					f(args[i-1], args[i])
				}
			}
		}
	}
}

func isPipeline(r solver.Symbol) bool {
	return r.Module == "stream" && (r.Member == "pipeline" || r.Member == "promises.pipeline")
}

// hand ties what one relay is told to what hears it, and what it hands on to the object.
func (x *trailer) hand(m *relayed, give func(from, to int32)) {
	t, s := x.t, x.t.s
	args := s.ArgNodes(m.node)
	plain := m.through
	if len(args) == 0 && len(m.hears) > 0 && m.hears[0].method != "" {
		plain = true // new TransformStream() hands on as it is
	}
	if plain {
		for _, from := range m.told {
			give(from, m.node)
		}
	}
	for _, h := range m.hears {
		for _, f := range x.heardBy(m, h, args) {
			if h.chunk >= 0 {
				for _, p := range t.params(f, h.chunk) {
					x.hearsIn(m.told, p)
				}
			}
			for _, from := range x.handsOn(f, h) {
				give(from, m.node)
			}
		}
	}
	if m.listens == nil && m.held == "" {
		return
	}
	for _, n := range sortedKeys(m.sides) {
		for load := range s.LoadsOf(n) {
			u, v, _ := s.Code(load)
			name := u.Strings[v.B]
			for call := range s.CallsOf(load) {
				if m.held != "" && name == m.held {
					x.hearsIn(m.told, call)
				}
				if args := s.ArgNodes(call); m.listens[name] && len(args) > 1 && args[1] > 0 &&
					(t.isText(args[0], "data") || t.isText(args[0], "message")) {
					for _, p := range t.params(args[1], 0) {
						x.hearsIn(m.told, p)
					}
				}
			}
		}
	}
}

// hearsIn hands on what is told to a parameter, and, for listeners of the web, to the data of its event.
func (x *trailer) hearsIn(told []int32, n int32) {
	x.reaches(told, n)
	s := x.t.s
	for load := range s.LoadsOf(n) {
		if u, v, _ := s.Code(load); u.Strings[v.B] == "data" {
			x.reaches(told, load)
		}
	}
}

// heardBy are the functions that a relay has for something.
func (x *trailer) heardBy(m *relayed, h handler, args []int32) []int32 {
	t := x.t
	var out []int32
	for _, a := range args {
		switch {
		case a <= 0:
		case h.name == "":
			out = append(out, a)
		default:
			out = append(out, t.properties(a, h.name)...)
		}
	}
	return append(out, t.properties(m.node, "_"+h.name)...)
}

// handsOn are what a function hands on: by the parameter that is for it, and by push of the stream whose method it is.
func (x *trailer) handsOn(f int32, h handler) []int32 {
	t, s := x.t, x.t.s
	var out []int32
	for _, p := range t.params(f, max(h.gives, 0)) {
		if h.gives < 0 {
			break
		}
		same := copies{s, map[int32]string{}}
		same.add(p, "")
		for _, n := range sortedKeys(same.names) {
			if h.method == "" {
				out = append(out, argsAt(s, n, h.arg)...)
				continue
			}
			for load := range s.LoadsOf(n) {
				if u, v, _ := s.Code(load); u.Strings[v.B] == h.method {
					out = append(out, argsAt(s, load, h.arg)...)
				}
			}
		}
	}
	s.EachOf(f, solver.KindFunc, func(k solver.Token) {
		fn, _, frame := s.Func(k)
		if fn.Flags&ir.Arrow != 0 {
			return
		}
		for load := range s.LoadsOf(s.Resolve(frame, int32(fn.This))) {
			if u, v, _ := s.Code(load); u.Strings[v.B] == "push" {
				out = append(out, argsAt(s, load, 0)...)
			}
		}
	})
	return out
}

// argsAt are the arguments at one place of the calls of a value.
func argsAt(s solver.View, callee int32, at int) []int32 {
	var out []int32
	for call := range s.CallsOf(callee) {
		if args := s.ArgNodes(call); at < len(args) && args[at] > 0 {
			out = append(out, args[at])
		}
	}
	return out
}
