package audit

import (
	"fmt"
	"io"
	"sync"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// Progress is the one line on a terminal while a scan runs. On
// anything else it is silent.
type Progress struct {
	mu       sync.Mutex
	stream   io.Writer
	on       bool
	total, n int
}

// NewProgress begins the line for so many targets.
func NewProgress(p *process.Process, total int) *Progress {
	return &Progress{stream: p.Stderr, on: process.IsTerminal(p.Stderr), total: total}
}

// at says which file of which target is being read.
func (p *Progress) at(target, file string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.on {
		fmt.Fprintf(p.stream, "\r\x1b[K%d/%d %s", p.n, p.total, escape.Printable(target+" "+file, 70))
	}
}

// finished counts a target.
func (p *Progress) finished() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
}

// Done clears the line.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.on {
		fmt.Fprint(p.stream, "\r\x1b[K")
	}
}
