package taint

import (
	"slices"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/value"
)

// Sources that the catalogue's table of directions names: members of the editor's API that give something private.

// followed are the kinds of the table that trails begin at, and as what. The others are private as well; what an extension
// does with them is its job (a question to an agent goes to the agent), or another walk finds them (files, tokens).
var followed = map[string]label{
	"entrusted": {kind: FromEntrusted}, "terminal": {kind: FromText, what: Terminals}, "scm": {kind: FromText, what: GitSays},
	"output": {kind: FromText, what: "vscode.NotebookCell.outputs"}, "machine": {kind: FromMachine},
}

// memberLabel is the label of a symbol of vscode; ok is false for what is no source.
func (x *trailer) memberLabel(sym solver.Symbol) (label, bool) {
	if sym.Module != "vscode" {
		return label{}, false
	}
	list, _ := x.t.s.Catalog().Directions(sym.Module, sym.Member)
	for _, d := range list {
		if l, ok := followed[d.Kind]; ok && d.Way == catalog.Private {
			if l.what == "" {
				l.what = symbolName(sym)
			}
			return l, true
		}
	}
	return label{}, false
}

// entrusts reports that the code asks for anything that the user entrusts to it.
func (x *trailer) entrusts() bool {
	return slices.ContainsFunc(x.t.s.Calls(), func(r solver.Call) bool {
		l, ok := x.memberLabel(x.t.s.Symbol(r.Symbol))
		return ok && l.kind == FromEntrusted
	})
}

// findMembers makes sources of what such members are called for, read for, and hand to a function.
func (x *trailer) findMembers() {
	t, s := x.t, x.t.s
	for _, r := range s.Calls() {
		sym := s.Symbol(r.Symbol)
		l, ok := x.memberLabel(sym)
		if !ok || !t.live(r.Node) || t.isSource[r.Node] {
			continue
		}
		t.source(r.Node, r.Node, l)
		for _, a := range r.Args {
			if l.kind == FromEntrusted && a > 0 && t.mayCall(a) {
				t.callback(a, 0, r.Node, l)
			}
		}
	}
	names := s.Catalog().PrivateMembers()
	for _, n := range s.ActNodes() {
		u, v, _ := s.Code(n)
		if v.Op != ir.OpLoad || !names[u.Strings[v.B]] || !t.live(n) || t.isSource[n] {
			continue
		}
		s.EachOf(n, solver.KindSymbol, func(k solver.Token) {
			if l, ok := x.memberLabel(s.SymbolOf(k)); ok && !t.isSource[n] && !t.mayBeCalled(n) {
				t.source(n, n, l)
			}
		})
	}
}

// mayBeCalled reports that a property which is read is called: what it gives is what matters, and not it.
func (t *Engine) mayBeCalled(load int32) bool {
	for range t.s.CallsOf(load) {
		return true
	}
	return false
}

// ofDocument holds for a call of a method of what is read off something as its document: cell.document.getText().
func (x *trailer) ofDocument(u *solver.Unit, v *ir.Value, c int32) bool {
	if len(u.List(v.C)) > 1 {
		return false
	}
	n := x.t.s.Resolve(c, u.Nodes[v.A].A)
	for range 3 { // ({document}) => document.getText()
		u, on, _ := x.t.s.Code(n)
		if on == nil {
			return false
		}
		if on.Op == ir.OpLoad {
			return u.Strings[on.B] == "document"
		}
		p, ok := x.t.s.OnlyPred(n)
		if !ok {
			return false
		}
		n = p
	}
	return false
}

// speaksProtocol reports that a file has the protocol's word for a document.
func (x *trailer) speaksProtocol(u *solver.Unit) bool {
	known, ok := x.speaks[u]
	if !ok {
		known = slices.Contains(u.Strings, "textDocument")
		x.speaks[u] = known
	}
	return known
}

// ofProtocol reports that what `text` is read of is the document of a message of the Language Server Protocol, textDocument in the
// protocol's own words: a server that brings no library for documents keeps the text itself.
func (x *trailer) ofProtocol(v *ir.Value, c int32) bool {
	s := x.t.s
	next := []int32{s.Resolve(c, v.A)}
	for range 4 {
		var behind []int32
		for _, n := range next {
			u, on, _ := s.Code(n)
			if on != nil && on.Op == ir.OpLoad && u.Strings[on.B] == "textDocument" {
				return true
			}
			for p := range s.Pred(n) {
				if len(behind) < maxBehind {
					behind = append(behind, p)
				}
			}
		}
		next = behind
	}
	return false
}

