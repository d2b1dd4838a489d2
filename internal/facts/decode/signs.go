package decode

import (
	"strings"

	esbuild "github.com/evanw/esbuild/bridge"
)

// signs are the forms that obfuscators write, and people, compilers, bundlers
// and minifiers do not. They are counted where they are, and not in parts of the
// file: a bundle around them takes none away. Minifying afterwards keeps them.
type signs struct {
	keyed   counter          // a[f(12)]: a member is named by what a function makes of numbers, each number once
	keys    map[float64]bool // those numbers
	ordered counter          // "3|1|2".split("|"): the order of statements is in a text
	wrapped counter          // {abcde: (a, b) => a + b, …}: operators as functions of an object
	summed  counter          // 3*-2+5: a number as a sum of products
	pooled  counter          // p[3] of a list that mixes texts and numbers
	bare    counter          // nothing but brackets
	states  counter          // s[1] += s[2] - 30
	self    counter          // "(((.+)+)+)+$"
	pieces  counter          // "chi" + "ld_" + "pro" + "ces" + "s"
}

// counter counts, and knows the first place.
type counter struct {
	n   int
	pos int32
}

func (c *counter) add(pos int32) {
	if c.n == 0 {
		c.pos = pos
	}
	c.n++
}

func (g *signs) indexed(s *survey, d *esbuild.EIndex, pos int32) {
	switch d.Index.Data.(type) {
	case *esbuild.ENumber:
		if id, ok := d.Target.Data.(*esbuild.EIdentifier); ok {
			if list := s.def(id.Ref); list != nil && list.init != nil {
				if a, ok := list.init.Data.(*esbuild.EArray); ok && mixed(a) {
					g.pooled.add(pos)
				}
			}
		}
	default:
		// A library asks for a few symbols by their numbers, as often as it needs them; an obfuscator has a number for
		// each text.
		if first, ok := s.madeName(d.Index, 3); ok && !g.keys[first] {
			if g.keys == nil {
				g.keys = map[float64]bool{}
			}
			g.keys[first] = true
			g.keyed.add(pos)
		}
	}
}

// madeName reports whether a member's name is what a function of the code makes
// of numbers, and tells them apart: by the first number, or by its place where that is
// computed.
func (s *survey) madeName(e esbuild.Expr, depth int) (float64, bool) {
	switch k := e.Data.(type) {
	case *esbuild.ECall:
		if _, ok := k.Target.Data.(*esbuild.EIdentifier); !ok || len(k.Args) == 0 || !s.constants(k.Args) {
			return 0, false
		}
		for _, a := range k.Args {
			switch n := a.Data.(type) {
			case *esbuild.EString:
			case *esbuild.ENumber:
				return n.Value, true
			default:
				return float64(a.Loc.Start), true
			}
		}
	case *esbuild.EBinary:
		if k.Op != esbuild.BinOpAdd || depth == 0 {
			return 0, false
		}
		if first, ok := s.madeName(k.Left, depth-1); ok {
			return first, true
		}
		return s.madeName(k.Right, depth-1)
	}
	return 0, false
}

// mixed reports whether a list has texts and numbers, each of which is written out.
func mixed(a *esbuild.EArray) bool {
	texts, numbers := 0, 0
	for _, item := range a.Items {
		switch item.Data.(type) {
		case *esbuild.EString:
			texts++
		case *esbuild.ENumber:
			numbers++
		case *esbuild.EUndefined, *esbuild.ENull, *esbuild.EBoolean, *esbuild.EIdentifier, *esbuild.EUnary:
		default:
			return false
		}
	}
	return texts >= 2 && numbers >= 5
}

func (g *signs) call(s *survey, d *esbuild.ECall, pos int32) {
	if memberName(d.Target) != "split" || len(d.Args) != 1 {
		return
	}
	by, ok := d.Args[0].Data.(*esbuild.EString)
	if !ok || !esbuild.IsText(by.Value, "|") {
		return
	}
	target := d.Target
	switch t := target.Data.(type) {
	case *esbuild.EDot:
		target = t.Target
	case *esbuild.EIndex:
		target = t.Target
	}
	if list, ok := target.Data.(*esbuild.EString); ok && isOrder(esbuild.Text(list.Value)) {
		g.ordered.add(pos)
	}
}

// isOrder reports whether a text is numbers from 0 on, each once, in disorder.
func isOrder(s string) bool {
	parts := strings.Split(s, "|")
	if len(parts) < 2 || len(parts) > 1000 {
		return false
	}
	seen := make([]bool, len(parts))
	for _, p := range parts {
		n := 0
		if p == "" || len(p) > 3 {
			return false
		}
		for _, c := range p {
			if c < '0' || c > '9' {
				return false
			}
			n = 10*n + int(c-'0')
		}
		if n >= len(parts) || seen[n] {
			return false
		}
		seen[n] = true
	}
	return true
}

// object looks for operators that are functions of an object.
func (g *signs) object(d *esbuild.EObject, pos int32) {
	if len(d.Properties) == 0 {
		return
	}
	names, functions := 0, 0
	for i := range d.Properties {
		p := &d.Properties[i]
		key, ok := p.Key.Data.(*esbuild.EString)
		if !ok || len(key.Value) != 5 || !letters(key.Value) {
			continue
		}
		switch v := p.ValueOrNil.Data.(type) {
		case *esbuild.EString:
			names++
		case *esbuild.EFunction:
			if operates(v.Fn.Args, &v.Fn.Body) {
				names++
				functions++
			}
		case *esbuild.EArrow:
			if operates(v.Args, &v.Body) {
				names++
				functions++
			}
		}
	}
	if functions >= 1 && names == len(d.Properties) {
		for range functions {
			g.wrapped.add(pos)
		}
	}
}

