package main

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"github.com/ringfence-dev/ringfence/internal/usage"
)

// The exit codes. Nothing else in the program chooses one.
const (
	exitFine   = 0 // the answer is yes
	exitNo     = 1 // the answer is no: a verdict that --fail-on names, a policy that is wider or wrong
	exitUsage  = 2 // asked wrongly: unknown words, nothing there, input that is no extension or no report
	exitBroken = 3 // we broke: a download failed, a disk was full, a bug
	// A run that a signal ended has 128 and the signal's number, as in a shell:
	// 130 after Ctrl-C, 143 after SIGTERM.
	exitSignal = 128
)

// endedBy is why a run stopped before it was done: a signal.
type endedBy struct{ signal syscall.Signal }

func (e endedBy) Error() string {
	if e.signal == syscall.SIGINT {
		return "interrupted"
	}
	return e.signal.String()
}

// interruption gives the signal that ended a run. A run that was through all the
// same has its own answer; one that says no may say so for what it did not get to.
func interruption(ctx context.Context, err error) (endedBy, bool) {
	var by endedBy
	return by, err != nil && errors.As(context.Cause(ctx), &by)
}

// errNo is the error of a command whose answer is no; what there is to say has
// been said.
var errNo = errors.New("the answer is no")

// usageError is an error the person at the keyboard can put right.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// noError is an answer that is no and is yet to be said.
type noError struct{ err error }

func (e noError) Error() string { return e.err.Error() }
func (e noError) Unwrap() error { return e.err }

// exitCode gives the code of an error.
func exitCode(err error) int {
	var wrong usageError
	var no noError
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, errNo), errors.As(err, &no):
		return exitNo
	case errors.As(err, &wrong), usage.Is(err):
		return exitUsage
	}
	return exitBroken
}
