package lower

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// people settles the guards that are about people, and forgets the others of their kind.
func (l *lowerer) people() {
	guards := l.unit.Guards
	if !slices.ContainsFunc(guards, func(g ir.Guard) bool { return g.Kind == ir.GuardPerson }) {
		return
	}
	m := l.mark()
	l.unit.Guards = slices.DeleteFunc(guards, func(g ir.Guard) bool {
		return g.Kind == ir.GuardPerson && (m == nil || !m.told(leaf{node: g.Cond, other: g.Subject, bare: g.Not}))
	})
	for i := range l.unit.Guards {
		if g := &l.unit.Guards[i]; g.Kind == ir.GuardPerson {
			looked := g.Cond
			g.Cond = ir.Node(m.at(looked) >> 1)
			if looked < 0 {
				looked = g.Cond
			}
			g.Base, g.Subject, g.Not = looked, 0, false
		}
	}
}

// marks are what nodes tell of a person: the node that told, and whether it was judged already.
type marks struct {
	of []int32
	// fixed are the variables that hold a constant text and nothing else.
	fixed map[ir.Node]bool
	// stored are the marks of what is stored under a name that few places store, and stores how many do.
	stored []int32
	stores []uint8
}

// maxStores is how many places store under a name whose values are taken for those of one object.
const maxStores = 4

// at is the mark of a node, or of what is stored under a name.
func (m *marks) at(n ir.Node) int32 {
	if n < 0 {
		return m.stored[-n-1]
	}
	return m.of[n]
}

// told reports whether a leaf is a judgement of what tells of a person.
func (m *marks) told(f leaf) bool {
	of := m.at(f.node)
	return of != 0 && (of&1 == 1 || !f.bare && (f.other <= 0 || m.fixed[f.other]))
}

// maxSpread is how often marks are spread through a file.
const maxSpread = 5

// mark spreads marks; nil when nothing in the file tells of a person.
func (l *lowerer) mark() *marks {
	kinds := make([]tells, len(l.strs.list))
	any := false
	git := map[ir.Node]bool{} // texts and lists by which git is asked
	for i, s := range l.strs.list {
		if len(s) > 64 {
			continue
		}
		kinds[i] = personNames[s]
		any = any || kinds[i] == tellsField || kinds[i] == tellsCall
		if len(s) == 1 && s[0] >= '0' && s[0] <= '9' {
			kinds[i] = tellsElement
		}
		for _, g := range gitTells {
			if strings.HasSuffix(s, g) {
				any = true
				if i < len(l.texts) && l.texts[i] != 0 {
					git[l.texts[i]] = true
				}
			}
		}
	}
	if !any {
		return nil
	}
	m := &marks{of: make([]int32, len(l.unit.Nodes)), fixed: map[ir.Node]bool{}}
	m.stored, m.stores = make([]int32, len(l.strs.list)), make([]uint8, len(l.strs.list))
	for _, e := range l.unit.Effects {
		if (e.Kind == ir.Store || e.Kind == ir.StoreGet) && m.stores[e.B] <= maxStores {
			m.stores[e.B]++
		}
	}
	for _, g := range l.unit.Guards {
		if g.Kind == ir.GuardPerson && g.Subject > 0 {
			m.fixed[g.Subject] = true
		}
	}
	for _, h := range l.helds {
		if h.other > 0 {
			m.fixed[h.other] = true
		}
	}
	texts := map[ir.Node]bool{}
	for _, e := range l.unit.Effects {
		if e.Kind == ir.Store && git[ir.Node(e.C)] && l.unit.Nodes[e.A].Op == ir.OpArray {
			git[ir.Node(e.A)] = true
		}
		if a := ir.Node(e.A); e.Kind == ir.Assign && m.fixed[a] {
			if l.unit.Nodes[e.B].Op != ir.OpStr {
				m.fixed[a] = false
			} else {
				texts[a] = true
			}
		}
	}
	for n := range m.fixed {
		m.fixed[n] = m.fixed[n] && texts[n]
	}
	for range maxSpread {
		if !l.spread(m, kinds, git) {
			break
		}
	}
	return m
}

