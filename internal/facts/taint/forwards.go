package taint

import (
	"cmp"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/facts/callgraph"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/sanitizer"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/value"
)

// A state of a walk forward: the data is at a node, in a call that was entered
// at the state entry (-1: nobody knows from where), and harmless for the kinds
// of sink in clean. Walks match calls and returns: what entered a function with
// one call leaves it at that call, so that a helper does not mix its callers.
type state struct {
	node, entry int32
	prev        int32 // the state before; -1: a source
	via         int32 // for a return: the state that made the call; else -1
	clean       sanitizer.Set
	need        need // of the call of the function it is in, see picked.go
}

type stateKey struct {
	node, entry int32
	clean       sanitizer.Set
	need        need
}

// entered is a parameter's state: who called, and which returns were reached.
type entered struct {
	in      span
	callers []int32
	exits   []int32
}

// span is a function in a frame.
type span struct {
	unit, frame, fn int32
	lo, hi          int32
}

// walk follows the data of one label.
type walk struct {
	t      *Engine
	label  int32
	states []state
	index  map[stateKey]int32
	starts map[int32]*entered
	place  map[int32]int32 // of states that are sources
	reads  map[int32]bool  // reads whose path was reached
}

// forwards follows every label: first the names of the workspace, which decide
// which reads are of its files.
func (t *Engine) forwards() {
	for _, r := range t.reads {
		if l, ok := t.rooted(r); ok {
			t.give(r, l)
		}
	}
	byLabel := t.byLabel()
	for l := range t.labels {
		if !t.labels[l].name {
			continue
		}
		w := t.follow(int32(l), byLabel[int32(l)])
		for _, i := range sortedKeys(w.reads) {
			t.give(t.reads[i], t.found(t.labels[l], t.reads[i]))
		}
	}
	byLabel = t.byLabel()
	for l := range t.labels {
		if !t.labels[l].name {
			t.follow(int32(l), byLabel[int32(l)])
		}
	}
	slices.SortFunc(t.flows, func(a, b foundFlow) int {
		x, y := a.steps[len(a.steps)-1].at, b.steps[len(b.steps)-1].at
		return cmp.Or(cmp.Compare(x.Unit, y.Unit), cmp.Compare(x.Pos, y.Pos), cmp.Compare(a.flow.Source.What, b.flow.Source.What))
	})
}

// rooted reports whether the path of a read is below the workspace as it
// stands.
func (t *Engine) rooted(r readAt) (label, bool) {
	for _, p := range t.values.Of(r.path).Alts {
		if len(p) > 0 && p[0].Kind == value.Root && p[0].Text == "workspace" {
			return t.content(r), true
		}
	}
	return label{}, false
}

// content labels what a file of the workspace holds: it may be somebody's choice, or what
// is private to who works there.
func (t *Engine) content(r readAt) label {
	if t.trails != nil {
		for _, p := range t.values.Of(r.path).Alts {
			if envNames().MatchString(p.String()) {
				return label{kind: FromText, what: EnvFiles}
			}
		}
		return label{kind: FromText, what: r.symbol}
	}
	return label{kind: FromFile, what: r.symbol}
}

// found is content for a file that was found by its name, which may say that it holds keys.
func (t *Engine) found(by label, r readAt) label {
	if by.what == keysFound {
		return label{kind: FromSecret, what: keysFound}
	}
	if by.what == EnvFiles {
		return label{kind: FromText, what: EnvFiles}
	}
	return t.content(r)
}

func (t *Engine) give(r readAt, l label) {
	for _, n := range r.gives {
		t.source(n, r.place, l)
	}
}

func (t *Engine) byLabel() map[int32][]sourceAt {
	out := map[int32][]sourceAt{}
	for _, s := range t.sources {
		if t.isMarked(s.node) {
			out[s.label] = append(out[s.label], s)
		}
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b sourceAt) int {
			return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.place, b.place))
		})
	}
	return out
}

func (t *Engine) follow(l int32, sources []sourceAt) *walk {
	w := &walk{t: t, label: l, index: map[stateKey]int32{}, starts: map[int32]*entered{}, place: map[int32]int32{}, reads: map[int32]bool{}}
	for _, s := range sources {
		before := len(w.states)
		i := w.reach(s.node, -1, -1, -1, t.judgedOn(0, s.place), t.needAt(state{}, s.node))
		if len(w.states) > before {
			w.place[i] = s.place
		}
	}
	for i := int32(0); int(i) < len(w.states); i++ {
		if t.budget--; t.budget < 0 {
			t.dropped = true
			break
		}
		w.step(i)
	}
	return w
}

