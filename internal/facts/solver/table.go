package solver

// table maps pairs of numbers to nodes, or is a set of pairs. The solver looks
// properties up so often that the general map was an eighth of its time, and
// holds so many pairs that what a map keeps beside them counts; this one has
// flat arrays, no deletion, and no order anybody could come to depend on.
type table struct {
	keys   []uint64 // 0: free
	values []int32  // nil in a set
	used   int
}

// newTable makes a table with room for so many pairs.
func newTable(room int) table {
	t := newSet(room)
	t.values = make([]int32, len(t.keys))
	return t
}

// newSet makes a set with room for so many pairs.
func newSet(room int) table {
	size := 1024
	for size*3/4 <= room {
		size *= 2
	}
	return table{keys: make([]uint64, size)}
}

// pairKey packs a pair; both are at least 0 and the first is never 0.
func pairKey(a, b int32) uint64 { return uint64(uint32(a))<<32 | uint64(uint32(b)) }

// mix spreads a key over 32 bits: Fibonacci hashing, the high bits of whose
// product are well mixed.
func mix(key uint64) int { return int(key * 0x9E3779B97F4A7C15 >> 32) }

func (t *table) at(key uint64) int {
	mask := len(t.keys) - 1
	i := mix(key) & mask
	for t.keys[i] != key && t.keys[i] != 0 {
		i = (i + 1) & mask
	}
	return i
}

func (t *table) get(key uint64) (int32, bool) {
	i := t.at(key)
	if t.keys[i] == 0 {
		return 0, false
	}
	return t.values[i], true
}

func (t *table) put(key uint64, value int32) {
	t.values[t.insert(key)] = value
}

// add puts a pair into a set and reports whether it was not there.
func (t *table) add(key uint64) bool {
	before := t.used
	t.insert(key)
	return t.used > before
}

// insert makes sure that a key is there and gives its place.
func (t *table) insert(key uint64) int {
	i := t.at(key)
	if t.keys[i] != 0 {
		return i
	}
	if t.used++; t.used*4 > len(t.keys)*3 {
		old := *t
		t.keys = make([]uint64, 2*len(old.keys))
		if old.values != nil {
			t.values = make([]int32, 2*len(old.values))
		}
		for j, k := range old.keys {
			if k == 0 {
				continue
			}
			i := t.at(k)
			t.keys[i] = k
			if old.values != nil {
				t.values[i] = old.values[j]
			}
		}
		i = t.at(key)
	}
	t.keys[i] = key
	return i
}

// tokenTable finds the number of a token by what it stands for. The slots hold
// numbers only; what they stand for is in the list they number.
type tokenTable struct{ slots []Token }

func newTokenTable(room int) tokenTable {
	size := 256
	for size*2/3 <= room {
		size *= 2
	}
	return tokenTable{make([]Token, size)}
}

// at returns the slot of a token: its own, or the free one where it belongs.
func (t tokenTable) at(info []Info, i Info) int {
	mask := len(t.slots) - 1
	at := mix(pairKey(i.A, i.B)^uint64(i.Kind)<<58) & mask
	for t.slots[at] != 0 && info[t.slots[at]] != i {
		at = (at + 1) & mask
	}
	return at
}
