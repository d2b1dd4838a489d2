package build

import (
	"io"
	"sync"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// fence passes on what a step says so that it stays talk. A runner takes a line
// that begins with "::" for a command, after spaces too, and one that has "##["
// anywhere; a carriage return begins a line to it as well. So every line begins
// with a mark of ours, the older form is broken up, and what is no visible
// character is written as an escape. (A fence of ::stop-commands:: would end
// where somebody reads its token.)
type fence struct {
	out io.Writer
	// left is how many bytes it may still say; over is called once when it
	// wants to say more, and the rest is thrown away.
	left int64
	over func()

	mu   sync.Mutex
	line []byte
}

const (
	mark = "  | "
	// maxLine is the longest line that is passed on whole, in characters.
	maxLine = 1000
)

// Write takes everything, also what it throws away: a step that waits for room
// would wait for ever.
func (f *fence) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := len(p)
	if f.left < 0 {
		return n, nil
	}
	if f.left -= int64(n); f.left < 0 {
		p = p[:int64(n)+f.left]
		defer f.over()
	}
	for _, c := range p {
		switch {
		case c == '\n' || c == '\r':
			f.flush()
		case len(f.line) < 8*maxLine:
			f.line = append(f.line, c)
		}
	}
	return n, nil
}

// close passes on a last line without an end.
func (f *fence) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.flush()
}

// colours are the sequences that only colour text; others stay to be seen.
var colours = lazyregexp.Lazy("\x1b\\[[0-9;]*m")

func (f *fence) flush() {
	if len(f.line) == 0 {
		return
	}
	text := colours().ReplaceAllString(string(f.line), "")
	f.line = f.line[:0]
	_, _ = io.WriteString(f.out, mark+escape.Logged(text, maxLine)+"\n")
}
