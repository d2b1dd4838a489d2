package taint

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/value"
)

// Sinks come from the catalogue: the capability of a symbol says what is done,
// the role of an argument says with what. A few things that act are no calls of
// known symbols (innerHTML, a terminal nobody knows by type) and go by name.

func (t *Engine) findSinks() {
	t.findMixed()
	for _, r := range t.s.Calls() {
		if t.live(r.Node) && !t.mixed[r.Node] {
			t.sinkCall(r)
		}
	}
	for _, r := range t.s.Requires() {
		if t.live(r[0]) {
			t.sink(r[1], r[0], Sink{Kind: ToCode, Module: "module", Member: "require", Role: AsCommand})
		}
	}
	t.sinkInputs()
	for _, n := range t.s.ActNodes() {
		u, v, c := t.s.Code(n)
		switch v.Op {
		case ir.OpCall, ir.OpNew, ir.OpDynamic:
			t.sinkByName(n, u, v, c)
		case ir.OpStored:
			if t.live(n) {
				t.sinkStore(n, u, v, c)
			}
		}
	}
}

// findMixed finds the calls whose function is by all appearances one of several
// that have nothing to do with each other: the solver mixed up what it could
// not keep apart, and what flows there says nothing.
func (t *Engine) findMixed() {
	group := map[int32]catalog.Capability{}
	t.mixed = map[int32]bool{}
	for _, r := range t.s.Calls() {
		sym := t.s.Symbol(r.Symbol)
		e, ok := t.s.Catalog().Lookup(sym.Module, sym.Member)
		if !ok || e.Harmless() {
			continue
		}
		c := e.Capability
		switch c {
		case catalog.ProcessShell, catalog.ProcessFork:
			c = catalog.ProcessRun
		case catalog.FileWrite, catalog.FileWatch:
			c = catalog.FileRead
		}
		if before, ok := group[r.Node]; ok && before != c {
			t.mixed[r.Node] = true
		}
		group[r.Node] = c
	}
}

// live reports whether a node is code that speaks for itself.
func (t *Engine) live(n int32) bool { return t.s.HasCode(n) && !t.s.Replaced(n) }

func (t *Engine) sink(n, place int32, sink Sink) {
	if n <= 0 {
		return
	}
	if _, v, _ := t.s.Code(n); v != nil && (v.Op == ir.OpStr || v.Op == ir.OpWord || v.Op == ir.OpFunc) {
		return
	}
	at := sinkAt{node: n, place: place, sink: sink}
	if _, ok := t.known[at]; ok {
		return
	}
	t.known[at] = len(t.sinks)
	t.sinksAt[n] = append(t.sinksAt[n], int32(len(t.sinks)))
	t.sinks = append(t.sinks, at)
}

// goesTo says of a sink whom it goes to.
func (t *Engine) goesTo(i int, to string) {
	if to != "" {
		t.forget(i)
		t.sinks[i].to = to
	}
}

// forget lets what is found once more be another sink than one of which more is said now.
func (t *Engine) forget(i int) {
	at := sinkAt{node: t.sinks[i].node, place: t.sinks[i].place, sink: t.sinks[i].sink}
	if known, ok := t.known[at]; ok && known == i {
		delete(t.known, at)
	}
}

// sinkCall is a call of an outside symbol.
func (t *Engine) sinkCall(r solver.Call) {
	sym := t.s.Symbol(r.Symbol)
	e, ok := t.s.Catalog().Lookup(sym.Module, sym.Member)
	if !ok || len(e.Args) == 0 || asksLater[[2]string{sym.Module, sym.Member}] {
		return
	}
	shell := t.runsShell(e, r)
	t.sinkProgram(e, r)
	for _, a := range e.Args {
		kind, role, ok := acts(e, a.Role)
		if !ok || a.Index < 0 {
			continue
		}
		if e.Capability == catalog.FileRead && kind == ToWrite && !t.opensToWrite(e, r) {
			kind = ToRead
			if !readers[[2]string{sym.Module, sym.Member}] {
				continue // whether a file is there tells little
			}
		}
		if shell && kind == ToProcess && role != AsEnv {
			kind = ToShell
		}
		if shell && role == AsArgs && t.shellProgram(e, r) {
			role = AsCommand
		}
		sink := Sink{Kind: kind, Module: sym.Module, Member: sym.Member, Role: role}
		for _, n := range t.argument(r.Args, a.Index) {
			if a.Role == catalog.RoleCode && e.Harmless() && t.mayCall(n) {
				continue // setTimeout of a function
			}
			if a.Prop != "" {
				for _, p := range t.properties(n, a.Prop) {
					t.sinkValue(p, r.Node, sink)
				}
				if whole[a.Role] {
					t.sink(n, r.Node, sink)
				}
				continue
			}
			t.sinkValue(n, r.Node, sink)
			if a.Role == catalog.RoleArgs && role == AsCommand {
				t.held(n, 2, func(p int32) { t.sink(p, r.Node, sink) })
			}
		}
	}
}

