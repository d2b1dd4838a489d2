package filetype

import (
	"bytes"
	"math"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lookalike"
)

// Script is how one script is written.
type Script struct {
	Path  string
	Bytes int
	// Names counts the different names like _0x3fa2b1, which obfuscators make.
	Names int
	// Numbers counts numerals, Hex those among them that are hexadecimal and of
	// four digits at most: the constants of a hash have eight.
	Numbers, Hex int
	// Hidden counts runs of four and more escapes (\x68\x69…) that stand for
	// plain ASCII, which needs none.
	Hidden int
	// Invisible is the longest run of characters that nobody sees.
	Invisible int
	// Says is what that run reads like, "" where nobody can tell.
	Says string
	// Decoded counts calls of eval, Function and vm's run functions on the
	// result of a decoder.
	Decoded int
	// Rotated says that a list's first entry is pushed to its end, as
	// obfuscators do to their strings, Packed that a long list of strings in
	// base64 is there. Both are in honest code as well.
	Rotated, Packed bool

	// What the published matrix measures. Entropy is in bits a byte.
	Entropy  float64
	LongLine int
	Escapes  int
	// Flattened says that a loop without an end holds nothing but a switch.
	Flattened bool

	// Where each first stands, for those that are there.
	AtName, AtHex, AtHidden, AtInvisible, AtDecoded, AtFlattened finding.Location
}

// maxNames bounds the names that are told apart: more prove no more.
const maxNames = 1000

// read walks over a script once.
func read(file string, data []byte) Script {
	s := Script{Path: file, Bytes: len(data)}
	at := func(l *finding.Location, i int) {
		if l.Line == 0 {
			*l = place(file, data, i)
		}
	}
	var counts [256]int
	names := map[string]bool{}
	hexAt := -1
	line := 0
	for i := 0; i < len(data); i++ {
		c := data[i]
		counts[c]++
		if !starts[c] {
			continue
		}
		switch {
		case c == '\n':
			s.LongLine = max(s.LongLine, i-line)
			line = i + 1
		case c == '\\':
			n, plain := escapes(data[i:])
			if n == 0 {
				// The character behind it is taken with it: \\x41 is no escape.
				if i+1 < len(data) && data[i+1] != '\n' {
					i++
					counts[data[i]]++
				}
				continue
			}
			s.Escapes += n
			if plain {
				s.Hidden++
				at(&s.AtHidden, i)
			}
			end := i + length(data[i:], n)
			for i++; i < end; i++ {
				counts[data[i]]++
			}
			i--
		case c >= '0' && c <= '9' && (i == 0 || !wordByte(data[i-1]) && data[i-1] != '.'):
			s.Numbers++
			if n := numeral(data[i:]); n > 0 && n <= 4 {
				s.Hex++
				if hexAt < 0 {
					hexAt = i
				}
			}
		case c == '_' && len(names) < maxNames && (i == 0 || !wordByte(data[i-1])):
			if n := hexName(data[i:]); n > 0 {
				if len(names) == 0 {
					at(&s.AtName, i)
				}
				names[string(data[i:i+n])] = true
			}
		case c == 's' && !s.Rotated && bytes.HasPrefix(data[i:], []byte("shift")):
			s.Rotated = rotates(data, i)
		case (c == 'w' || c == 'f') && !s.Flattened && (i == 0 || !wordByte(data[i-1])) && flat(data[i:]):
			s.Flattened = true
			at(&s.AtFlattened, i)
		case (c == 'e' || c == 'F' || c == 'r') && (i == 0 || !wordByte(data[i-1])):
			if decodes(data[i:]) {
				s.Decoded++
				at(&s.AtDecoded, i)
			}
		case c == 0xE2 || c == 0xEF || c == 0xF3:
			if n, end := lookalike.UnseenAt(data[i:]); n > 0 {
				if n > s.Invisible {
					s.Invisible = n
					s.AtInvisible = finding.Location{}
					if n >= lookalike.UnseenRun {
						at(&s.AtInvisible, i)
						s.Says = lookalike.Reads(data[i : i+end])
					}
				}
				for end += i; i+1 < end; {
					i++
					counts[data[i]]++
				}
			}
		}
	}
	s.LongLine = max(s.LongLine, len(data)-line)
	s.Names = len(names)
	if s.Hex > 0 {
		at(&s.AtHex, hexAt)
	}
	s.Packed = packed(data)
	s.Entropy = entropy(counts, len(data))
	return s
}

// starts are the bytes at which something that is looked for can begin.
var starts = startsOf("\n\\_swfeFr0123456789\xE2\xEF\xF3")

func startsOf(bytes string) (out [256]bool) {
	for i := range len(bytes) {
		out[bytes[i]] = true
	}
	return out
}

func entropy(counts [256]int, total int) float64 {
	var out float64
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(total)
			out -= p * math.Log2(p)
		}
	}
	return out
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$'
}

func hexByte(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// hexName returns the length of a name like _0x3fa2b1; 0: it is none.
func hexName(b []byte) int {
	if !bytes.HasPrefix(b, []byte("_0x")) {
		return 0
	}
	n := 3
	for n < len(b) && hexByte(b[n]) {
		n++
	}
	if n < 7 || n > 9 || n < len(b) && wordByte(b[n]) {
		return 0
	}
	return n
}

// numeral counts the digits of a hexadecimal numeral; 0: it is none.
func numeral(b []byte) int {
	if len(b) < 3 || b[0] != '0' || b[1]|0x20 != 'x' {
		return 0
	}
	n := 0
	for n+2 < len(b) && hexByte(b[n+2]) {
		n++
	}
	return n
}

// escapes counts the escapes of one run (\x41\u0042) and says whether it is of
// four and more that all stand for printable ASCII.
func escapes(b []byte) (n int, plain bool) {
	plain = true
	for {
		code, size := escape(b)
		if size == 0 {
			return n, plain && n >= 4
		}
		n++
		plain = plain && code >= 0x20 && code < 0x7F
		b = b[size:]
	}
}

// length is how many bytes a run of n escapes has.
func length(b []byte, n int) int {
	sum := 0
	for range n {
		_, size := escape(b[sum:])
		sum += size
	}
	return sum
}

// escape reads \xNN or \uNNNN; size 0: there is none.
func escape(b []byte) (code, size int) {
	if len(b) < 4 || b[0] != '\\' {
		return 0, 0
	}
	switch {
	case b[1] == 'x':
		size = 4
	case b[1] == 'u' && len(b) >= 6:
		size = 6
	default:
		return 0, 0
	}
	for _, c := range b[2:size] {
		switch {
		case c >= '0' && c <= '9':
			code = code<<4 | int(c-'0')
		case hexByte(c):
			code = code<<4 | int(c|0x20-'a'+10)
		default:
			return 0, 0
		}
	}
	return code, size
}
