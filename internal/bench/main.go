// Command bench measures ringfence: its speed beside Babel, its memory, how both
// grow with size, the size of its binary, and what it says of every extension of
// the corpus.
//
// What is measured is the real scan: the program is built once and run as
// `ringfence scan --format json --offline --no-secrets`, its child process included. Bounds
// that must hold are values (bounds.go); a missed one is named and makes the
// exit code 1. It runs on Linux, where a tree of processes can be measured.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("usage: go run ./internal/bench -write FILE | -corpus FILE | -binary")

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	runs := flags.Int("runs", 3, "how often each thing is measured; the median counts")
	write := flags.String("write", "", "measure speed and memory, and write this page")
	corpusPage := flags.String("corpus", "", "scan the corpus, and write this page")
	binary := flags.Bool("binary", false, "measure the size of the binary and a build from empty caches")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *runs < 1 {
		return errUsage
	}
	dir, err := os.MkdirTemp("", "ringfence-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	switch {
	case *binary:
		return measureBinary(ctx, dir)
	case *write == "" && *corpusPage == "":
		return errUsage
	}
	b := &bench{dir: dir, runs: *runs, program: filepath.Join(dir, "ringfence")}
	if err := b.build(ctx); err != nil {
		return err
	}
	if *corpusPage != "" {
		return b.corpusPage(ctx, *corpusPage)
	}
	return b.benchmarks(ctx, *write)
}

// bench is what all measurements share.
type bench struct {
	// dir is a scratch directory, program the binary under test.
	dir, program string
	runs         int
}

func (b *bench) build(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", b.program, "./cmd/ringfence")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building ringfence: %w\n%s", err, out)
	}
	return nil
}

// say tells what is going on.
func say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
