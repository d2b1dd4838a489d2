// Command ringfence scans VS Code extensions and says how far each can be
// trusted and why.
//
// main gathers what belongs to the process, arguments, streams, environment,
// signals, the clock, and hands it to Command; nothing below reads them again.
// There is one file for each verb, and exit.go holds the exit codes.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() { os.Exit(start()) }

func start() int {
	memory := collectLate(preparePages())
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal asks to end, the second ends.
	context.AfterFunc(ctx, stop)
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	c := Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: os.Environ(), Self: self, Now: time.Now, memory: memory}
	return c.Main(ctx, os.Args[1:])
}
