// Package didyoumean finds the known word that a person most likely meant, for
// messages about one that is not known. It knows words and nothing else;
// everything may import it.
package didyoumean

import "slices"

// Hint returns "; did you mean X?" for the known word nearest to one that is not
// known, or nothing when none is near.
func Hint(word string, known []string) string {
	best := Word(word, known, max(1, len(word)/3))
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// Word returns the known word nearest to one that is not known, the first of them in
// order where several are as near; empty when it takes more than so many edits to
// come to any.
func Word(word string, known []string, most int) string {
	best, distance := "", 1+most
	known = slices.Sorted(slices.Values(known))
	for _, k := range known {
		if d := Edits(word, k); d < distance {
			best, distance = k, d
		}
	}
	return best
}

// far is how far apart words are that are longer than this: nobody compares a
// megabyte.
const far = 128

// Edits is the number of letters to put in, leave out, change or swap with
// their neighbour between two words.
func Edits(a, b string) int {
	if len(a) > 4*far || len(b) > 4*far {
		return far
	}
	x, y := []rune(a), []rune(b)
	if len(x) > far || len(y) > far {
		return far
	}
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
