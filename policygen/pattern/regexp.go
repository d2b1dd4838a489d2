package pattern

import (
	"errors"
	"fmt"
	"strings"
)

// The regular expressions of a policy, "re:…", are the small language that
// Go's regexp and JavaScript's RegExp (flags s and u) read alike, always on the
// whole text:
//
//	characters  printable ASCII; \ before ^ $ \ . * + ? ( ) [ ] { } | /
//	.           any character
//	\d \D \w \W in ASCII
//	[a-z_] [^/] ranges of ASCII, \d and \w in them; - first, last or escaped
//	(x) (?:x)   groups
//	x|y         either
//	x* x+ x?    and {n} {n,} {n,m} up to 100
//
// Nothing else: no \s (the two disagree), no \p, \b, ^, $, flags, lazy forms,
// looking around or back. A name that is not ASCII is said with a glob. A
// backtracking engine would give a stranger's resource time without bound, so
// neither side uses one: both run the automaton.
const (
	maxNesting = 20
	maxRepeat  = 100
)

const escapable = `^$\.*+?()[]{}|/`

type regexpParser struct {
	text  string
	pos   int
	depth int
	// fold: letters are compared without case; the text is in lower case.
	fold bool
}

// parseRegexp reads what stands after "re:".
func parseRegexp(text string, fold bool) (*node, error) {
	if text == "" {
		return nil, errors.New("an empty regular expression")
	}
	for i := range len(text) {
		if text[i] < 0x20 || text[i] > 0x7E {
			return nil, errors.New("a regular expression is written in printable ASCII; say other names with a glob")
		}
	}
	p := &regexpParser{text: text, fold: fold}
	n, err := p.either()
	if err == nil && p.pos < len(text) {
		err = errors.New("a ) that opens nothing")
	}
	if err == nil && n.size() > maxSize {
		err = fmt.Errorf("more than %d states", maxSize)
	}
	if err != nil {
		return nil, fmt.Errorf("regular expression, character %d: %w", p.pos+1, err)
	}
	return n, nil
}

func (p *regexpParser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

func (p *regexpParser) either() (*node, error) {
	first, err := p.sequence()
	if err != nil || p.peek() != '|' {
		return first, err
	}
	out := alt(first)
	for p.peek() == '|' {
		p.pos++
		next, err := p.sequence()
		if err != nil {
			return nil, err
		}
		out.subs = append(out.subs, next)
	}
	return out, nil
}

func (p *regexpParser) sequence() (*node, error) {
	out := cat()
	for p.pos < len(p.text) && p.peek() != '|' && p.peek() != ')' {
		atom, err := p.atom()
		if err != nil {
			return nil, err
		}
		if atom, err = p.repeated(atom); err != nil {
			return nil, err
		}
		out.subs = append(out.subs, atom)
	}
	return out, nil
}

func (p *regexpParser) atom() (*node, error) {
	c := p.peek()
	p.pos++
	switch c {
	case '(':
		return p.group()
	case '[':
		return p.class()
	case '.':
		return setOf(anyRune()), nil
	case '\\':
		return p.escape()
	case '^', '$':
		return nil, fmt.Errorf("%c is not needed: the whole text is matched", c)
	case '*', '+', '?':
		return nil, fmt.Errorf("nothing for %c to repeat", c)
	case ']', '{', '}':
		return nil, fmt.Errorf(`write \%c for the character`, c)
	}
	return setOf(p.one(c)), nil
}

// one is a character, in lower case where case does not count.
func (p *regexpParser) one(c byte) runes {
	if p.fold && c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return runes{rune(c), rune(c)}
}

func (p *regexpParser) group() (*node, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, fmt.Errorf("groups nest deeper than %d", maxNesting)
	}
	if p.peek() == '?' {
		if !strings.HasPrefix(p.text[p.pos:], "?:") {
			return nil, errors.New("only ( and (?: open a group")
		}
		p.pos += 2
	}
	n, err := p.either()
	if err != nil {
		return nil, err
	}
	if p.peek() != ')' {
		return nil, errors.New("a group is not closed")
	}
	p.pos++
	p.depth--
	return n, nil
}

func digits() runes { return runes{'0', '9'} }

// words is \w; in lower case alone where case does not count.
func (p *regexpParser) words() runes {
	if p.fold {
		return runes{'0', '9', '_', '_', 'a', 'z'}
	}
	return runes{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}
}

func (p *regexpParser) escape() (*node, error) {
	c := p.peek()
	p.pos++
	switch {
	case c == 'd':
		return setOf(digits()), nil
	case c == 'D':
		return setOf(digits().complement()), nil
	case c == 'w':
		return setOf(p.words()), nil
	case c == 'W':
		return setOf(p.words().complement()), nil
	case c != 0 && strings.IndexByte(escapable, c) >= 0:
		return setOf(runes{rune(c), rune(c)}), nil
	}
	return nil, errors.New(`after \ stands d, D, w, W or one of ` + escapable)
}

