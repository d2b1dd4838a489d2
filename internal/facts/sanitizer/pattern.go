package sanitizer

import "strings"

// Regular expressions as judges. Only forms whose meaning is plain count.

// Matched says what a text is clean for that matches a pattern, or does not.
func Matched(pattern string, matches bool) Set {
	end := strings.LastIndexByte(pattern, '/')
	if end < 1 {
		return 0
	}
	body := pattern[1:end]
	if !matches {
		if strings.Contains(body, ";") && strings.Contains(body, "&") && strings.Contains(body, "|") {
			return Shell
		}
		if strings.Contains(body, `\.\.`) {
			return Paths
		}
		return 0
	}
	for _, scheme := range []string{"^https?:", "^https:", "^http:", "^(https?|", "^(?:https?", "^(https?)"} {
		if strings.HasPrefix(body, scheme) && !strings.HasSuffix(body, "$") {
			return Open
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
	return All &^ means
}

// plainPattern reports whether what a pattern matches is made of letters,
// digits and a few signs that mean nothing to a shell, and for what the signs
// among them do mean something: a slash to a path, the dollar of a name of
// JavaScript to a shell.
func plainPattern(body string) (means Set, ok bool) {
	depth, class := 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '\\':
			if i++; i == len(body) || !strings.ContainsRune("wd.-_/+@:", rune(body[i])) {
				return 0, false
			}
			if body[i] == '/' {
				means |= Paths
			}
		case c == '/':
			means |= Paths
		case class && c == '$':
			means |= Shell
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

// Replaced says what a text is clean for when every match of a pattern was
// replaced: markup without angle brackets, and everything when only what is
// listed is left (/[^\w-]/g).
func Replaced(pattern string, regexp bool) Set {
	if !regexp {
		if pattern == "<" {
			return Markup
		}
		return 0
	}
	end := strings.LastIndexByte(pattern, '/')
	if end < 1 || !strings.Contains(pattern[end:], "g") {
		return 0 // the first match only
	}
	body := pattern[1:end]
	if set, ok := strings.CutPrefix(body, "[^"); ok {
		set = strings.TrimRight(set, "+*")
		if rest, ok := strings.CutSuffix(set, "]"); ok && !strings.ContainsAny(rest, "/$`;|&<>'\"(){}\\"+"\n") ||
			ok && onlyClasses(rest) {
			return All
		}
		return 0
	}
	if strings.Contains(body, "<") && (body == "<" || strings.HasPrefix(body, "[") || strings.HasPrefix(body, "(")) {
		return Markup
	}
	return 0
}

// onlyClasses reports whether the only escapes of a set are classes of letters
// and digits, and nothing in it has a meaning elsewhere.
func onlyClasses(set string) bool {
	for _, class := range []string{`\w`, `\d`, `\-`, `\.`, `\_`} {
		set = strings.ReplaceAll(set, class, "")
	}
	return !strings.ContainsAny(set, "/$`;|&<>'\"(){}\\")
}
