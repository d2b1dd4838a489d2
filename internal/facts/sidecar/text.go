package sidecar

import (
	"strings"
	"unicode/utf8"
)

// Text returns a file's bytes as the text that Node makes of them: what is no
// UTF-8 becomes U+FFFD, one for each longest beginning of a character, as the
// Encoding Standard has it. A byte order mark stays.
func Text(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	var b strings.Builder
	b.Grow(len(data) + len(data)/8)
	for len(data) > 0 {
		if r, n := utf8.DecodeRune(data); r != utf8.RuneError || n > 1 {
			b.Write(data[:n])
			data = data[n:]
			continue
		}
		b.WriteRune(utf8.RuneError)
		data = data[begun(data):]
	}
	return b.String()
}

// begun is how many bytes at the start of data begin a character that does not
// go on.
func begun(data []byte) int {
	lead := data[0]
	low, high, want := byte(0x80), byte(0xBF), 0
	switch {
	case lead >= 0xC2 && lead <= 0xDF:
		want = 1
	case lead >= 0xE0 && lead <= 0xEF:
		want = 2
		switch lead {
		case 0xE0:
			low = 0xA0
		case 0xED:
			high = 0x9F
		}
	case lead >= 0xF0 && lead <= 0xF4:
		want = 3
		switch lead {
		case 0xF0:
			low = 0x90
		case 0xF4:
			high = 0x8F
		}
	}
	n := 1
	for ; n <= want && n < len(data) && data[n] >= low && data[n] <= high; n++ {
		low, high = 0x80, 0xBF
	}
	return n
}
