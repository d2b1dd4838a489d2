package taint

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// Packages that the extension does not hold cannot be followed. Of a few kinds
// the use is known by its shape: routers of servers, and emitters, whose listeners
// are tied to what is emitted by the event's name. Clients are in client.go.

// route is router.get("/path", (request, response) => …).
func (t *Engine) route(n int32) {
	args := t.s.ArgNodes(n)
	if len(args) < 2 || args[0] <= 0 {
		return
	}
	u, v, _ := t.s.Code(args[0])
	if v == nil || v.Op != ir.OpStr || !strings.HasPrefix(u.Strings[v.A], "/") {
		return
	}
	for _, a := range args[1:] {
		if a > 0 && len(t.params(a, 1)) > 0 {
			t.callback(a, 0, n, label{kind: FromRequest, what: "route " + u.Strings[v.A]})
		}
	}
}

// copies is a set of nodes that have a value nobody knows, each with what it
// is called, grown along the edges.
type copies struct {
	s     solver.View
	names map[int32]string
}

// maxCopies bounds a set of copies.
const maxCopies = 10_000

// add adds a node and what it is handed to, and returns what is new.
func (c *copies) add(n int32, what string) []int32 { return c.upTo(maxCopies, n, what) }

// upTo is add until there are so many.
func (c *copies) upTo(most int, n int32, what string) (added []int32) {
	queue := []int32{n}
	for len(queue) > 0 && len(c.names) < most {
		n, queue = queue[0], queue[1:]
		if _, ok := c.names[n]; ok || n == 0 {
			continue
		}
		c.names[n] = what
		added = append(added, n)
		for dst := range c.s.Succ(n) {
			queue = append(queue, dst)
		}
	}
	return added
}

// findDocuments finds the documents that VS Code hands to providers and
// listeners, and what is read of them.
func (t *Engine) findDocuments() {
	s := t.s
	documents := copies{s, map[int32]string{}}
	add := func(f int32) {
		for _, p := range t.params(f, 0) {
			documents.add(p, "document")
		}
	}
	for _, r := range s.Calls() {
		sym := s.Symbol(r.Symbol)
		if sym.Module != "vscode" || len(r.Args) == 0 || r.Args[0] <= 0 {
			continue
		}
		switch {
		case strings.HasPrefix(sym.Member, "workspace.on") && strings.HasSuffix(sym.Member, "TextDocument"):
			add(r.Args[0])
		case strings.HasPrefix(sym.Member, "languages.register") && len(r.Args) > 1 && r.Args[1] > 0:
			s.Each(r.Args[1], func(o solver.Token) {
				for _, p := range t.everything(o, 3, nil) {
					if id := s.Text(s.Key(p)); strings.HasPrefix(id, "provide") {
						add(p)
					}
				}
			})
		}
	}
	if len(documents.names) == 0 {
		return
	}
	for _, n := range s.ActNodes() {
		u, v, c := s.Code(n)
		if v.Op != ir.OpLoad && v.Op != ir.OpCall || v.A == 0 || !t.live(n) {
			continue
		}
		switch {
		case v.Op == ir.OpLoad:
			if _, ok := documents.names[s.Resolve(c, v.A)]; !ok {
				continue
			}
			switch u.Strings[v.B] {
			case "document":
				documents.add(n, "document") // of an event
			case "uri", "fileName":
				t.source(n, n, label{FromFile, "vscode.TextDocument.fileName", true})
			}
		case u.Nodes[v.A].Op == ir.OpLoad:
			if _, ok := documents.names[s.Resolve(c, u.Nodes[v.A].A)]; !ok {
				continue
			}
			switch t.calleeName(u, v) {
			case "getText", "lineAt":
				t.source(n, n, label{kind: FromFile, what: "vscode.TextDocument.getText"})
			}
		}
	}
}

// everything returns the nodes of all properties of an object and its parents.
func (t *Engine) everything(o solver.Token, generations int, out []int32) []int32 {
	k := 0
	for p := range t.s.Props(o) {
		if k == 256 {
			break
		}
		out = append(out, p)
		k++
	}
	if generations > 0 {
		for parent := range t.s.Parents(o) {
			out = t.everything(parent, generations-1, out)
		}
	}
	return out
}

// emitted ties what is emitted to the listeners of the same name.
func (t *Engine) emitted() {
	s := t.s
	type at struct{ call int32 }
	emits, hears := map[string][]at{}, map[string][]at{}
	for _, n := range s.CallNodes() {
		u, v, _ := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 {
			continue
		}
		callee := u.Nodes[v.A]
		if callee.Op != ir.OpLoad {
			continue
		}
		into := hears
		switch u.Strings[callee.B] {
		case "emit":
			into = emits
		case "on", "once", "addListener":
		default:
			continue
		}
		list := u.List(v.C)
		if len(list) < 2 || list[0] <= 0 || list[1] <= 0 || u.Nodes[list[0]].Op != ir.OpStr {
			continue
		}
		id := u.Strings[u.Nodes[list[0]].A]
		if !plainEvents[id] && len(into[id]) < 16 {
			into[id] = append(into[id], at{n})
		}
	}
	for id, list := range emits {
		for _, e := range list {
			args := s.ArgNodes(e.call)
			for _, h := range hears[id] {
				for i, a := range args[1:] {
					if a <= 0 {
						break
					}
					for _, p := range t.params(s.ArgNodes(h.call)[1], i) {
						t.bridge(a, p)
					}
				}
			}
		}
	}
}

// bridge hands on a value, and what its properties hold to where the same are
// read, past a call the solver does not make.
func (t *Engine) bridge(src, dst int32) {
	s := t.s
	t.hand = append(t.hand, op{src, dst})
	for load := range s.LoadsOf(dst) {
		u, v, _ := s.Code(load)
		for _, p := range t.properties(src, u.Strings[v.B]) {
			t.hand = append(t.hand, op{p, load})
		}
	}
}
