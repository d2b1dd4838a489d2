package taint

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var noPlace finding.Location

// Sources: results of calls, parameters of functions that are handed on, and
// properties that are read.

func (t *Engine) findSources() {
	for _, r := range t.s.Calls() {
		if t.live(r.Node) {
			t.sourceCall(r)
		}
	}
	for _, n := range t.s.ActNodes() {
		u, v, c := t.s.Code(n)
		if !t.live(n) {
			continue
		}
		switch v.Op {
		case ir.OpLoad:
			t.sourceLoad(n, t.s.Resolve(c, v.A), u.Strings[v.B])
		case ir.OpCall:
			t.sourceByName(n, u, v, c)
		}
	}
	t.findDocuments()
	t.s.Stores(func(object int32, property string, stored int32) {
		switch {
		case property != "onmessage" || !t.live(stored):
		case t.window(object):
			t.callback(stored, 0, stored, label{kind: FromWebview, what: "window.onmessage"})
		case t.isRoom(object):
			t.callback(stored, 0, stored, label{kind: FromNetwork, what: "WebSocket"})
		}
	})
}

func (t *Engine) source(n, place int32, l label) {
	if n > 0 {
		t.isSource[n] = true
		t.sources = append(t.sources, sourceAt{n, place, t.label(l)})
	}
}

// symbolName returns a symbol as people read it.
func symbolName(r solver.Symbol) string {
	r.Member = strings.TrimSuffix(r.Member, "()")
	if r.Module == "globals" {
		return r.Member
	}
	return r.Module + "." + r.Member
}

func (t *Engine) sourceCall(r solver.Call) {
	s := t.s
	sym := s.Symbol(r.Symbol)
	key := [2]string{sym.Module, sym.Member}
	if kind, ok := calledSources[key]; ok && !r.New {
		if kind == FromSetting {
			t.setting(r)
		} else {
			t.source(r.Node, r.Node, label{kind: kind, what: symbolName(sym)})
		}
	}
	h, ok := handed[key]
	what := symbolName(sym)
	if e, known := s.Catalog().Lookup(sym.Module, sym.Member); !ok && known && e.Base != (catalog.Symbol{}) {
		// The same member, of a value of the type that came another way.
		h, ok = handed[[2]string{e.Base.Module, e.Base.Member}]
		what = e.Base.Module + "." + e.Base.Member
	}
	if ok {
		for i, a := range r.Args {
			if a <= 0 || h.arg >= 0 && i != h.arg {
				continue
			}
			nodes := []int32{a}
			if h.property != "" {
				nodes = append(nodes, t.properties(a, h.property)...)
			}
			for _, n := range nodes {
				t.callback(n, h.param, r.Node, label{kind: h.kind, what: what})
			}
		}
	}
	if readers[key] && len(r.Args) > 0 {
		read := readAt{path: t.argument(r.Args, 0)[0], place: r.Node, symbol: symbolName(sym), gives: []int32{r.Node}}
		for _, a := range r.Args[1:] {
			if a > 0 {
				read.gives = append(read.gives, t.params(a, 1)...)
			}
		}
		t.reads = append(t.reads, read)
	}
	if sym.Module == "vscode" && sym.Member == "workspace.findFiles" {
		what := "vscode.workspace.findFiles"
		if t.trails != nil && len(r.Args) > 0 {
			if t.globsKeys(r.Args[0]) {
				what = keysFound
			} else if slices.ContainsFunc(t.texts(r.Args[0]), envNames().MatchString) {
				what = EnvFiles
			}
		}
		t.source(r.Node, r.Node, label{FromFile, what, true})
	}
	if member := strings.ReplaceAll(sym.Member, "ocuments.", "ocument."); sym.Module == "vscode" &&
		(strings.HasSuffix(member, "ocument.getText") || strings.HasSuffix(member, "ocument.lineAt")) {
		t.source(r.Node, r.Node, label{kind: FromFile, what: "vscode.TextDocument.getText"})
	}
}

// maxIDs is how many settings one read may be of and still be told apart.
const maxIDs = 4

