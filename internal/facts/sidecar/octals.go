package sidecar

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Numbers such as 0644 and escapes such as \033, which strict code must not have and older libraries do. Each is written
// as strict code has it, and means the same.

// octals adds the places of numbers and strings to those of a text.
func octals(literals []int, text string, places map[int]place) {
	for _, at := range literals {
		if at < 0 || at >= len(text) {
			continue
		}
		switch text[at] {
		case '0':
			octalNumber(at, text, places)
		case '"', '\'':
			// What the parser joined stands behind it.
			for at >= 0 {
				at = joined(octalEscapes(at, text, places), text)
			}
		}
	}
}

// octalNumber looks at a number that begins with a zero: with an 8 or a 9 in it, it is decimal.
func octalNumber(at int, text string, places map[int]place) {
	end := at
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	digits := text[at:end]
	switch {
	case len(digits) < 2:
	case strings.ContainsAny(digits, "89"):
		zeros := digits[:len(digits)-len(strings.TrimLeft(digits, "0"))]
		places[at] = place{zeros, ""}
	default:
		places[at] = place{"0", "0o"}
	}
}

// octalEscapes looks through a string, and returns where it ends: behind the text where it does not.
func octalEscapes(at int, text string, places map[int]place) int {
	quote := text[at]
	for i := at + 1; i < len(text); i++ {
		switch {
		case text[i] == quote:
			return i + 1
		case text[i] == '\n':
			return len(text)
		case text[i] != '\\':
			continue
		}
		word := escape().FindString(text[i:min(len(text), i+5)])
		if word != "" {
			places[i] = place{word, strictly(word)}
		}
		i += max(len(word)-1, 1)
	}
	return len(text)
}

// escape is one that strict code must not have: \0 alone is none.
var escape = lazyregexp.Lazy(`^\\(?:[0-3][0-7]{2}|[0-7][0-7]|[1-7]|0[89]|[89])`)

// strictly writes an escape as strict code has it.
func strictly(word string) string {
	switch digits := word[1:]; digits {
	case "8", "9":
		return digits
	case "08", "09":
		return `\x00` + digits[1:]
	default:
		n, err := strconv.ParseUint(digits, 8, 8)
		if err != nil {
			return word
		}
		return fmt.Sprintf(`\x%02x`, n)
	}
}

// joined returns where the string stands that is added to the one that ended, or -1.
func joined(at int, text string) int {
	added := false
	for ; at < len(text); at++ {
		switch c := text[at]; {
		case c == '+' && !added:
			added = true
		case (c == '"' || c == '\'') && added:
			return at
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			return -1
		}
	}
	return -1
}

// isOctal reports a word for which octals writes such a text: what is written comes from a process that has read a
// stranger's code, so that the word is looked at again.
func isOctal(word, text string) bool {
	switch text {
	case "":
		return word != "" && strings.Trim(word, "0") == ""
	case "0o":
		return word == "0"
	}
	return escape().FindString(word) == word && word != "" && strictly(word) == text
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
