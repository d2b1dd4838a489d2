package sourcemap

// stride is how many UTF-16 units of a line one mark stands for. Lines of bundles
// have a million of them, and a place is asked for a thousand times.
const stride = 512

// offset is the byte at which a column of a line begins, both from 0.
func (b *built) offset(line, column int) int {
	text := b.lines[line]
	if len(text) <= stride || column < stride {
		return unitOffset(text, column)
	}
	marks, ok := b.marks[line]
	if !ok {
		marks = marksOf(text)
		if b.marks == nil {
			b.marks = map[int][]int32{}
		}
		b.marks[line] = marks
	}
	i := min(column/stride, len(marks)-1)
	return int(marks[i]) + unitOffset(text[marks[i]:], column-i*stride)
}

// marksOf returns the bytes at which every stride of units begins. A pair of units
// that a mark would cut is one rune: then the marks end, and the rest is counted.
func marksOf(text string) []int32 {
	out, n := []int32{0}, 0
	for i, r := range text {
		switch next := len(out) * stride; {
		case n == next:
			out = append(out, int32(i))
		case n > next:
			return out
		}
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return out
}
