package sourcemap

import (
	"math"
	"path"
	"slices"
	"strings"
)

// Without a map that can be shown to be right, a place of a built file is found
// in the tracked sources by its words: the rarest word near it is looked up, and
// where the sources have it, the words before and after are compared in their
// order. How much a word counts is how rare it is (in bits). A place is given
// only when the words around it say enough, and say it of one place alone: two
// functions that were copied from one another stand in the built file.
const (
	// near is how many words from the place the one that is looked up may stand.
	near = 10
	// often is the number of times a word that is looked up may occur.
	often = 200
	// enough is what the words of a place have to say in a small repository, in bits,
	// and more what they have to say besides for each time there is twice as much to
	// be mistaken in; side is what those on each side of it have to, and clear by how much all of them say more than those
	// of any other place. Where another place has more in common on one side, by
	// better, the code was copied or put into another function, and nothing is said.
	enough = 64
	more   = 6
	side   = 10
	clear  = 10
	better = 6
	// least is how many words are reckoned with, however few there are.
	least = 1 << 14
	// oneWord bounds what a single word says.
	oneWord = 12
	// missing is what a kept word of the built file says against a place whose
	// source lacks it; skipped what a word of the source does that the built file
	// lacks, which may be a type's.
	missing = 5
	skipped = 0.4
	// step is how far from a word that was met a place between two of them is still
	// given, in words; beside all of them it is one word away at most, for what
	// comes next in a bundle may be another file.
	step = 4
	// maxSources bounds the text of all sources that are looked through.
	maxSources = 48 << 20
)

// widths are how many words on each side are compared, in the built file and in
// the source: few, and where that does not decide, more.
var widths = [][2]int{{20, 60}, {70, 200}}

// index is where the words of the tracked sources stand.
type index struct {
	texts []*text
	at    map[uint64][]spot
	total int
}

// spot is one word of a source.
type spot struct{ text, word int32 }

// sourceTypes are the files that code is built from.
var sourceTypes = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"}

// aside are folders whose code does not ship: tests repeat what they test.
var aside = []string{
	"node_modules",
	"test",
	"tests",
	"__tests__",
	"__mocks__",
	"e2e",
	"fixtures",
	"testFixture",
	"test-fixtures",
	"examples",
	"example",
	"samples",
	".vscode-test",
}

func isSource(name string) bool {
	if !slices.Contains(sourceTypes, path.Ext(name)) || strings.HasSuffix(name, ".d.ts") || strings.HasSuffix(name, ".min.js") {
		return false
	}
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	if strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec") {
		return false
	}
	for part := range strings.SplitSeq(path.Dir(name), "/") {
		if slices.Contains(aside, part) {
			return false
		}
	}
	return true
}

