package pattern

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"
)

const foldingFile = "../../shim/pattern/folding.js"

// table writes a folding as rows of first, last, step and distance.
func table(f func(rune) rune) []string {
	type row struct{ first, last, step, distance rune }
	var rows []row
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		d := f(r) - r
		if d == 0 {
			continue
		}
		if n := len(rows); n > 0 && rows[n-1].distance == d {
			last := &rows[n-1]
			if gap := r - last.last; gap <= 2 && (last.first == last.last || gap == last.step) {
				last.step, last.last = gap, r
				continue
			}
		}
		rows = append(rows, row{r, r, 1, d})
	}
	var out []string
	for _, x := range rows {
		out = append(out, fmt.Sprintf("  %d, %d, %d, %d,", x.first, x.last, x.step, x.distance))
	}
	return out
}

// The loader has no tables of its own: they are written from the ones that Go
// has, and a newer Unicode in Go is noticed here.
func TestTheLoadersTables(t *testing.T) {
	want := "'use strict'\n\n// Written by policygen/pattern's test (UPDATE=1) from Unicode " + unicode.Version + ".\n" +
		"// First, last, step and distance of characters that fold; ASCII is not listed.\n\n" +
		"module.exports.pairs = [\n" + strings.Join(table(foldPair), "\n") + "\n]\n\n" +
		"module.exports.orbits = [\n" + strings.Join(table(foldOrbit), "\n") + "\n]\n"
	if os.Getenv("UPDATE") == "1" {
		if err := os.WriteFile(foldingFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(foldingFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what Go's tables say; UPDATE=1 rewrites it", foldingFile)
	}
}

func TestFoldingIsFinal(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if a := foldPair(r); foldPair(a) != a {
			t.Errorf("%U pairs with %U, which pairs with %U", r, a, foldPair(a))
		}
		a := foldOrbit(r)
		if foldOrbit(a) != a {
			t.Errorf("%U folds to %U, which folds to %U", r, a, foldOrbit(a))
		}
		if o := unicode.SimpleFold(r); foldOrbit(o) != a {
			t.Errorf("%U and %U are the same and fold apart", r, o)
		}
		if (a == 'i') != (r == 'i' || r == 'I') {
			t.Errorf("%U folds to i", r)
		}
	}
}
