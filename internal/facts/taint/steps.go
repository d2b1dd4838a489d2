package taint

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/sanitizer"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// maxWay is how many states of a way are looked at to tell it.
const maxWay = 4096

// arrive writes down a flow, unless a shorter one says the same.
func (w *walk) arrive(i, sink int32) {
	t := w.t
	at := t.sinks[sink]
	l := t.labels[w.label]
	if l.name && !takesNames(at.sink) || t.trails != nil && !t.trails.goes(l.kind, at.sink.Kind) {
		return
	}
	clean := w.states[i].clean | t.judgedOn(w.states[i].node, at.place)
	if clean&cleans[at.sink.Kind] != 0 {
		return
	}
	if clean&sanitizer.Open != 0 && at.sink.Member == "env.openExternal" {
		return
	}
	if at.sink.Kind == ToRead && l.kind != FromRequest && l.kind != FromWebview && l.kind != FromURI {
		return
	}
	guarded := clean&sanitizer.UnderTrust != 0 || t.guarded(at.place, 6)
	key := flowKey{l.kind, l.what, t.s.At(at.place), at.sink.Role, at.sink.Kind, clean&sanitizer.SetIn != 0}
	steps := w.steps(i, at)
	found := foundFlow{
		flow:  Flow{Source: Source{Kind: l.kind, What: l.what}, Sink: at.sink, Guarded: guarded, SetIn: clean&sanitizer.SetIn != 0},
		steps: steps,
	}
	if t.trails != nil {
		t.trails.finish(&found, w.place[w.path(i)[0]], at)
	}
	if k, ok := t.best[key]; ok {
		before := t.flows[k].flow.Guarded
		if before && !guarded || before == guarded && len(steps) < len(t.flows[k].steps) {
			t.flows[k] = found
		}
		return
	}
	t.best[key] = len(t.flows)
	t.flows = append(t.flows, found)
}

// takesNames reports whether the names of the workspace's folders and files
// matter at a sink: in a shell's line, where they decide what runs, and in
// markup. That a
// tool is given the file it shall work on is what tools are for.
func takesNames(s Sink) bool { return s.Role == AsCommand || s.Role == AsText }

// path returns the states from the source to a state.
func (w *walk) path(i int32) []int32 {
	var out []int32
	var segment func(i, start int32)
	segment = func(i, start int32) {
		if i < 0 || len(out) > maxWay {
			return
		}
		st := w.states[i]
		switch {
		case i == start:
		case st.via >= 0:
			segment(st.via, start)
			segment(st.prev, w.states[st.prev].entry)
		default:
			segment(st.prev, start)
		}
		out = append(out, i)
	}
	segment(i, -1)
	return out
}

// steps writes a way down in words: one step a place, trivial ones merged.
func (w *walk) steps(i int32, to sinkAt) []foundStep {
	t := w.t
	way := w.path(i)
	source := way[0]
	steps := []foundStep{{t.s.At(w.place[source]), sourceWords(t.labels[w.label])}}
	loads := false
	for k, i := range way[1:] {
		st := w.states[i]
		prev := w.states[way[k]].node
		step, load, ok := t.word(st, prev)
		if !ok {
			continue
		}
		last := &steps[len(steps)-1]
		switch {
		case len(steps) > 1 && loads && load:
			*last = step // a.b.c is one step
		case len(steps) > 1 && last.message == step.message:
		case last.at == step.at:
		default:
			steps = append(steps, step)
		}
		loads = load
	}
	end := foundStep{t.s.At(to.place), sinkWords(to.sink)}
	if last := steps[len(steps)-1]; len(steps) > 1 && last.at == end.at {
		steps = steps[:len(steps)-1]
	}
	steps = append(steps, end)
	if len(steps) > finding.MaxSteps {
		head, tail := steps[:finding.MaxSteps/2], steps[len(steps)-finding.MaxSteps/2:]
		steps = append(append([]foundStep{}, head...), tail...)
	}
	return steps
}

