package sourcemap

import (
	"math"
	"slices"
)

// alignment are words of the built file with those of a source.
type alignment struct {
	text  *text
	score float64
	// pairs are word of the built file and word of the source, both rising.
	pairs [][2]int
}

// align compares what stands before and after two equal words.
func (w *weigher) align(words []wordAt, seed int, s spot, width [2]int) alignment {
	t := w.x.texts[s.text]
	source := t.words().words
	before, low := w.common(words, source, seed, int(s.word), width, -1)
	slices.Reverse(before)
	after, high := w.common(words, source, seed, int(s.word), width, 1)
	return alignment{
		text: t, score: w.weight(words, seed) + low + high,
		pairs: append(append(before, [2]int{seed, int(s.word)}), after...),
	}
}

// common walks from two equal words in one direction and finds the words that
// both texts have in the same order, as far as they have more in common than
// not: where a function ends, what comes next may be another file.
func (w *weigher) common(built, source []wordAt, i, j int, width [2]int, way int) (pairs [][2]int, score float64) {
	n, m := width[0], width[1]
	if way < 0 {
		n, m = min(n, i), min(m, j)
	} else {
		n, m = min(n, len(built)-1-i), min(m, len(source)-1-j)
	}
	w.window.clear()
	for q := 1; q <= m; q++ {
		w.window.add(source[j+way*q].hash)
	}
	w.meet(built, i, n, way)
	// best[p][q] is what the words up to the p-th that is met and the first q of the
	// source say together. A word that is not met only costs, so it has no row.
	row := m + 1
	w.table = slices.Grow(w.table[:0], (len(w.met)+1)*row)
	best := w.table[:(len(w.met)+1)*row]
	best[0] = 0
	for q := 1; q <= m; q++ {
		best[q] = best[q-1] - skipped
	}
	top := 0
	for p := 1; p <= len(w.met); p++ {
		x := w.met[p-1]
		hash := built[x.word].hash
		above, here := best[(p-1)*row:p*row], best[p*row:(p+1)*row]
		here[0] = above[0] - x.cost
		for q := 1; q <= m; q++ {
			v := max(above[q]-x.cost, here[q-1]-skipped)
			if hash == source[j+way*q].hash {
				v = max(v, above[q-1]+x.weight)
			}
			if here[q] = v; v > best[top] {
				top = p*row + q
			}
		}
	}
	score = best[top]
	for p, q := top/row, top%row; p > 0 && q > 0; {
		x := w.met[p-1]
		switch v := best[p*row+q]; {
		case built[x.word].hash == source[j+way*q].hash && v == best[(p-1)*row+q-1]+x.weight:
			pairs = append(pairs, [2]int{x.word, j + way*q})
			p, q = p-1, q-1
		case v == best[(p-1)*row+q]-x.cost:
			p--
		default:
			q--
		}
	}
	slices.Reverse(pairs)
	return pairs, score
}

// metWord is a word of the built file that the source may have. weight is what it says
// when it is paired, cost what it says against the place when it is not; both with what
// the words before it cost that the source lacks.
type metWord struct {
	word         int
	weight, cost float64
}

// meet writes down which of the n words from a word on the window has.
func (w *weigher) meet(built []wordAt, i, n, way int) {
	w.met = w.met[:0]
	before := 0.0
	for p := 1; p <= n; p++ {
		b := built[i+way*p]
		cost := 0.0
		if b.kept {
			cost = missing
		}
		if !w.window.has(b.hash) {
			before += cost
			continue
		}
		w.met = append(w.met, metWord{i + way*p, w.weight(built, i+way*p) - before, before + cost})
		before = 0
	}
}

// place is where a word of the built file stands in the source: the word that it
// was paired with, else the name of what it is about between its neighbours, or
// the word that is as far from a neighbour as it is.
func (a alignment) place(built []wordAt, i int, name string) (int32, bool) {
	source := a.text.words().words
	k, exact := slices.BinarySearchFunc(a.pairs, i, func(p [2]int, i int) int { return p[0] - i })
	if exact {
		return source[a.pairs[k][1]].at, true
	}
	low, high := -1, len(source)
	if k > 0 {
		low = a.pairs[k-1][1]
	}
	if k < len(a.pairs) {
		high = a.pairs[k][1]
	}
	// A word that a minifier would have kept, and that was not met, is not from
	// here.
	if built[i].kept && !a.between(built[i], low, high) {
		return 0, false
	}
	before, after := math.MaxInt, math.MaxInt
	if k > 0 {
		before = i - a.pairs[k-1][0]
	}
	if k < len(a.pairs) {
		after = a.pairs[k][0] - i
	}
	if k > 0 && k < len(a.pairs) && min(before, after) > step || (k == 0 || k == len(a.pairs)) && min(before, after) > 1 {
		return 0, false
	}
	if name != "" {
		h, found := hashOf(name), -1
		for j := max(low+1, high-8); j < min(high, len(source)); j++ {
			if source[j].hash == h {
				found = j
			}
		}
		if found >= 0 {
			return source[found].at, true
		}
	}
	// Where a word was kept between the two and not met, the code between them is
	// another's, put there by a bundler: the distance says nothing.
	if k > 0 && k < len(a.pairs) {
		for _, w := range built[a.pairs[k-1][0]+1 : a.pairs[k][0]] {
			if w.kept && !a.between(w, low, high) {
				return 0, false
			}
		}
	}
	j := low + before
	if after <= before {
		j = high - after
	}
	if j <= low || j >= high {
		j = min(max(low, 0), len(source)-1)
		if after <= before {
			j = high
		}
	}
	return source[j].at, true
}

// between reports that the source has a word between two others.
func (a alignment) between(w wordAt, low, high int) bool {
	source := a.text.words().words
	return slices.ContainsFunc(source[max(low+1, 0):min(max(high, low+1, 0), len(source))], func(x wordAt) bool { return x.hash == w.hash })
}
