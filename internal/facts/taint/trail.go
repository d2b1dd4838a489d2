package taint

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// Trails are flows of another kind: not what a stranger may choose, but what
// the code itself is after. The taint engine walks them a second time over the
// same graph, with sources and sinks of their own (trail_source.go,
// trail_sink.go), and only where there are both; no guard ends them, because who
// steals compares as much as they like.

// trailer is what the engine knows besides when it looks for trails.
type trailer struct {
	t *Engine
	// called are the symbols each call calls.
	called map[int32][]solver.Symbol
	why    *Triggers
	// copies are the places of copied; asksTexts are the answers of textsOf, speaks those of speaksProtocol.
	copies    map[string]label
	asksTexts map[*solver.Unit]bool
	// icons are the answers of showsIcons.
	icons    map[*solver.Unit]bool
	speaks   map[*solver.Unit]bool
	programs []program
	// picked is the answer of picks.
	picked *pickers
	// holds remembers which things hold the environment, by thing and depth.
	holds map[[2]int32]bool
	// listOf is the answer of elementOf.
	listOf map[[2]int32][]int32
}

// trailEnds says which sinks matter for what comes from a source.
var trailEnds = map[SourceKind][]SinkKind{
	FromSecret: {ToSend, ToPage}, FromToken: {ToSend, ToPage}, FromText: {ToSend, ToPage}, FromEnvironment: {ToSend, ToPage},
	FromMachine: {ToSend}, FromClipboard: {ToSend, ToPage},
	FromNetwork:   {ToFile},
	FromCipher:    {ToFile},
	FromDecoded:   {ToCode, ToShell, ToFile},
	FromEntrusted: {ToSend, ToHide},
}

// FindTrails finds the trails of the graph in which flows were found. What that run wrote
// down about the graph is used again.
func FindTrails(flows *Engine) *Engine {
	s := flows.s
	t := newTainter(s, flows.values)
	t.asked = flows.asked
	x := &trailer{t: t, called: map[int32][]solver.Symbol{}, holds: map[[2]int32]bool{}, asksTexts: map[*solver.Unit]bool{},
		icons:  map[*solver.Unit]bool{},
		speaks: map[*solver.Unit]bool{}}
	t.trails = x
	for _, r := range s.Calls() {
		x.called[r.Node] = append(x.called[r.Node], s.Symbol(r.Symbol))
	}
	t.findMixed()
	x.findSinks()
	if len(t.sinks) == 0 {
		return t
	}
	t.findSpreads()
	x.findSources()
	if len(t.sources) == 0 {
		return t
	}
	if flows.hand != nil {
		t.hand, t.instances = slices.Clone(flows.hand), flows.instances
	} else {
		t.handOn()
	}
	t.findPicks()
	x.handOn()
	t.backwards()
	t.forwards()
	return t
}

func (x *trailer) goes(from SourceKind, to SinkKind) bool {
	return slices.Contains(trailEnds[from], to)
}

// finish writes down where what the data is written to was made, and who sets
// the trail off.
func (x *trailer) finish(f *foundFlow, source int32, to sinkAt) {
	if to.opened > 0 && to.opened != to.place {
		at := x.t.s.At(to.opened)
		f.opened = &at
	}
	f.flow.To = to.to
	why := x.t.Triggers()
	f.flow.Trigger = why.of(source)
	if end := why.of(
		to.place,
	); f.flow.Trigger == ByUnknown ||
		end != ByUnknown && end.precedes(f.flow.Trigger) && f.flow.Trigger != ByCommand {
		f.flow.Trigger = end
	}
}

// precedes reports whether a trigger needs a person less than another.
func (a Trigger) precedes(b Trigger) bool {
	order := []Trigger{ByTimer, ByEvent, ByStart, ByCommand, ByUnknown}
	return slices.Index(order, a) < slices.Index(order, b)
}

// calls reports whether a call calls a symbol.
func (x *trailer) calls(n int32, keep func(solver.Symbol) bool) bool {
	return slices.ContainsFunc(x.called[n], keep)
}

