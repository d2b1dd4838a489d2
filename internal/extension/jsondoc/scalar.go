package jsondoc

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func (p *parser) number() bool {
	digits := func() bool {
		start := p.pos
		for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
			p.pos++
		}
		return p.pos > start
	}
	if p.peek() == '-' {
		p.pos++
	}
	if p.peek() == '0' {
		p.pos++
	} else if !digits() {
		return p.fail("expected a digit, found " + p.here())
	}
	if p.peek() == '.' {
		p.pos++
		if !digits() {
			return p.fail("expected a digit, found " + p.here())
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.pos++
		if c := p.peek(); c == '+' || c == '-' {
			p.pos++
		}
		if !digits() {
			return p.fail("expected a digit, found " + p.here())
		}
	}
	return true
}

// str reads a string. A byte that is not UTF-8 and half a surrogate pair both
// become U+FFFD, as they do when Node reads the file and prints the value.
func (p *parser) str() (string, bool) {
	p.pos++
	start := p.pos
	for p.pos < len(p.text) && p.text[p.pos] != '"' && p.text[p.pos] != '\\' && p.text[p.pos] >= 0x20 {
		p.pos++
	}
	if p.peek() == '"' && p.pos < len(p.text) {
		s := p.text[start:p.pos]
		p.pos++
		return strings.ToValidUTF8(s, "\uFFFD"), true
	}
	var b strings.Builder
	b.WriteString(p.text[start:p.pos])
	for {
		if p.pos >= len(p.text) {
			return "", p.fail("the string does not end")
		}
		switch c := p.text[p.pos]; {
		case c == '"':
			p.pos++
			return strings.ToValidUTF8(b.String(), "\uFFFD"), true
		case c < 0x20:
			return "", p.fail("a string may not contain control " + p.here())
		case c == '\\':
			r, ok := p.escape()
			if !ok {
				return "", false
			}
			b.WriteRune(r)
		default:
			b.WriteByte(c)
			p.pos++
		}
	}
}

func (p *parser) escape() (rune, bool) {
	p.pos++
	c := p.peek()
	switch c {
	case '"', '\\', '/':
		p.pos++
		return rune(c), true
	case 'b', 'f', 'n', 'r', 't':
		p.pos++
		return rune("\b\f\n\r\t"[strings.IndexByte("bfnrt", c)]), true
	case 'u':
		r, ok := p.hex()
		if !ok {
			return 0, false
		}
		if utf16.IsSurrogate(r) {
			if save := p.pos; strings.HasPrefix(p.text[p.pos:], `\u`) {
				p.pos++
				low, ok := p.hex()
				if !ok {
					return 0, false
				}
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					return pair, true
				}
				p.pos = save
			}
			return utf8.RuneError, true
		}
		return r, true
	}
	return 0, p.fail("bad escape in a string: " + p.here())
}

func (p *parser) hex() (rune, bool) {
	if p.pos+5 <= len(p.text) {
		if n, err := strconv.ParseUint(p.text[p.pos+1:p.pos+5], 16, 16); err == nil {
			p.pos += 5
			return rune(n), true
		}
	}
	return 0, p.fail(`\u needs four hexadecimal digits`)
}
