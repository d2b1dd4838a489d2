package taint

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/callgraph"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// Triggers tells who sets code off, by walking from a function back to who
// calls it, until somebody outside of the code is reached.
type Triggers struct {
	s       solver.View
	graph   *callgraph.Graph
	callers map[int32][]int32
	by      map[int32]Trigger // of scopes that are handed to somebody outside
	known   map[int32]Trigger
	// asks are the functions that ask the user something, see Act; acts is what Act knows.
	asks map[int32]bool
	acts map[int32]Trigger
}

// Triggers returns what tells who sets off the code in which the engine looked for trails.
func (t *Engine) Triggers() *Triggers {
	if t.trails.why == nil {
		t.trails.why = newTriggers(t.s)
	}
	return t.trails.why
}

func newTriggers(s solver.View) *Triggers {
	y := &Triggers{
		s: s, graph: callgraph.New(s), callers: map[int32][]int32{}, by: map[int32]Trigger{}, known: map[int32]Trigger{},
		asks: map[int32]bool{}, acts: map[int32]Trigger{},
	}
	for _, call := range y.graph.Callers() {
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
		sym := s.Symbol(r.Symbol)
		if asks(sym, len(r.Args)) && s.HasCode(r.Node) {
			y.asks[y.graph.Scope(s.Local(r.Node))] = true
		}
		why := triggerOf(sym)
		if why == ByCommand && len(r.Args) > 0 && hearsKeys(s, r.Args[0]) {
			why = ByEvent
		}
		if why == ByUnknown {
			continue
		}
		if why == ByEvent && byHand[sym.Member[strings.LastIndexByte(sym.Member, '.')+1:]] {
			for _, a := range r.Args {
				s.EachOf(max(a, -a), solver.KindFunc, func(k solver.Token) { y.asks[y.graph.ScopeOf(k)] = true })
			}
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
	// What stands beside a question in activate is not what the question was about.
	for scope, why := range y.by {
		if why == ByStart {
			delete(y.asks, scope)
		}
	}
	return y
}

// hearsKeys holds for the name of a command that every key gives.
func hearsKeys(s solver.View, n int32) bool {
	if n <= 0 {
		return false
	}
	u, v, _ := s.Code(n)
	return v != nil && v.Op == ir.OpStr && typed([]string{u.Strings[v.A]})
}

// asks holds for what shows the user a choice: a message with buttons, a list, a box, a dialog.
func asks(r solver.Symbol, args int) bool {
	if r.Module != "vscode" {
		return false
	}
	switch r.Member {
	case "window.showInformationMessage", "window.showWarningMessage", "window.showErrorMessage":
		return args > 1
	case "window.showQuickPick", "window.showInputBox", "window.showOpenDialog", "window.showSaveDialog", "window.createQuickPick",
		"window.createInputBox", "window.showWorkspaceFolderPick":
		return true
	}
	return false
}

// Act says who has an act at a node of a file done: as the walk from it back says, but that a
// function which asks the user something stands for a command.
func (y *Triggers) Act(unit, local int32) Trigger {
	return y.walk(y.graph.Scope(unit, local), y.acts, y.asks)
}

// Asks says whether the function that a node of a file stands in asks the user something.
func (y *Triggers) Asks(unit, local int32) bool { return y.asks[y.graph.Scope(unit, local)] }

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

// byHand are events that are a person's answer: a page that they look at, a list or a box that they were shown.
var byHand = map[string]bool{
	"onDidReceiveMessage": true, "onDidAccept": true, "onDidTriggerButton": true, "onDidTriggerItemButton": true,
}

// maxCallers is how many functions are walked back through.
const maxCallers = 500

// of says who sets off the code at a node. A command does so only where nobody
// else can.
func (y *Triggers) of(n int32) Trigger {
	if !y.s.HasCode(n) {
		return ByUnknown
	}
	return y.walk(y.graph.Scope(y.s.Local(n)), y.known, nil)
}

// maxBeside is how many callers of a function Around gives.
const maxBeside = 16

// Around numbers the function that a node of a file stands in, from 1, and gives some of those
// that call it or hand it on.
func (y *Triggers) Around(unit, local int32) (scope int32, callers []int32) {
	scope = y.graph.Scope(unit, local)
	for _, c := range y.callers[scope] {
		if len(callers) < maxBeside {
			callers = append(callers, c+1)
		}
	}
	return scope + 1, callers
}

// walk walks from a function back; what a scope of asked is reached by counts as a command.
func (y *Triggers) walk(start int32, known map[int32]Trigger, asked map[int32]bool) Trigger {
	if why, ok := known[start]; ok {
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
		by, ok := y.by[at]
		if asked[at] {
			by, ok = ByCommand, true
		}
		if ok {
			if by.precedes(why) {
				why = by
			}
			continue
		}
		callers := y.callers[at]
		slices.Sort(callers)
		queue = append(queue, callers...)
	}
	known[start] = why
	return why
}
