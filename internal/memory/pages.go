package memory

import (
	"runtime/debug"
	"strconv"
	"strings"
)

// reserved is how much address space is prepared for large pages. It is no memory:
// that comes with the first touch, and an analysis that needs more than this goes
// on with small pages.
const reserved = 640 << 20

// largePages lets the heap grow in pages of 2 MB where the system has them at
// hand. A scan touches some ten thousand small pages for every megabyte of code,
// and fetching them was an eighth of its time.
//
// The runtime gives its memory no such advice, but it keeps the address space it
// once had: a block is taken, advised and handed back untouched, and what is
// allocated from then on comes from there. It reports whether the system agreed.
func largePages(advise func([]byte) error) bool {
	block := make([]byte, reserved)
	if err := advise(block); err != nil {
		return false // the system has none: nothing is lost
	}
	debug.FreeOSMemory() // nothing refers to the block any more
	return true
}

// freeInLarge reads how many bytes are free in blocks of 2 MB and more from what
// Linux says in /proc/buddyinfo: for each zone, the free blocks of 1, 2, 4…
// pages of 4 KB.
func freeInLarge(buddyinfo string) int64 {
	const head, page, large = 4, 4 << 10, 9 // "Node 0, zone Normal"; 2^9 pages are 2 MB
	free := int64(0)
	for line := range strings.Lines(buddyinfo) {
		fields := strings.Fields(line)
		for i := head + large; i < len(fields); i++ {
			n, err := strconv.ParseInt(fields[i], 10, 32)
			if err != nil || n < 0 || i-head > 20 {
				break
			}
			free += n * page << (i - head)
		}
	}
	return free
}
