package pattern

import "slices"

// A Prover proves inclusions, and spends no more steps on all of them together
// than it was given: two patterns can be written that take long to compare, and
// patterns come from strangers. What it has no steps left for is not proven,
// which counts as wider.
type Prover struct{ left int }

// NewProver returns a prover with so many steps.
func NewProver(steps int) *Prover { return &Prover{steps} }

// Spend takes steps for other work that grows with the patterns, and reports
// that there were as many.
func (pr *Prover) Spend(steps int) bool {
	pr.left -= steps
	return pr.left >= 0
}

// The bounds of one search, and of a prover that proves one thing.
const (
	maxPairs = 5_000
	oneProof = 5_000_000
)

// IncludesPath reports a proof that every file b matches is matched by a, on
// every platform and wherever the roots are. False says that there is none, not
// that there cannot be one.
func IncludesPath(a, b Path) bool { return NewProver(oneProof).Path(a, b) }

// IncludesText reports a proof that every text of b is one of a, with case and
// without.
func IncludesText(a, b Text) bool { return NewProver(oneProof).Text(a, b) }

// IncludesAddress reports a proof that every endpoint of b is one of a.
func IncludesAddress(a, b Address) bool { return NewProver(oneProof).Address(a, b) }

// IncludesCommand reports a proof that every command of b is one of a.
func IncludesCommand(a, b Command) bool { return NewProver(oneProof).Command(a, b) }

// includes reports that every text of b's language is one of a's: it walks b
// state by state beside all the states in which a may be then, over one
// character of each class that the two tell apart. True is a proof; false is a
// counterexample or a search that was cut.
func (pr *Prover) includes(a, b *automaton) bool {
	type pair struct {
		at  int32
		set []int32
	}
	if pr.left -= len(a.insts) + len(b.insts); pr.left < 0 {
		return false
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
		pr.left -= len(met[at])
		if pairs++; pairs > maxPairs || pr.left < 0 {
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
				if pr.left -= len(p.set) + 1; pr.left < 0 {
					return false
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

// representatives returns one character of every class that no set of either
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