// spread spreads marks once, and reports whether there are more.
func (l *lowerer) spread(m *marks, kinds []tells, git map[ir.Node]bool) bool {
	u := &l.unit
	more := false
	set := func(n, mark int32) {
		if n > 0 && mark != 0 && (m.of[n] == 0 || m.of[n]&1 == 0 && mark&1 == 1) {
			m.of[n], more = mark, true
		}
	}
	for i := range u.Nodes {
		n, v := int32(i), &u.Nodes[i]
		if m.of[n]&1 == 1 {
			continue
		}
		switch v.Op {
		case ir.OpLoad:
			switch kinds[v.B] {
			case tellsField:
				set(n, n<<1)
			case tellsElement:
				set(n, m.of[v.A]&^1)
			default:
				set(n, m.stored[v.B])
			}
		case ir.OpIndex:
			set(n, m.of[v.A]&^1)
			if key := m.of[v.B]; key != 0 {
				set(n, key|1)
			}
		case ir.OpCall:
			l.spreadCall(m, n, v, kinds, git, set)
		case ir.OpPhi, ir.OpConcat:
			for _, p := range u.List(v.A) {
				if p > 0 {
					set(n, m.of[p])
				}
			}
		case ir.OpFunc:
			set(n, m.of[u.Funcs[v.A].Ret])
		}
	}
	for _, e := range u.Effects {
		switch e.Kind {
		case ir.Assign:
			set(e.A, m.of[e.B])
		case ir.Store, ir.StoreGet:
			mark, old := m.of[e.C], m.stored[e.B]
			if mark != 0 && m.stores[e.B] <= maxStores && (old == 0 || old&1 == 0 && mark&1 == 1) {
				m.stored[e.B], more = mark, true
			}
		}
	}
	for _, h := range l.helds {
		if m.told(h.leaf) {
			set(int32(h.dst), m.at(h.node)|1)
		}
	}
	for _, s := range l.setsUnder {
		if m.told(s.leaf) {
			for _, dst := range l.sets[s.lo:s.hi] {
				set(int32(dst), m.at(s.node)|1)
			}
		}
	}
	return more
}

func (l *lowerer) spreadCall(m *marks, n int32, v *ir.Value, kinds []tells, git map[ir.Node]bool, set func(n, mark int32)) {
	u := &l.unit
	if v.A <= 0 {
		return
	}
	args := u.List(v.C)
	callee := &u.Nodes[v.A]
	kind := tellsNothing
	if callee.Op == ir.OpLoad {
		kind = kinds[callee.B]
		if kind == tellsCall {
			set(n, n<<1)
		}
	}
	asksGit := false
	for _, a := range args {
		if a <= 0 {
			continue
		}
		given, arg := m.of[a], &u.Nodes[a]
		asksGit = asksGit || git[ir.Node(a)]
		switch {
		case given == 0:
		case kind == tellsJudged:
			set(n, given|1)
		case callee.Op == ir.OpGlobal || kind == tellsCarried:
			set(n, given)
		case callee.Op == ir.OpVar && arg.Op != ir.OpFunc:
			set(n, given|1)
		}
	}
	if asksGit && (kind == tellsNothing || l.strs.list[callee.B] == "exec") {
		set(n, n<<1)
		for _, a := range args {
			if a > 0 && u.Nodes[a].Op == ir.OpFunc {
				for _, p := range u.List(u.Funcs[u.Nodes[a].A].Params) {
					set(p, n<<1)
				}
			}
		}
	}
	if callee.Op != ir.OpLoad {
		set(n, m.of[v.A])
		return
	}
	if kind == tellsNothing {
		set(n, m.of[v.A])
	}
	this := m.of[callee.A]
	switch {
	case this == 0:
	case kind == tellsJudged:
		set(n, this|1)
	case kind == tellsCarried:
		set(n, this)
	case kind == tellsTaken && len(args) > 0 && args[0] > 0 && u.Nodes[args[0]].Op == ir.OpFunc:
		if params := u.List(u.Funcs[u.Nodes[args[0]].A].Params); len(params) > 0 {
			set(params[0], this)
		}
	}
}
