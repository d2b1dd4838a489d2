package fold

import (
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/value"
)

// piece folds a piece of a text that was split: "git log".split(" ")[0] is git. It holds while the list is nothing but
// what splits gave and nobody changed it since.
func (f *Walk) piece(base int32, key string, depth int) (alts, bool) {
	at, err := strconv.Atoi(key)
	if err != nil || at < 0 || at > MaxItems {
		return alts{}, false
	}
	s := f.s
	var lists []solver.Token
	only := true
	s.Each(base, func(t solver.Token) {
		only = only && s.Kind(t) == solver.KindObject && s.IsList(t) && !s.IsMoved(t)
		lists = append(lists, t)
	})
	if !only || len(lists) == 0 || len(lists) > maxLists {
		return alts{}, false
	}
	var out alts
	for _, t := range lists {
		text, sep, ok := f.split(s.Info(t).A, depth)
		if star, has := s.Own(t, solver.AnyName); !ok || has && s.HasPred(star) {
			return alts{}, false // something was put into it
		}
		out.open = out.open || text.more()
		for _, p := range text.patterns {
			out.add(pieceOf(p, sep, at))
		}
	}
	return out, true
}

// split gives the text and the separator of a call of split.
func (f *Walk) split(n int32, depth int) (alts, string, bool) {
	s := f.s
	if !s.HasCode(n) {
		return alts{}, "", false
	}
	_, v, c := s.Code(n)
	if v == nil || v.Op != ir.OpCall || v.A == 0 {
		return alts{}, "", false
	}
	u := s.Unit(s.FrameUnit(c))
	callee, args := u.Nodes[v.A], s.ArgNodes(n)
	if callee.Op != ir.OpLoad || u.Strings[callee.B] != "split" || len(args) != 1 || args[0] <= 0 {
		return alts{}, "", false
	}
	sep := f.alts(args[0], depth+1)
	if sep.open || len(sep.patterns) != 1 || len(sep.patterns[0]) != 1 || sep.patterns[0][0].Kind != value.Literal ||
		sep.patterns[0][0].Text == "" {
		return alts{}, "", false
	}
	return f.alts(s.Resolve(c, v.B), depth+1), sep.patterns[0][0].Text, true
}

// pieceOf is a piece of a text: the separators before it and the one after it have to stand in what is known of it.
func pieceOf(p value.Pattern, sep string, at int) value.Pattern {
	if len(p) == 0 {
		return unknown
	}
	if at == 0 && sep == ":" && p[0].Kind == value.Root {
		return firstPlace(p)
	}
	if p[0].Kind != value.Literal {
		return unknown
	}
	pieces := strings.Split(p[0].Text, sep)
	if at >= len(pieces) || at == len(pieces)-1 && len(p) > 1 {
		return unknown
	}
	return value.Pattern{{Kind: value.Literal, Text: pieces[at]}}
}

// firstPlace is the first of a list of places such as PATH, where it begins at a root: no root has a colon in it.
func firstPlace(p value.Pattern) value.Pattern {
	var out value.Pattern
	for _, part := range p {
		if part.Kind == value.Root {
			out = append(out, part)
			continue
		}
		if part.Kind != value.Literal {
			return unknown
		}
		text, _, more := strings.Cut(part.Text, ":")
		out = append(out, value.Part{Kind: value.Literal, Text: text})
		if more {
			break
		}
	}
	return out
}

// written is a text that stands in the code.
func (f *Walk) written(n int32) (value.Pattern, bool) {
	if n == 0 {
		return nil, false
	}
	_, v, c := f.s.Code(n)
	if v == nil || v.Op != ir.OpStr {
		return nil, false
	}
	return value.Pattern{{Kind: value.Literal, Text: f.s.Unit(f.s.FrameUnit(c)).Strings[v.A]}}, true
}
