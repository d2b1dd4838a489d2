package checks

import "slices"

// nearest gives the known word nearest to one that is not known; empty when none
// is near enough to be a slip of the pen.
func nearest(word string, known []string) string {
	best, distance := "", 1+max(1, min(len(word)/5, 8))
	known = slices.Sorted(slices.Values(known))
	for _, k := range known {
		if d := distanceOf(word, k); d < distance {
			best, distance = k, d
		}
	}
	return best
}

// distanceOf is the number of letters to put in, leave out or change between two
// words. Long ones are far apart: nobody compares a megabyte.
func distanceOf(a, b string) int {
	const most = 128
	if len(a) > most || len(b) > most {
		return most
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
