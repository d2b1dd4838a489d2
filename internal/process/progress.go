package process

import (
	"fmt"
	"io"
	"sync"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// Progress is the one line on a terminal while something takes its time. On anything else it
// is silent. Whoever begins one ends it with Done, before anything else is printed.
type Progress struct {
	mu       sync.Mutex
	stream   io.Writer
	on       bool
	total, n int
}

// NewProgress begins the line for so many targets.
func NewProgress(p *Process, total int) *Progress {
	return &Progress{stream: p.Stderr, on: IsTerminal(p.Stderr), total: total}
}

// At says which file of which target is being read, and of several targets how many are done.
func (p *Progress) At(target, file string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.on {
		return
	}
	text := escape.Printable(target+" "+file, 70)
	if p.total > 1 {
		text = fmt.Sprintf("%d/%d %s", p.n, p.total, text)
	}
	fmt.Fprintf(p.stream, "\r\x1b[K%s", text)
}

// Grow says that there are so many targets more than was known.
func (p *Progress) Grow(more int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total += more
}

// Finished counts a target.
func (p *Progress) Finished() {
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
