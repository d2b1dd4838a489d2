package taint

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/callgraph"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// triggers tells who sets code off, by walking from a function back to who
// calls it, until somebody outside of the code is reached.
type triggers struct {
	x       *trailer
	graph   *callgraph.Graph
	callers map[int32][]int32
	by      map[int32]Trigger // of scopes that are handed to somebody outside
	known   map[int32]Trigger
}

func newTriggers(x *trailer) *triggers {
	s := x.t.s
	y := &triggers{x: x, graph: callgraph.New(s), callers: map[int32][]int32{}, by: map[int32]Trigger{}, known: map[int32]Trigger{}}
	for _, call := range y.graph.Calls() {
		y.callers[call[1]] = append(y.callers[call[1]], call[0])
	}
	mark := func(n int32, why Trigger) {
		s.EachOf(n, solver.KindFunc, func(k solver.Token) {
			scope := y.graph.ScopeOf(k)
			if old, ok := y.by[scope]; !ok || why.precedes(old) {
				y.by[scope] = why
			}
		})
	}
	for _, r := range s.Calls() {
		why := triggerOf(s.Symbol(r.Symbol))
		if why == ByUnknown {
			continue
		}
		for _, a := range r.Args {
			mark(max(a, -a), why)
		}
	}
	for _, n := range s.Activates() {
		mark(n, ByStart)
	}
	for _, f := range y.graph.Files() {
		y.by[f] = ByStart
	}
	return y
}

// triggerOf says what handing a function to a symbol means.
func triggerOf(r solver.Symbol) Trigger {
	switch {
	case r.Module == "globals" && r.Member == "setInterval" || r.Module == "timers" && r.Member == "setInterval":
		return ByTimer
	case r.Module != "vscode":
		return ByUnknown
	case strings.HasPrefix(r.Member, "commands.register"):
		return ByCommand
	}
	last := r.Member[strings.LastIndexByte(r.Member, '.')+1:]
	if strings.HasPrefix(last, "onDid") || strings.HasPrefix(last, "onWill") {
		return ByEvent
	}
	return ByUnknown
}

// maxCallers is how many functions are walked back through.
const maxCallers = 500

// of says who sets off the code at a node. A command does so only where nobody
// else can.
func (y *triggers) of(n int32) Trigger {
	if !y.x.t.s.HasCode(n) {
		return ByUnknown
	}
	unit, local := y.x.t.s.Local(n)
	start := y.graph.Scope(unit, local)
	if why, ok := y.known[start]; ok {
		return why
	}
	why := ByUnknown
	seen := map[int32]bool{}
	queue := []int32{start}
	for len(queue) > 0 && len(seen) < maxCallers {
		at := queue[0]
		queue = queue[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		if by, ok := y.by[at]; ok {
			if by.precedes(why) {
				why = by
			}
			continue
		}
		callers := y.callers[at]
		slices.Sort(callers)
		queue = append(queue, callers...)
	}
	y.known[start] = why
	return why
}