func letters(s []uint16) bool {
	for _, c := range s {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return false
		}
	}
	return true
}

// operates reports whether a function does nothing but one operator or call with
// what it is given.
func operates(args []esbuild.Arg, body *esbuild.FnBody) bool {
	if len(body.Block.Stmts) != 1 || len(args) == 0 {
		return false
	}
	ret, ok := body.Block.Stmts[0].Data.(*esbuild.SReturn)
	if !ok {
		return false
	}
	switch d := ret.ValueOrNil.Data.(type) {
	case *esbuild.EBinary:
		return len(args) == 2 && isIdentifier(d.Left) && isIdentifier(d.Right)
	case *esbuild.ECall:
		if !isIdentifier(d.Target) || len(d.Args) != len(args)-1 {
			return false
		}
		for _, a := range d.Args {
			if !isIdentifier(a) {
				return false
			}
		}
		return true
	}
	return false
}

func isIdentifier(e esbuild.Expr) bool {
	_, ok := e.Data.(*esbuild.EIdentifier)
	return ok
}

// operator looks for numbers that are written as a sum of products.
func (g *signs) operator(d *esbuild.EBinary) {
	if (d.Op == esbuild.BinOpAddAssign || d.Op == esbuild.BinOpSubAssign) && entry(d.Left) {
		if right, ok := d.Right.Data.(*esbuild.EBinary); ok && (entry(right.Left) || entry(right.Right)) {
			g.states.add(d.Left.Loc.Start)
		}
	}
	if d.Op != esbuild.BinOpAdd && d.Op != esbuild.BinOpSub {
		return
	}
	if product(d.Left) && numeric(d.Right, 8) || product(d.Right) && numeric(d.Left, 8) {
		g.summed.add(d.Left.Loc.Start)
	}
}

// entry reports whether an expression is an entry of a list by a numeral.
func entry(e esbuild.Expr) bool {
	d, ok := e.Data.(*esbuild.EIndex)
	return ok && isNumeral(d.Index) && isIdentifier(d.Target)
}

// cut looks for texts that are cut into three and more pieces of one length. A
// person cuts at words, and a minifier puts together; the parser does, too, so
// it is looked for in the source.
func (g *signs) cut(source string, pos, length int) {
	if pos < 0 || pos+length+2 > len(source) {
		return
	}
	quote := source[pos]
	if quote != '\'' && quote != '"' || source[pos+1+length] == quote {
		return // one piece
	}
	size, n := -1, 0
	for at := pos; at < len(source) && source[at] == quote; n++ {
		end := strings.IndexByte(source[at+1:min(len(source), at+34)], quote)
		if end < 0 || size >= 0 && end > size {
			return
		}
		next := strings.TrimLeft(source[at+1+end+1:min(len(source), at+end+10)], " \n")
		if next == "" || next[0] != '+' {
			n++
			break // the last may be shorter
		}
		if size >= 0 && end != size {
			return
		}
		size = end
		next = strings.TrimLeft(next[1:], " \n")
		if next == "" || next[0] != quote {
			n++
			break
		}
		at = at + 1 + end + 1 + strings.IndexByte(source[at+1+end+1:], quote)
	}
	if n >= 3 && size >= 2 {
		g.pieces.add(int32(pos))
	}
}

// selfText is what javascript-obfuscator's code looks for in its own text.
const selfText = "(((.+)+)+)+$"

func (g *signs) text(s []uint16, pos int32) {
	if len(s) == len(selfText) && esbuild.IsText(s, selfText) {
		g.self.add(pos)
	}
}

// product reports whether numerals are multiplied.
func product(e esbuild.Expr) bool {
	d, ok := e.Data.(*esbuild.EBinary)
	return ok && d.Op == esbuild.BinOpMul && numeric(d.Left, 8) && numeric(d.Right, 8)
}

// numeric reports whether an expression is of numerals alone.
func numeric(e esbuild.Expr, depth int) bool {
	switch d := e.Data.(type) {
	case *esbuild.ENumber:
		return true
	case *esbuild.EUnary:
		return d.Op == esbuild.UnOpNeg && numeric(d.Value, depth-1)
	case *esbuild.EBinary:
		return depth > 0 && (d.Op == esbuild.BinOpAdd || d.Op == esbuild.BinOpSub || d.Op == esbuild.BinOpMul) &&
			numeric(d.Left, depth-1) && numeric(d.Right, depth-1)
	}
	return false
}

// bracketRun is how many characters in a row without a letter or a digit no
// honest code has, texts aside.
const bracketRun = 200

// brackets reports whether code begins with a long run of nothing but brackets
// and signs.
func (g *signs) brackets(source string, pos int) bool {
	n, distinct := 0, [128]bool{}
	for i := pos; i < len(source) && n < bracketRun; i++ {
		switch c := source[i]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
		case strings.IndexByte("[](){}!+$_~.,;:=\"'\\", c) >= 0:
			distinct[c] = true
			n++
		default:
			return false
		}
	}
	kinds := 0
	for _, is := range distinct {
		if is {
			kinds++
		}
	}
	if n < bracketRun || kinds < 4 {
		return false
	}
	g.bare.add(int32(pos))
	return true
}

func isNumeral(e esbuild.Expr) bool {
	switch d := e.Data.(type) {
	case *esbuild.ENumber:
		return true
	case *esbuild.EUnary:
		_, ok := d.Value.Data.(*esbuild.ENumber)
		return ok && d.Op == esbuild.UnOpNeg
	}
	return false
}