// maker walks back from a value to the call of a symbol that made it; 0 when
// none is near.
func (x *trailer) maker(n int32, keep func(solver.Symbol) bool) int32 {
	const near = 64
	t := x.t
	seen := map[int32]bool{}
	queue := []int32{n}
	for len(queue) > 0 && len(seen) < near {
		n, queue = queue[0], queue[1:]
		if n <= 0 || seen[n] {
			continue
		}
		seen[n] = true
		if x.calls(n, keep) {
			return n
		}
		queue = append(queue, t.preds(n)...)
		// request(…).on("error", f) is the request.
		if u, v, c := t.s.Code(n); v != nil && v.Op == ir.OpCall && v.A != 0 && u.Nodes[v.A].Op == ir.OpLoad && chained[t.calleeName(u, v)] {
			queue = append(queue, t.s.Resolve(c, u.Nodes[v.A].A))
		}
	}
	return 0
}

// chained are the methods that give back what they are called on.
var chained = map[string]bool{"on": true, "once": true, "setTimeout": true, "setEncoding": true, "pipe": true}

// handOn adds what carries private data and no stranger's choice: collections
// that are filled by a method, and ciphers and compressors.
func (x *trailer) handOn() {
	t, s := x.t, x.t.s
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 || u.Nodes[v.A].Op != ir.OpLoad {
			continue
		}
		base := s.Resolve(c, u.Nodes[v.A].A)
		switch id := u.Strings[u.Nodes[v.A].B]; {
		case filled[id]:
			if _, on, at := s.Code(base); on != nil && on.Op == ir.OpLoad {
				// url.searchParams.set(name, data), form.files.push(data)
				if holder := s.Resolve(at, on.A); holder > 0 {
					for _, a := range s.ArgNodes(n) {
						if a > 0 && x.plainHolder(holder) {
							t.hand = append(t.hand, op{a, holder})
							for _, p := range x.makers(holder) {
								t.hand = append(t.hand, op{a, p})
							}
						}
					}
				}
			}
			if id == "copy" && len(s.ArgNodes(n)) > 0 && (x.isBytes(base) || x.isBytes(s.ArgNodes(n)[0])) {
				continue // the other way round, see handTexts
			}
			for _, a := range s.ArgNodes(n) {
				if a > 0 {
					t.hand = append(t.hand, op{a, base})
					for _, p := range x.makers(base) {
						t.hand = append(t.hand, op{a, p})
					}
				}
			}
		case packed[id]:
			t.hand = append(t.hand, op{base, n})
			for _, p := range x.makers(base) {
				t.hand = append(t.hand, op{p, n})
			}
		case made[id] || id == "filter" || id == "forEach":
			// What a callback gives is in what the method gives, of lists nobody knows as well.
			followed := false
			s.EachOf(base, solver.KindObject, func(solver.Token) { followed = true })
			if followed {
				continue
			}
			for _, a := range s.ArgNodes(n) {
				s.EachOf(max(a, 0), solver.KindFunc, func(f solver.Token) {
					fn, _, frame := s.Func(f)
					ret := s.Resolve(frame, int32(fn.Ret))
					t.hand = append(t.hand, op{ret, n})
					t.held(ret, 2, func(p int32) { t.hand = append(t.hand, op{p, n}) })
				})
			}
		case parsed[id]:
			// A parser that ships loses what it reads character by character.
			if args := s.ArgNodes(n); len(args) > 0 && args[0] > 0 {
				t.hand = append(t.hand, op{args[0], n})
			}
		case changed[id]:
			for i, a := range s.ArgNodes(n) {
				if a > 0 && i == keyFirst[id] {
					t.hand = append(t.hand, op{a, n})
				}
			}
		}
	}
	// files[name] = content, where nobody knows the names or what files is.
	s.StoresAt(func(object, key, stored int32) {
		t.hand = append(t.hand, op{stored, object})
		for _, from := range x.characters(stored) {
			t.hand = append(t.hand, op{from, object})
		}
		t.held(stored, 1, func(p int32) { t.hand = append(t.hand, op{p, object}) })
		for _, p := range x.makers(object) {
			t.hand = append(t.hand, op{stored, p})
		}
	})
	// kept[name] = from[name], for each name there is of what nobody knows.
	s.Spreads(func(object, from int32) {
		known := false
		s.EachOf(from, solver.KindObject, func(o solver.Token) {
			for range s.Props(o) {
				known = true
				break
			}
		})
		if known || !t.live(from) {
			return
		}
		t.hand = append(t.hand, op{from, object})
		for _, p := range x.makers(object) {
			t.hand = append(t.hand, op{from, p})
		}
	})
	// process.env[name], for each name that there is.
	for _, n := range s.IndexNodes() {
		if _, v, c := s.Code(n); x.environment(s.Resolve(c, v.A), 0) {
			t.hand = append(t.hand, op{s.Resolve(c, v.B), n})
		}
	}
	x.handMore()
	t.hand = sortOps(t.hand, byDst)
}

