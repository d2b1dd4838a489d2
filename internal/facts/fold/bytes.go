package fold

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/value"
)

// Keys and initialisation vectors are bytes. Those the code writes out fold to
// a Bytes part, so that a check can tell them from random ones. Only the value
// itself does: text that is made of bytes again stays unknown, for it is a way
// to hide text, and whoever asks what a command is must not be told that it is
// as plain as any.

// maxBytes is the longest run of bytes that is kept; longer ones are data.
const maxBytes = 4096

// bytes folds what makes bytes of constants: Buffer.from, Buffer.alloc, new
// Uint8Array, new TextEncoder().encode.
func (f *Walk) bytes(n int32, v *ir.Value, c int32, args []int32, depth int) (alts, bool) {
	if v.A == 0 || len(args) == 0 || args[0] <= 0 {
		return alts{}, false
	}
	u := f.s.Unit(f.s.FrameUnit(c))
	callee := u.Nodes[v.A]
	switch {
	case callee.Op == ir.OpGlobal && v.Op == ir.OpNew && (u.Strings[callee.A] == "Uint8Array" || u.Strings[callee.A] == "Uint8ClampedArray"):
		return f.typedArray(n, args[0], depth)
	case callee.Op == ir.OpLoad:
		base := f.s.Resolve(c, callee.A)
		switch method := u.Strings[callee.B]; method {
		case "from", "alloc", "of":
			if f.isGlobal(base, "Uint8Array") {
				if method == "from" {
					return f.typedArray(0, args[0], depth)
				}
				return alts{}, false
			}
			if !f.isBuffer(base) {
				return alts{}, false
			}
			if method == "alloc" {
				return f.filled(n, args, depth)
			}
			return f.encoded(args, depth)
		case "encode":
			if f.madeBy(base, "TextEncoder", 0) {
				return remade(f.alts(args[0], depth+1), toBytes("utf8")), true
			}
		}
	}
	return alts{}, false
}

// isBuffer reports whether a node is Node's Buffer.
func (f *Walk) isBuffer(n int32) bool {
	is := false
	f.s.EachOf(n, solver.KindSymbol, func(t solver.Token) {
		r := f.s.SymbolOf(t)
		is = is || r.Module == "buffer" && r.Member == "Buffer"
	})
	return is
}

// isGlobal reports whether a node is a mention of a global.
func (f *Walk) isGlobal(n int32, name string) bool {
	u, v, _ := f.s.Code(n)
	return v != nil && v.Op == ir.OpGlobal && u.Strings[v.A] == name
}

// madeBy reports whether a node is new NAME(), directly or by way of a variable.
func (f *Walk) madeBy(n int32, name string, depth int) bool {
	_, v, c := f.s.Code(n)
	if v == nil || depth > 4 {
		return false
	}
	if v.Op == ir.OpNew {
		return v.A != 0 && f.isGlobal(f.s.Resolve(c, v.A), name)
	}
	one, ok := f.s.OnlyPred(n)
	return v.Op == ir.OpVar && ok && f.madeBy(one, name, depth+1)
}

// encoded is Buffer.from(text, encoding) and Buffer.from([1, 2]).
func (f *Walk) encoded(args []int32, depth int) (alts, bool) {
	if got, ok := f.octets(args[0], depth); ok {
		return got, true
	}
	encoding := "utf8"
	if len(args) > 1 {
		names := f.alts(max(args[1], 0), depth+1)
		if len(names.patterns) != 1 || names.open {
			return alts{}, false
		}
		p := names.patterns[0]
		if text, ok := p.Constant(); ok {
			encoding = strings.ToLower(text)
		} else if len(p) != 1 || p[0].Kind != value.Keyword || p[0].Text != "undefined" {
			return alts{}, false
		}
	}
	return remade(f.alts(args[0], depth+1), toBytes(encoding)), true
}

// filled is Buffer.alloc(16): zeros, when nothing says otherwise.
func (f *Walk) filled(n int32, args []int32, depth int) (alts, bool) {
	if len(args) > 1 {
		fill := f.alts(max(args[1], 0), depth+1)
		if len(fill.patterns) != 1 || fill.open {
			return alts{}, false
		}
		if p := fill.patterns[0]; len(p) != 1 || p[0].Kind != value.Keyword || p[0].Text != "0" {
			return alts{}, false
		}
	}
	size, ok := f.number(args[0], depth)
	if !ok || size > maxBytes || !f.in.untouched(n, 6) {
		return alts{}, false
	}
	return one(value.Pattern{{Kind: value.Bytes, Text: strings.Repeat("\x00", size)}}), true
}

// typedArray is new Uint8Array(16), of a list of numbers, or of other bytes.
func (f *Walk) typedArray(n, arg int32, depth int) (alts, bool) {
	if got, ok := f.octets(arg, depth); ok {
		return got, true
	}
	if size, ok := f.number(arg, depth); ok && size <= maxBytes && n != 0 && f.in.untouched(n, 6) {
		return one(value.Pattern{{Kind: value.Bytes, Text: strings.Repeat("\x00", size)}}), true
	}
	got := f.alts(arg, depth+1)
	for _, p := range got.patterns {
		if len(p) != 1 || p[0].Kind != value.Bytes {
			return alts{}, false
		}
	}
	return got, len(got.patterns) > 0
}

