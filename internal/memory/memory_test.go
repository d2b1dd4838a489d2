package memory

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// TestScansMakeRoomForEachOther: the limit past which the collector works
// harder follows what runs.
func TestScansMakeRoomForEachOther(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	limit := func(what string, want int64) {
		t.Helper()
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("%s: the limit is %d MB, want %d MB", what, got>>20, want>>20)
		}
	}
	small, large := holding(t, 1000), holding(t, 2<<20)
	c := &Collector{late: true, base: roomBase}
	first := c.MakeRoom(small)
	limit("a small one", roomBase+roomPerByte*1000)
	second := c.MakeRoom(large)
	limit("a large one beside it", 2*roomBase+roomPerByte*(1000+(2<<20)))
	first()
	limit("the large one alone", roomBase+roomPerByte*(2<<20))
	second()
	limit("nothing", math.MaxInt64)

	// The mirrors: before the first collection, in the child, and in tests the
	// limit is somebody else's.
	debug.SetMemoryLimit(1 << 40)
	left := &Collector{late: true}
	left.Leave()
	for what, c := range map[string]*Collector{"early": {}, "left": left, "none": nil} {
		done := c.MakeRoom(large)
		limit(what, 1<<40)
		done()
		limit(what, 1<<40)
	}
	(*Collector)(nil).Leave()
}

// holding returns an extension whose largest file has so many bytes.
func holding(t *testing.T, size int) *extension.Extension {
	t.Helper()
	dir := t.TempDir()
	manifest := `{"name":"one","publisher":"p","version":"1.0.0","engines":{"vscode":"^1.90.0"},"main":"./main.js"}`
	for name, data := range map[string][]byte{"package.json": []byte(manifest), "main.js": make([]byte, size),
		"less.js": make([]byte, size/2)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ext, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ext.Close() })
	return ext
}

// TestUselessCollectionsMakeRoom: where next to nothing is free after a
// collection there is more room for the next, and the room is given back with
// the scan; where there is enough, nothing changes.
func TestUselessCollectionsMakeRoom(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	held := make([]byte, 64<<20)
	for what, c := range map[string]struct {
		room, grown int64
	}{"too little": {32 << 20, worthwhile}, "enough": {1 << 40, 0}} {
		debug.SetMemoryLimit(c.room)
		runtime.GC()
		one := &Collector{late: true, room: c.room}
		one.collected(nil)
		if one.grown != c.grown || one.room != c.room+c.grown {
			t.Errorf("%s: grown by %d MB to %d MB", what, one.grown>>20, one.room>>20)
		}
		one.more(-c.room)
		one.Leave() // what follows the next collection is not this test's
		if one.room != 0 || one.grown != 0 {
			t.Errorf("%s: %d MB are left", what, one.room>>20)
		}
	}
	runtime.KeepAlive(held)
}
