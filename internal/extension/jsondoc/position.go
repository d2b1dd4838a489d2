package jsondoc

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

var unescaper = strings.NewReplacer("~1", "/", "~0", "~")

// Find gives the value at a JSON pointer; nil when there is none.
func (d *Document) Find(pointer string) *Value {
	v, _ := d.find(pointer)
	return v
}

// find also gives the offset of the last name on the way; -1 for an element.
func (d *Document) find(pointer string) (*Value, int32) {
	if d == nil {
		return nil, -1
	}
	v, name := d.Root, int32(-1)
	if pointer == "" {
		return v, name
	}
	if pointer[0] != '/' {
		return nil, -1
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		part = unescaper.Replace(part)
		switch {
		case v == nil:
			return nil, -1
		case v.Kind == Array:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(v.Items) {
				return nil, -1
			}
			v, name = v.Items[i], -1
		case v.Kind == Object:
			next := (*Value)(nil)
			for i := range v.Members {
				if v.Members[i].Name == part {
					next, name = v.Members[i].Value, v.Members[i].NameStart
					break
				}
			}
			v = next
		default:
			return nil, -1
		}
	}
	return v, name
}

// Position gives the line and column of the value at a pointer.
func (d *Document) Position(pointer string) (line, col int, ok bool) {
	v, _ := d.find(pointer)
	if v == nil {
		return 0, 0, false
	}
	line, col = d.At(v.Start)
	return line, col, true
}

// KeyPosition gives the line and column of the name of the member at a
// pointer, or of the value itself where it has no name.
func (d *Document) KeyPosition(pointer string) (line, col int, ok bool) {
	v, name := d.find(pointer)
	if v == nil {
		return 0, 0, false
	}
	if name < 0 {
		name = v.Start
	}
	line, col = d.At(name)
	return line, col, true
}

// At turns a byte offset into a line and a UTF-16 column, both from 1.
func (d *Document) At(offset int32) (line, col int) {
	i := sort.Search(len(d.lines), func(i int) bool { return d.lines[i] > offset }) - 1
	return i + 1, utf16Len(d.text[d.lines[i]:offset]) + 1
}

// utf16Len counts the UTF-16 units a decoder makes of the text; bytes that are
// not UTF-8 become one replacement character each.
func utf16Len(s string) int {
	n := 0
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		n++
		if r > 0xFFFF {
			n++
		}
		s = s[size:]
	}
	return n
}

// lineStarts gives the offsets at which lines begin. VS Code ends a line at
// \n, \r\n and a lone \r.
func lineStarts(text string, first int32) []int32 {
	lines := []int32{first}
	for i := int(first); i < len(text); i++ {
		switch text[i] {
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				continue
			}
			lines = append(lines, int32(i+1))
		case '\n':
			lines = append(lines, int32(i+1))
		}
	}
	return lines
}
