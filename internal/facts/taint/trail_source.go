package taint

import (
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
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
	x.findPrinted()
	for _, r := range s.Calls() {
		if t.live(r.Node) {
			x.sourceCall(r)
		}
	}
	x.findPictures()
	x.findMembers()
	for _, n := range s.ActNodes() {
		u, v, c := s.Code(n)
		if !t.live(n) {
			continue
		}
		switch {
		case v.Op == ir.OpCall && v.A != 0 && u.Nodes[v.A].Op == ir.OpLoad && u.Strings[u.Nodes[v.A].B] == "getText" &&
			(x.textsOf(u) || x.ofDocument(u, v, c)) && !s.Known(s.Resolve(c, v.A)) && !t.isSource[n]:
			t.source(n, n, label{kind: FromText, what: textOf})
		case v.Op == ir.OpLoad && keyed().MatchString(u.Strings[v.B]) && x.environment(s.Resolve(c, v.A), 0):
			t.source(n, n, label{kind: FromSecret, what: VariablePrefix + u.Strings[v.B]})
		case v.Op == ir.OpLoad && u.Strings[v.B] == "commandLine" && x.hearsTerminals(u):
			t.source(n, n, label{kind: FromText, what: Terminals})
		case v.Op == ir.OpLoad && u.Strings[v.B] == "buffer" && t.exported(s.Resolve(c, v.A)):
			t.source(n, n, label{kind: FromDecoded, what: "the memory of WebAssembly"})
		case v.Op == ir.OpCall && gitMethods[t.calleeName(u, v)] && x.asksGit(u) && !s.Known(s.Resolve(c, v.A)):
			t.source(n, n, label{kind: FromText, what: GitSays})
		case v.Op == ir.OpLoad && u.Strings[v.B] == "items" && x.textsOf(u) && slices.Contains(u.Strings, "outputs"):
			t.source(n, n, label{kind: FromText, what: "vscode.NotebookCell.outputs"})
		case v.Op == ir.OpCall && t.calleeName(u, v) == "use":
			x.interceptor(n, u, v, c)
		case v.Op == ir.OpCall && t.calleeName(u, v) == "onDidWriteTerminalData" && len(s.ArgNodes(n)) > 0:
			t.callback(s.ArgNodes(n)[0], 0, n, label{kind: FromText, what: Terminals})
		case v.Op == ir.OpLoad && u.Strings[v.B] == "text" && x.speaksProtocol(u) && x.ofProtocol(v, c):
			t.source(n, n, label{kind: FromText, what: "the language server's TextDocumentItem.text"})
		case v.Op == ir.OpCall && t.calleeName(u, v) == "asString" && len(s.ArgNodes(n)) == 0 && !s.Known(s.Resolve(c, v.A)):
			t.source(n, n, label{kind: FromClipboard, what: "vscode.DataTransferItem.asString"})
		case v.Op == ir.OpLoad && u.Strings[v.B] == "all" && x.installed(n):
			t.source(n, n, label{kind: FromMachine, what: Installed})
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
	if !ends[ToSend] && !ends[ToPage] {
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

// VariablePrefix is what the source of a variable that holds a key begins with.
const VariablePrefix = "the variable "

// keyed are names of variables that hold keys.
var keyed = lazyregexp.Lazy(
	`^([A-Z0-9]+_)*(TOKEN|SECRET|PASSWORD|PASSWD|APIKEY|API_KEY|ACCESS_KEY|SECRET_KEY|PRIVATE_KEY|SECRET_ACCESS_KEY|` +
		`ACCESS_KEY_ID|CREDENTIALS|PAT|MNEMONIC)$`,
)

// textsOf reports that a file asks for all open documents: what it calls getText of is one.
func (x *trailer) textsOf(u *solver.Unit) bool {
	known, ok := x.asksTexts[u]
	if !ok {
		known = slices.ContainsFunc(u.Strings, func(id string) bool { return textNames[id] })
		x.asksTexts[u] = known
	}
	return known
}

// textNames are names by which a file asks for documents it was not handed.
var textNames = map[string]bool{
	"textDocuments": true, "visibleTextEditors": true, "notebookDocuments": true, "onDidSaveNotebookDocument": true,
	"onDidChangeNotebookDocument": true, "onDidOpenNotebookDocument": true,
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
	case sym.Module == "fs" && (sym.Member == "openSync" || sym.Member == "open") && arg(0) > 0:
		x.openedFile(r)
	case sym.Module == "fs" && sym.Member == "promises.open" && arg(0) > 0:
		x.handle(r)
	case sym.Module == "vscode" && sym.Member == "workspace.openTextDocument" && arg(0) > 0:
		t.source(r.Node, r.Node, label{kind: FromText, what: textOf})
	case sym.Module == "vscode" && sym.Member == "workspace.openTextDocument().getText":
		t.source(r.Node, r.Node, label{kind: FromText, what: textOf})
	case sym.Module == "vscode" && sym.Member == "window.registerCustomEditorProvider":
		for _, open := range t.properties(arg(1), "openCustomDocument") {
			t.callback(open, 0, r.Node, label{FromFile, "vscode.CustomDocument.uri", true})
		}
	case sym.Module == "vscode" && (sym.Member == "debug.registerDebugAdapterTrackerFactory"):
		x.tracked(r)
	case sym.Module == "vscode" && sym.Member == "chat.createChatParticipant":
		for _, p := range t.params(arg(1), 0) {
			for load := range t.s.LoadsOf(p) {
				if u, v, _ := t.s.Code(load); u.Strings[v.B] == "prompt" {
					t.source(load, load, label{kind: FromEntrusted, what: "vscode.ChatRequest.prompt"})
				}
			}
		}
	case sym.Module == "vscode" && sym.Member == "workspace.registerNotebookSerializer":
		for _, save := range t.properties(arg(1), "serializeNotebook") {
			t.callback(save, 0, r.Node, label{kind: FromText, what: "vscode.NotebookData"})
		}
	case sym.Module == "vscode" && strings.HasSuffix(sym.Member, "getConfiguration().get") && x.keySetting(r):
		t.source(r.Node, r.Node, label{kind: FromSecret, what: "settings that hold keys"})
	case machine[key]:
		t.source(r.Node, r.Node, label{kind: FromMachine, what: symbolName(sym)})
	case sym.Module == "vscode" && (sym.Member == "TerminalShellExecution.read" ||
		strings.HasSuffix(sym.Member, "ShellExecutionStartEvent.execution.read")):
		t.source(r.Node, r.Node, label{kind: FromText, what: Terminals})
	case sym.Module == "vscode" && strings.HasPrefix(sym.Member, "commands.register") && typed(t.texts(arg(0))):
		t.callback(arg(1), 0, r.Node, label{kind: FromText, what: "vscode.TextDocument, as it is typed"})
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

// keySetting reports that the settings which a call reads are keys of several services at once.
func (x *trailer) keySetting(r solver.Call) bool {
	of := map[string]bool{}
	for _, id := range x.t.values.Walk().SettingIDs(r.Node, r.Args) {
		if family, _, ok := strings.Cut(strings.ToLower(id), "."); ok && keyIDs().MatchString(id) {
			of[family] = true
		}
	}
	return len(of) > 1
}

var keyIDs = lazyregexp.Lazy(`(?i)(api_?-?key|token|secret|password|credential)s?$`)

// Installed is the source of the list of extensions that somebody has.
const Installed = "vscode.extensions.all"

func (x *trailer) installed(n int32) bool {
	found := false
	x.t.s.EachOf(n, solver.KindSymbol, func(k solver.Token) {
		r := x.t.s.SymbolOf(k)
		found = found || r.Module == "vscode" && r.Member == "extensions.all"
	})
	return found
}

// copiers are the functions that copy a file.
var copiers = map[string]bool{
	"copyFile": true, "copyFileSync": true, "promises.copyFile": true, "cp": true, "cpSync": true, "promises.cp": true,
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
	for _, l := range x.private(r) {
		t.source(r.Node, r.Node, l)
		for _, a := range r.Args[1:] {
			t.callback(a, 1, r.Node, l)
		}
	}
}

// private says what is private of the file that a call names first.
func (x *trailer) private(r solver.Call) []label {
	t := x.t
	var out []label
	for _, n := range t.argument(r.Args, 0) {
		for _, p := range x.pathsAt(n) {
			if pictured[strings.ToLower(path.Ext(p.String()))] {
				// Whoever reads a picture's bytes and writes a program has hidden one.
				out = append(out, label{kind: FromDecoded, what: "a picture"})
			}
			if x.copies == nil {
				x.copies = x.copied()
			}
			l, written := x.copies[p.String()]
			if !written {
				place, ok := t.s.Catalog().SensitivePath(p.String())
				if !ok || !place.ReadMatters() {
					continue
				}
				l = label{kind: FromSecret, what: place.ID}
			}
			out = append(out, l)
		}
		if len(out) == 0 && x.isPicked(n) {
			out = append(out, label{kind: FromSecret, what: keysPicked})
		}
	}
	return out
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
		left := maxHeld
		x.t.heldBy(o, 1, &left, look)
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
	"keys":            true,
	"ownKeys":         true,
	"URLSearchParams": true,
	"format":          true,
}

// pictured are files that hold what is looked at.
var pictured = map[string]bool{".png": true, ".jpg": true, ".jpeg": true, ".gif": true, ".ico": true, ".bmp": true, ".webp": true}

// encodings are those of Buffer in which nobody reads text.
var encodings = map[string]bool{"base64": true, "base64url": true, "hex": true}
