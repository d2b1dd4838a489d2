package packlist

import (
	"errors"
	"unicode"
	"unicode/utf16"
)

// errCost is the answer of a match that takes too many steps.
var errCost = errors.New("it takes too many steps to decide")

// node is a piece of a pattern's part: what stands between two slashes.
type node struct {
	kind nodeKind
	unit rune
	set  *class
	// alternatives are those of an extended glob, each a list of nodes.
	alternatives [][]node
}

type nodeKind uint8

const (
	unit     nodeKind = iota // one UTF-16 unit, itself
	anyOne                   // ?
	anyMany                  // *
	oneOf                    // [a-z]
	optional                 // ?(a|b)
	repeat                   // *(a|b)
	repeat1                  // +(a|b)
	exactly                  // @(a|b)
	not                      // !(a|b)
	nothing                  // an empty class: no name matches
)

// matcher runs one list of nodes over one name. The name is in UTF-16 units,
// because that is what a question mark stands for in JavaScript, or in whole
// characters where a class like [:alpha:] asks for them.
type matcher struct {
	name  []rune
	steps int
}

func (m *matcher) matchAll(nodes []node) (bool, error) {
	ok := m.run(nodes, 0, func(at int) bool { return at == len(m.name) })
	if m.steps < 0 {
		return false, errCost
	}
	return ok, nil
}

// run says whether the nodes match from a place on such that the rest, next,
// does too.
func (m *matcher) run(nodes []node, at int, next func(int) bool) bool {
	if m.steps--; m.steps < 0 {
		return false
	}
	if len(nodes) == 0 {
		return next(at)
	}
	n, rest := nodes[0], nodes[1:]
	then := func(at int) bool { return m.run(rest, at, next) }
	switch n.kind {
	case unit:
		return at < len(m.name) && m.name[at] == n.unit && then(at+1)
	case anyOne:
		return at < len(m.name) && then(at+1)
	case oneOf:
		return at < len(m.name) && n.set.has(m.name[at]) && then(at+1)
	case anyMany:
		for i := at; i <= len(m.name); i++ {
			if then(i) {
				return true
			}
			if m.steps < 0 {
				return false
			}
		}
		return false
	case exactly:
		return m.either(n, at, then)
	case optional:
		return m.either(n, at, then) || then(at)
	case repeat:
		return m.again(n, at, then) || then(at)
	case repeat1:
		return m.again(n, at, then)
	case not:
		if m.either(n, at, then) || m.steps < 0 {
			return false
		}
		for i := at; i <= len(m.name); i++ {
			if then(i) {
				return true
			}
		}
	}
	return false
}

func (m *matcher) either(n node, at int, then func(int) bool) bool {
	for _, alternative := range n.alternatives {
		if m.run(alternative, at, then) {
			return true
		}
	}
	return false
}

// again matches one or more rounds; a round that takes nothing is the last.
func (m *matcher) again(n node, at int, then func(int) bool) bool {
	return m.either(n, at, func(end int) bool {
		return then(end) || end > at && m.again(n, end, then)
	})
}

// class is a bracket expression.
type class struct {
	negated bool
	ranges  [][2]rune
	tables  []func(rune) bool
	// others are matched by what is not in them ([:graph:]).
	others []func(rune) bool
}

func (c *class) has(u rune) bool {
	in := false
	for _, r := range c.ranges {
		in = in || u >= r[0] && u <= r[1]
	}
	for _, t := range c.tables {
		in = in || t(u)
	}
	positive := len(c.ranges)+len(c.tables) > 0
	if len(c.others) == 0 {
		return in != c.negated
	}
	outside := true
	for _, t := range c.others {
		outside = outside && !t(u)
	}
	return positive && in != c.negated || outside != c.negated
}

func posixClass(name string) (has func(rune) bool, negative, ok bool) {
	is := func(tables ...*unicode.RangeTable) func(rune) bool {
		return func(r rune) bool { return unicode.In(r, tables...) }
	}
	other := func(r rune) bool {
		return unicode.Is(unicode.C, r) || !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z)
	}
	switch name {
	case "alnum":
		return is(unicode.L, unicode.Nl, unicode.Nd), false, true
	case "alpha":
		return is(unicode.L, unicode.Nl), false, true
	case "ascii":
		return func(r rune) bool { return r < 0x80 }, false, true
	case "blank":
		return func(r rune) bool { return r == '\t' || unicode.Is(unicode.Zs, r) }, false, true
	case "cntrl":
		return is(unicode.Cc), false, true
	case "digit":
		return is(unicode.Nd), false, true
	case "graph":
		return func(r rune) bool { return unicode.Is(unicode.Z, r) || other(r) }, true, true
	case "lower":
		return is(unicode.Ll), false, true
	case "print":
		// minimatch has it the wrong way round, and we follow.
		return other, false, true
	case "punct":
		return is(unicode.P), false, true
	case "space":
		return func(r rune) bool { return r >= '\t' && r <= '\r' || unicode.Is(unicode.Z, r) }, false, true
	case "upper":
		return is(unicode.Lu), false, true
	case "word":
		return is(unicode.L, unicode.Nl, unicode.Nd, unicode.Pc), false, true
	case "xdigit":
		return is(unicode.ASCII_Hex_Digit), false, true
	}
	return nil, false, false
}

// units returns the UTF-16 units of a text, each as a rune.
func units(s string) []rune {
	if isASCII(s) {
		return []rune(s)
	}
	var list []rune
	for _, u := range utf16.Encode([]rune(s)) {
		list = append(list, rune(u))
	}
	return list
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
