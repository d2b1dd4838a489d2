package pattern

import "slices"

// A node is a piece of a pattern before it is compiled.
type node struct {
	kind nodeKind
	set  runes
	subs []*node
}

type nodeKind uint8

const (
	nodeSet nodeKind = iota
	nodeCat
	nodeAlt
	nodeStar
	nodePlus
	nodeOptional
)

func setOf(s runes) *node      { return &node{kind: nodeSet, set: s} }
func cat(subs ...*node) *node  { return &node{kind: nodeCat, subs: subs} }
func alt(subs ...*node) *node  { return &node{kind: nodeAlt, subs: subs} }
func star(sub *node) *node     { return &node{kind: nodeStar, subs: []*node{sub}} }
func plus(sub *node) *node     { return &node{kind: nodePlus, subs: []*node{sub}} }
func optional(sub *node) *node { return &node{kind: nodeOptional, subs: []*node{sub}} }
func literal(text string) *node { // each character is a set of one
	out := cat()
	for _, r := range text {
		out.subs = append(out.subs, setOf(runes{r, r}))
	}
	return out
}

// size is how many instructions a node becomes, at least one, so that copies of
// nothing are counted too.
func (n *node) size() int {
	total := 1
	for _, s := range n.subs {
		total += s.size()
	}
	return total
}

// maxSize bounds the automaton of one pattern: a thousand characters and what
// repetitions make of them.
const maxSize = 4000

// runes is a set of characters as sorted, disjoint pairs: first, last, …
type runes []rune

const maxRune = 0x10FFFF

func anyRune() runes  { return runes{0, maxRune} }
func notSlash() runes { return runes{0, '/' - 1, '/' + 1, maxRune} }

func (s runes) has(r rune) bool {
	for i := 0; i < len(s); i += 2 {
		if r <= s[i+1] {
			return r >= s[i]
		}
	}
	return false
}

// union makes sorted, disjoint pairs of any pairs.
func union(pairs runes) runes {
	type pair struct{ lo, hi rune }
	var ps []pair
	for i := 0; i < len(pairs); i += 2 {
		ps = append(ps, pair{pairs[i], pairs[i+1]})
	}
	slices.SortFunc(ps, func(a, b pair) int { return int(a.lo - b.lo) })
	var out runes
	for _, p := range ps {
		if n := len(out); n > 0 && p.lo <= out[n-1]+1 {
			out[n-1] = max(out[n-1], p.hi)
			continue
		}
		out = append(out, p.lo, p.hi)
	}
	return out
}

// complement is every other character.
func (s runes) complement() runes {
	var out runes
	next := rune(0)
	for i := 0; i < len(s); i += 2 {
		if s[i] > next {
			out = append(out, next, s[i]-1)
		}
		next = s[i+1] + 1
	}
	if next <= maxRune {
		out = append(out, next, maxRune)
	}
	return out
}

// An inst is one state: a set to step over to x, a fork to x and y, or the end.
type inst struct {
	op   opcode
	set  runes
	x, y int32
}

type opcode uint8

const (
	opSet opcode = iota
	opFork
	opEnd
)

// automaton is a compiled pattern.
type automaton struct {
	insts []inst
	start int32
}

func compile(n *node) *automaton {
	a := &automaton{}
	end := a.add(inst{op: opEnd})
	a.start = a.emit(n, end)
	return a
}

func (a *automaton) add(i inst) int32 {
	a.insts = append(a.insts, i)
	return int32(len(a.insts) - 1)
}

// emit writes a node that goes on at next and gives where it begins.
func (a *automaton) emit(n *node, next int32) int32 {
	switch n.kind {
	case nodeSet:
		return a.add(inst{op: opSet, set: n.set, x: next})
	case nodeCat:
		for _, s := range slices.Backward(n.subs) {
			next = a.emit(s, next)
		}
		return next
	case nodeAlt:
		at := a.emit(n.subs[len(n.subs)-1], next)
		for _, s := range slices.Backward(n.subs[:len(n.subs)-1]) {
			at = a.add(inst{op: opFork, x: a.emit(s, next), y: at})
		}
		return at
	case nodeOptional:
		return a.add(inst{op: opFork, x: a.emit(n.subs[0], next), y: next})
	}
	fork := a.add(inst{op: opFork, y: next})
	body := a.emit(n.subs[0], fork)
	a.insts[fork].x = body
	if n.kind == nodePlus {
		return body
	}
	return fork
}

// states is a set of states in the order they were met.
type states struct {
	list []int32
	seen []bool
}

func (a *automaton) empty() *states { return &states{seen: make([]bool, len(a.insts))} }

func (s *states) clear() {
	for _, i := range s.list {
		s.seen[i] = false
	}
	s.list = s.list[:0]
}

// enter adds a state and those reached from it over forks.
func (a *automaton) enter(s *states, at int32) {
	for stack := []int32{at}; len(stack) > 0; {
		at, stack = stack[len(stack)-1], stack[:len(stack)-1]
		if s.seen[at] {
			continue
		}
		s.seen[at] = true
		s.list = append(s.list, at)
		if i := a.insts[at]; i.op == opFork {
			stack = append(stack, i.y, i.x)
		}
	}
}

// step is where a set of states goes over one character.
func (a *automaton) step(from, to *states, r rune) {
	to.clear()
	for _, at := range from.list {
		if i := a.insts[at]; i.op == opSet && i.set.has(r) {
			a.enter(to, i.x)
		}
	}
}

// ends reports that the pattern may end here. The end is the first state made.
func (s *states) ends() bool { return s.seen[0] }

// match reports that the whole text is of the pattern's language.
func (a *automaton) match(text string) bool {
	now, next := a.empty(), a.empty()
	a.enter(now, a.start)
	for _, r := range text {
		a.step(now, next, r)
		now, next = next, now
		if len(now.list) == 0 {
			return false
		}
	}
	return now.ends()
}
