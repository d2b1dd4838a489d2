package worker

import (
	"io"
	"sync"
	"syscall/js"
)

// Host is the name of the object by which the page's script and this program talk:
// internal/playground/assets/worker.js makes it, and says what is in it.
const Host = "ringfence"

// open starts a child as a thread of the browser, which runs this very program. The
// command is the script's matter.
func open([]string) (*peer, error) {
	thread := js.Global().Get(Host).Call("parser")
	p := newPort(thread)
	ended := make(chan int, 1)
	var take js.Func
	take = js.FuncOf(func(_ js.Value, args []js.Value) any {
		take.Release() // the script calls once
		p.end()
		ended <- args[0].Int()
		return nil
	})
	thread.Call("ended", take)
	stop := func() { thread.Call("stop") }
	return &peer{in: closer{p, stop}, out: p, cancel: stop, wait: func() int { return <-ended }}, nil
}

// ServeHost is Serve for a child that is a thread. Its memory is bounded by the
// script: nothing else runs here while a file is parsed.
func ServeHost(memory int64) error {
	p := newPort(js.Global().Get(Host))
	return Serve(p, p, memory)
}

// closer is a port that a function closes.
type closer struct {
	*port
	stop func()
}

func (c closer) Close() error {
	c.stop()
	return nil
}

// port is a stream of bytes to another thread and back: an object with send(bytes),
// and take(function) for what comes.
type port struct {
	host js.Value
	mu   sync.Mutex
	more *sync.Cond
	came [][]byte
	over bool
}

func newPort(host js.Value) *port {
	p := &port{host: host}
	p.more = sync.NewCond(&p.mu)
	host.Call("take", js.FuncOf(func(_ js.Value, args []js.Value) any {
		b := make([]byte, args[0].Length())
		js.CopyBytesToGo(b, args[0])
		p.mu.Lock()
		defer p.mu.Unlock()
		p.came = append(p.came, b)
		p.more.Signal()
		return nil
	}))
	return p
}

// end says that nothing more comes.
func (p *port) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
	p.more.Broadcast()
}

// Read gives what came, and waits for it.
func (p *port) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.came) == 0 {
		if p.over {
			return 0, io.EOF
		}
		p.more.Wait()
	}
	n := copy(b, p.came[0])
	if p.came[0] = p.came[0][n:]; len(p.came[0]) == 0 {
		p.came = p.came[1:]
	}
	return n, nil
}

// Write sends a copy.
func (p *port) Write(b []byte) (int, error) {
	sent := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(sent, b)
	p.host.Call("send", sent)
	return len(b), nil
}