// reach adds a state unless it is there.
func (w *walk) reach(node, entry, prev, via int32, clean sanitizer.Set, need need) int32 {
	key := stateKey{node, entry, clean, need}
	if i, ok := w.index[key]; ok {
		return i
	}
	i := int32(len(w.states))
	w.states = append(w.states, state{node, entry, prev, via, clean, need})
	w.index[key] = i
	return i
}

func (w *walk) step(i int32) {
	t := w.t
	st := w.states[i]
	n := st.node
	for _, k := range t.sinksAt[n] {
		if st.clean&cleans[t.sinks[k].sink.Kind] == 0 {
			w.arrive(i, k)
		}
	}
	if t.labels[w.label].name {
		for k := range t.reads {
			if t.reads[k].path == n {
				w.reads[int32(k)] = true
			}
		}
	}
	from, inCode := t.owner(n)
	isRet := inCode && from.fn >= 0 && int32(t.s.Unit(from.unit).Funcs[from.fn].Ret) == t.localOf(n)
	if isRet && st.entry >= 0 {
		if start := w.starts[st.entry]; start.in == from {
			start.exits = append(start.exits, i)
			for _, caller := range start.callers {
				w.leave(i, caller)
			}
			return
		}
	}
	for dst := range t.s.Succ(n) {
		if t.isMarked(dst) && !(isRet && t.isOut(st.need, from, dst)) {
			w.move(i, dst)
		}
	}
	for _, o := range opsAt(t.ops, n, bySrc) {
		w.move(i, o.dst)
	}
}

// move takes a state over one edge.
func (w *walk) move(i, dst int32) {
	t := w.t
	st := w.states[i]
	clean := t.after(st.clean, dst) | t.judgedOn(st.node, dst) | t.setInto(st.node, dst)
	if clean&sanitizer.All == sanitizer.All {
		return
	}
	if t.valueClass(dst) {
		return
	}
	if in, ok := t.parameter(dst); ok && !t.inside(st.node, in) {
		w.enter(i, dst, in, clean)
		return
	}
	w.reach(dst, w.entryAt(st.entry, dst), i, -1, clean, t.needAt(st, dst))
}

// The solver has one object for all instances of a class. Of a class of values
// (a URI, a range), every one would have what any has, so the fields of such a
// class are not followed: many places make instances, or some do and very many
// read the field.
const (
	maxInstances  = 7
	someInstances = 3
	maxReaders    = 32
)

// instance counts a place that makes instances of a class, for the class and
// those it extends.
func (t *Engine) instance(x solver.Token, generations int) {
	info := t.s.Info(x)
	if info.Kind != solver.KindInstance || t.s.Kind(solver.Token(info.A)) != solver.KindFunc {
		return
	}
	t.instances[t.funcKey(solver.Token(info.A))]++
	for parent := range t.s.Parents(x) {
		if generations <= 0 {
			break
		}
		t.instance(parent, generations-1)
	}
}

// valueClass reports whether a node is a field of such a class.
func (t *Engine) valueClass(n int32) bool {
	if !t.s.IsProperty(n) {
		return false
	}
	info := t.s.Info(t.s.Owner(n))
	if info.Kind != solver.KindInstance || t.s.Kind(solver.Token(info.A)) != solver.KindFunc {
		return false
	}
	made := t.instances[t.funcKey(solver.Token(info.A))]
	if made <= someInstances || made > maxInstances {
		return made > maxInstances
	}
	readers := 0
	for range t.s.Succ(n) {
		if readers > maxReaders {
			break
		}
		readers++
	}
	return readers > maxReaders
}

// entryAt is the entry a state has at a node when it had one before: that of
// the call it is in, as long as it stays there.
func (w *walk) entryAt(entry, dst int32) int32 {
	if entry < 0 {
		return -1
	}
	t := w.t
	in := w.starts[entry].in
	switch f := t.s.Frame(dst); {
	case f == 0:
		return entry
	case f < 0:
		// A property of an object that this call made is in this call.
		info := t.s.Info(t.s.Owner(dst))
		if info.Kind != solver.KindObject || !t.inside(info.A, in) {
			return -1
		}
		return entry
	}
	if !t.inside(dst, in) {
		return -1
	}
	return entry
}

