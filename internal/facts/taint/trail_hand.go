package taint

import (
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// What hands on private data beside what the walk knows: a file, a memento or a thread in between, a compressor by
// whatever name it is imported, lists that are worked on number by number, and classes of packages that do not ship.

// deepest is how far down the parts of a value are looked at, and manyParts how many of them. Deeper down the options of a
// kit for several clouds have what any of them was given. What is written as JSON where it is put together is a message, and
// looked at down to deepestMessage: {events: [{name, details: {text}}]}.
const (
	deepest        = 3
	deepestMessage = 5
	manyParts      = 192
)

// parts calls f for what a value holds at any depth.
func (x *trailer) parts(n int32, f func(int32)) {
	x.partsTo(deepest, n, f)
}

func (x *trailer) partsTo(deepest int, n int32, f func(int32)) {
	left := manyParts
	seen := map[solver.Token]bool{}
	var walk func(n int32, depth int)
	walk = func(n int32, depth int) {
		x.t.s.Each(n, func(o solver.Token) {
			if x.t.s.Kind(o) != solver.KindObject || seen[o] || left <= 0 {
				return
			}
			seen[o] = true
			for p := range x.t.s.Props(o) {
				if left--; left <= 0 {
					return
				}
				f(p)
				if depth > 1 {
					walk(p, depth-1)
				}
			}
			// What is assigned to it holds parts of it: Object.assign(o, {text}).
			for _, b := range x.t.spread[o] {
				f(b)
				if depth > 1 {
					walk(b, depth)
				}
			}
		})
	}
	walk(n, deepest)
}

// wholes are the functions whose result is made of all that their argument holds, at any depth.
var wholes = map[string]bool{"stringify": true, "dump": true, "encode": true, "pack": true, "serialize": true, "structuredClone": true}

// handMore adds the ways of this file to those that the walk takes.
func (x *trailer) handMore() {
	t, s := x.t, x.t.s
	give := func(from, to int32) {
		if from > 0 && to > 0 {
			t.hand = append(t.hand, op{from, to})
		}
	}
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall && v.Op != ir.OpNew || v.A == 0 || !t.live(n) {
			continue
		}
		args := s.ArgNodes(n)
		if len(args) == 0 || args[0] <= 0 {
			continue
		}
		name := t.calleeName(u, v)
		for _, sym := range x.called[n] {
			if sym.Module == "zlib" {
				name = strings.TrimPrefix(sym.Member, "promises.")
			}
		}
		x.handTexts(n, name, give)
		switch {
		case wholes[name]:
			depth := deepest
			if _, arg, _ := s.Code(args[0]); arg != nil && (arg.Op == ir.OpObject || arg.Op == ir.OpArray) {
				depth = deepestMessage
			}
			x.partsTo(depth, args[0], func(p int32) { give(p, n) })
		case changed[name]:
			give(args[min(len(args)-1, keyFirst[name])], n)
		case compressors[name]:
			give(args[0], n)
			for _, a := range args[1:] {
				for _, p := range t.params(max(a, 0), 1) {
					give(args[0], p)
				}
			}
		case v.Op == ir.OpNew && t.isForeign(n):
			// new PutObjectCommand({Body: d}), of a package that does not ship.
			for _, a := range args {
				if a > 0 {
					give(a, n)
					x.parts(a, func(p int32) { give(p, n) })
				}
			}
		case name == "map" && v.B != 0 && x.arithmetic(args[0]):
			give(s.Resolve(c, v.B), n)
		case name == "from" && len(args) > 1 && x.arithmetic(args[1]):
			give(args[0], n)
		}
	}
	x.handThrown()
	x.handRelays(give)
	x.handEvents()
	x.handStores()
	x.handNamed(give)
	x.handSubjects(give)
	x.handFiles(give)
	x.handThreads(give)
}

// keyFirst are those of changed whose first argument is a key.
var keyFirst = map[string]int{"publicEncrypt": 1, "privateEncrypt": 1}

// compressors make of their argument what they give, or hand it to their callback.
var compressors = map[string]bool{
	"gzip": true, "deflate": true, "deflateRaw": true, "brotliCompress": true, "zstdCompress": true, "zstdCompressSync": true,
	"zip": true, "zipSync": true, "compressSync": true, "strToU8": true, "toUint8Array": true,
}

// arithmetic reports that a function gives a number that it works out: data[i] ^ key.
func (x *trailer) arithmetic(f int32) bool {
	s := x.t.s
	found := false
	s.EachOf(f, solver.KindFunc, func(k solver.Token) {
		fn, _, frame := s.Func(k)
		ret := s.Resolve(frame, int32(fn.Ret))
		known := false
		s.Each(ret, func(solver.Token) { known = true })
		found = found || !known && len(x.t.params(f, 0)) > 0 && (!x.t.givesText(ret) || len(x.characters(ret)) > 0)
	})
	return found
}

// givesText reports that what a function gives is something the solver follows: a text, a part of what it was given.
func (t *Engine) givesText(ret int32) bool {
	for _, p := range t.preds(ret) {
		if _, v, _ := t.s.Code(p); v != nil && v.Op != ir.OpNone && v.Op != ir.OpWord {
			return true
		}
	}
	return false
}

