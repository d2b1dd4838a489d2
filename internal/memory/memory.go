// Package memory says when this process collects garbage and in pages of which size its
// heap grows. An analysis makes much that lives until it is done: collecting early
// costs time and frees little. It knows how large extensions are, and nothing of what
// is done with them.
package memory

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

const (
	// uncollected is how much the process may hold before the first collection.
	// Most extensions are analysed within it, and nearly all that an analysis
	// makes lives until it is done: collecting early costs time and frees little.
	uncollected = 48 << 20
	// roomBase and roomPerByte are what this process may hold for an extension
	// before the collector works harder: the bound of docs/measurements/benchmarks.md, 120 MB
	// and 30 times the largest file, less the program itself and some air. It is
	// no limit: an analysis that needs more gets it and is slower.
	roomBase    = 88 << 20
	roomPerByte = 30
	// paged is how much less of that there is where the heap grows in large
	// pages: what was asked for and not touched yet is held all the same.
	paged = 20 << 20
)

// Collector says when this process collects garbage. A nil one, in tests and
// in the child that parses, leaves that alone.
type Collector struct {
	mu sync.Mutex
	// base is what every scan may hold, whatever its files.
	base int64
	// late is set after the first collection.
	late, left bool
	// room is what the scans that run may hold together, grown how much of it was
	// added because collecting had become useless.
	room, grown int64
}

// CollectLate puts the first collection off; from then on the collector works
// as it always does, and harder where a scan needs much. It is told whether the
// heap grows in large pages.
func CollectLate(large bool) *Collector {
	c := &Collector{base: roomBase}
	if large {
		c.base -= paged
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(uncollected)
	// What nothing refers to is finalised by the first collection.
	runtime.SetFinalizer(&[16]byte{}, func(*[16]byte) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.late = true; !c.left {
			debug.SetGCPercent(100)
			c.set()
			runtime.SetFinalizer(&[16]byte{}, c.collected)
		}
	})
	return c
}

// collected follows every further collection. One that left next to no room
// would be followed by another at once, and by a hundred more that free
// nothing, so the room grows by what makes the next one worth its time.
func (c *Collector) collected(*[16]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left {
		return
	}
	sample := []metrics.Sample{{Name: "/gc/heap/goal:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if left := int64(sample[0].Value.Uint64()) - int64(sample[1].Value.Uint64()); c.room > 0 && left < worthwhile {
		c.room += worthwhile
		c.grown += worthwhile
		c.set()
	}
	runtime.SetFinalizer(&[16]byte{}, c.collected)
}

// worthwhile is how much has to be free after a collection.
const worthwhile = 4 << 20

// Leave hands the collector to somebody else.
func (c *Collector) Leave() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left = true
}

// MakeRoom makes room for the scan of an extension, until done is called.
func (c *Collector) MakeRoom(ext *extension.Extension) (done func()) {
	if c == nil {
		return func() {}
	}
	largest := int64(0)
	for _, f := range ext.Files() {
		if !f.TooLarge {
			largest = max(largest, f.Size)
		}
	}
	room := c.base + roomPerByte*largest
	c.more(room)
	return func() { c.more(-room) }
}

func (c *Collector) more(room int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.room += room; room < 0 {
		// The next scan starts with the room that is its own.
		c.room -= c.grown
		c.grown = 0
	}
	if c.late && !c.left {
		c.set()
	}
}

func (c *Collector) set() {
	if c.room == 0 {
		debug.SetMemoryLimit(math.MaxInt64)
		return
	}
	debug.SetMemoryLimit(c.room)
}
