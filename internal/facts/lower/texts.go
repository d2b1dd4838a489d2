package lower

import (
	"hash/maphash"
	"strings"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// texts numbers the strings of a file, each once. A file has one for every few
// dozen bytes, most of them seen many times, so looking one up makes nothing:
// the slots hold numbers, and the strings themselves are the unit's.
type texts struct {
	list  []string
	slots []int32 // number + 1; 0: free
	seed  maphash.Seed
	buf   []byte // a string while it is looked up
}

func newTexts() texts {
	t := texts{slots: make([]int32, 1<<10), seed: maphash.MakeSeed()}
	t.add("")
	return t
}

// at returns the slot of a string: its own, or the free one where it belongs.
func (t *texts) at(s []byte) int {
	mask := len(t.slots) - 1
	i := int(maphash.Bytes(t.seed, s)) & mask
	for t.slots[i] != 0 && t.list[t.slots[i]-1] != string(s) {
		i = (i + 1) & mask
	}
	return i
}

// add returns the number of a string.
func (t *texts) add(s string) ir.Str {
	t.buf = append(t.buf[:0], s...)
	i := t.at(t.buf)
	if t.slots[i] == 0 {
		if len(t.list)*4 >= len(t.slots)*3 {
			t.grow()
			i = t.at(t.buf)
		}
		t.list = append(t.list, s)
		t.slots[i] = int32(len(t.list))
	}
	return ir.Str(t.slots[i] - 1)
}

// has reports whether there is a string.
func (t *texts) has(s string) bool {
	t.buf = append(t.buf[:0], s...)
	return t.slots[t.at(t.buf)] != 0
}

func (t *texts) grow() {
	t.slots = make([]int32, 2*len(t.slots))
	mask := len(t.slots) - 1
	for n, s := range t.list {
		i := int(maphash.String(t.seed, s)) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(n + 1)
	}
}

// of returns the string the parser holds as UTF-16, at most max bytes of it. It
// is a new one only when the file has not had it before, and never keeps a
// longer one alive.
func (t *texts) of(s []uint16, max int) string {
	t.buf = esbuild.AppendText(t.buf[:0], s, max)
	if i := t.slots[t.at(t.buf)]; i != 0 {
		return t.list[i-1]
	}
	return string(t.buf)
}

// clip returns the beginning of a long string, without the rest of it.
func clip(s string) string {
	if len(s) > maxString {
		return strings.Clone(s[:maxString])
	}
	return s
}
