package sourcemap

import (
	"strings"
	"unicode/utf8"
)

// A minifier renames variables, quotes strings anew and drops blanks; what it
// keeps are names behind a dot, keys and the contents of strings. alike asks
// that the first of these words at one place are met in the same order at the
// other.
const (
	compared = 3   // words that are looked for
	ahead    = 160 // UTF-16 units of the built file in which they begin
	below    = 12  // lines of the source in which they are met
	atOnce   = 3   // lines of the source in which the first is
)

// alike compares the built line from a column on, which begins at the byte
// offset, with the source from a place on. mine tells whether a column still comes from that source: what follows in
// a bundle may be another file. Without a word to compare they are not alike:
// nothing was shown.
func alike(line string, offset, column int, mine func(column int) bool, source []string, from, at int) bool {
	code := clip(line[offset:], ahead)
	if strings.HasSuffix(line[:offset], ".") {
		// The place is a member's name; the dot says that it is kept.
		code, column = "."+code, column-1
	}
	var words []string
	for _, w := range keptWords(code) {
		if len(words) < compared && mine(column+units(code[:w.at])) {
			words = append(words, w.text)
		}
	}
	if len(words) == 0 {
		return false
	}
	end := min(len(source), from+below)
	text := skip(source[from], at)
	if from+1 < end {
		text += "\n" + strings.Join(source[from+1:end], "\n")
	}
	for k, w := range words {
		i := wordIndex(text, w)
		if i < 0 {
			if w = alias(source, w); w != "" {
				i = wordIndex(text, w)
			}
		}
		if i < 0 || k == 0 && strings.Count(text[:i], "\n") >= atOnce {
			return false
		}
		text = text[i+len(w):]
	}
	return true
}

// closes reports code that ends a block which began before it. A map says where a
// source's code begins and not where it ends: after the bracket that closes a module,
// a bundler writes code of its own, and the map still names the module.
func closes(code string) bool {
	open := 0
	for i := range len(code) {
		switch code[i] {
		case '{':
			open++
		case '}':
			if open--; open < 0 {
				return true
			}
		}
	}
	return false
}

// alias is the name under which a source has another: what it calls run is the
// spawn of a bundle after import { spawn as run } or { spawn: run } = require. Empty:
// there is none.
func alias(source []string, name string) string {
	for _, line := range source {
		for rest := line; ; {
			i := wordIndex(rest, name)
			if i < 0 {
				break
			}
			first := strings.TrimRight(rest[:i], " \t{,") != strings.TrimRight(rest[:i], " \t") || strings.TrimSpace(rest[:i]) == ""
			rest = strings.TrimLeft(rest[i+len(name):], " \t")
			after, ok := strings.CutPrefix(rest, "as ")
			if !ok && strings.Contains(line, "require(") {
				after, ok = strings.CutPrefix(rest, ":")
			}
			after = strings.TrimLeft(after, " \t")
			end := wordEnd(after, 0)
			next := strings.TrimLeft(after[end:], " \t")
			if first && ok && end > 0 && (next == "" || next[0] == ',' || next[0] == '}') {
				return after[:end]
			}
		}
	}
	return ""
}

// word is a text and where it begins, in bytes.
type word struct {
	text string
	at   int
}

// keptWords are the words in a piece of code that a minifier leaves: behind a
// dot, or in a string, of three letters and more.
func keptWords(code string) []word {
	var out []word
	for i := 0; i < len(code); {
		switch c := code[i]; {
		case c == '.' && i+1 < len(code) && isWord(code[i+1]):
			end := wordEnd(code, i+1)
			if end < len(code) && end-i > 3 {
				out = append(out, word{code[i+1 : end], i + 1})
			}
			i = end
		case c == '"' || c == '\'' || c == '`':
			end := i + 1
			for end < len(code) && code[end] != c && code[end] != '\\' {
				end++
			}
			if body := code[i+1 : end]; end < len(code) && len(body) > 2 && !strings.Contains(body, "${") {
				out = append(out, word{body, i + 1})
			}
			i = end + 1
		default:
			i++
		}
	}
	return out
}

// wordIndex finds a word that is not part of a longer one.
func wordIndex(text, word string) int {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return -1
		}
		i += at
		before, after := i-1, i+len(word)
		if (before < 0 || !isWord(text[before]) || !isWord(word[0])) &&
			(after >= len(text) || !isWord(text[after]) || !isWord(word[len(word)-1])) {
			return i
		}
		at = i + 1
	}
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= utf8.RuneSelf || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func wordEnd(s string, i int) int {
	for i < len(s) && isWord(s[i]) {
		i++
	}
	return i
}

// lines cuts a text as editors count lines.
func lines(text string) []string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(text)
	return strings.Split(text, "\n")
}

// skip drops UTF-16 units from the front, clip keeps some.
func skip(s string, units int) string { return s[unitOffset(s, units):] }

func clip(s string, units int) string { return s[:unitOffset(s, units)] }

// units counts a text's UTF-16 units.
func units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

func unitOffset(s string, units int) int {
	for i, r := range s {
		if units <= 0 {
			return i
		}
		units--
		if r > 0xFFFF {
			units--
		}
	}
	return len(s)
}
