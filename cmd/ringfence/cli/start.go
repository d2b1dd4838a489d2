// Package cli is the command line of ringfence: flags, help and a file for each verb.
//
// Start gathers what belongs to the process, arguments, streams, environment,
// signals, the clock, and hands it to Command; nothing below reads them again.
// internal/exit holds the exit codes. What a verb does is in a package that a test
// can call without a command line.
package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/memory"
)

// Start runs the program with what its process was given, and returns its exit code.
func Start() int {
	collector := memory.CollectLate(memory.PreparePages())
	ctx, stop := untilSignal()
	defer stop()
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	c := Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: os.Environ(), Self: self, Now: time.Now, memory: collector}
	return c.Main(ctx, os.Args[1:])
}

// untilSignal returns a context that the first signal ends and whose cause says
// which it was; the second signal ends the process.
func untilSignal() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			number, _ := s.(syscall.Signal)
			cancel(exit.Signal{Number: number})
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(signals); cancel(nil) }
}