// whole are the roles that an object nobody looked into has when all of it is
// a stranger's.
var whole = map[catalog.Role]bool{catalog.RoleCommand: true, catalog.RoleHost: true, catalog.RoleModule: true, catalog.RoleURL: true}

// sinkValue makes a node a sink, and for lists and environments what they hold.
func (t *Engine) sinkValue(n, place int32, sink Sink) {
	t.sink(n, place, sink)
	switch sink.Role {
	case AsArgs:
		t.held(n, 2, func(p int32) { t.sink(p, place, sink) })
	case AsEnv:
		t.held(n, 2, func(p int32) {
			if t.s.IsProperty(p) {
				if id := t.s.Key(p); id != solver.AnyName && !steering[t.s.Text(id)] {
					return
				}
			}
			t.sink(p, place, sink)
		})
	}
}

// argument returns the nodes of argument i; what is spread before it may be it.
func (t *Engine) argument(args []int32, i int) []int32 {
	for k, a := range args {
		if k > i {
			break
		}
		if a < 0 {
			out := t.properties(-a, strconv.Itoa(i-k))
			return append(out, -a)
		}
		if k == i {
			return []int32{a}
		}
	}
	return nil
}

// properties returns the nodes of a property of the objects a node may be.
func (t *Engine) properties(n int32, property string) []int32 {
	id, ok := t.s.Name(property)
	if !ok {
		return nil
	}
	var out []int32
	t.s.Each(n, func(o solver.Token) { out = t.propertyOf(o, id, 4, out) })
	return out
}

func (t *Engine) propertyOf(o solver.Token, id solver.Name, generations int, out []int32) []int32 {
	if !t.s.IsObject(o) {
		return out
	}
	if p, ok := t.s.Own(o, id); ok && !slices.Contains(out, p) {
		out = append(out, p)
	}
	if generations > 0 {
		for parent := range t.s.Parents(o) {
			out = t.propertyOf(parent, id, generations-1, out)
		}
	}
	return out
}

// maxHeld is how many parts of one value are looked at. One that holds more is what a whole library passes through, and says
// nothing of any of them.
const maxHeld = 4096

// held calls f for what the lists and object literals of a node hold, down to
// a depth.
func (t *Engine) held(n int32, depth int, f func(int32)) {
	left := maxHeld
	t.heldIn(n, depth, &left, f)
}

func (t *Engine) heldIn(n int32, depth int, left *int, f func(int32)) {
	t.s.Each(n, func(o solver.Token) {
		if *left > 0 && t.s.Kind(o) == solver.KindObject && t.keeps(n, o, maxKept) {
			t.heldBy(o, depth, left, f)
		}
	})
}

func (t *Engine) heldBy(o solver.Token, depth int, left *int, f func(int32)) {
	k := 0
	for p := range t.s.Props(o) {
		if k == 256 || *left <= 0 {
			break
		}
		*left--
		f(p)
		if depth > 1 {
			t.heldIn(p, depth-1, left, f)
		}
		k++
	}
	for _, b := range t.spread[o] {
		f(b)
	}
	if depth > 1 {
		for parent := range t.s.Parents(o) {
			if t.s.Kind(parent) == solver.KindObject {
				t.heldBy(parent, depth-1, left, f)
			}
		}
	}
}

