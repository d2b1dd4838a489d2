package worker

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// What a child may hold before the collector runs. Nearly all that parsing
// makes lives until the file is lowered: a collection in between marks a whole
// tree and frees little, so there is none as long as a file takes what files of
// its size usually take. One that takes more pays for it with time.
const (
	// parseBase and parsePerByte are for the tree, the parser's tables and the
	// text. The tree of a minified bundle is ten to fifteen times its text, and
	// what the parser needs beside it as much again.
	parseBase    = 60 << 20
	parsePerByte = 24
	// lowerBase and lowerPerByte are for what lowering finds. Past it the
	// parser's tables go before lowering starts.
	lowerBase    = 46 << 20
	lowerPerByte = 20
	// idle is how much of earlier files a child may still hold when the next
	// one comes.
	idle = 16 << 20
)

// collector decides when the child collects.
type collector struct {
	// file counts files: what one of them has left behind says nothing about
	// the next.
	file atomic.Int64
}

// begin prepares for a file. limit is the most bytes the process may hold.
func (c *collector) begin(size int, limit int64) {
	if held("/memory/classes/heap/objects:bytes") > idle {
		runtime.GC() // nothing lives between files, so this is cheap
	}
	file := c.file.Add(1)
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(min(limit*3/4, parseBase+parsePerByte*int64(size)))
	// What nothing refers to is finalised by the first collection; from then on
	// the collector works by its usual rule. With the limit alone, it would do
	// nothing else once what lives is past the limit.
	runtime.SetFinalizer(&[16]byte{}, func(*[16]byte) {
		if c.file.Load() == file {
			debug.SetGCPercent(afterwards)
			debug.SetMemoryLimit(math.MaxInt64)
		}
	})
}

// afterwards is how far the heap may grow between collections in a file that
// takes more than others, in percent.
const afterwards = 60

// parsed is called between parsing and lowering.
func (c *collector) parsed(size int) {
	if held("/memory/classes/heap/objects:bytes") > lowerBase+lowerPerByte*int64(size) {
		runtime.GC()
	}
}

func held(what string) int64 {
	sample := []metrics.Sample{{Name: what}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
