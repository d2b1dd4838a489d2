// Package wording writes what checks say: strangers' text between quotation marks,
// and lists.
package wording

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// Quote puts hostile text between quotation marks, printable and short.
func Quote(s string) string { return `"` + escape.Printable(s, 120) + `"` }

// Elsewhere is the end of a message about n more places.
func Elsewhere(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " (and 1 more place like it)"
	}
	return fmt.Sprintf(" (and %d more places like it)", n)
}

// AppendNew adds a word to a list that does not have it yet.
func AppendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// Enumerate writes "a, b and c", and of a longer list the first three.
func Enumerate(words []string) string {
	const most = 3
	if n := len(words) - most; n > 0 {
		words = append(slices.Clone(words[:most]), fmt.Sprintf("%d more", n))
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// List writes a list for a message, its beginning when it is long.
func List(list []string) string {
	const most = 4
	var out []string
	for i, n := range list {
		if i == most {
			out = append(out, fmt.Sprintf("%d more", len(list)-most))
			break
		}
		out = append(out, Quote(n))
	}
	return strings.Join(out, ", ")
}