// mayCall reports whether a node may be a function.
func (t *Engine) mayCall(n int32) bool {
	is := false
	t.s.Each(n, func(x solver.Token) {
		switch t.s.Kind(x) {
		case solver.KindFunc, solver.KindBound, solver.KindGetter, solver.KindBind, solver.KindCall,
			solver.KindApply, solver.KindSettle, solver.KindSymbol:
			is = true
		}
	})
	_, v, _ := t.s.Code(n)
	return is || v != nil && v.Op == ir.OpFunc
}

// acts says what an argument of a role does at a symbol of a capability.
func acts(e catalog.Entry, role catalog.Role) (SinkKind, SinkRole, bool) {
	as := map[catalog.Role]SinkRole{
		catalog.RoleCommand: AsCommand, catalog.RoleShell: AsCommand, catalog.RoleModule: AsCommand, catalog.RoleCode: AsCommand,
		catalog.RoleArgs: AsArgs, catalog.RoleExecArgv: AsArgs, catalog.RoleEnv: AsEnv,
	}[role]
	runs := as != ""
	path := role == catalog.RolePath || role == catalog.RolePathDest
	switch e.Capability {
	case catalog.ProcessShell:
		return ToShell, as, runs
	case catalog.ProcessRun, catalog.ProcessFork:
		return ToProcess, as, runs
	case catalog.CodeEval, catalog.CodeVM, catalog.CodeLoad, catalog.CodeNative, catalog.CodeWorker, catalog.CodeWasm:
		if e.Module == "globals" && strings.HasPrefix(e.Member, "document.") {
			return ToMarkup, AsText, runs
		}
		if role == catalog.RoleURL || path && e.Capability != catalog.CodeEval && e.Capability != catalog.CodeVM {
			return ToCode, AsCommand, true
		}
		return ToCode, as, runs
	case "":
		return ToCode, AsCommand, role == catalog.RoleCode
	case catalog.FileWrite, catalog.VSFilesWrite, catalog.FileRead, catalog.VSFilesRead:
		if e.Capability == catalog.VSFilesRead {
			return ToRead, AsPath, path
		}
		// A WorkspaceEdit is applied by the editor, shown and undone there.
		return ToWrite, AsPath, path && !strings.HasPrefix(e.Member, "WorkspaceEdit")
	case catalog.VSOpen:
		return ToNetwork, AsAddress, role == catalog.RoleURL
	case catalog.VSCommand:
		return ToTask, AsCommand, role == catalog.RoleCommandID && strings.HasSuffix(e.Member, "executeCommand")
	case catalog.NetConnect:
		address := role == catalog.RoleURL || role == catalog.RoleHost || role == catalog.RolePort || role == catalog.RoleSocket
		// A Request goes nowhere until it is fetched, and servers make one of
		// what they are asked.
		return ToNetwork, AsAddress, address && e.Member != "Request"
	case catalog.VSTask, catalog.VSDebug:
		return ToTask, as, runs
	case catalog.VSTerminal:
		if role == catalog.RoleContent && strings.HasSuffix(e.Member, "sendText") {
			return ToTask, AsCommand, true
		}
		return ToTask, as, runs
	}
	return "", "", false
}

// opensToWrite reports whether opening a file may be for writing.
func (t *Engine) opensToWrite(e catalog.Entry, r solver.Call) bool {
	for _, a := range e.Args {
		if a.Role != catalog.RoleFlags {
			continue
		}
		for _, n := range t.argument(r.Args, a.Index) {
			nodes := []int32{n}
			if a.Prop != "" {
				nodes = t.properties(n, a.Prop)
			}
			for _, n := range nodes {
				for _, p := range t.values.Of(n).Alts {
					if text, ok := p.Constant(); ok && text != "r" && text != "rs" {
						return true
					}
				}
			}
		}
	}
	return false
}

