package facts

// table maps pairs of numbers to nodes. The solver looks properties up so
// often that the general map was an eighth of its time; this one has one flat
// array, no deletion, and no order anybody could come to depend on.
type table struct {
	slots []slot
	used  int
}

type slot struct {
	key   uint64 // 0: free
	value int32
}

func newTable(room int) table {
	size := 1024
	for size < room*2 {
		size *= 2
	}
	return table{slots: make([]slot, size)}
}

// pairKey packs a pair; both are at least 0 and the first is never 0.
func pairKey(a, b int32) uint64 { return uint64(uint32(a))<<32 | uint64(uint32(b)) }

func (t *table) at(key uint64) int {
	mask := len(t.slots) - 1
	// Fibonacci hashing: the high bits of the product are well mixed.
	i := int(key*0x9E3779B97F4A7C15>>32) & mask
	for t.slots[i].key != key && t.slots[i].key != 0 {
		i = (i + 1) & mask
	}
	return i
}

func (t *table) get(key uint64) (int32, bool) {
	s := &t.slots[t.at(key)]
	return s.value, s.key != 0
}

func (t *table) put(key uint64, value int32) {
	if t.used*2 >= len(t.slots) {
		old := t.slots
		t.slots = make([]slot, len(old)*2)
		for _, s := range old {
			if s.key != 0 {
				t.slots[t.at(s.key)] = s
			}
		}
	}
	i := t.at(key)
	if t.slots[i].key == 0 {
		t.used++
	}
	t.slots[i] = slot{key, value}
}
