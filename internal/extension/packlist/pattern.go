package packlist

import (
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Pattern is one compiled pattern, as minimatch(path, pattern, {dot: true}).
type Pattern struct {
	alternatives [][]part
	// inverted is set for a pattern with an odd number of '!' in front.
	inverted bool
}

// part is what stands between two slashes.
type part struct {
	// globstar is set for "**", which stands for any number of parts.
	globstar bool
	// isText is set for the parts that match by literal comparison.
	isText  bool
	literal string
	nodes   []node
	// runes is set when the nodes are about characters, not UTF-16 units.
	runes bool
}

// subject is a path that is matched against many patterns.
type subject struct {
	parts []string
	units [][]rune
}

func newSubject(path string) *subject {
	s := &subject{parts: splitSlashes(path)}
	for _, p := range s.parts {
		s.units = append(s.units, units(p))
	}
	return s
}

var slashes = lazyregexp.Lazy(`/+`)

func splitSlashes(s string) []string { return slashes().Split(s, -1) }

func everything() *Pattern {
	return &Pattern{alternatives: [][]part{{{globstar: true}}}}
}

// Compile reads a pattern. An error means that it is over a limit or has a
// form that is not supported, never that it is malformed: to minimatch every
// text is a pattern.
func Compile(text string) (*Pattern, error) {
	if len(text) > maxPattern {
		return nil, fmt.Errorf("it has %d bytes, over the limit of %d", len(text), maxPattern)
	}
	p := &Pattern{}
	if text == "" || text[0] == '#' {
		return p, nil
	}
	if strings.ContainsRune(text, 0) {
		return nil, fmt.Errorf("it has a NUL")
	}
	for strings.HasPrefix(text, "!") {
		text = text[1:]
		p.inverted = !p.inverted
	}
	expanded, err := braces(text)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, text := range expanded {
		if seen[text] {
			continue
		}
		seen[text] = true
		parts, err := compileParts(text)
		if err != nil {
			return nil, err
		}
		p.alternatives = append(p.alternatives, parts)
	}
	return p, nil
}

func compileParts(text string) ([]part, error) {
	var parts []part
	for _, s := range simplify(splitSlashes(text)) {
		switch s {
		case "**":
			parts = append(parts, part{globstar: true})
		case "", ".", "..":
			parts = append(parts, part{isText: true, literal: s})
		default:
			p, err := parsePart(s)
			if err != nil {
				return nil, err
			}
			parts = append(parts, p)
		}
	}
	return parts, nil
}

// simplify joins neighbouring "**" and resolves "a/..", and nothing else: "./a"
// keeps its dot and matches no path, to the surprise of many an author.
func simplify(parts []string) []string {
	var out []string
	for _, s := range parts {
		prev := ""
		if len(out) > 0 {
			prev = out[len(out)-1]
		}
		if s == "**" && prev == "**" {
			continue
		}
		if s == ".." && prev != "" && prev != ".." && prev != "." && prev != "**" {
			out = out[:len(out)-1]
			continue
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return []string{""}
	}
	return out
}

// Match says whether a path matches. An error means that it takes too many
// steps to say.
func (p *Pattern) Match(path string) (bool, error) {
	left := matchSteps
	return p.match(newSubject(path), &left)
}

// match takes the steps it needs from left.
func (p *Pattern) match(s *subject, left *int) (bool, error) {
	if p.alternatives == nil {
		return false, nil
	}
	steps := matchSteps
	defer func() { *left -= matchSteps - steps }()
	for _, parts := range p.alternatives {
		ok, err := matchParts(parts, s, &steps)
		if err != nil {
			return false, err
		}
		if ok {
			return !p.inverted, nil
		}
	}
	return p.inverted, nil
}

// matchParts walks both lists at once. After a "**" the next parts are tried at
// the first place they fit; when a later one does not, the last "**" takes one
// part more. (An earlier one never needs to: what it could give, the last can.)
func matchParts(parts []part, s *subject, steps *int) (bool, error) {
	p, f := 0, 0
	star, mark := -1, 0
	for f < len(s.parts) {
		if *steps--; *steps < 0 {
			return false, errCost
		}
		switch {
		case p < len(parts) && parts[p].globstar:
			// At the end it stands for at least one part: "a/**" is not "a".
			if p == len(parts)-1 {
				return true, nil
			}
			star, mark = p, f
			p++
			continue
		case p < len(parts):
			ok, err := parts[p].match(s, f, steps)
			if err != nil {
				return false, err
			}
			if ok {
				p++
				f++
				continue
			}
		}
		if star < 0 {
			return false, nil
		}
		mark++
		p, f = star+1, mark
	}
	return p == len(parts), nil
}

func (p part) match(s *subject, at int, steps *int) (bool, error) {
	if p.isText {
		return s.parts[at] == p.literal, nil
	}
	m := matcher{name: s.units[at], steps: *steps}
	if p.runes {
		m.name = []rune(s.parts[at])
	}
	ok, err := m.matchAll(p.nodes)
	*steps = m.steps
	return ok, err
}
