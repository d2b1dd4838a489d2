package extension

import (
	"bytes"
	"fmt"
	"runtime"
	"sync"
	"testing"
)

// What is read twice is the same whatever the collector took in between, and
// readers at the same time do not meet each other's files.
func TestRememberedIsWhatWasRead(t *testing.T) {
	var m memory
	content := func(i int) []byte { return bytes.Repeat([]byte{byte(i)}, 100+i) }
	var wg sync.WaitGroup
	for reader := range 4 {
		wg.Go(func() {
			for i := range 500 {
				name := fmt.Sprint("file", i%50)
				data, ok := m.get(name)
				if !ok {
					data = content(i % 50)
					m.put(name, data)
				}
				if !bytes.Equal(data, content(i%50)) {
					t.Errorf("%s is another file's content", name)
				}
				if reader == 0 && i%100 == 0 {
					runtime.GC()
				}
			}
		})
	}
	wg.Wait()
}

// Nothing is kept alive: a scan's memory is bounded by what it uses at once.
func TestRememberedIsForgotten(t *testing.T) {
	var m memory
	m.put("a", make([]byte, 1<<20))
	runtime.GC()
	if _, ok := m.get("a"); ok {
		t.Error("a file nobody uses is still held after a collection")
	}
	data := []byte("b")
	m.put("b", data)
	if got, ok := m.get("b"); ok && !bytes.Equal(got, data) {
		t.Errorf("got %q", got)
	}
}
