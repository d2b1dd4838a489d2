package taint

import (
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// findSources finds where trails begin. The sources of flows that are also
// sources of trails are found as they are for flows.
func (x *trailer) findSources() {
	t, s := x.t, x.t.s
	t.findSources()
	t.findClients()
	t.sources = slices.DeleteFunc(t.sources, func(at sourceAt) bool {
		l := &t.labels[at.label]
		return l.kind != FromNetwork && l.kind != FromClipboard && !(l.kind == FromFile && (l.name || l.what == textOf))
	})
	for i, at := range t.sources {
		if l := &t.labels[at.label]; l.kind == FromFile && !l.name {
			t.sources[i].label = t.label(label{kind: FromText, what: textOf})
		}
	}
	for _, r := range s.Calls() {
		if t.live(r.Node) {
			x.sourceCall(r)
		}
	}
	for _, n := range s.ActNodes() {
		u, v, _ := s.Code(n)
		if !t.live(n) {
			continue
		}
		switch {
		case v.Op == ir.OpLoad && u.Strings[v.B] == "contentChanges":
			t.source(n, n, label{kind: FromText, what: "vscode.TextDocumentChangeEvent.contentChanges"})
		case v.Op == ir.OpCall && t.calleeName(u, v) == "from":
			if args := s.ArgNodes(n); len(args) > 1 && slices.ContainsFunc(t.texts(args[1]), func(e string) bool { return encodings[e] }) {
				t.source(n, n, label{kind: FromDecoded, what: "Buffer.from"})
			}
		case (v.Op == ir.OpCall || v.Op == ir.OpNew) && collects[t.calleeName(u, v)]:
			for _, a := range s.ArgNodes(n) {
				if a = max(a, -a); a > 0 && x.environment(a, 2) {
					t.source(n, n, label{kind: FromEnvironment, what: "process.env"})
				}
			}
		}
	}
	// A source that may end nowhere is no work.
	ends := map[SinkKind]bool{}
	for _, k := range t.sinks {
		ends[k.sink.Kind] = true
	}
	if !ends[ToSend] {
		t.reads = nil
	}
	t.sources = slices.DeleteFunc(t.sources, func(at sourceAt) bool {
		// The names of the workspace lead to what its files hold.
		if t.labels[at.label].name && t.reads != nil {
			return false
		}
		return !slices.ContainsFunc(trailEnds[t.labels[at.label].kind], func(k SinkKind) bool { return ends[k] })
	})
}

// textOf is what the text of a document is a source as.
const textOf = "vscode.TextDocument.getText"

func (x *trailer) sourceCall(r solver.Call) {
	t := x.t
	sym := t.s.Symbol(r.Symbol)
	key := [2]string{sym.Module, sym.Member}
	arg := func(i int) int32 {
		if i < len(r.Args) && r.Args[i] > 0 {
			return r.Args[i]
		}
		return 0
	}
	switch {
	case readers[key] && arg(0) > 0:
		x.secret(r)
	case machine[key]:
		t.source(r.Node, r.Node, label{kind: FromMachine, what: symbolName(sym)})
	case sym.Module == "vscode" && sym.Member == "authentication.getSession":
		what := "somebody"
		if names := t.texts(arg(0)); len(names) == 1 {
			what = names[0]
		}
		t.source(r.Node, r.Node, label{kind: FromToken, what: what})
	case sym.Module == "crypto" && strings.HasPrefix(sym.Member, "createDecipher"),
		sym.Module == "crypto" && strings.HasPrefix(sym.Member, "Decipher"):
		if strings.HasSuffix(sym.Member, ".update") || strings.HasSuffix(sym.Member, ".final") {
			t.source(r.Node, r.Node, label{kind: FromDecoded, what: "crypto.createDecipheriv"})
		}
	case sym.Module == "crypto" && (strings.HasSuffix(sym.Member, ".update") || strings.HasSuffix(sym.Member, ".final")) &&
		strings.Contains(sym.Member, "ipheriv()"):
		t.source(r.Node, r.Node, label{kind: FromCipher, what: "crypto.createCipheriv"})
	case sym.Member == "atob":
		t.source(r.Node, r.Node, label{kind: FromDecoded, what: "atob"})
	}
	// Ciphers are used by method where nobody tells which they are.
	if sym.Module == "crypto" && (sym.Member == "createCipheriv" || sym.Member == "createDecipheriv") {
		x.cipher(r.Node, sym.Member)
	}
}

// cipher makes the results of a cipher's methods sources.
func (x *trailer) cipher(made int32, member string) {
	t, s := x.t, x.t.s
	l := label{kind: FromCipher, what: "crypto.createCipheriv"}
	if member == "createDecipheriv" {
		l = label{kind: FromDecoded, what: "crypto.createDecipheriv"}
	}
	of := copies{s, map[int32]string{}}
	of.add(made, member)
	for _, n := range sortedKeys(of.names) {
		for load := range s.LoadsOf(n) {
			u, v, _ := s.Code(load)
			if id := u.Strings[v.B]; id != "update" && id != "final" {
				continue
			}
			for call := range s.CallsOf(load) {
				t.source(call, call, l)
			}
		}
	}
}

// secret is the reading of a file that may be one of the places nobody has
// business with.
func (x *trailer) secret(r solver.Call) {
	t := x.t
	for _, n := range t.argument(r.Args, 0) {
		for _, p := range t.values.Of(n).Alts {
			if pictured[strings.ToLower(path.Ext(p.String()))] {
				// Whoever reads a picture's bytes and writes a program has hidden one.
				t.source(r.Node, r.Node, label{kind: FromDecoded, what: "a picture"})
			}
			place, ok := t.s.Catalog().SensitivePath(p.String())
			if !ok || !place.ReadMatters() {
				continue
			}
			l := label{kind: FromSecret, what: place.ID}
			t.source(r.Node, r.Node, l)
			for _, a := range r.Args[1:] {
				t.callback(a, 1, r.Node, l)
			}
		}
	}
}

// environment reports whether a value is, or holds, the environment as a whole.
// Many values hold the same few objects: each is looked at once for a depth.
func (x *trailer) environment(n int32, depth int) bool {
	s := x.t.s
	found := false
	s.EachOf(n, solver.KindSymbol, func(k solver.Token) {
		r := s.SymbolOf(k)
		found = found || r.Module == "process" && r.Member == "env" || r.Module == "globals" && r.Member == "process.env"
	})
	if found || depth == 0 {
		return found
	}
	for o := range s.Tokens(n) {
		if found {
			break
		}
		found = x.holdsEnvironment(o, depth)
	}
	return found
}

// holdsEnvironment is environment for one of the things a value may be.
func (x *trailer) holdsEnvironment(o solver.Token, depth int) bool {
	key := [2]int32{int32(o), int32(depth)}
	if known, ok := x.holds[key]; ok {
		return known
	}
	found := false
	look := func(n int32) { found = found || x.environment(n, depth-1) }
	if x.t.s.Kind(o) == solver.KindObject {
		x.t.heldBy(o, 1, look)
	} else {
		for _, b := range x.t.spread[o] {
			look(b)
		}
	}
	x.holds[key] = found
	return found
}

// texts are the constant texts a node may be.
func (t *Engine) texts(n int32) []string {
	if n <= 0 {
		return nil
	}
	var out []string
	for _, p := range t.values.Of(n).Alts {
		if text, ok := p.Constant(); ok {
			out = append(out, text)
		}
	}
	return out
}

// machine are the functions that say whose machine this is. How many
// processors it has says nothing.
var machine = map[[2]string]bool{
	{"os", "hostname"}: true, {"os", "userInfo"}: true, {"os", "networkInterfaces"}: true,
}

// collects are the functions that make one value of all an object holds, by
// name: what matters is that they are given the environment.
var collects = map[string]bool{
	"stringify":       true,
	"entries":         true,
	"values":          true,
	"assign":          true,
	"inspect":         true,
	"structuredClone": true,
	"URLSearchParams": true,
	"format":          true,
}

// pictured are files that hold what is looked at.
var pictured = map[string]bool{".png": true, ".jpg": true, ".jpeg": true, ".gif": true, ".ico": true, ".bmp": true, ".webp": true}

// encodings are those of Buffer in which nobody reads text.
var encodings = map[string]bool{"base64": true, "base64url": true, "hex": true}