// enter takes a state into a call.
func (w *walk) enter(i, param int32, in span, clean sanitizer.Set) {
	key := stateKey{param, -2 - int32(clean), clean, 0}
	s, ok := w.index[key]
	if !ok {
		s = int32(len(w.states))
		w.states = append(w.states, state{param, s, i, -1, clean, 0})
		w.index[key] = s
		w.starts[s] = &entered{in: in}
	}
	start := w.starts[s]
	if slices.Contains(start.callers, i) {
		return
	}
	start.callers = append(start.callers, i)
	for _, exit := range start.exits {
		w.leave(exit, i)
	}
}

// leave takes a state out of a call, to where its caller is.
func (w *walk) leave(exit, caller int32) {
	t := w.t
	from, to := w.states[exit], w.states[caller]
	in, _ := t.owner(from.node)
	for dst := range t.s.Succ(from.node) {
		if !t.isMarked(dst) || !t.passes(dst, to.node) || t.isOut(from.need, in, dst) {
			continue
		}
		clean := t.after(from.clean, dst) | t.judgedOn(from.node, dst) | t.setInto(from.node, dst)
		if clean&sanitizer.All == sanitizer.All {
			continue
		}
		w.reach(dst, w.entryAt(to.entry, dst), exit, caller, clean, t.needAt(to, dst))
	}
}

// passes reports whether a call passes a node to what it calls; when it is no
// plain call of a function, nobody knows and it may.
func (t *Engine) passes(call, arg int32) bool {
	s := t.s
	_, v, c := s.Code(call)
	if v == nil || v.Op != ir.OpCall && v.Op != ir.OpNew || !s.HasCode(arg) {
		return true
	}
	plain := true
	s.Each(s.Resolve(c, v.A), func(x solver.Token) {
		if k := s.Kind(x); k != solver.KindFunc {
			plain = false
		}
	})
	if !plain || !s.Known(s.Resolve(c, v.A)) || s.Resolve(c, v.B) == arg {
		return true
	}
	for _, a := range s.ArgNodes(call) {
		if a < 0 || a == arg {
			return true
		}
	}
	return false
}

func (t *Engine) localOf(n int32) int32 {
	_, local := t.s.Local(n)
	return local
}

// owner returns the innermost function a node of code is in; fn is -1 outside of
// all.
func (t *Engine) owner(n int32) (span, bool) {
	s := t.s
	c := s.Frame(n)
	if c <= 0 {
		return span{}, false
	}
	unit, local := s.Local(n)
	u := s.Unit(unit)
	at, found := slices.BinarySearchFunc(u.Funcs, local, func(f ir.Func, n int32) int { return cmp.Compare(f.Lo, n) })
	if !found {
		at--
	}
	around := t.around(unit)
	for at >= 0 && u.Funcs[at].Hi <= local {
		at = int(around[at])
	}
	if at < 0 || u.Funcs[at].Lo > local {
		return span{unit: unit, frame: c, fn: -1}, true
	}
	// The copy a node is in may be of a function around this one.
	return span{unit, c, int32(at), u.Funcs[at].Lo, u.Funcs[at].Hi}, true
}

// around gives, for each function of a unit, the one it is in, or -1.
func (t *Engine) around(unit int32) []int32 {
	if t.outer[unit] == nil {
		t.outer[unit] = callgraph.Outer(t.s.Unit(unit))
	}
	return t.outer[unit]
}

// inside reports whether a node is in a function, in the same copy of it, or
// in a copy of a function within.
func (t *Engine) inside(n int32, in span) bool {
	s := t.s
	c := s.Frame(n)
	if c <= 0 || in.fn < 0 {
		return false
	}
	unit, local := s.Local(n)
	if unit != in.unit || local < in.lo || local >= in.hi {
		return false
	}
	for k := 0; c >= 0 && k < 64; k++ {
		if c == in.frame {
			return true
		}
		c = s.FrameOuter(c)
	}
	return false
}

// parameter returns the function that data enters at a node: at a parameter, at
// this, or in a list of arguments.
func (t *Engine) parameter(n int32) (span, bool) {
	s := t.s
	if s.IsProperty(n) {
		info := s.Info(s.Owner(n))
		if info.Kind != solver.KindObject || !s.HasCode(info.A) {
			return span{}, false
		}
		n = info.A
	}
	in, ok := t.owner(n)
	if !ok || in.fn < 0 {
		return span{}, false
	}
	u := s.Unit(in.unit)
	f := &u.Funcs[in.fn]
	local := t.localOf(n)
	if local == int32(f.This) || local == int32(f.Args) || slices.Contains(u.List(f.Params), local) {
		return in, true
	}
	return span{}, false
}
