package memory

import "testing"

// TestFreeInLarge: blocks of 2 MB and 4 MB count, smaller ones do not, and text
// that is none of Linux's counts nothing.
func TestFreeInLarge(t *testing.T) {
	const mb = 1 << 20
	for text, want := range map[string]int64{
		"": 0,
		"Node 0, zone      DMA      0      0      0      0      0      0      0      0      1      1      3 \n": 2*mb + 3*4*mb,
		"Node 0, zone   Normal     16   3900  27334  38911  34276  23404  12371   4601   1484      0      0 \n": 0,
		"Node 0, zone    DMA32 0 0 0 0 0 0 0 0 0 0 1\nNode 1, zone   Normal 0 0 0 0 0 0 0 0 0 7 0\n":            4*mb + 7*2*mb,
		"Node 0, zone Normal 1 1 1 1 1 1 1 1 1 many -5\n":                                                       0,
		"a b c d 0 0 0 0 0 0 0 0 0 99999999999999999999 1":                                                      0,
	} {
		if got := freeInLarge(text); got != want {
			t.Errorf("%q: %d bytes, want %d", text, got, want)
		}
	}
}
