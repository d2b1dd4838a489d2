package escape

import "strings"

// Fold breaks a text at its blanks into lines of at most so many characters, the first of them
// shorter by what stands before it. A word that is longer stays whole, so that what is copied
// is not broken.
func Fold(text string, width, before int) []string {
	out := []string{""}
	left := width - before
	for i, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch last := len(out) - 1; {
		case i == 0:
			out[0] = word
			left -= n
		case n < left:
			out[last] += " " + word
			left -= n + 1
		default:
			out = append(out, word)
			left = width - n
		}
	}
	return out
}
