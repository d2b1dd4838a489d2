package packlist

import (
	"errors"
	"strings"
)

// errNested is for extended globs nested deeper than we decide the same way as
// minimatch, which stops seeing them as such at a depth that depends on their
// kinds.
var errNested = errors.New("extended globs nest in it")

// errEmpty is for an extended glob with nothing in it.
var errEmpty = errors.New("an extended glob in it is empty")

// errBar is for an escaped bar, which minimatch turns into an alternative of
// the whole part.
var errBar = errors.New(`it has an escaped bar, \|`)

// parsePart reads what stands between two slashes.
func parsePart(s string) (part, error) {
	if strings.Contains(s, `\|`) {
		return part{}, errBar
	}
	p := &partParser{s: units(s)}
	nodes, _ := p.nodes(0, false)
	if p.err == nil && p.runes && !isASCII(s) {
		// The pattern too has to be in whole characters then.
		p.s = []rune(s)
		nodes, _ = p.nodes(0, false)
	}
	return part{nodes: nodes, runes: p.runes}, p.err
}

type partParser struct {
	s   []rune
	err error
	// runes is set by a class that is about characters, not units.
	runes bool
}

// nodes reads up to the end, or inside an extended glob up to the '|' or ')'.
func (p *partParser) nodes(at int, inside bool) (nodes []node, end int) {
	for at < len(p.s) {
		c := p.s[at]
		switch {
		case inside && (c == '|' || c == ')'):
			return nodes, at
		case c == '\\' && at+1 < len(p.s):
			nodes = append(nodes, node{kind: unit, unit: p.s[at+1]})
			at += 2
		case strings.ContainsRune("!?+*@", c) && at+1 < len(p.s) && p.s[at+1] == '(':
			if inside {
				p.err = errNested
				return nil, len(p.s)
			}
			n, next, ok := p.extended(at)
			if p.err != nil {
				return nil, len(p.s)
			}
			if !ok {
				// It does not close: minimatch takes the rest of the part for
				// a pattern without extended globs.
				return append(nodes, p.plain(at)...), len(p.s)
			}
			nodes = append(nodes, n)
			at = next
		case c == '*':
			nodes = appendStar(nodes)
			at++
		case c == '?':
			nodes = append(nodes, node{kind: anyOne})
			at++
		case c == '[':
			n, next := p.class(at)
			if n.kind == unit {
				// It does not close, and to minimatch nothing after it is an
				// extended glob, nor the end of one.
				if inside {
					return nil, len(p.s)
				}
				return append(nodes, p.plain(at)...), len(p.s)
			}
			nodes = append(nodes, n)
			at = next
		default:
			nodes = append(nodes, node{kind: unit, unit: c})
			at++
		}
	}
	return nodes, at
}

func appendStar(nodes []node) []node {
	if len(nodes) > 0 && nodes[len(nodes)-1].kind == anyMany {
		return nodes
	}
	return append(nodes, node{kind: anyMany})
}

// plain reads a tail without extended globs.
func (p *partParser) plain(at int) []node {
	var nodes []node
	for at < len(p.s) {
		switch c := p.s[at]; {
		case c == '\\' && at+1 < len(p.s):
			nodes = append(nodes, node{kind: unit, unit: p.s[at+1]})
			at += 2
		case c == '*':
			nodes = appendStar(nodes)
			at++
		case c == '?':
			nodes = append(nodes, node{kind: anyOne})
			at++
		case c == '[':
			n, next := p.class(at)
			nodes = append(nodes, n)
			if n.kind == nothing {
				return nodes
			}
			at = next
		default:
			nodes = append(nodes, node{kind: unit, unit: c})
			at++
		}
	}
	return nodes
}

// extended reads ?(…), *(…), +(…), @(…) or !(…); ok is false when it does not
// close.
func (p *partParser) extended(at int) (n node, end int, ok bool) {
	kinds := map[rune]nodeKind{'?': optional, '*': repeat, '+': repeat1, '@': exactly, '!': not}
	n.kind = kinds[p.s[at]]
	at += 2
	for {
		alternative, stop := p.nodes(at, true)
		if p.err != nil || stop >= len(p.s) {
			return node{}, 0, false
		}
		n.alternatives = append(n.alternatives, alternative)
		at = stop + 1
		if p.s[stop] == ')' {
			return p.tidy(n), at, true
		}
	}
}

// tidy replaces the empty forms: !() is any name of at least one character,
// and the others are no extended globs to minimatch in a way that is not worth
// repeating.
func (p *partParser) tidy(n node) node {
	for _, alternative := range n.alternatives {
		if len(alternative) > 0 {
			return n
		}
	}
	if n.kind != not {
		p.err = errEmpty
		return n
	}
	return node{kind: exactly, alternatives: [][]node{{{kind: anyOne}, {kind: anyMany}}}}
}

// class reads a bracket expression; where it does not close the bracket stands
// for itself.
func (p *partParser) class(start int) (n node, end int) {
	c := &class{}
	i, sawStart, escaping, closed := start+1, false, false, false
	var from rune
	haveFrom := false
loop:
	for i < len(p.s) {
		u := p.s[i]
		switch {
		case (u == '!' || u == '^') && i == start+1:
			c.negated = true
			i++
			continue
		case u == ']' && sawStart && !escaping:
			closed = true
			i++
			break loop
		}
		sawStart = true
		if u == '\\' && !escaping {
			escaping = true
			i++
			continue
		}
		if u == '[' && !escaping {
			if has, negative, size := p.posix(i); size > 0 {
				if haveFrom {
					return node{kind: nothing}, len(p.s)
				}
				i += size
				p.runes = true
				if negative {
					c.others = append(c.others, has)
				} else {
					c.tables = append(c.tables, has)
				}
				continue
			}
		}
		escaping = false
		switch {
		case haveFrom:
			// A range the wrong way round is left out.
			if u >= from {
				c.ranges = append(c.ranges, [2]rune{from, u})
			}
			haveFrom = false
			i++
		case i+2 < len(p.s) && p.s[i+1] == '-' && p.s[i+2] == ']':
			c.ranges = append(c.ranges, [2]rune{u, u}, [2]rune{'-', '-'})
			i += 2
		case i+1 < len(p.s) && p.s[i+1] == '-':
			from, haveFrom = u, true
			i += 2
		default:
			c.ranges = append(c.ranges, [2]rune{u, u})
			i++
		}
	}
	if !closed {
		return node{kind: unit, unit: '['}, start + 1
	}
	if len(c.ranges)+len(c.tables)+len(c.others) == 0 {
		return node{kind: nothing}, len(p.s)
	}
	return node{kind: oneOf, set: c}, i
}

func (p *partParser) posix(at int) (has func(rune) bool, negative bool, size int) {
	s := string(p.s[at:min(at+10, len(p.s))])
	name, ok := strings.CutPrefix(s, "[:")
	if !ok {
		return nil, false, 0
	}
	name, _, ok = strings.Cut(name, ":]")
	if !ok {
		return nil, false, 0
	}
	has, negative, ok = posixClass(name)
	if !ok {
		return nil, false, 0
	}
	return has, negative, len(name) + 4
}
