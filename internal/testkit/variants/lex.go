package variants

import "strings"

// piece is a stretch of a script: code, or one string, template, comment or
// regular expression.
type piece struct {
	text string
	kind byte // 'c' code, 's' string, 'o' other
}

// pieces cuts a script. A slash begins a regular expression where a value cannot
// have ended, which is enough for the programs of test data.
func pieces(source string) []piece {
	var out []piece
	start := 0
	cut := func(end int, kind byte) {
		if end > start {
			out = append(out, piece{source[start:end], kind})
		}
		start = end
	}
	for i := 0; i < len(source); {
		switch c := source[i]; {
		case c == '\'' || c == '"':
			cut(i, 'c')
			i = closing(source, i, c)
			cut(i, 's')
		case c == '`':
			cut(i, 'c')
			i = closing(source, i, c)
			cut(i, 'o')
		case strings.HasPrefix(source[i:], "//"):
			cut(i, 'c')
			for i < len(source) && source[i] != '\n' {
				i++
			}
			cut(i, 'o')
		case strings.HasPrefix(source[i:], "/*"):
			cut(i, 'c')
			if end := strings.Index(source[i:], "*/"); end >= 0 {
				i += end + 2
			} else {
				i = len(source)
			}
			cut(i, 'o')
		case c == '/' && !valueBefore(source[:i]):
			cut(i, 'c')
			i = regexEnd(source, i)
			cut(i, 'o')
		default:
			i++
		}
	}
	cut(len(source), 'c')
	return out
}

func closing(source string, i int, quote byte) int {
	for i++; i < len(source); i++ {
		switch source[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		case '$':
			// What stands in a template's hole stays as it is.
			if quote == '`' && i+1 < len(source) && source[i+1] == '{' {
				depth := 0
				for ; i < len(source); i++ {
					if source[i] == '{' {
						depth++
					}
					if source[i] == '}' {
						if depth--; depth == 0 {
							break
						}
					}
				}
			}
		}
	}
	return len(source)
}

func regexEnd(source string, i int) int {
	class := false
	for i++; i < len(source); i++ {
		switch source[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '\n':
			return i
		case '/':
			if !class {
				return i + 1
			}
		}
	}
	return len(source)
}

func valueBefore(before string) bool {
	before = strings.TrimRight(before, " \t\n")
	if before == "" {
		return false
	}
	last := before[len(before)-1]
	return strings.IndexByte(")]}'\"`_$", last) >= 0 || last >= '0' && last <= '9' ||
		last >= 'a' && last <= 'z' && !strings.HasSuffix(before, "return") ||
		last >= 'A' && last <= 'Z'
}

// eachCode changes what is code.
func eachCode(source string, change func(string) string) string {
	var b strings.Builder
	for _, p := range pieces(source) {
		if p.kind == 'c' {
			b.WriteString(change(p.text))
		} else {
			b.WriteString(p.text)
		}
	}
	return b.String()
}

// eachString changes strings that are values, not keys of objects.
func eachString(source string, change func(string) string) string {
	list := pieces(source)
	var b strings.Builder
	for i, p := range list {
		if p.kind != 's' {
			b.WriteString(p.text)
			continue
		}
		key := i+1 < len(list) && strings.HasPrefix(strings.TrimLeft(list[i+1].text, " \n"), ":") && i > 0 &&
			strings.TrimRight(list[i-1].text, " \n") != "" &&
			strings.ContainsAny(strings.TrimRight(list[i-1].text, " \n")[len(strings.TrimRight(list[i-1].text, " \n"))-1:], "{,")
		if key || strings.HasPrefix(p.text[1:], "use strict") {
			b.WriteString(p.text)
			continue
		}
		b.WriteString(change(p.text))
	}
	return b.String()
}
