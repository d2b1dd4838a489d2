package fold

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/value"
)

// Texts that are put together.

// concat is the product of the parts.
func (f *Walk) concat(parts []int32, c int32, depth int) alts {
	out := alts{patterns: []value.Pattern{nil}}
	for _, part := range parts {
		n := f.s.Resolve(c, part)
		piece := set(f.alts(n, depth+1))
		// What is written out is known past the budget too: the quote behind a name that nobody knows closes the line.
		if text, ok := f.written(n); ok {
			piece = one(text)
		}
		if len(out.patterns) > 1 && below(piece) {
			out = set(each(out, func(p value.Pattern) value.Pattern {
				if len(p) == 0 || len(p) == 1 && p[0] == (value.Part{Kind: value.Literal}) {
					return unset
				}
				return p
			}))
		}
		out = product(out, piece)
	}
	return out
}

// unset is the value of a variable before it is set.
var unset = value.Pattern{{Kind: value.Keyword, Text: "undefined"}}

// below reports that a text begins with a slash in every case. Behind a folder that is empty in one case and known in
// another it is meant below that, and not at the root of the disk.
func below(a alts) bool {
	for _, p := range a.patterns {
		if len(p) == 0 || p[0].Kind != value.Literal || !strings.HasPrefix(p[0].Text, "/") {
			return false
		}
	}
	return len(a.patterns) > 0
}

// set leaves out what a variable is before it is set, where it has another value as well: nobody means the text
// "undefined" in a name. By itself it stays, for code that is written in such words.
func set(a alts) alts {
	if len(a.patterns) < 2 {
		return a
	}
	some := alts{open: a.open}
	for _, p := range a.patterns {
		if len(p) != 1 || p[0].Kind != value.Keyword || p[0].Text != "undefined" && p[0].Text != "null" {
			some.add(p)
		}
	}
	if len(some.patterns) == 0 {
		return a
	}
	return some
}

func product(a, b alts) alts {
	if len(b.patterns) == 0 {
		b = alts{patterns: []value.Pattern{unknown}, open: true}
	}
	out := alts{open: a.more() || b.more()}
	for _, x := range a.patterns {
		for _, y := range b.patterns {
			out.add(join(x, y))
		}
	}
	return out
}

// join puts two patterns side by side; neighbouring literals become one.
func join(a, b value.Pattern) value.Pattern {
	out := slices.Clone(a)
	if len(out) == 1 && out[0].Kind == value.Bytes {
		out[0] = value.Part{Kind: value.Unknown}
	}
	for _, part := range b {
		switch part.Kind {
		case value.Keyword:
			part.Kind = value.Literal
		case value.Bytes:
			part = value.Part{Kind: value.Unknown} // what text they make is not said here
		}
		if n := len(out); n > 0 && out[n-1].Kind == value.Literal && part.Kind == value.Literal {
			out[n-1].Text += part.Text
			continue
		}
		if part == (value.Part{Kind: value.Literal}) && len(out) > 0 {
			continue
		}
		if len(out) == 1 && out[0] == (value.Part{Kind: value.Literal}) {
			out = out[:0] // nothing stands in front
		}
		if n := len(out); n > 0 && out[n-1].Kind == value.Unknown && part.Kind == value.Unknown {
			continue
		}
		out = append(out, part)
	}
	return out
}