func (p *regexpParser) class() (*node, error) {
	negated := p.peek() == '^'
	if negated {
		p.pos++
	}
	var set runes
	for first := true; p.peek() != ']'; first = false {
		if p.pos >= len(p.text) {
			return nil, errors.New("a class is not closed")
		}
		lo, whole, err := p.member(first)
		if err != nil {
			return nil, err
		}
		if whole != nil {
			set = append(set, whole...)
			continue
		}
		hi := lo
		if p.peek() == '-' && p.pos+1 < len(p.text) && p.text[p.pos+1] != ']' {
			p.pos++
			if hi, whole, err = p.member(false); err != nil {
				return nil, err
			}
			if whole != nil || hi < lo {
				return nil, errors.New("a range ends before it begins")
			}
		}
		set = append(set, p.ranged(lo, hi)...)
	}
	p.pos++
	if len(set) == 0 {
		return nil, errors.New("an empty class")
	}
	if set = union(set); negated {
		set = set.complement()
	}
	return setOf(set), nil
}

// ranged is a range; where case does not count, its capitals as small letters.
func (p *regexpParser) ranged(lo, hi byte) runes {
	if !p.fold || hi < 'A' || lo > 'Z' {
		return runes{rune(lo), rune(hi)}
	}
	out := runes{rune(max(lo, 'A')) + 'a' - 'A', rune(min(hi, 'Z')) + 'a' - 'A'}
	if lo < 'A' {
		out = append(out, rune(lo), 'A'-1)
	}
	if hi > 'Z' {
		out = append(out, 'Z'+1, rune(hi))
	}
	return out
}

// member is one character of a class, or \d and \w as a whole.
func (p *regexpParser) member(first bool) (byte, runes, error) {
	c := p.peek()
	p.pos++
	switch c {
	case '[', '^':
		return 0, nil, fmt.Errorf(`write \%c in a class`, c)
	case '-':
		if !first && p.peek() != ']' {
			return 0, nil, errors.New(`write \- inside a class`)
		}
	case ']', 0:
		return 0, nil, errors.New("a class is not closed")
	case '\\':
		e := p.peek()
		p.pos++
		switch {
		case e == 'd':
			return 0, digits(), nil
		case e == 'w':
			return 0, p.words(), nil
		case e == '-' || e != 0 && strings.IndexByte(escapable, e) >= 0:
			return e, nil, nil
		}
		return 0, nil, errors.New(`after \ in a class stands d, w, - or one of ` + escapable)
	}
	return c, nil, nil
}

// repeated reads the repetition behind an atom.
func (p *regexpParser) repeated(atom *node) (*node, error) {
	least, most := 1, 1
	switch p.peek() {
	case '*':
		least, most = 0, -1
	case '+':
		most = -1
	case '?':
		least = 0
	case '{':
		var err error
		if least, most, err = p.counts(); err != nil {
			return nil, err
		}
	default:
		return atom, nil
	}
	p.pos++
	if c := p.peek(); c == '*' || c == '+' || c == '?' || c == '{' {
		return nil, errors.New("a repetition of a repetition; group it, and leave lazy forms away")
	}
	if atom.size()*max(least, most, 1) > maxSize {
		return nil, fmt.Errorf("more than %d states", maxSize)
	}
	return repeat(atom, least, most), nil
}

// repeat copies a node. most -1: without end.
func repeat(n *node, least, most int) *node {
	switch {
	case least == 0 && most == -1:
		return star(n)
	case least == 1 && most == -1:
		return plus(n)
	}
	out := cat()
	for range least {
		out.subs = append(out.subs, n)
	}
	if most == -1 {
		out.subs = append(out.subs, star(n))
		return out
	}
	var rest *node
	for range most - least {
		if rest == nil {
			rest = optional(n)
		} else {
			rest = optional(cat(n, rest))
		}
	}
	if rest != nil {
		out.subs = append(out.subs, rest)
	}
	return out
}

// counts reads {n}, {n,} or {n,m} up to its closing brace.
func (p *regexpParser) counts() (least, most int, err error) {
	p.pos++
	bad := fmt.Errorf("a repetition is {n}, {n,} or {n,m} with numbers up to %d", maxRepeat)
	if least, err = p.number(); err != nil {
		return 0, 0, bad
	}
	most = least
	if p.peek() == ',' {
		p.pos++
		if p.peek() == '}' {
			return least, -1, nil
		}
		if most, err = p.number(); err != nil {
			return 0, 0, bad
		}
	}
	if p.peek() != '}' || most < least {
		return 0, 0, bad
	}
	return least, most, nil
}

func (p *regexpParser) number() (int, error) {
	n, start := 0, p.pos
	for c := p.peek(); c >= '0' && c <= '9' && p.pos < start+3; c = p.peek() {
		n = 10*n + int(c-'0')
		p.pos++
	}
	if p.pos == start || n > maxRepeat {
		return 0, errors.New("no number")
	}
	return n, nil
}