// runsShell reports whether a call that starts a program may start a shell:
// its options say so, or the program is one.
func (t *Engine) runsShell(e catalog.Entry, r solver.Call) bool {
	if e.Capability != catalog.ProcessRun {
		return false
	}
	for _, a := range e.Args {
		if a.Role != catalog.RoleShell {
			continue
		}
		for _, n := range t.argument(r.Args, a.Index) {
			for _, p := range t.properties(n, a.Prop) {
				v := t.values.Of(p)
				if len(v.Alts) == 0 && !v.Func {
					return true
				}
				for _, alt := range v.Alts {
					if len(alt) != 1 || alt[0].Kind != value.Keyword || alt[0].Text == "true" {
						return true
					}
				}
			}
		}
	}
	return t.shellProgram(e, r)
}

// shellProgram reports whether the program a call starts is a shell.
func (t *Engine) shellProgram(e catalog.Entry, r solver.Call) bool {
	for _, a := range e.Args {
		if a.Role != catalog.RoleCommand || a.Prop != "" {
			continue
		}
		for _, n := range t.argument(r.Args, a.Index) {
			for _, p := range t.values.Of(n).Alts {
				if text, ok := p.Constant(); ok && shells[path.Base(strings.ReplaceAll(text, `\`, "/"))] {
					return true
				}
			}
		}
	}
	return false
}

// sinkStore is the assignment of a property that acts.
func (t *Engine) sinkStore(n int32, u *solver.Unit, v *ir.Value, c int32) {
	property := u.Strings[v.B]
	value := t.s.Resolve(c, v.C)
	switch {
	case markup[property]:
		t.sink(value, n, Sink{Kind: ToMarkup, Module: "globals", Member: "Element." + property, Role: AsText})
	case property == "html" && IsWebview(t.s, t.s.Resolve(c, v.A)):
		t.sink(value, n, Sink{Kind: ToMarkup, Module: "vscode", Member: "Webview.html", Role: AsText})
	}
}

// IsWebview says whether a node is a webview: by what it is, or, where VS Code
// hands one in, by the property it was read from.
func IsWebview(s solver.View, n int32) bool {
	is := false
	s.EachOf(n, solver.KindSymbol, func(t solver.Token) {
		r := s.SymbolOf(t)
		is = is || r.Module == "vscode" && (r.Member == "Webview" || strings.HasSuffix(r.Member, ".webview"))
	})
	if u, v, _ := s.Code(n); v != nil && v.Op == ir.OpLoad {
		is = is || strings.HasSuffix(strings.ToLower(u.Strings[v.B]), "webview")
	}
	return is
}

// sinkByName is a call whose function nobody knows, with a name that says
// enough.
func (t *Engine) sinkByName(n int32, u *solver.Unit, v *ir.Value, c int32) {
	s := t.s
	if v.Op == ir.OpDynamic && t.live(n) {
		t.sink(s.Resolve(c, v.A), n, Sink{Kind: ToCode, Module: "globals", Member: "import", Role: AsCommand})
		return
	}
	sink, ok := namedSinks[t.calleeName(u, v)]
	if !ok || t.knows(s.Resolve(c, v.A)) || !t.live(n) {
		return
	}
	args := s.ArgNodes(n)
	for _, i := range sink.args {
		for _, a := range t.argument(args, i) {
			if len(sink.props) == 0 {
				t.sinkValue(a, n, sink.sink)
			}
			for p, role := range sink.props {
				at := sink.sink
				at.Role = role
				for _, x := range t.properties(a, p) {
					t.sinkValue(x, n, at)
				}
				for _, mode := range []string{"run", "debug"} {
					for _, m := range t.properties(a, mode) {
						for _, x := range t.properties(m, p) {
							t.sinkValue(x, n, at)
						}
					}
				}
			}
		}
	}
}

// knows reports whether a callee is a function of the code or a known symbol.
func (t *Engine) knows(callee int32) bool { return t.s.Known(callee) }

// namedSinks are functions and methods that act, by name alone.
var namedSinks = map[string]struct {
	sink  Sink
	args  []int
	props map[string]SinkRole
}{
	"sendText": {Sink{ToTask, "vscode", "Terminal.sendText", AsCommand, noPlace, false}, []int{0}, nil},
	"LanguageClient": {Sink{ToProcess, "vscode-languageclient", "LanguageClient", AsCommand, noPlace, false}, []int{1, 2},
		map[string]SinkRole{"command": AsCommand, "module": AsCommand, "args": AsArgs}},
}
