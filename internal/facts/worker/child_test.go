package worker_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/worker"
)

// The test binary is its own child: under one of these arguments it serves.
const (
	serve      = "serve-facts"
	serveSmall = "serve-facts-in-little-memory"
	liar       = "answer-with-nonsense"
)

func TestMain(m *testing.M) {
	memory := map[string]int64{serve: 2 << 30, serveSmall: 96 << 20}
	switch last := os.Args[len(os.Args)-1]; last {
	case serve, serveSmall:
		if err := worker.Serve(os.Stdin, os.Stdout, memory[last]); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	case liar:
		os.Stdout.Write([]byte{5, 0, 0, 0, 'u', 1, 2, 3, 4})
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child starts a child that answers to an argument.
func child(t *testing.T, argument string) *worker.Child {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &worker.Child{Command: []string{self, argument}, Patience: time.Minute}
	t.Cleanup(c.Close)
	return c
}

// works fails the test when a small file is not served.
func works(t *testing.T, c *worker.Child) {
	t.Helper()
	u, err := c.Parse(t.Context(), "after.js", []byte("require('fs')"))
	if err != nil || !calls(u) {
		t.Fatalf("the next file: %v, %v", u, err)
	}
}

func calls(u *ir.Unit) bool {
	for _, n := range u.Nodes {
		if n.Op == ir.OpCall {
			return true
		}
	}
	return false
}

// blind fails the test unless err is a *worker.BlindSpot whose reason has words.
func blind(t *testing.T, err error, words string) *worker.BlindSpot {
	t.Helper()
	var b *worker.BlindSpot
	if !errors.As(err, &b) {
		t.Fatalf("the error is %v, want a blind file", err)
	}
	if !strings.Contains(b.Reason, words) {
		t.Errorf("the reason is %q, want something of %q", b.Reason, words)
	}
	return b
}

func TestOneChildServesManyFiles(t *testing.T) {
	c := child(t, serve)
	for i := range 300 {
		source := strings.Repeat("require('fs').readFileSync(`a`);\n", i)
		got, err := c.Parse(t.Context(), "a.js", []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		want, err := worker.Lower("a.js", source)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(ir.Append(nil, want), ir.Append(nil, got)) {
			t.Fatalf("file %d is another one through the child:\n%s", i, cmp.Diff(want, got))
		}
	}
}

func TestTheNameDecidesTheLanguage(t *testing.T) {
	c := child(t, serve)
	const source = "const a: string = <string>f(x);"
	if _, err := c.Parse(t.Context(), "a.ts", []byte(source)); err != nil {
		t.Errorf("TypeScript: %v", err)
	}
	_, err := c.Parse(t.Context(), "a.js", []byte(source))
	blind(t, err, "")
}

func TestAParseErrorCarriesItsOffset(t *testing.T) {
	c := child(t, serve)
	for source, offset := range map[string]int{
		"let = = 1":          6,
		"f();\nlet = = 1":    11,
		"f();\r\nlet = = 1":  12,
		"/* é */\nlet = = 1": 15,
		"`${":                3,
		"":                   -1,
		"f()\n":              -1,
	} {
		_, err := c.Parse(t.Context(), "a.js", []byte(source))
		if offset < 0 {
			if err != nil {
				t.Errorf("%q: %v", source, err)
			}
			continue
		}
		if b := blind(t, err, ""); b.Offset != offset || b.Reason == "" {
			t.Errorf("%q: %q at %d, want %d", source, b.Reason, b.Offset, offset)
		}
	}
	works(t, c)
}

// TestAFileThatKillsTheChildIsBlind: the next file has a fresh child.
func TestAFileThatKillsTheChildIsBlind(t *testing.T) {
	if testing.Short() {
		t.Skip("short: filling a stack takes seconds")
	}
	c := child(t, serve)
	works(t, c)
	for name, source := range map[string]string{
		"arrows":   strings.Repeat("a=>", 3_000_000) + "1",
		"brackets": strings.Repeat("[", 5_000_000),
	} {
		_, err := c.Parse(t.Context(), "deep.js", []byte(source))
		if b := blind(t, err, "nested too deep"); b.Offset != -1 {
			t.Errorf("%s: the offset is %d, want none", name, b.Offset)
		}
		works(t, c)
	}
	// The mirror: nesting that real code has.
	if _, err := c.Parse(t.Context(), "fair.js", []byte(strings.Repeat("[", 2000)+strings.Repeat("]", 2000))); err != nil {
		t.Errorf("2000 brackets: %v", err)
	}
}

func TestPatienceEnds(t *testing.T) {
	c := child(t, serve)
	works(t, c)
	c.Patience = 50 * time.Millisecond
	// Far more than 50 ms of work, whatever the machine.
	slow := []byte(strings.Repeat("f(a, b => c);\n", 1_000_000))
	start := time.Now()
	_, err := c.Parse(t.Context(), "slow.js", slow)
	blind(t, err, "took longer than")
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("it took %s to stop", took)
	}
	c.Patience = time.Minute
	works(t, c)

	// The mirror: patience grows with the file.
	c.Patience, c.PatiencePerMB = 50*time.Millisecond, time.Minute
	if _, err := c.Parse(t.Context(), "slow.js", slow[:1<<20/14*14]); err != nil {
		t.Errorf("with patience for its size: %v", err)
	}
}

func TestMemoryEnds(t *testing.T) {
	c := child(t, serveSmall)
	works(t, c)
	_, err := c.Parse(t.Context(), "big.js", []byte(strings.Repeat("f(a, b => c);\n", 1_000_000)))
	blind(t, err, "memory")
	works(t, c)
}

func TestADoneContextIsNoBlindFile(t *testing.T) {
	c := child(t, serve)
	works(t, c)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	fresh := child(t, serve)
	if _, err := fresh.Parse(ctx, "a.js", []byte("f()")); !errors.Is(err, context.Canceled) {
		t.Errorf("before the child starts: %v", err)
	}

	ctx, cancel = context.WithCancel(t.Context())
	during := child(t, serve)
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := during.Parse(ctx, "a.js", []byte(strings.Repeat("f(a, b => c);\n", 1_000_000))); !errors.Is(err, context.Canceled) {
		t.Errorf("while it parses: %v", err)
	}
}

// TestAChildOutlivesTheContextOfAFile: the next file has one of its own.
func TestAChildOutlivesTheContextOfAFile(t *testing.T) {
	c := child(t, serve)
	first, cancel := context.WithCancel(t.Context())
	if _, err := c.Parse(first, "a.js", []byte("f()")); err != nil {
		t.Fatal(err)
	}
	cancel()
	for range 100 {
		works(t, c)
	}
	// The mirror: the context of a later file ends that file.
	second, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := c.Parse(second, "a.js", []byte(strings.Repeat("f(a, b => c);\n", 1_000_000))); !errors.Is(err, context.Canceled) {
		t.Errorf("a later file: %v", err)
	}
	works(t, c)
}

func TestNoChildIsAnErrorAndNoBlindFile(t *testing.T) {
	for name, command := range map[string][]string{"missing": {"/nonexistent/parser"}, "none": nil, "a folder": {t.TempDir()}} {
		c := &worker.Child{Command: command, Patience: time.Minute}
		_, err := c.Parse(t.Context(), "a.js", []byte("f()"))
		var b *worker.BlindSpot
		if err == nil || errors.As(err, &b) {
			t.Errorf("%s: %v, want an error that is no blind file", name, err)
		}
		c.Close()
	}
}

func TestNonsenseFromTheChildIsRefused(t *testing.T) {
	_, err := child(t, liar).Parse(t.Context(), "a.js", []byte("f()"))
	if err == nil {
		t.Error("nonsense was taken for a unit")
	}
}

func TestCloseTwice(t *testing.T) {
	c := child(t, serve)
	c.Close()
	works(t, c)
	c.Close()
	c.Close()
	works(t, c)
}
