package taint

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// People tells what only runs for some people: code in the range of a guard about who or where somebody is, in a function that is
// made there, or in one that is called and handed on from such code only.
type People struct {
	t *Engine
	// guards are those that tell, by unit.
	guards map[int32][]Person
	// handed are the calls that functions are handed to, by unit and function; set when somebody asks.
	handed map[[2]int32][]int32
	state  map[[2]int32]personState
}

// Person is a condition made from who or where somebody is.
type Person struct {
	// What names what tells, and At is its place.
	What string
	At   solver.Site
	// unit and looked name what was looked at; lo and hi bound the nodes that stand under the condition.
	unit, looked, lo, hi int32
}

// Other reports that two nodes stand on different sides of conditions on one value: each has its own for somebody else.
func (p Person) Other(o Person) bool {
	return p.unit == o.unit && p.looked == o.looked && (p.hi <= o.lo || o.hi <= p.lo)
}

type personState struct {
	person       Person
	ok, visiting bool
}

// Chance is what a Person's What is where chance decides whom it happens to.
const Chance = "chance"

// People returns what tells, or nil where no condition is about people; or, asked for chance, about chance.
func (t *Engine) People(chance bool) *People {
	p := &People{t: t, guards: map[int32][]Person{}, state: map[[2]int32]personState{}}
	for i, u := range t.s.Units() {
		named := map[int32]string{}
		for _, g := range u.Guards {
			if g.Kind != ir.GuardPerson {
				continue
			}
			what, ok := named[int32(g.Cond)]
			if !ok {
				what = t.tellsOf(u, int32(g.Cond))
				named[int32(g.Cond)] = what
			}
			if what != "" && (what == Chance) == chance {
				at := solver.Site{Unit: int32(i), Pos: u.Nodes[g.Cond].Pos}
				p.guards[int32(i)] = append(p.guards[int32(i)], Person{what, at, int32(i), int32(g.Base), g.Lo, g.Hi})
			}
		}
	}
	if len(p.guards) == 0 {
		return nil
	}
	return p
}

// tellsOf names what tells of a person at a node; "" when that is something else of the same name.
func (t *Engine) tellsOf(u *solver.Unit, n int32) string {
	v := &u.Nodes[n]
	if v.Op == ir.OpCall {
		callee := &u.Nodes[v.A]
		switch {
		case callee.Op != ir.OpLoad:
		case u.Strings[callee.B] == "getTimezoneOffset":
			return "the offset of the time zone"
		case u.Strings[callee.B] == "random":
			if base := &u.Nodes[callee.A]; base.Op != ir.OpGlobal || u.Strings[base.A] != "Math" {
				return ""
			}
			return Chance
		case u.Strings[callee.B] == "hostname":
			if !t.member(t.s.Resolve(u.Root, callee.A), "os", "") {
				return ""
			}
			return "the name of the machine"
		}
		return "the name in the configuration of git"
	}
	if v.Op != ir.OpLoad {
		return ""
	}
	name, base := u.Strings[v.B], t.s.Resolve(u.Root, v.A)
	var word string
	var is bool
	switch name {
	case "timeZone":
		word, is = "the time zone", t.answerOf(base, "resolvedOptions", maxTold)
	case "locale":
		word, is = "the language of the machine", t.answerOf(base, "resolvedOptions", maxTold)
	case "language", "languages":
		word, is = "the language of the editor", t.member(base, "vscode", "env") || t.member(base, "globals", "navigator")
	case "username":
		word, is = "the name of the account", t.answerOf(base, "userInfo", maxTold)
	case strings.ToUpper(name):
		word, is = name+" of the environment", t.member(base, "process", "env")
	default:
		word, is = name+" of an answer", true
	}
	if !is {
		return ""
	}
	return word
}

// maxTold is how many assignments lie between an answer and where a field of it is read.
const maxTold = 4

// member reports whether a node may be a member of a module.
func (t *Engine) member(n int32, module, member string) bool {
	is := false
	t.s.EachOf(n, solver.KindSymbol, func(x solver.Token) {
		r := t.s.SymbolOf(x)
		is = is || r.Module == module && r.Member == member
	})
	return is
}

// answerOf reports whether a node is the answer of a method.
func (t *Engine) answerOf(n int32, method string, depth int) bool {
	if n == 0 || depth == 0 {
		return false
	}
	if u, v, _ := t.s.Code(n); v != nil && v.Op == ir.OpCall && v.A > 0 {
		return t.calleeName(u, v) == method
	}
	for p := range t.s.Pred(n) {
		if t.answerOf(p, method, depth-1) {
			return true
		}
	}
	return false
}

// Of returns the condition about people that the code at a node stands under.
func (p *People) Of(n int32) (Person, bool) {
	if p == nil {
		return Person{}, false
	}
	who, ok := p.of(n, maxUnder)
	return who, ok && who.What != ""
}

// maxUnder is how many callers are walked back through.
const maxUnder = 12

func (p *People) of(n int32, depth int) (Person, bool) {
	s := p.t.s
	if !s.HasCode(n) || depth == 0 {
		return Person{}, false
	}
	unit, local := s.Local(n)
	var found *Person
	for i := range p.guards[unit] {
		if g := &p.guards[unit][i]; g.lo <= local && local < g.hi && (found == nil || g.lo >= found.lo) {
			found = g
		}
	}
	if found != nil {
		return *found, true
	}
	in, ok := p.t.owner(n)
	if !ok || in.fn < 0 {
		return Person{}, false
	}
	key := [2]int32{in.unit, in.fn}
	if st, ok := p.state[key]; ok {
		// Who calls itself is called by somebody else as well.
		return st.person, st.ok || st.visiting
	}
	p.state[key] = personState{visiting: true}
	who, ok := p.function(in, depth)
	delete(p.state, key)
	if !ok || who.What != "" { // and not what only one that is being asked about says
		p.state[key] = personState{person: who, ok: ok}
	}
	return who, ok
}

// function judges by where a function is made, or by all who call it or hand it on.
func (p *People) function(in span, depth int) (Person, bool) {
	s := p.t.s
	f := &s.Unit(in.unit).Funcs[in.fn]
	made := s.Resolve(in.frame, int32(f.Node))
	if who, ok := p.of(made, depth-1); ok {
		return who, true
	}
	if p.handed == nil {
		p.findCalls()
	}
	var who Person
	for _, call := range p.handed[[2]int32{in.unit, in.fn}] {
		by, ok := p.of(call, depth-1)
		if !ok {
			return Person{}, false
		}
		if by.What != "" {
			who = by
		}
	}
	return who, who.What != ""
}

// findCalls finds who calls and hands on which function.
func (p *People) findCalls() {
	s := p.t.s
	p.handed = map[[2]int32][]int32{}
	for _, n := range s.CallNodes() {
		_, v, frame := s.Code(n)
		if v.Op != ir.OpCall && v.Op != ir.OpNew || s.Replaced(n) {
			continue
		}
		add := func(x solver.Token) {
			key := p.t.funcKey(x)
			if list := p.handed[key]; len(list) == 0 || list[len(list)-1] != n {
				p.handed[key] = append(list, n)
			}
		}
		s.EachOf(s.Resolve(frame, v.A), solver.KindFunc, add)
		for _, a := range s.ArgNodes(n) {
			s.EachOf(max(a, -a), solver.KindFunc, add)
		}
	}
}
