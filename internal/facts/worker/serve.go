package worker

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"time"
	"unsafe"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/decode"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/lower"
)

// Limits of the child itself.
const (
	// maxStack is what nested code may take. The parser recurses as deep as
	// the code nests, and what ordinary minifiers make needs far less.
	maxStack = 512 << 20
	// maxSource bounds a request.
	maxSource = 1 << 30
)

// The first byte of an answer.
const (
	answerUnit  = 'u'
	answerError = 'e'
)

// exitMemory is the child's exit code when it went over its memory limit.
const exitMemory = 87

// Serve answers requests from in on out until in ends. memory is the most
// bytes the process may hold; past it the process exits. It is what the hidden
// verb of the command line runs.
func Serve(in io.Reader, out io.Writer, memory int64) error {
	debug.SetMaxStack(maxStack)
	go watch(memory)
	r, w := bufio.NewReaderSize(in, 1<<16), bufio.NewWriterSize(out, 1<<16)
	var c collector
	for {
		name, err := readFrame(r)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		source, err := readFrame(r)
		if err != nil {
			return err
		}
		// The source is not copied: nobody writes to it after this.
		c.begin(len(source), memory)
		if err := writeFrame(w, answer(string(name), unsafe.String(unsafe.SliceData(source), len(source)), c.parsed)); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
}

// watch ends the process when it holds too much. The limit the runtime knows
// is soft: live memory may pass it.
func watch(limit int64) {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for {
		metrics.Read(sample)
		if held := int64(sample[0].Value.Uint64() - sample[1].Value.Uint64()); held > limit {
			os.Exit(exitMemory)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func answer(name, source string, parsed func(size int)) []byte {
	if rest, ok := strings.CutPrefix(name, askTable); ok && rest != "" {
		return tableAnswer(rest[1:], source, rest[0])
	}
	if rest, ok := strings.CutPrefix(name, askShapes); ok {
		return shapesAnswer(rest, source, false)
	}
	if rest, ok := strings.CutPrefix(name, askModule); ok {
		return shapesAnswer(rest, source, true)
	}
	unit, err := lowered(name, source, parsed)
	if err != nil {
		return failed(err)
	}
	return ir.Append([]byte{answerUnit}, unit)
}

// failed is the answer for a file that cannot be read.
func failed(err error) []byte {
	offset := 0
	var failure *esbuild.ParseError
	if errors.As(err, &failure) {
		offset = failure.Offset
	}
	return append(binary.LittleEndian.AppendUint32([]byte{answerError}, uint32(offset)), err.Error()...)
}

// Lower parses and lowers in this process, which hostile source may kill.
func Lower(name, source string) (*ir.Unit, error) { return lowered(name, source, func(int) {}) }

// lowered is Lower, with something to do when the file is parsed.
func lowered(name, source string, parsed func(size int)) (u *ir.Unit, err error) {
	defer func() {
		if r := recover(); r != nil {
			u, err = nil, &esbuild.ParseError{Text: fmt.Sprintf("the parser failed: %v", r)}
		}
	}()
	tree, err := esbuild.Parse(name, source)
	if err != nil {
		return nil, err
	}
	parsed(len(source))
	found := decode.File(&tree, source)
	// Code in a constant text that is run is code of the file.
	var moved *decode.Spliced
	for range decode.Layers {
		text, next, ok := moved.Splice(name, source, found.Texts)
		if !ok {
			break
		}
		again, err := esbuild.Parse(name, text)
		if err != nil {
			break
		}
		tree, source, moved = again, text, next
		found = decode.File(&tree, source)
	}
	u = lower.File(&tree)
	for _, s := range found.Signs {
		u.Signs = append(u.Signs, ir.Sign{Kind: uint8(s.Kind), Count: int32(s.Count), Pos: s.Pos})
	}
	if moved != nil {
		moved.Unit(u)
	}
	return u, nil
}

func readFrame(r io.Reader) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n > maxSource {
		return nil, fmt.Errorf("a frame of %d bytes is over the limit", n)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return b, nil
}

func writeFrame(w io.Writer, b []byte) error {
	var head [4]byte
	binary.LittleEndian.PutUint32(head[:], uint32(len(b)))
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(b)
	return err
}
