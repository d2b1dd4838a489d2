// Package linehash tells lines of a file apart by what stands in and after
// them, the way GitHub's upload action does for code scanning, so that an alert
// is the same alert after the lines above it moved. Any other number would make
// every alert close and open again on the day somebody uploads by another way.
//
// The hash of a line is a polynomial over the 100 characters that follow its
// start, blanks and tabs left out and every line end counted as a line feed;
// after it comes how many lines up to here have that hash. It knows bytes and
// line numbers only.
package linehash

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

const (
	// block is how many characters a hash covers.
	block = 100
	// factor is the polynomial's base; arithmetic is modulo 2 to the 64.
	factor = 37
	// end stands behind the last character, and zeros behind it.
	end = 0xFFFF
)

// Of returns the hashes of the wanted lines, which count from 1 and end at a line
// feed, a carriage return or both. A line the text does not have is left out.
func Of(text []byte, wanted []int) map[int]string {
	hashes := map[int]uint64{}
	last := 0
	for _, n := range wanted {
		hashes[n], last = 0, max(last, n)
	}
	found := map[int]uint64{}
	counts := map[uint64]int{}
	each(text, func(line int, hash uint64) bool {
		if _, ok := hashes[line]; ok {
			found[line], counts[hash] = hash, 0
		}
		return line < last
	})
	// The second walk keeps nothing of lines nobody asked for: a file can be
	// made of a hundred million of them.
	out := make(map[int]string, len(found))
	each(text, func(line int, hash uint64) bool {
		n, ok := counts[hash]
		if !ok {
			return line < last
		}
		counts[hash] = n + 1
		if _, ok := found[line]; ok {
			out[line] = strconv.FormatUint(hash, 16) + ":" + strconv.Itoa(n+1)
		}
		return line < last
	})
	return out
}

// start is a line whose 100 characters are not complete yet.
type start struct {
	line int
	// sum and units are the polynomial and the count of characters before it.
	sum   uint64
	units int
}

// walk is the state of one pass.
type walk struct {
	emit func(line int, hash uint64) bool
	// top is factor to the power of block.
	top   uint64
	sum   uint64
	units int
	// open is a queue: the lines that began within the last 100 characters.
	open []start
	head int
	line int
	// begins says that the next character is the first of a line, afterCR that
	// the one before was a carriage return.
	begins, afterCR bool
	done            bool
}

// each calls emit with every line in order, until it says no.
func each(text []byte, emit func(line int, hash uint64) bool) {
	w := walk{emit: emit, top: 1, begins: true}
	for range block {
		w.top *= factor
	}
	feed, back := finder{mark: '\n'}, finder{mark: '\r'}
	for at := 0; at < len(text) && !w.done; {
		if b := text[at]; b < utf8.RuneSelf {
			at++
			w.character(uint16(b))
		} else {
			r, size := decode(text[at:])
			at += size
			if r > 0xFFFF {
				w.character(uint16(0xD800 + (r-0x10000)>>10))
				r = 0xDC00 + (r-0x10000)&0x3FF
			}
			w.character(uint16(r))
		}
		if w.head == len(w.open) && !w.begins {
			// Nobody needs the rest of this line. It may be twenty megabytes.
			if next := min(feed.from(text, at), back.from(text, at)); next > at {
				at, w.afterCR = next, false
			}
		}
	}
	w.character(end)
	for range block {
		w.push(0)
	}
}

// finder finds a byte again and again, further and further on, and looks at no
// part of the text twice.
type finder struct {
	mark byte
	at   int
	have bool
}

// from returns the first place of the byte at or behind one; the text's end when
// there is none.
func (f *finder) from(text []byte, at int) int {
	if !f.have || f.at < at {
		f.have, f.at = true, len(text)
		if i := bytes.IndexByte(text[at:], f.mark); i >= 0 {
			f.at = at + i
		}
	}
	return f.at
}

// character takes one UTF-16 unit of the file.
func (w *walk) character(c uint16) {
	if c == ' ' || c == '\t' || c == '\n' && w.afterCR {
		w.afterCR = false
		return
	}
	w.afterCR = c == '\r'
	if c == '\r' {
		c = '\n'
	}
	if w.begins {
		w.line++
		w.open = append(w.open, start{w.line, w.sum, w.units})
	}
	w.begins = c == '\n'
	w.push(c)
}

// push takes one character of the polynomial, after the line that is complete
// without it.
func (w *walk) push(c uint16) {
	w.settle()
	w.sum = w.sum*factor + uint64(c)
	w.units++
}

// settle returns the oldest open line away once it has its 100 characters. What
// stood before the line is taken out of the sum.
func (w *walk) settle() {
	if w.done || w.head == len(w.open) || w.units-w.open[w.head].units < block {
		return
	}
	s := w.open[w.head]
	if w.head++; w.head == len(w.open) {
		w.open, w.head = w.open[:0], 0
	} else if w.head == 4*block {
		w.open, w.head = append(w.open[:0], w.open[w.head:]...), 0
	}
	w.done = !w.emit(s.line, w.sum-w.top*s.sum)
}

// decode reads a rune as browsers and Node do: a broken sequence becomes one
// replacement character for its longest part that could have begun a character,
// where Go would give one for each byte.
func decode(b []byte) (rune, int) {
	r, size := utf8.DecodeRune(b)
	if r != utf8.RuneError || size != 1 {
		return r, size
	}
	low, high, want := byte(0x80), byte(0xBF), 0
	switch c := b[0]; {
	case c >= 0xC2 && c <= 0xDF:
		want = 1
	case c >= 0xE0 && c <= 0xEF:
		want = 2
	case c >= 0xF0 && c <= 0xF4:
		want = 3
	}
	switch b[0] {
	case 0xE0:
		low = 0xA0
	case 0xED:
		high = 0x9F
	case 0xF0:
		low = 0x90
	case 0xF4:
		high = 0x8F
	}
	for size = 1; size <= want && size < len(b) && b[size] >= low && b[size] <= high; size++ {
		low, high = 0x80, 0xBF
	}
	return utf8.RuneError, size
}