// word says what happens when data comes to a state from a node.
func (t *Engine) word(st state, prev int32) (step foundStep, load, ok bool) {
	s := t.s
	n := st.node
	place := func(n int32) (solver.Site, bool) {
		if !s.HasCode(n) {
			return solver.Site{}, false
		}
		at := t.s.At(n)
		return at, at.Pos > 0
	}
	if s.IsProperty(n) {
		id := s.Text(s.Key(n))
		at, ok := place(prev)
		if !ok || strings.HasPrefix(id, "\x00") || id == "" || id[0] >= '0' && id[0] <= '9' {
			return foundStep{}, false, false
		}
		return foundStep{at, "is stored in property " + id}, false, true
	}
	u, v, _ := s.Code(n)
	if v == nil {
		return foundStep{}, false, false
	}
	if in, ok := t.parameter(n); ok && !t.inside(prev, in) {
		f := &s.Unit(in.unit).Funcs[in.fn]
		at := solver.Site{Unit: in.unit, Pos: s.Unit(in.unit).Nodes[f.Node].Pos}
		id := s.Unit(in.unit).Strings[f.Name]
		if id == "" {
			id = "a function"
		}
		return foundStep{at, "is passed to " + id}, false, true
	}
	at, ok := place(n)
	if !ok {
		return foundStep{}, false, false
	}
	switch v.Op {
	case ir.OpConcat:
		return foundStep{at, "becomes part of a string"}, false, true
	case ir.OpLoad:
		if s.IsProperty(prev) {
			return foundStep{at, "is read from property " + u.Strings[v.B]}, true, true
		}
		return foundStep{at, "its property " + u.Strings[v.B] + " is read"}, true, true
	case ir.OpIndex:
		return foundStep{at, "a part of it is read"}, true, true
	case ir.OpCall, ir.OpNew:
		if st.via >= 0 {
			return foundStep{at, "is returned"}, false, true
		}
		if from, ok := t.owner(prev); ok && from.fn >= 0 && int32(s.Unit(from.unit).Funcs[from.fn].Ret) == t.localOf(prev) {
			return foundStep{at, "is returned"}, false, true
		}
		if id := t.calleeName(u, v); id != "" {
			return foundStep{at, "goes through " + id}, false, true
		}
	}
	return foundStep{}, false, false
}

func (t *Engine) calleeName(u *solver.Unit, v *ir.Value) string {
	if v.A == 0 {
		return ""
	}
	switch callee := u.Nodes[v.A]; callee.Op {
	case ir.OpLoad:
		return u.Strings[callee.B]
	case ir.OpGlobal, ir.OpVar:
		return u.Strings[callee.A]
	}
	return ""
}

func sourceWords(l label) string {
	switch l.kind {
	case FromSetting:
		return "reads the setting " + l.what
	case FromFile:
		if l.name {
			return "is a name of the workspace"
		}
		return "reads a file of the workspace"
	case FromNetwork:
		return "is a response of the network"
	case FromRequest:
		return "is a request to a server of the extension"
	case FromWebview:
		return "is a message from a webview"
	case FromURI:
		return "is a URI the extension is asked to open"
	case FromClipboard:
		return "reads the clipboard"
	case FromSecret:
		return "reads " + l.what
	case FromToken:
		return "asks for a session of " + l.what
	case FromText:
		if !strings.HasPrefix(l.what, "vscode.") || strings.HasPrefix(l.what, "vscode.workspace.fs") {
			return "reads a file of the workspace"
		}
		return "reads the text of a document"
	case FromEnvironment:
		return "takes all variables of the environment"
	case FromMachine:
		return "asks " + l.what
	case FromDecoded:
		return "decodes what cannot be read (" + l.what + ")"
	case FromCipher:
		return "encrypts (" + l.what + ")"
	}
	return string(l.kind)
}

func sinkWords(s Sink) string {
	as := map[SinkRole]string{
		AsCommand: "as what runs", AsArgs: "as an argument", AsPath: "as a path", AsAddress: "as an address",
		AsEnv: "in the environment", AsText: "as markup", AsContent: "as content",
	}[s.Role]
	id := s.Member
	if s.Module != "globals" && s.Module != "" {
		id = s.Module + "." + s.Member
	}
	return "reaches " + id + " " + as
}
