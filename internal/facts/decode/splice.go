package decode

import (
	"cmp"
	"slices"
	"strings"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Bounds of what is read of texts that are run.
const (
	maxGrowth = 4 << 20 // bytes that they may add to a file
	// Layers is how often a text may hold a text that is run.
	Layers = 4
)

// Spliced is a file with the code of its texts beside the calls that run them.
// What stands there belongs to the place of the call: the file has no other.
type Spliced struct {
	// inserted are the pieces, by where they are in the new text.
	inserted []piece
	// seen are the calls whose texts are there, by where they begin.
	seen map[int]bool
	from *Spliced
}

// piece is one, with the size of those before it.
type piece struct{ at, size, place, before int }

// Splice puts the code of constant texts behind the calls that run them, as
// (CALL, CODE). It reports false when there is nothing to put.
func (s *Spliced) Splice(name, source string, texts []Text) (string, *Spliced, bool) {
	out := &Spliced{from: s, seen: map[int]bool{}}
	slices.SortStableFunc(texts, func(a, b Text) int { return cmp.Compare(a.Start, b.Start) })
	var b strings.Builder
	last, grown := 0, 0
	put := func(text string, place int) {
		before := 0
		if n := len(out.inserted); n > 0 {
			before = out.inserted[n-1].before + out.inserted[n-1].size
		}
		out.inserted = append(out.inserted, piece{b.Len(), len(text), place, before})
		b.WriteString(text)
	}
	for _, t := range texts {
		if t.Start < last || t.End > len(source) || t.End <= t.Start || grown+len(t.Code) > maxGrowth {
			continue
		}
		if s != nil && s.seen[t.Start] {
			continue
		}
		code, ok := t.expression(name)
		if !ok {
			continue
		}
		grown += len(code)
		b.WriteString(source[last:t.Start])
		put("(", t.Start)
		out.seen[b.Len()] = true
		b.WriteString(source[t.Start:t.End])
		put(","+code+")", t.Start)
		last = t.End
	}
	if grown == 0 {
		return "", nil, false
	}
	b.WriteString(source[last:])
	// What was put before stays put.
	if s != nil {
		for at := range s.seen {
			out.seen[out.forward(at)] = true
		}
	}
	return b.String(), out, true
}

// forward is where a place of the old text is in the new one.
func (s *Spliced) forward(at int) int {
	for _, p := range s.inserted {
		if p.at <= at {
			at += p.size
		}
	}
	return at
}

// Place is where something of the new text belongs in the file.
func (s *Spliced) Place(at int) int {
	for ; s != nil; s = s.from {
		// The last piece that begins at the place or before it.
		i, _ := slices.BinarySearchFunc(s.inserted, at+1, func(p piece, at int) int { return cmp.Compare(p.at, at) })
		if i == 0 {
			continue
		}
		if p := s.inserted[i-1]; at < p.at+p.size {
			at = p.place
		} else {
			at -= p.before + p.size
		}
	}
	return at
}

// known are the names that code finds without being given them: a parameter of
// such a name is the same.
var known = map[string]bool{
	"require": true, "module": true, "exports": true, "process": true, "global": true, "globalThis": true, "__dirname": true,
	"__filename": true, "Buffer": true, "console": true, "": true,
}

// expression is a text's code as an expression that runs it, or is the function
// that would.
func (t Text) expression(name string) (string, bool) {
	try := func(code string) bool {
		_, err := esbuild.Parse("text.js", "("+code+")")
		return err == nil
	}
	if t.Body {
		var params []string
		for _, p := range t.Params {
			if !known[p] {
				params = append(params, p)
			}
		}
		if code := "function(" + strings.Join(params, ",") + "){" + t.Code + "\n}"; try(code) {
			return code, true
		}
	} else if code := "(" + t.Code + "\n)"; try(code) {
		return code, true
	}
	for _, head := range []string{"(()=>{", "(async()=>{"} {
		if code := head + t.Code + "\n})()"; try(code) {
			return code, true
		}
	}
	return "", false
}

// Unit moves all places of a unit to where they belong in the file.
func (s *Spliced) Unit(u *ir.Unit) {
	for i := range u.Nodes {
		u.Nodes[i].Pos = int32(s.Place(int(u.Nodes[i].Pos)))
	}
	for i := range u.Notes {
		u.Notes[i].Pos = int32(s.Place(int(u.Notes[i].Pos)))
	}
	for i := range u.Signs {
		u.Signs[i].Pos = int32(s.Place(int(u.Signs[i].Pos)))
	}
}