// newIndex reads the sources: those of the extension's folder first, should
// there be more than are looked through.
func newIndex(t *Tree, skip func(name string) bool) *index {
	x := &index{at: map[uint64][]spot{}}
	names := slices.DeleteFunc(slices.Clone(t.Files), func(n string) bool { return !isSource(n) || skip(n) })
	own := func(n string) bool { return t.Folder == "." || strings.HasPrefix(n, t.Folder+"/") }
	slices.SortStableFunc(names, func(a, b string) int {
		if own(a) != own(b) {
			if own(a) {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	size := 0
	for _, n := range names {
		f := t.text(n)
		if f == nil {
			continue
		}
		if size += len(f.code); size > maxSources {
			break
		}
		i := int32(len(x.texts))
		x.texts = append(x.texts, f)
		for k, w := range f.words().words {
			x.at[w.hash] = append(x.at[w.hash], spot{i, int32(k)})
			x.total++
		}
	}
	return x
}

// weigher says how much it says that a word of the built file stands in a
// source, in bits; nothing when no source has it.
type weigher struct {
	x     *index
	built map[uint64]int
	total int
	// table and window are what common works in, kept from one alignment to the next.
	table  []float64
	window window
}

// window holds the words of one stretch of a source.
type window struct {
	slots [1 << 10]struct {
		hash uint64
		turn uint32
	}
	turn uint32
}

func (w *window) clear() { w.turn++ }

// slot is where a word is, or would be: the next free one from where its hash says.
func (w *window) slot(hash uint64) int {
	i := int(hash) & (len(w.slots) - 1)
	for w.slots[i].turn == w.turn && w.slots[i].hash != hash {
		i = (i + 1) & (len(w.slots) - 1)
	}
	return i
}

func (w *window) add(hash uint64) {
	s := &w.slots[w.slot(hash)]
	s.hash, s.turn = hash, w.turn
}

func (w *window) has(hash uint64) bool { return w.slots[w.slot(hash)].turn == w.turn }

func (x *index) weigher(words []wordAt) *weigher {
	// In a small repository a word is as rare as in a larger one.
	w := &weigher{x: x, built: map[uint64]int{}, total: max(x.total+len(words), least)}
	for _, b := range words {
		w.built[b.hash]++
	}
	return w
}

func (w *weigher) enough() float64 { return enough + more*math.Log2(float64(w.total)/least) }

func (w *weigher) bits(hash uint64) float64 {
	n := len(w.x.at[hash])
	if n == 0 {
		return 0
	}
	return min(oneWord, math.Log2(float64(w.total)/float64(n+w.built[hash])))
}

// find gives the place in the sources that word i of a built file was made
// from. name is what the place is about, should the file have renamed it.
func (w *weigher) find(words []wordAt, i int, name string) (*text, int32, bool) {
	var met []candidate
	for _, seed := range w.seeds(words, i) {
		for _, s := range w.x.at[words[seed].hash] {
			met = append(met, candidate{seed: seed, spot: s})
		}
	}
	for _, width := range widths {
		best := -1
		for k := range met {
			c := &met[k]
			a := w.align(words, c.seed, c.spot, width)
			offset, ok := a.place(words, i, name)
			c.score, c.text, c.placed = a.score, a.text, ok
			c.before, c.after = w.sides(a, words, i)
			if c.line, c.offset = -1, offset; ok {
				c.line, _ = a.text.place(offset)
			}
			if best < 0 || c.score > met[best].score {
				best = k
			}
		}
		if best < 0 {
			return nil, 0, false
		}
		b := met[best]
		other := slices.ContainsFunc(met, func(c candidate) bool {
			elsewhere := c.text != b.text || max(c.line-b.line, b.line-c.line) > 1
			return elsewhere && (c.score > b.score-clear || c.before > b.before+better || c.after > b.after+better)
		})
		if b.score >= w.enough() && b.before >= side && b.after >= side && !other {
			return b.text, b.offset, b.placed
		}
		met = slices.DeleteFunc(met, func(c candidate) bool { return c.score <= b.score/2 })
	}
	return nil, 0, false
}

// candidate is a place that a word near the one looked for was met at, and what
// came of comparing what is around them.
type candidate struct {
	seed   int
	spot   spot
	score  float64
	before float64
	after  float64
	text   *text
	offset int32
	line   int
	placed bool
}

// maxSeeds is how many words on each side of a place are looked up.
const maxSeeds = 3

// seeds are the words near a place to look up, on both sides of it: those that the
// sources have least often, and of two the nearer one.
func (w *weigher) seeds(words []wordAt, i int) []int {
	var out []int
	for _, way := range []int{1, -1} {
		var one []int
		for k := i + min(way, 0); k >= 0 && k < len(words) && max(k-i, i-k) <= near; k += way {
			if n := len(w.x.at[words[k].hash]); n > 0 && n <= often {
				one = append(one, k)
			}
		}
		slices.SortStableFunc(one, func(a, b int) int { return len(w.x.at[words[a].hash]) - len(w.x.at[words[b].hash]) })
		out = append(out, one[:min(len(one), maxSeeds)]...)
	}
	return out
}

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
		text: t, score: w.bits(words[seed].hash) + low + high,
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
	// best[p][q] is what the first p words and the first q say together.
	row := m + 1
	w.table = slices.Grow(w.table[:0], (n+1)*row)
	best := w.table[:(n+1)*row]
	best[0] = 0
	for q := 1; q <= m; q++ {
		best[q] = best[q-1] - skipped
	}
	w.window.clear()
	for q := 1; q <= m; q++ {
		w.window.add(source[j+way*q].hash)
	}
	top := 0
	for p := 1; p <= n; p++ {
		b := built[i+way*p]
		cost := 0.0
		if b.kept {
			cost = missing
		}
		above, here := best[(p-1)*row:p*row], best[p*row:(p+1)*row]
		if !w.window.has(b.hash) {
			// Nothing is met: what it costs is all that changes.
			for q := range here {
				here[q] = above[q] - cost
			}
			continue
		}
		weight := w.bits(b.hash)
		here[0] = above[0] - cost
		for q := 1; q <= m; q++ {
			v := max(above[q]-cost, here[q-1]-skipped)
			if b.hash == source[j+way*q].hash {
				v = max(v, above[q-1]+weight)
			}
			if here[q] = v; v > best[top] {
				top = p*row + q
			}
		}
	}
	score = best[top]
	for p, q := top/row, top%row; p > 0 && q > 0; {
		b := built[i+way*p]
		cost := 0.0
		if b.kept {
			cost = missing
		}
		switch v := best[p*row+q]; {
		case b.hash == source[j+way*q].hash && v == best[(p-1)*row+q-1]+w.bits(b.hash):
			pairs = append(pairs, [2]int{i + way*p, j + way*q})
			p, q = p-1, q-1
		case v == best[(p-1)*row+q]-cost:
			p--
		default:
			q--
		}
	}
	slices.Reverse(pairs)
	return pairs, score
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

// sides are what the words before and after a place say, less those that were not
// met among them.
func (w *weigher) sides(a alignment, words []wordAt, i int) (before, after float64) {
	for _, p := range a.pairs {
		switch {
		case p[0] < i && i-p[0] <= 12:
			before += w.bits(words[p[0]].hash)
		case p[0] > i && p[0]-i <= 12:
			after += w.bits(words[p[0]].hash)
		}
	}
	return before, after
}
