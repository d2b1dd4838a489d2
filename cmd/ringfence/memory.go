package main

import (
	"math"
	"runtime"
	"runtime/debug"
)

// uncollected is how much the process may hold before the first collection.
// Most extensions are analysed within it, and nearly all that an analysis
// makes lives until it is done: collecting early costs time and frees little.
const uncollected = 48 << 20

// collectLate puts the first collection off; from then on the collector works
// as it always does.
func collectLate() {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(uncollected)
	// What nothing refers to is finalised by the first collection.
	runtime.SetFinalizer(&[16]byte{}, func(*[16]byte) {
		debug.SetGCPercent(100)
		debug.SetMemoryLimit(math.MaxInt64)
	})
}
