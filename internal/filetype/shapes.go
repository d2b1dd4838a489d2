package filetype

import (
	"bytes"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// How far the pieces of one shape may stand apart, in bytes.
const (
	nearPush = 40
	argument = 300
	loopHead = 40
)

// rotates reports that what is shifted off a list is pushed on it again:
// a.push(a.shift()), a['push'](a['shift']()).
func rotates(data []byte, at int) bool {
	before := data[max(0, at-nearPush):at]
	i := bytes.LastIndex(before, []byte("push"))
	return i >= 0 && bytes.IndexByte(before[i:], '(') >= 0 && !bytes.ContainsAny(before[i:], ";\n")
}

var flatLoop = lazyregexp.Lazy(`^(?:while\s*\(\s*(?:true|!0|1|!!\[\])\s*\)|for\s*\(\s*;\s*;\s*\))\s*\{?\s*switch\s*\(`)

// flat reports a loop that is nothing but a switch.
func flat(b []byte) bool {
	return (bytes.HasPrefix(b, []byte("while")) || bytes.HasPrefix(b, []byte("for"))) && flatLoop().Match(b[:min(len(b), loopHead)])
}

// runners run a text as code, decoders make text of what cannot be read.
var (
	runners  = [][]byte{[]byte("eval("), []byte("Function("), []byte("runInThisContext("), []byte("runInNewContext(")}
	decoders = [][]byte{
		[]byte("atob("), []byte("fromCharCode("), []byte("createDecipher"), []byte("unescape("), []byte("fromCodePoint("),
		[]byte("Buffer.from("), []byte("decrypt("), []byte("decode("),
	}
)

// decodes reports that a function which runs code is given what a decoder
// returned, in one expression.
func decodes(b []byte) bool {
	for _, r := range runners {
		if !bytes.HasPrefix(b, r) {
			continue
		}
		arg := call(b[len(r):min(len(b), len(r)+argument)])
		for _, d := range decoders {
			if bytes.Contains(arg, d) {
				return true
			}
		}
	}
	return false
}

// call is what stands between a call's brackets, the first of them left out.
func call(b []byte) []byte {
	depth := 1
	for i, c := range b {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return b[:i]
			}
		case '{':
			// A function is no argument that is run as text.
			return b[:i]
		}
	}
	return b
}

var base64List = lazyregexp.Lazy(`(?:['"][A-Za-z0-9+/]{8,}={0,2}['"],\s*){10}`)

// packed reports a list of at least ten strings that could be base64, one of
// them padded. It looks around the first padded ones only.
func packed(data []byte) bool {
	const tries, around = 20, 400
	for at, n := 0, 0; n < tries; n++ {
		i := bytes.Index(data[at:], []byte("=',"))
		if j := bytes.Index(data[at:], []byte(`=",`)); i < 0 || j >= 0 && j < i {
			i = j
		}
		if i < 0 {
			return false
		}
		at += i + 1
		if base64List().Match(data[max(0, at-around):min(len(data), at+around)]) {
			return true
		}
	}
	return false
}
