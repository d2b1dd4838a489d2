package sourcemap

import (
	"strings"
	"testing"
)

// A column of a long line is where counting from its beginning finds it, whatever
// stands before: signs of two, three and four bytes, pairs of units, and a pair
// that a mark would cut.
func TestAColumnOfALongLine(t *testing.T) {
	for name, text := range map[string]string{
		"plain":            strings.Repeat("abcdefg.", 400),
		"wide":             strings.Repeat("aä€😀b", 400),
		"a pair is cut":    strings.Repeat("a", stride-1) + strings.Repeat("😀", 2*stride) + "end",
		"pairs alone":      strings.Repeat("😀", 2*stride),
		"bytes of no text": strings.Repeat("a\xff\xc3", 800),
		"as long as one":   strings.Repeat("a", stride),
		"one more":         strings.Repeat("a", stride+1),
		"short":            "ab😀c",
		"empty":            "",
	} {
		b := &built{lines: []string{"first", text}}
		for column := range units(text) + stride + 2 {
			if got, want := b.offset(1, column), unitOffset(text, column); got != want {
				t.Fatalf("%s: column %d is at byte %d, want %d", name, column, got, want)
			}
		}
	}
}

// A thousand places of one line of a megabyte are told without counting through
// it a thousand times.
func BenchmarkPlacesOfALongLine(b *testing.B) {
	f := &built{lines: []string{strings.Repeat("abcdefg.", 1<<17)}}
	for b.Loop() {
		for column := 0; column < 1<<20; column += 1 << 10 {
			f.offset(0, column)
		}
	}
}
