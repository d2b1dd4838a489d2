package extension

import (
	"sync"
	"weak"
)

// memory is what was read and has not been collected since. A scan reads most
// files half a dozen times, each time for another question, and an archive's
// have to be inflated every time. It keeps nothing alive: what the collector
// takes is read again.
type memory struct {
	mu   sync.Mutex
	read map[string]weak.Pointer[[]byte]
}

func (m *memory) get(path string) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data := m.read[path].Value()
	if data == nil {
		return nil, false
	}
	return *data, true
}

func (m *memory) put(path string, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.read == nil {
		m.read = map[string]weak.Pointer[[]byte]{}
	}
	m.read[path] = weak.Make(&data)
}
