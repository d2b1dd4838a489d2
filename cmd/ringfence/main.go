// Command ringfence scans VS Code extensions and says how far each can be
// trusted and why.
//
// main gathers what belongs to the process, arguments, streams, environment,
// signals, the clock, and hands it to Command; nothing below reads them again.
// There is one file for each verb; internal/exit holds the exit codes.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/memory"
)

func main() { os.Exit(start()) }

func start() int {
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

// untilSignal gives a context that the first signal ends and whose cause says
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
