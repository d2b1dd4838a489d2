package jsondoc

import (
	"sort"
	"strconv"
	"strings"
)

var unescaper = strings.NewReplacer("~1", "/", "~0", "~")

// Find returns the value at a JSON pointer; nil when there is none.
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
			m := v.member(part)
			if m == nil {
				return nil, -1
			}
			v, name = m.Value, m.NameStart
		default:
			return nil, -1
		}
	}
	return v, name
}

// Position returns the line and column of the value at a pointer.
func (d *Document) Position(pointer string) (line, col int, ok bool) {
	v, _ := d.find(pointer)
	if v == nil {
		return 0, 0, false
	}
	line, col = d.At(v.Start)
	return line, col, true
}

// KeyPosition returns the line and column of the name of the member at a
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
	i := sort.Search(len(d.anchors), func(i int) bool { return d.anchors[i].offset > offset }) - 1
	a := d.anchors[i]
	return int(a.line), int(a.column) + utf16Len(d.text[a.offset:offset])
}

// utf16Len counts the UTF-16 units a decoder makes of the text; bytes that are
// not UTF-8 become one replacement character each.
func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// anchor is a place whose line and column are known: the start of each line
// and, on the one long line of a minified document, a place in every kilobyte.
type anchor struct{ offset, line, column int32 }

const anchorEvery = 1024

// makeAnchors walks the text from its first byte after a byte order mark. VS
// Code ends a line at \n, \r\n and a lone \r.
func makeAnchors(text string, first int32) []anchor {
	here := anchor{first, 1, 1}
	anchors := []anchor{here}
	for i, r := range text[first:] {
		here.offset = first + int32(i)
		if here.offset-anchors[len(anchors)-1].offset >= anchorEvery {
			anchors = append(anchors, here)
		}
		next := here.offset + 1
		if r == '\n' || r == '\r' && (int(next) == len(text) || text[next] != '\n') {
			here = anchor{next, here.line + 1, 1}
			anchors = append(anchors, here)
			continue
		}
		here.column++
		if r > 0xFFFF {
			here.column++
		}
	}
	return anchors
}