// plainHolder reports that nobody knows what a value is, or that it is an address: what its parts are filled with is in it.
func (x *trailer) plainHolder(n int32) bool {
	plain := true
	x.t.s.Each(n, func(k solver.Token) {
		plain = plain && x.t.s.Kind(k) == solver.KindSymbol && x.t.s.SymbolOf(k).Member == "URL()"
	})
	return plain
}

// filled are the methods that put their arguments into their receiver, changed
// those that give back their argument in a form nobody can read.
var (
	filled = map[string]bool{
		"append": true, "set": true, "add": true, "push": true, "unshift": true, "addFile": true, "file": true, "entry": true, "attach": true,
		"field": true, "part": true, "addBuffer": true, "addLocalFile": true, "addLocalFolder": true, "fill": true, "copy": true, "put": true,
	}
	changed = map[string]bool{
		"update":             true,
		"gzipSync":           true,
		"deflateSync":        true,
		"brotliCompressSync": true,
		"encrypt":            true,
		"encode":             true,
		"deflateRawSync":     true,
		"publicEncrypt":      true,
		"stringify":          true,
		"dump":               true,
		"pack":               true,
		"compress":           true,
	}
)

// parsed are the methods that give what a text says.
var parsed = map[string]bool{
	"load": true, "safeLoad": true, "loadAll": true, "parseDocument": true, "parseAllDocuments": true,
}

// packed are the methods by which what was filled gives all that is in it.
var packed = map[string]bool{
	"toBuffer": true, "toBufferPromise": true, "getBuffer": true, "generateAsync": true, "generateNodeStream": true, "generate": true,
	"compressToBuffer": true, "toBase64": true, "serialize": true, "finalize": true, "build": true, "final": true,
}

// makers are the values a variable holds that are no list of the solver's, and the variables on the
// way to them.
func (x *trailer) makers(n int32) []int32 {
	const most = 24
	var out []int32
	seen := map[int32]bool{n: true}
	queue := x.t.preds(n)
	for len(queue) > 0 && len(seen) < most {
		p := queue[0]
		queue = queue[1:]
		if seen[p] {
			continue
		}
		seen[p] = true
		_, v, _ := x.t.s.Code(p)
		switch {
		case v == nil:
		case v.Op == ir.OpNew || v.Op == ir.OpCall || v.Op == ir.OpObject || v.Op == ir.OpArray:
			out = append(out, p)
		case v.Op == ir.OpVar || v.Op == ir.OpPhi:
			out = append(out, p)
			queue = append(queue, x.t.preds(p)...)
		}
	}
	return out
}

func opensRequest(r solver.Symbol) bool {
	return (r.Module == "http" || r.Module == "https") && (r.Member == "request" || r.Member == "get") ||
		r.Module == "http2" && (r.Member == "connect" || strings.HasSuffix(r.Member, ".request")) ||
		r.Module == "net" && (r.Member == "Socket" || strings.HasSuffix(r.Member, ".connect")) ||
		r.Module == "globals" && (r.Member == "WebSocket" || r.Member == "XMLHttpRequest().open") ||
		r.Module == "net" && strings.HasPrefix(r.Member, "c") || r.Module == "tls" && r.Member == "connect" || r.Module == "dgram"
}

func opensFile(r solver.Symbol) bool {
	return r.Module == "fs" && (r.Member == "createWriteStream" || r.Member == "WriteStream")
}

func sends(e catalog.Entry) bool { return e.Capability == catalog.NetConnect }