// handFiles ties what is written into a file to where it is read again: by the place's text.
func (x *trailer) handFiles(give func(from, to int32)) {
	t, s := x.t, x.t.s
	written, read := map[string][]int32{}, map[string][]int32{}
	put := func(into map[string][]int32, at, node int32) {
		for _, p := range t.values.Of(at).Alts {
			if text := p.String(); strings.Trim(strings.ReplaceAll(text, "<unknown>", ""), "/.") != "" && len(into[text]) < 16 {
				into[text] = append(into[text], node)
			}
		}
	}
	for _, r := range s.Calls() {
		sym := s.Symbol(r.Symbol)
		if len(r.Args) == 0 || r.Args[0] <= 0 || !t.live(r.Node) {
			continue
		}
		switch member := strings.TrimPrefix(sym.Member, "promises."); {
		case sym.Module == "fs" && fileWriters[member] && len(r.Args) > 1 && r.Args[1] > 0:
			put(written, r.Args[0], r.Args[1])
		case sym.Module == "fs" && readers[[2]string{"fs", sym.Member}]:
			put(read, r.Args[0], r.Node)
		}
	}
	for _, text := range sortedKeys(written) {
		for _, from := range written[text] {
			for _, to := range read[text] {
				give(from, to)
			}
		}
	}
}

// fileWriters are the functions of fs that write what they are given into a file.
var fileWriters = map[string]bool{"writeFile": true, "writeFileSync": true, "appendFile": true, "appendFileSync": true}

// handThreads ties what a thread or a child of the extension's own is told to where it hears it, and back.
func (x *trailer) handThreads(give func(from, to int32)) {
	t, s := x.t, x.t.s
	var told, data []int32 // what is told; what new Worker(file, {workerData}) is given
	var hears []int32      // parameters of listeners
	tell := func(list []int32) {
		if len(list) > 0 && list[0] > 0 {
			told = append(told, list[0])
		}
	}
	threads := false
	for _, r := range s.Calls() {
		sym := s.Symbol(r.Symbol)
		switch {
		case sym.Module == "worker_threads" && sym.Member == "Worker" && len(r.Args) > 1 && r.Args[1] > 0:
			threads = true
			data = append(data, t.properties(r.Args[1], "workerData")...)
		case sym.Module == "worker_threads" && sym.Member == "Worker", sym.Module == "child_process" && sym.Member == "fork":
			threads = true
		}
	}
	if !threads {
		return
	}
	for _, n := range s.ActNodes() {
		u, v, c := s.Code(n)
		if v.A == 0 || !t.live(n) {
			continue
		}
		switch v.Op {
		case ir.OpLoad:
			if u.Strings[v.B] == "workerData" {
				x.arrives(data, n)
			}
		case ir.OpCall:
			args := s.ArgNodes(n)
			if len(args) == 0 || u.Nodes[v.A].Op != ir.OpLoad {
				continue
			}
			base := s.Resolve(c, u.Nodes[v.A].A)
			switch t.calleeName(u, v) {
			case "postMessage":
				if !IsWebview(s, base) {
					tell(args)
				}
			case "send":
				if x.calls(base, func(r solver.Symbol) bool { return r.Member == "fork" }) || x.isProcess(base) ||
					x.maker(base, func(r solver.Symbol) bool { return r.Module == "child_process" && r.Member == "fork" }) > 0 {
					tell(args)
				}
			case "on", "once", "addEventListener", "addListener":
				if len(args) > 1 && args[0] > 0 && t.isText(args[0], "message") && !IsWebview(s, base) {
					hears = append(hears, t.params(args[1], 0)...)
				}
			}
		}
	}
	s.Stores(func(_ int32, property string, stored int32) {
		if property == "onmessage" && t.live(stored) {
			hears = append(hears, t.params(stored, 0)...)
		}
	})
	const most = 12
	if len(told) > most || len(hears) > most {
		return
	}
	for _, to := range hears {
		x.arrives(told, to)
		for _, from := range told {
			x.parts(from, func(p int32) { give(p, to) })
		}
	}
}

// arrives hands on what is told to where it is heard, and to the copies of that.
func (x *trailer) arrives(told []int32, n int32) { x.tell(told, n, maxCopies) }

// maxReached bounds the copies of a value that are looked at where many may be told something.
const maxReached = 128

// reaches is arrives for one of many ways, none of which may take long.
func (x *trailer) reaches(told []int32, n int32) { x.tell(told, n, maxReached) }

func (x *trailer) tell(told []int32, n int32, most int) {
	heard := copies{x.t.s, map[int32]string{}}
	for _, to := range heard.upTo(most, n, "") {
		for _, from := range told {
			x.t.bridge(from, to)
		}
	}
}

// isProcess reports that a node is the process itself.
func (x *trailer) isProcess(n int32) bool {
	is := false
	x.t.s.EachOf(n, solver.KindSymbol, func(k solver.Token) {
		r := x.t.s.SymbolOf(k)
		is = is || r.Module == "globals" && r.Member == "process" || r.Module == "process" && r.Member == ""
	})
	return is
}

// words are the texts of a list's first items.
func (t *Engine) words(list int32, most int) []string {
	var out []string
	for i := range most {
		for _, p := range t.properties(list, strconv.Itoa(i)) {
			out = append(out, t.texts(p)...)
		}
	}
	return out
}