// octets is a list all of whose elements are small numbers.
func (f *Walk) octets(n int32, depth int) (alts, bool) {
	s := f.s
	var list solver.Token
	lists := 0
	s.EachOf(n, solver.KindObject, func(t solver.Token) {
		if s.IsList(t) {
			list = t
			lists++
		}
	})
	if lists != 1 {
		return alts{}, false
	}
	if star, ok := s.Own(list, solver.AnyName); ok && s.HasPred(star) {
		return alts{}, false
	}
	var b []byte
	for i := range maxBytes {
		p, ok := s.OwnAt(list, i)
		if !ok || !s.HasPred(p) {
			break
		}
		x, ok := f.number(p, depth)
		if !ok || x > 255 {
			return alts{}, false
		}
		b = append(b, byte(x))
	}
	return one(value.Pattern{{Kind: value.Bytes, Text: string(b)}}), len(b) > 0
}

// number folds a node to one whole number that is not negative.
func (f *Walk) number(n int32, depth int) (int, bool) {
	got := f.alts(n, depth+1)
	if got.open || len(got.patterns) != 1 || len(got.patterns[0]) != 1 || got.patterns[0][0].Kind != value.Keyword {
		return 0, false
	}
	x, err := strconv.Atoi(got.patterns[0][0].Text)
	return x, err == nil && x >= 0
}

// repeat is "00".repeat(16).
func (f *Walk) repeat(base int32, args []int32, depth int) (alts, bool) {
	if len(args) == 0 || args[0] <= 0 {
		return alts{}, false
	}
	times, ok := f.number(args[0], depth)
	if !ok {
		return alts{}, false
	}
	return remade(f.alts(base, depth+1), func(p value.Pattern) value.Pattern {
		text, ok := p.Constant()
		if !ok || times > maxBytes || len(text)*times > maxBytes {
			return unknown
		}
		return value.Pattern{{Kind: value.Literal, Text: strings.Repeat(text, times)}}
	}), true
}

// remade is each for changes that may fail: what is not known after them may be
// anything.
func remade(a alts, change func(value.Pattern) value.Pattern) alts {
	out := each(a, change)
	for _, p := range out.patterns {
		out.open = out.open || len(p) == 1 && p[0].Kind == value.Unknown
	}
	if len(out.patterns) == 0 {
		return alts{patterns: []value.Pattern{unknown}, open: true}
	}
	return out
}

// toBytes returns the bytes of constant text in an encoding of Node's.
func toBytes(encoding string) func(value.Pattern) value.Pattern {
	return func(p value.Pattern) value.Pattern {
		if len(p) == 1 && p[0].Kind == value.Bytes {
			return p // bytes of bytes: a copy
		}
		text, ok := p.Constant()
		if !ok || len(text) > maxBytes {
			return unknown
		}
		var b []byte
		switch encoding {
		case "utf8", "utf-8":
			b = []byte(text)
		case "ascii", "latin1", "binary":
			for _, r := range text {
				b = append(b, byte(r))
			}
		case "hex":
			// Node stops at the first character that is no digit.
			for b = []byte(text); len(b) > 0; b = b[:len(b)-1] {
				if out, err := hex.DecodeString(string(b)); err == nil {
					return value.Pattern{{Kind: value.Bytes, Text: string(out)}}
				}
			}
			return value.Pattern{{Kind: value.Bytes}}
		case "base64", "base64url":
			plain := strings.NewReplacer("-", "+", "_", "/", "=", "", "\n", "", "\r", "", " ", "").Replace(text)
			out, err := base64.RawStdEncoding.DecodeString(plain)
			if err != nil {
				return unknown
			}
			b = out
		default:
			return unknown
		}
		return value.Pattern{{Kind: value.Bytes, Text: string(b)}}
	}
}

// text is what of a value is text; of bytes nobody says what text they make.
func (a alts) text() alts {
	out := alts{open: a.open}
	for _, p := range a.patterns {
		if len(p) == 1 && p[0].Kind == value.Bytes {
			p, out.open = unknown, true
		}
		out.add(p)
	}
	return out
}

// untouched reports whether room for bytes still holds zeros where it is used:
// nobody was given it who may fill it. crypto.randomFillSync(iv) is why.
func (vs *Values) untouched(n int32, depth int) bool {
	s := vs.s
	if depth == 0 {
		return false
	}
	for next := range s.Succ(n) {
		if s.IsProperty(next) {
			// A property: fine in an object literal, which is an options object.
			if o := s.Owner(next); s.Kind(o) != solver.KindObject || s.IsList(o) {
				return false
			}
			continue
		}
		_, v, _ := s.Code(next)
		if v == nil {
			return false
		}
		unit, local := s.Local(next)
		if v.Op != ir.OpVar && v.Op != ir.OpPhi && v.Op != ir.OpCall || vs.handedOn(unit)[local] || !vs.untouched(next, depth-1) {
			return false
		}
	}
	return true
}

// vectors are the functions that only read the bytes they are given.
var vectors = map[string]bool{
	"createCipheriv": true, "createDecipheriv": true, "encrypt": true, "decrypt": true, "createHmac": true, "importKey": true,
	"toString": true, "equals": true, "slice": true, "subarray": true,
}

// handedOn are the nodes of a unit that are given to a function which may change
// them, or have an element stored; made when first asked for.
func (vs *Values) handedOn(unit int32) []bool {
	if got, ok := vs.handed[unit]; ok {
		return got
	}
	u := vs.s.Unit(unit)
	out := make([]bool, len(u.Nodes))
	for i := range u.Nodes {
		v := &u.Nodes[i]
		if v.Op != ir.OpCall && v.Op != ir.OpNew {
			continue
		}
		if callee := u.Nodes[v.A]; callee.Op == ir.OpLoad && vectors[u.Strings[callee.B]] {
			continue
		}
		if v.Op == ir.OpCall {
			out[v.B] = true
		}
		for _, a := range u.List(v.C) {
			out[max(a, -a)] = true
		}
	}
	for _, e := range u.Effects {
		if e.Kind == ir.StoreAt || e.Kind == ir.Store {
			out[e.A] = true
		}
	}
	vs.handed[unit] = out
	return out
}
