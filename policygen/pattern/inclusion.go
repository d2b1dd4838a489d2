package pattern

import "slices"

// maxPairs bounds the search for a text that the narrower pattern has and the
// wider has not. Past it inclusion is not proven, which counts as wider.
const maxPairs = 5_000

// includes reports that every text of b's language is one of a's: it walks b
// state by state beside all the states in which a may be then, over one
// character of each class that the two tell apart. True is a proof; false is a
// counterexample or a search that was cut.
func includes(a, b *automaton) bool {
	type pair struct {
		at  int32
		set []int32
	}
	classes := representatives(a, b)
	met := map[int32][][]int32{}
	var queue []pair
	pairs := 0
	// visit keeps a pair unless one was met whose states of a are among these:
	// whatever that one leads to, this one does no worse.
	visit := func(at int32, set []int32) bool {
		for _, other := range met[at] {
			if subset(other, set) {
				return true
			}
		}
		if pairs++; pairs > maxPairs {
			return false
		}
		met[at] = append(met[at], set)
		queue = append(queue, pair{at, set})
		return true
	}
	start := a.empty()
	a.enter(start, a.start)
	from := b.empty()
	b.enter(from, b.start)
	for _, at := range from.list {
		if !visit(at, sorted(start)) {
			return false
		}
	}
	now, next, reached := a.empty(), a.empty(), b.empty()
	for len(queue) > 0 {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		i := b.insts[p.at]
		switch i.op {
		case opEnd:
			if !slices.Contains(p.set, 0) {
				return false
			}
		case opSet:
			reached.clear()
			b.enter(reached, i.x)
			now.clear()
			for _, s := range p.set {
				now.seen[s] = true
			}
			now.list = append(now.list, p.set...)
			for _, r := range classes {
				if !i.set.has(r) {
					continue
				}
				a.step(now, next, r)
				set := sorted(next)
				for _, at := range reached.list {
					if !visit(at, set) {
						return false
					}
				}
			}
		}
	}
	return true
}

func sorted(s *states) []int32 { return slices.Sorted(slices.Values(s.list)) }

// subset reports that all of a are in b; both are sorted.
func subset(a, b []int32) bool {
	for _, x := range a {
		i, found := slices.BinarySearch(b, x)
		if !found {
			return false
		}
		b = b[i+1:]
	}
	return true
}

// representatives gives one character of every class that no set of either
// automaton divides.
func representatives(as ...*automaton) []rune {
	borders := []rune{0}
	for _, a := range as {
		for _, i := range a.insts {
			for j := 0; j < len(i.set); j += 2 {
				borders = append(borders, i.set[j])
				if i.set[j+1] < maxRune {
					borders = append(borders, i.set[j+1]+1)
				}
			}
		}
	}
	slices.Sort(borders)
	return slices.Compact(borders)
}
