package worker

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// BlindSpot is why a file could not be parsed: the code's fault or ours, but
// never a reason to stop.
type BlindSpot struct {
	Reason string
	// Offset is where the parser gave up, in bytes; -1 when it did not say.
	Offset int
}

// Error returns the reason.
func (b *BlindSpot) Error() string { return b.Reason }

// large is the size of a file after which a child is not kept: its heap has
// grown to some thirty times that and would only stand idle.
const large = 4 << 20

// Child runs the child process, starting it when it is first needed and again
// when it died. It serves one goroutine.
type Child struct {
	// Command is the program and its arguments.
	Command []string
	// Patience is how long a file may take, plus PatiencePerMB for its size.
	Patience, PatiencePerMB time.Duration

	peer *peer
	out  *bufio.Reader
}

// peer is where a child runs: a process (peer_process.go), or a thread of a browser
// (peer_js.go).
type peer struct {
	in  io.WriteCloser
	out io.Reader
	// cancel ends it at once, however often it is called.
	cancel func()
	// wait waits for its end and gives its exit code; -1: it was ended.
	wait func() int
}

// Parse lowers one file. A *BlindSpot error means that this file could not be
// seen; any other error that no file can be.
func (c *Child) Parse(ctx context.Context, name string, source []byte) (*ir.Unit, error) {
	answer, err := c.answer(ctx, name, source)
	if err != nil {
		return nil, err
	}
	return unitOf(answer)
}

// answer sends one question and gives its answer, in time.
func (c *Child) answer(ctx context.Context, name string, source []byte) ([]byte, error) {
	if c.peer == nil {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := c.start(); err != nil {
			return nil, err
		}
	}
	patience := c.Patience + time.Duration(float64(c.PatiencePerMB)*float64(len(source))/(1<<20))
	timer := time.AfterFunc(patience, c.peer.cancel)
	watch := context.AfterFunc(ctx, c.peer.cancel)
	answer, err := c.ask(name, source)
	// Each is false when it has begun to end the child, answer or not.
	inTime, wanted := timer.Stop(), watch()
	if err == nil && inTime && wanted {
		if len(source) > large {
			c.stop() // what it holds now would stand beside what we are about to make
		}
		return answer, nil
	}
	exit := c.stop()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	switch {
	case !inTime:
		return nil, &BlindSpot{fmt.Sprintf("parsing took longer than %s and was stopped", patience.Round(time.Second)), -1}
	case exit == exitMemory:
		return nil, &BlindSpot{"parsing took more memory than a file of this kind may", -1}
	default:
		return nil, &BlindSpot{fmt.Sprintf("the parser died on it (exit %d), as it does on code nested too deep", exit), -1}
	}
}

// json asks for an answer in JSON, which begins with the byte for its kind, and
// gives it without.
func (c *Child) json(ctx context.Context, name, text string, kind byte) ([]byte, error) {
	answer, err := c.answer(ctx, name, []byte(text))
	if err != nil {
		return nil, err
	}
	if len(answer) > 0 && answer[0] == kind {
		return answer[1:], nil
	}
	var blind *BlindSpot
	if _, err := unitOf(answer); errors.As(err, &blind) {
		return nil, blind
	}
	return nil, ir.ErrDamaged
}

// start starts the child, which outlives the context of any one file.
func (c *Child) start() error {
	if len(c.Command) == 0 {
		return errors.New("no command to parse with")
	}
	p, err := open(c.Command)
	if err != nil {
		return fmt.Errorf("starting the parser: %w", err)
	}
	c.peer, c.out = p, bufio.NewReaderSize(p.out, 1<<16)
	return nil
}

func (c *Child) ask(name string, source []byte) ([]byte, error) {
	if err := writeFrame(c.peer.in, []byte(name)); err != nil {
		return nil, err
	}
	if err := writeFrame(c.peer.in, source); err != nil {
		return nil, err
	}
	return readFrame(c.out)
}

// stop ends the child and gives its exit code.
func (c *Child) stop() int {
	if c.peer == nil {
		return 0
	}
	c.peer.in.Close() // what it waits for; a healthy child leaves by itself
	timer := time.AfterFunc(2*time.Second, c.peer.cancel)
	code := c.peer.wait()
	timer.Stop()
	c.peer.cancel()
	c.peer = nil
	return code
}

// Close ends the child.
func (c *Child) Close() { c.stop() }

func unitOf(b []byte) (*ir.Unit, error) {
	if len(b) < 1 {
		return nil, ir.ErrDamaged
	}
	if b[0] == answerError && len(b) >= 5 {
		return nil, &BlindSpot{string(b[5:]), int(binary.LittleEndian.Uint32(b[1:]))}
	}
	return ir.Decode(b[1:])
}
