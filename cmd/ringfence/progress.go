package main

import (
	"fmt"
	"sync"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// progress is the one line of talk on a terminal while a scan runs. On
// anything else it is silent.
type progress struct {
	mu       sync.Mutex
	c        *Command
	on       bool
	total, n int
}

func newProgress(c *Command, total int) *progress {
	return &progress{c: c, on: isTerminal(c.Stderr), total: total}
}

// at says which file of which target is being read.
func (p *progress) at(target, file string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.on {
		fmt.Fprintf(p.c.Stderr, "\r\x1b[K%d/%d %s", p.n, p.total, finding.Printable(target+" "+file, 70))
	}
}

// finished counts a target.
func (p *progress) finished() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
}

// done clears the line.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.on {
		fmt.Fprint(p.c.Stderr, "\r\x1b[K")
	}
}
