package taint

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts/fold"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/sanitizer"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Engine is one run of the taint engine over one solved graph, and what it found: FindFlows
// and FindTrails make one.
type Engine struct {
	s      solver.View
	values *fold.Values

	marked []uint64                 // nodes from which a sink can be reached
	queue  []int32                  // of the walk backwards
	ops    []op                     // operations met, sorted by source before the walk forward
	hand   []op                     // what hands on data beside operands, sorted by dst
	spread map[solver.Token][]int32 // what is spread into an object

	guards guards
	picks  map[[2]int32][]ir.Pick // by unit and function, see findPicks
	// instances is how many places make instances of a class.
	instances map[[2]int32]int
	outer     [][]int32      // see around
	mixed     map[int32]bool // see findMixed
	sinks     []sinkAt
	sinksAt   map[int32][]int32 // by node
	known     map[sinkAt]int    // where those stand of which no more is said
	reads     []readAt
	sources   []sourceAt
	asked     *[]request // see requests

	isSource map[int32]bool
	labels   []label
	labelIDs map[label]int32

	flows   []foundFlow
	best    map[flowKey]int            // into flows
	passed  map[[2]int32]sanitizer.Set // see passedOn
	cleaned map[int32]sanitizer.Set    // see cleaning
	dropped bool
	budget  int
	// trails is set where trails are looked for (trail.go).
	trails *trailer
}

// op is data going from one node to another.
type op struct{ src, dst int32 }

// label names what one walk forward follows.
type label struct {
	kind SourceKind
	what string
	name bool // the workspace's own names, not the content of its files
}

// sourceAt is a node that has a stranger's data, and the place to show.
type sourceAt struct {
	node, place, label int32
}

// sinkAt is a node whose data acts.
type sinkAt struct {
	node, place int32
	sink        Sink
	opened      int32  // see Flow.Opened
	to          string // see Flow.To
}

// readAt is the reading of a file: its path, and the nodes that get the
// content.
type readAt struct {
	path, place int32
	symbol      string
	gives       []int32
}

type flowKey struct {
	kind SourceKind
	what string
	at   solver.Site
	role SinkRole
	to   SinkKind
	// part is true when the data is a piece of the code's own text.
	part bool
}

// foundFlow is a flow before lines and columns are known.
type foundFlow struct {
	flow  Flow
	steps []foundStep
	// opened is the place of Flow.Opened, if it has one.
	opened *solver.Site
}

type foundStep struct {
	at      solver.Site
	message string
}

// minStates is what the walks forward may look at in a small program; a large
// one has a share of its nodes on top.
const minStates = 200_000

func newTainter(s solver.View, values *fold.Values) *Engine {
	return &Engine{
		s:         s,
		values:    values,
		spread:    map[solver.Token][]int32{},
		instances: map[[2]int32]int{},
		sinksAt:   map[int32][]int32{},
		known:     map[sinkAt]int{},
		labelIDs:  map[label]int32{},
		isSource:  map[int32]bool{},
		best:      map[flowKey]int{},
		cleaned:   map[int32]sanitizer.Set{},
		passed:    map[[2]int32]sanitizer.Set{},
		outer:     make([][]int32, len(s.Units())),
		budget:    minStates + s.Len()/2,
	}
}

// FindFlows finds the flows of what a solver solved. Values are those of the same graph.
func FindFlows(s solver.View, values *fold.Values) *Engine {
	t := newTainter(s, values)
	t.findSpreads()
	t.findSinks()
	t.findClients()
	if len(t.sinks) == 0 {
		return t
	}
	t.findSources()
	if len(t.sources) == 0 && len(t.reads) == 0 {
		return t
	}
	t.findGuards()
	t.findPicks()
	t.handOn()
	t.backwards()
	t.forwards()
	return t
}

func (t *Engine) label(l label) int32 {
	if i, ok := t.labelIDs[l]; ok {
		return i
	}
	i := int32(len(t.labels))
	t.labels = append(t.labels, l)
	t.labelIDs[l] = i
	return i
}

// Flows returns what was found, in order, with lines and columns as where says; it is asked
// for the places that Sites lists.
func (t *Engine) Flows(where func(solver.Site) finding.Location) []Flow {
	var out []Flow
	for _, f := range t.flows {
		for _, s := range f.steps {
			f.flow.Steps = append(f.flow.Steps, finding.Step{Where: where(s.at), Message: escape.Printable(s.message, finding.MaxMessage)})
		}
		f.flow.Source.Where = where(f.steps[0].at)
		f.flow.Sink.Where = where(f.steps[len(f.steps)-1].at)
		if f.opened != nil {
			f.flow.Opened = where(*f.opened)
		}
		out = append(out, f.flow)
	}
	return out
}

// Cut says whether a budget ended the walks, so that flows may be missing, and in which file:
// the one with the most code.
func (t *Engine) Cut() (file string, cut bool) {
	if !t.dropped {
		return "", false
	}
	return t.largest(), true
}

// largest is the file with the most code.
func (t *Engine) largest() string {
	out := t.s.Unit(0)
	for _, u := range t.s.Units() {
		if len(u.Nodes) > len(out.Nodes) {
			out = u
		}
	}
	return out.Path
}

// Sites calls add for every place that the flows are made of.
func (t *Engine) Sites(add func(solver.Site)) {
	for _, f := range t.flows {
		for _, s := range f.steps {
			add(s.at)
		}
		if f.opened != nil {
			add(*f.opened)
		}
	}
}

// Compare puts flows into the order in which a Program has them.
func Compare(a, b Flow) int {
	return cmp.Or(
		a.Sink.Where.Compare(b.Sink.Where), a.Source.Where.Compare(b.Source.Where),
		cmp.Compare(a.Source.Kind, b.Source.Kind), cmp.Compare(a.Source.What, b.Source.What),
		cmp.Compare(a.Sink.Kind, b.Sink.Kind), cmp.Compare(a.Sink.Role, b.Sink.Role), cmp.Compare(len(a.Steps), len(b.Steps)),
	)
}

// sortOps puts operations into the order of one of their ends, and then of the
// other. There are millions, and numbers are sorted faster than pairs.
func sortOps(ops []op, by func(op) int32) []op {
	turned := by(op{0, 1}) == 1
	keys := make([]uint64, len(ops))
	for i, o := range ops {
		if turned {
			o.src, o.dst = o.dst, o.src
		}
		keys[i] = uint64(uint32(o.src))<<32 | uint64(uint32(o.dst))
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	for i, k := range keys {
		o := op{int32(k >> 32), int32(k & math.MaxUint32)}
		if turned {
			o.src, o.dst = o.dst, o.src
		}
		ops[i] = o
	}
	return ops[:len(keys)]
}

// opsAt returns the operations whose end by is n.
func opsAt(ops []op, n int32, by func(op) int32) []op {
	lo, _ := slices.BinarySearchFunc(ops, n, func(o op, n int32) int { return cmp.Compare(by(o), n) })
	hi := lo
	for hi < len(ops) && by(ops[hi]) == n {
		hi++
	}
	return ops[lo:hi]
}

func bySrc(o op) int32 { return o.src }
func byDst(o op) int32 { return o.dst }

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
