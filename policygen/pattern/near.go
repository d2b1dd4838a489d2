package pattern

import (
	"strings"
)

// clip shortens a text for a message, which the caller makes printable.
func clip(s string) string {
	if len(s) > 80 {
		return strings.ToValidUTF8(s[:80], "") + "…"
	}
	return s
}

// near gives "; did you mean X?" for a known word that differs in case or in
// one letter, or nothing.
func near(word string, known []string) string {
	for _, k := range known {
		if strings.EqualFold(k, word) || oneApart(strings.ToLower(k), strings.ToLower(word)) {
			return "; did you mean " + k + "?"
		}
	}
	return ""
}

// oneApart reports that one letter more, less, another or swapped makes two
// words the same.
func oneApart(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch len(b) - len(a) {
	case 0:
		swapped := i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		return i < len(a) && (a[i+1:] == b[i+1:] || swapped)
	case 1:
		return a[i:] == b[i+1:]
	}
	return false
}
