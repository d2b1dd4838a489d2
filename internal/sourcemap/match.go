package sourcemap

import (
	"cmp"
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
	// table, met and window are what common works in, kept from one alignment to the next.
	table  []float64
	met    []metWord
	window window
	// weights are the bits of the built file's words that were asked for; nothing
	// where they are none, zero where nobody asked.
	weights []float64
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

// nothing is the weight of a word that no source has, once it was asked for.
const nothing = -1

// weight is what word p of the built file says.
func (w *weigher) weight(words []wordAt, p int) float64 {
	if len(w.weights) < len(words) {
		w.weights = make([]float64, len(words))
	}
	if w.weights[p] == 0 {
		if w.weights[p] = w.bits(words[p].hash); w.weights[p] == 0 {
			w.weights[p] = nothing
		}
	}
	return max(w.weights[p], 0)
}

// find returns the place in the sources that word i of a built file was made
// from. name is what the place is about, should the file have renamed it.
func (w *weigher) find(words []wordAt, i int, name string) (*text, int32, bool) {
	var met []candidate
	for _, seed := range w.seeds(words, i) {
		for _, s := range w.x.at[words[seed].hash] {
			met = append(met, candidate{order: len(met), seed: seed, spot: s})
		}
	}
	for round, width := range widths {
		for k := range met {
			w.bound(&met[k], words, i, width)
		}
		if round == len(widths)-1 && !slices.ContainsFunc(met, w.says) {
			return nil, 0, false
		}
		// Those that may have most in common first: the others need not be aligned then.
		slices.SortFunc(met, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.order, b.order))
		})
		best := -1
		for k := range met {
			if best >= 0 && !met[k].rivals(&met[best]) {
				continue
			}
			w.weigh(&met[k], words, i, name, width)
			if best < 0 || met[k].score > met[best].score || met[k].score == met[best].score && met[k].order < met[best].order {
				best = k
			}
		}
		if best < 0 {
			return nil, 0, false
		}
		b := &met[best]
		other := false
		for k := range met {
			if c := &met[k]; c != b && c.rivals(b) {
				if !c.exact {
					w.weigh(c, words, i, name, width)
				}
				elsewhere := c.text != b.text || max(c.line-b.line, b.line-c.line) > 1
				other = other || elsewhere && c.rivals(b)
			}
		}
		if w.says(*b) && !other {
			return b.text, b.offset, b.placed
		}
		most := b.score / 2
		met = slices.DeleteFunc(met, func(c candidate) bool {
			if !c.exact && c.score > most {
				w.weigh(&c, words, i, name, width)
			}
			return c.score <= most
		})
	}
	return nil, 0, false
}

// says reports that a candidate has enough in common with the place, on both sides of it.
func (w *weigher) says(c candidate) bool {
	return c.score >= w.enough() && c.before >= side && c.after >= side
}

// bound says how much a candidate can have in common at most, without comparing the
// order of the words: each word of the built file that stands near it in the source counts.
func (w *weigher) bound(c *candidate, words []wordAt, i int, width [2]int) {
	source := w.x.texts[c.spot.text].words().words
	at := int(c.spot.word)
	weight := w.weight(words, c.seed)
	c.exact, c.score, c.before, c.after = false, weight, 0, 0
	c.side(i, c.seed, weight)
	for _, way := range []int{-1, 1} {
		w.window.clear()
		for q := at + way; q >= 0 && q < len(source) && (q-at)*way <= width[1]; q += way {
			w.window.add(source[q].hash)
		}
		for p := c.seed + way; p >= 0 && p < len(words) && (p-c.seed)*way <= width[0]; p += way {
			if weight := w.weight(words, p); weight > 0 && w.window.has(words[p].hash) {
				c.score += weight
				c.side(i, p, weight)
			}
		}
	}
	// The same numbers are added in another order than an alignment does.
	c.score, c.before, c.after = c.score+rounding, c.before+rounding, c.after+rounding
}

// rounding is more than what two sums of the same weights can differ by.
const rounding = 1e-6

// weigh aligns a candidate, and says what it has in common.
func (w *weigher) weigh(c *candidate, words []wordAt, i int, name string, width [2]int) {
	a := w.align(words, c.seed, c.spot, width)
	offset, ok := a.place(words, i, name)
	c.exact, c.score, c.text, c.placed = true, a.score, a.text, ok
	c.before, c.after = 0, 0
	for _, p := range a.pairs {
		c.side(i, p[0], w.weight(words, p[0]))
	}
	if c.line, c.offset = -1, offset; ok {
		c.line, _ = a.text.place(offset)
	}
}

// candidate is a place that a word near the one looked for was met at, and what
// came of comparing what is around them: exactly, or what can come of it at most.
type candidate struct {
	order  int
	seed   int
	spot   spot
	exact  bool
	score  float64
	before float64
	after  float64
	text   *text
	offset int32
	line   int
	placed bool
}

// rivals reports that b is not clear of c: c has nearly as much in common with the
// place, or more on one side of it.
func (c *candidate) rivals(b *candidate) bool {
	return c.score > b.score-clear || c.before > b.before+better || c.after > b.after+better
}

// beside is how many words on each side of a place its sides are.
const beside = 12

// side counts word p among what the words before and after the place i say.
func (c *candidate) side(i, p int, weight float64) {
	switch {
	case p < i && i-p <= beside:
		c.before += weight
	case p > i && p-i <= beside:
		c.after += weight
	}
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
