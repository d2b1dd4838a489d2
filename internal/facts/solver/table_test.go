package solver

import (
	"math/rand/v2"
	"testing"
)

// TestTablesKeepWhatIsPutIntoThem: as a map does, however far they grow.
func TestTablesKeepWhatIsPutIntoThem(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	table, set := newTable(0), newSet(0)
	want := map[uint64]int32{}
	for i := range int32(50_000) {
		// Few different numbers, so that many come twice; one of them negative, as
		// once has it.
		key := pairKey(r.Int32N(300)-100|1, r.Int32N(300))
		_, known := want[key]
		if added := set.add(key); added == known {
			t.Fatalf("pair %x was there: %v; the set says it was added: %v", key, known, added)
		}
		if v, ok := table.get(key); ok != known || v != want[key] {
			t.Fatalf("pair %x is %d, %v; want %d, %v", key, v, ok, want[key], known)
		}
		table.put(key, i)
		want[key] = i
	}
	for key, v := range want {
		if got, ok := table.get(key); !ok || got != v {
			t.Errorf("pair %x is %d, %v; want %d", key, got, ok, v)
		}
	}
	if table.used != len(want) || set.used != len(want) {
		t.Errorf("a table of %d and a set of %d pairs, want %d", table.used, set.used, len(want))
	}
}

func TestTokensAreNumberedOnce(t *testing.T) {
	ts := newTokens()
	for range 2 {
		for i := range int32(5000) {
			for kind := KindSymbol; kind <= KindMirror; kind++ {
				if got, want := ts.get(kind, i/2, i%2), Token(i)*Token(KindMirror)+Token(kind); got != want {
					t.Fatalf("kind %d of %d is %d, want %d", kind, i, got, want)
				}
			}
		}
	}
}

// TestListsGrowByHalfAndKeepWhatTheyHold.
func TestListsGrowByHalfAndKeepWhatTheyHold(t *testing.T) {
	var list []int32
	moved := 0
	for i := range int32(10_000) {
		before := cap(list)
		list = append(room(list), i)
		if cap(list) != before {
			moved++
		}
	}
	for i, v := range list {
		if v != int32(i) {
			t.Fatalf("entry %d is %d", i, v)
		}
	}
	if moved > 30 {
		t.Errorf("the list moved %d times", moved)
	}
	if fixed := roomy(list, 5); len(fixed) != len(list) || cap(fixed) < len(list)+5 {
		t.Errorf("room for 5 more gives %d of %d", len(fixed), cap(fixed))
	}
}
