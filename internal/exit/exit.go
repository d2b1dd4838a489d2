// Package exit is the one home of the program's exit codes, and of the errors
// that choose one.
//
// A package that finds that it was asked wrongly returns a Usage error; one whose
// answer is no returns ErrNo, when all that there is to say has been said, or a No
// error, when the program still has to say it. Every other error is ours. Nothing
// here ends a process: the program asks Code once, at its end.
package exit

import (
	"context"
	"errors"
	"fmt"
	"syscall"
)

// The exit codes. Nothing else in the program chooses one.
const (
	Fine   = 0 // the answer is yes
	No     = 1 // the answer is no: a verdict that --fail-on names, a policy that is wider or wrong
	Usage  = 2 // asked wrongly: unknown words, nothing there, input that is no extension or no report
	Broken = 3 // we broke: a download failed, a disk was full, a bug
	// A run that a signal ended has 128 and the signal's number, as in a shell:
	// 130 after Ctrl-C, 143 after SIGTERM.
	signalled = 128
)

// ErrNo is the error of a command whose answer is no; what there is to say has
// been said.
var ErrNo = errors.New("the answer is no")

// UsageError is an error the person at the keyboard can put right.
type UsageError struct{ Err error }

// Error returns the words of the error inside.
func (e UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the error inside.
func (e UsageError) Unwrap() error { return e.Err }

// Usagef returns a usage error with a text of its own.
func Usagef(format string, args ...any) error { return UsageError{Err: fmt.Errorf(format, args...)} }

// AsUsage makes an error a usage error; nil stays nil.
func AsUsage(err error) error {
	if err == nil {
		return nil
	}
	return UsageError{Err: err}
}

// IsUsage reports that a usage error is among what an error wraps.
func IsUsage(err error) bool {
	var usage UsageError
	return errors.As(err, &usage)
}

// noError is an answer that is no and is yet to be said.
type noError struct{ err error }

func (e noError) Error() string { return e.err.Error() }
func (e noError) Unwrap() error { return e.err }

// AsNo makes an error an answer that is no and is yet to be printed; nil stays nil.
func AsNo(err error) error {
	if err == nil {
		return nil
	}
	return noError{err}
}

// Code returns the exit code of an error.
func Code(err error) int {
	var no noError
	switch {
	case err == nil:
		return Fine
	case errors.Is(err, ErrNo), errors.As(err, &no):
		return No
	case IsUsage(err):
		return Usage
	}
	return Broken
}

// Signal is why a run stopped before it was done: the cause of a context that a
// signal ended.
type Signal struct{ Number syscall.Signal }

// Error says which signal it was.
func (s Signal) Error() string {
	if s.Number == syscall.SIGINT {
		return "interrupted"
	}
	return s.Number.String()
}

// Code returns the exit code of a run that the signal ended.
func (s Signal) Code() int { return signalled + int(s.Number) }

// Interruption returns the signal that ended a run. A run that was through all the
// same has its own answer; one that says no may say so for what it did not get to.
func Interruption(ctx context.Context, err error) (Signal, bool) {
	var by Signal
	return by, err != nil && errors.As(context.Cause(ctx), &by)
}
