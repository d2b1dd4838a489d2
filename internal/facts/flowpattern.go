package facts

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Regular expressions as judges: what a text that matches one, or does not, is
// clean for. Only forms whose meaning is plain count.

// pattern gives the regular expression a node is.
func (t *tainter) pattern(n int32) (string, bool) {
	for range 4 {
		u, v, _ := t.s.value(n)
		if v == nil {
			return "", false
		}
		if v.Op == ir.OpRegExp {
			return u.Strings[v.A], true
		}
		preds := t.preds(n)
		if len(preds) != 1 {
			return "", false
		}
		n = preds[0]
	}
	return "", false
}

// matched says what a text is clean for that matches a pattern, or does not.
func matched(pattern string, matches bool) cleanFor {
	end := strings.LastIndexByte(pattern, '/')
	if end < 1 {
		return 0
	}
	body := pattern[1:end]
	if !matches {
		if strings.Contains(body, ";") && strings.Contains(body, "&") && strings.Contains(body, "|") {
			return cleanShell
		}
		if strings.Contains(body, `\.\.`) {
			return cleanPaths
		}
		return 0
	}
	for _, scheme := range []string{"^https?:", "^https:", "^http:", "^(https?|", "^(?:https?", "^(https?)"} {
		if strings.HasPrefix(body, scheme) && !strings.HasSuffix(body, "$") {
			return cleanOpen
		}
	}
	// The whole text, of characters that are listed.
	if !strings.HasPrefix(body, "^") || !strings.HasSuffix(body, "$") || strings.HasSuffix(body, `\$`) {
		return 0
	}
	means, ok := plainPattern(body[1 : len(body)-1])
	if !ok {
		return 0
	}
	return cleanAll &^ means
}

// plainPattern reports whether what a pattern matches is made of letters,
// digits and a few signs that mean nothing to a shell, and for what the signs
// among them do mean something: a slash to a path, the dollar of a name of
// JavaScript to a shell.
func plainPattern(body string) (means cleanFor, ok bool) {
	depth, class := 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '\\':
			if i++; i == len(body) || !strings.ContainsRune("wd.-_/+@:", rune(body[i])) {
				return 0, false
			}
			if body[i] == '/' {
				means |= cleanPaths
			}
		case c == '/':
			means |= cleanPaths
		case class && c == '$':
			means |= cleanShell
		case class:
			if c == '^' && body[i-1] == '[' || strings.IndexByte(";&|`$<>\"'(){}*?!#~ \n", c) >= 0 {
				return 0, false
			}
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0, strings.IndexByte(".;&`$<>\"'^", c) >= 0:
			return 0, false
		}
	}
	return means, true
}