// maxBehind bounds how far a path is followed back through lists.
const maxBehind = 48

// elements are the methods by which a text becomes a list, or a list another one of the same parts.
var elements = map[string]bool{
	"split": true, "filter": true, "slice": true, "concat": true, "trim": true, "pop": true, "shift": true, "at": true, "find": true,
	"sort": true, "reverse": true, "flat": true, "values": true, "@@iterator": true, "next": true,
}

// pathsAt are the paths that a node may be. Where nobody can work it out, those of the lists that it may come out of:
// (env.KUBECONFIG || "~/.kube/config").split(":").filter(exists).map((f) => read(f)).
func (x *trailer) pathsAt(n int32) []value.Pattern {
	t, s := x.t, x.t.s
	known := func(n int32) []value.Pattern {
		return slices.DeleteFunc(slices.Clone(t.values.Of(n).Alts), func(p value.Pattern) bool {
			_, ok := s.Catalog().SensitivePath(p.String())
			return !ok
		})
	}
	out := t.values.Of(n).Alts
	if len(known(n)) > 0 {
		return out
	}
	seen := map[int32]bool{}
	queue := []int32{n}
	for len(queue) > 0 && len(seen) < maxBehind {
		n, queue = queue[0], queue[1:]
		if n <= 0 || seen[n] {
			continue
		}
		seen[n] = true
		if found := known(n); len(found) > 0 {
			return append(slices.Clone(out), found...)
		}
		queue = append(queue, t.preds(n)...)
		if s.HasCode(n) {
			unit, local := s.Local(n)
			queue = append(queue, x.elementOf()[[2]int32{unit, local}]...)
		}
		u, v, c := s.Code(n)
		switch {
		case v == nil:
		case v.Op == ir.OpCall && t.calleeName(u, v) == "join":
			// join(storage, "..", "state.vscdb"): nobody knows the folder, and the name says enough.
			args := s.ArgNodes(n)
			if len(args) < 2 {
				break
			}
			for _, name := range t.texts(args[len(args)-1]) {
				p := value.Pattern{{Kind: value.Unknown}, {Kind: value.Literal, Text: "/" + name}}
				if _, ok := s.Catalog().SensitivePath(p.String()); ok {
					return append(slices.Clone(out), p)
				}
			}
		case v.Op == ir.OpIndex:
			queue = append(queue, s.Resolve(c, v.A))
		case v.Op == ir.OpLoad && u.Strings[v.B] == "value":
			queue = append(queue, s.Resolve(c, v.A))
		case v.Op == ir.OpCall && v.A != 0 && u.Nodes[v.A].Op == ir.OpLoad && elements[t.calleeName(u, v)]:
			queue = append(queue, s.Resolve(c, u.Nodes[v.A].A))
		case v.Op == ir.OpPhi:
			for _, p := range u.List(v.A) {
				queue = append(queue, s.Resolve(c, p))
			}
		}
	}
	return out
}

// elementOf gives, for the first parameter of a function that a list's method is handed, the list: by file and place in
// it, for a function has copies.
func (x *trailer) elementOf() map[[2]int32][]int32 {
	if x.listOf != nil {
		return x.listOf
	}
	x.listOf = map[[2]int32][]int32{}
	t, s := x.t, x.t.s
	for _, n := range s.CallNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 || u.Nodes[v.A].Op != ir.OpLoad {
			continue
		}
		switch t.calleeName(u, v) {
		case "map", "forEach", "filter", "flatMap", "find", "some":
		default:
			continue
		}
		base := s.Resolve(c, u.Nodes[v.A].A)
		if args := s.ArgNodes(n); len(args) > 0 && args[0] > 0 {
			for _, p := range t.params(args[0], 0) {
				if !s.HasCode(p) {
					continue
				}
				unit, local := s.Local(p)
				x.listOf[[2]int32{unit, local}] = append(x.listOf[[2]int32{unit, local}], base)
			}
		}
	}
	return x.listOf
}