// setting is a read of a setting. Where the key is a parameter, or a property
// of one, each call of the function around is a read of its own.
func (t *Engine) setting(r solver.Call) {
	ids := t.values.Walk().SettingIDs(r.Node, r.Args)
	if len(ids) > 1 && len(r.Args) > 0 && r.Args[0] > 0 && t.settingOfCallers(r) {
		return
	}
	if len(ids) > maxIDs {
		ids = []string{commonID(ids)}
	}
	for _, id := range ids {
		t.source(r.Node, r.Node, label{kind: FromSetting, what: id})
	}
}

// settingOfCallers makes the calls of the function around a read sources, when
// that function gives back what is read and its callers say the key.
func (t *Engine) settingOfCallers(r solver.Call) bool {
	s := t.s
	key, property := r.Args[0], ""
	if u, v, c := s.Code(key); v != nil && v.Op == ir.OpLoad {
		key, property = s.Resolve(c, v.A), u.Strings[v.B]
	}
	in, ok := t.parameter(key)
	if !ok {
		return false
	}
	u := s.Unit(in.unit)
	fn := &u.Funcs[in.fn]
	at := slices.Index(u.List(fn.Params), t.localOf(key))
	ret := s.Resolve(in.frame, int32(fn.Ret))
	given := copies{s, map[int32]string{}}
	for dst := range s.Succ(r.Node) {
		if given.add(dst, "setting"); len(given.names) > 256 {
			break
		}
	}
	if _, ok := given.names[ret]; !ok || at < 0 {
		return false
	}
	_, v, c := s.Code(r.Node)
	folding := t.values.Walk()
	sections := folding.Sections(s.Resolve(c, v.B))
	found := false
	for call := range s.Succ(ret) {
		if _, v, _ := s.Code(call); v == nil || v.Op != ir.OpCall || !t.live(call) {
			continue
		}
		for _, a := range t.argument(s.ArgNodes(call), at) {
			keys := []int32{a}
			if property != "" {
				keys = t.properties(a, property)
			}
			for _, k := range keys {
				for _, id := range folding.Texts(k) {
					for _, section := range sections {
						found = true
						t.source(call, r.Node, label{kind: FromSetting, what: solver.Dotted(section, id)})
					}
				}
			}
		}
	}
	return found
}

// commonID returns what ids begin with, and "?" for the rest.
func commonID(ids []string) string {
	common := strings.Split(ids[0], ".")
	for _, id := range ids[1:] {
		parts := strings.Split(id, ".")
		k := 0
		for k < len(common) && k < len(parts) && common[k] == parts[k] {
			k++
		}
		common = common[:k]
	}
	return strings.Join(append(common, "?"), ".")
}

// callback makes a parameter of the functions a node may be a source.
func (t *Engine) callback(n int32, param int, place int32, l label) {
	for _, p := range t.params(n, param) {
		t.source(p, place, l)
	}
}

// params returns parameter i of the functions a node may be.
func (t *Engine) params(n int32, i int) []int32 {
	if n <= 0 {
		return nil
	}
	var out []int32
	s := t.s
	s.Each(n, func(x solver.Token) { out = t.paramsOf(x, i, out, 4) })
	if u, v, c := s.Code(n); v != nil && v.Op == ir.OpFunc && len(out) == 0 {
		if list := u.List(u.Funcs[v.A].Params); i < len(list) {
			out = append(out, s.Resolve(c, list[i]))
		}
	}
	return out
}

func (t *Engine) paramsOf(x solver.Token, i int, out []int32, depth int) []int32 {
	s := t.s
	switch info := s.Info(x); info.Kind {
	case solver.KindFunc:
		f, u, c := s.Func(x)
		if list := u.List(f.Params); i < len(list) {
			out = append(out, s.Resolve(c, list[i]))
		}
	case solver.KindBound:
		if depth > 0 {
			out = t.paramsOf(solver.Token(info.A), i+max(0, len(s.ArgNodes(info.B))-1), out, depth-1)
		}
	}
	return out
}

