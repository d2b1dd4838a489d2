package decode

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	esbuild "github.com/evanw/esbuild/bridge"
)

// What javascript-obfuscator calls rc4 costs the evaluator some fifteen thousand steps a text, and a bundle has thousands
// of texts. A function that looks like it, and gave at its first calls what the cipher gives, is not evaluated any
// more: the cipher is. Now and then both are asked again.
const (
	fewAgreed  = 3
	askedAgain = 256
)

// cipher is what is known of a function that may be it.
type cipher struct {
	agreed, asked int
	other         bool // it is something else
}

// cipherOf is what is known of a function of two texts; nil: it is none.
func (r *run) cipherOf(c *closure, args []value) *cipher {
	if len(args) != 2 || args[0].kind != isString || args[1].kind != isString || len(args[1].str) == 0 {
		return nil
	}
	k, ok := r.ciphers[c.body]
	if !ok {
		k = &cipher{other: !keyed(c.body)}
		if r.ciphers == nil {
			r.ciphers = map[*esbuild.FnBody]*cipher{}
		}
		r.ciphers[c.body] = k
	}
	if k.other {
		return nil
	}
	return k
}

// trusted reports whether the cipher stands for the function at this call.
func (k *cipher) trusted() bool {
	k.asked++
	return k.agreed >= fewAgreed && k.asked%askedAgain != 0
}

// compare notes what the function itself came to. Texts of a character say little.
func (k *cipher) compare(args []value, came value) {
	want, ok := decipher(args[0].str, args[1].str)
	switch {
	case !ok || came.kind != isString || !same(came, units(want)):
		k.other = true
	case len(want) > 1:
		k.agreed++
	}
}

// keyed reports whether a function has what the cipher needs: three loops, the numeral 256 and an exclusive or.
func keyed(body *esbuild.FnBody) bool {
	loops, numerals, xors := 0, 0, 0
	w := &walker{
		stmt: func(s *esbuild.Stmt) {
			if _, ok := s.Data.(*esbuild.SFor); ok {
				loops++
			}
		},
		enter: func(e *esbuild.Expr) {
			switch d := e.Data.(type) {
			case *esbuild.ENumber:
				if d.Value == 256 {
					numerals++
				}
			case *esbuild.EBinary:
				if d.Op == esbuild.BinOpBitwiseXor {
					xors++
				}
			}
		},
	}
	w.stmts(body.Block.Stmts)
	return loops >= 3 && xors == 1 && (numerals >= 3 || numerals == 0)
}

// alphabet is the one of javascript-obfuscator's base64.
const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/"

// decipher is the cipher: base64, UTF-8, RC4 over code units.
func decipher(text, key []uint16) ([]uint16, bool) {
	plain := make([]byte, 0, len(text))
	bits, n := 0, 0
	for _, c := range text {
		i := -1
		if c < utf8.RuneSelf {
			i = strings.IndexByte(alphabet, byte(c))
		}
		if i < 0 {
			return nil, false
		}
		if bits, n = bits<<6|i, n+6; n >= 8 {
			n -= 8
			plain = append(plain, byte(bits>>n))
			bits &= 1<<n - 1
		}
	}
	if len(key) == 0 || !utf8.Valid(plain) {
		return nil, false
	}
	out := utf16.Encode([]rune(string(plain)))
	var s [256]int
	for i := range s {
		s[i] = i
	}
	for i, j := 0, 0; i < 256; i++ {
		j = (j + s[i] + int(key[i%len(key)])) % 256
		s[i], s[j] = s[j], s[i]
	}
	i, j := 0, 0
	for y := range out {
		i = (i + 1) % 256
		j = (j + s[i]) % 256
		s[i], s[j] = s[j], s[i]
		out[y] ^= uint16(s[(s[i]+s[j])%256])
	}
	return out, true
}