// sourceLoad is a property that is read: a setting, or the workspace's names.
func (t *Engine) sourceLoad(n, base int32, property string) {
	s := t.s
	s.EachOf(n, solver.KindSymbol, func(x solver.Token) {
		r := s.SymbolOf(x)
		if r.Module != "vscode" {
			return
		}
		if e, ok := s.Catalog().Lookup(r.Module, r.Member); ok && e.Root == "workspace" || r.Member == "workspace.workspaceFolders" {
			t.source(n, n, label{FromFile, "vscode.workspace.workspaceFolders", true})
		}
	})
	s.EachOf(base, solver.KindSymbol, func(x solver.Token) {
		r := s.SymbolOf(x)
		switch {
		case r.Module != "vscode":
		case r.Member == "workspace.getConfiguration()" && !settingMethods[property]:
			for _, section := range t.values.Walk().Sections(base) {
				t.source(n, n, label{kind: FromSetting, what: solver.Dotted(section, property)})
			}
		case strings.HasSuffix(r.Member, "ocument") && (property == "fileName" || property == "uri"):
			t.source(n, n, label{FromFile, "vscode.TextDocument.fileName", true})
		}
	})
}

// settingMethods are the methods of a configuration; other properties are
// settings.
var settingMethods = map[string]bool{"get": true, "has": true, "inspect": true, "update": true, "then": true}

// sourceByName is the registration of a callback on something nobody knows,
// with a name that says enough, or of an event.
func (t *Engine) sourceByName(n int32, u *solver.Unit, v *ir.Value, c int32) {
	s := t.s
	if v.A == 0 {
		return
	}
	callee := u.Nodes[v.A]
	switch callee.Op {
	case ir.OpGlobal:
		if u.Strings[callee.A] == "addEventListener" {
			t.messages(n)
		}
		return
	case ir.OpLoad:
	default:
		return
	}
	base := s.Resolve(c, callee.A)
	switch id := u.Strings[callee.B]; id {
	case "onDidReceiveMessage":
		if !t.knows(s.Resolve(c, v.A)) {
			if args := s.ArgNodes(n); len(args) > 0 {
				t.callback(args[0], 0, n, label{kind: FromWebview, what: "vscode.Webview.onDidReceiveMessage"})
			}
		}
	case "addEventListener":
		if t.window(base) {
			t.messages(n)
			return
		}
		t.event(n, base)
	case "on", "once", "addListener", "prependListener":
		t.event(n, base)
	default:
		if routes[id] && !t.knows(s.Resolve(c, v.A)) {
			t.route(n)
		}
	}
}

// messages is addEventListener("message", f) of a window.
func (t *Engine) messages(n int32) {
	args := t.s.ArgNodes(n)
	if len(args) < 2 || args[0] <= 0 || !t.isText(args[0], "message") {
		return
	}
	t.callback(args[1], 0, n, label{kind: FromWebview, what: "window message"})
}

func (t *Engine) isText(n int32, text string) bool {
	u, v, _ := t.s.Code(n)
	return v != nil && v.Op == ir.OpStr && u.Strings[v.A] == text
}

// window reports whether a node is the global object of a browser.
func (t *Engine) window(n int32) bool {
	u, v, _ := t.s.Code(n)
	if v == nil || v.Op != ir.OpGlobal {
		return false
	}
	switch u.Strings[v.A] {
	case "window", "self", "globalThis":
		return true
	}
	return false
}

// event is the registration of a callback for an event of a known object.
func (t *Engine) event(n, base int32) {
	s := t.s
	args := s.ArgNodes(n)
	if len(args) < 2 || args[0] <= 0 || args[1] <= 0 {
		return
	}
	u, v, _ := s.Code(args[0])
	if v == nil || v.Op != ir.OpStr {
		return
	}
	if u.Strings[v.A] == "connection" && !s.Known(base) {
		// A server of a package that is not there: ws, socket.io.
		t.callback(args[1], 0, n, label{kind: FromRequest, what: "connection"})
	}
	if u.Strings[v.A] == "message" && t.isRoom(base) {
		t.callback(args[1], 0, n, label{kind: FromNetwork, what: "WebSocket"})
	}
	s.EachOf(base, solver.KindSymbol, func(x solver.Token) {
		r := s.SymbolOf(x)
		if kind, ok := listened[[3]string{r.Module, r.Member, u.Strings[v.A]}]; ok {
			t.callback(args[1], 0, n, label{kind: kind, what: symbolName(r)})
		}
	})
}
