package main

import (
	"errors"
	"fmt"
)

// The exit codes. Nothing else in the program chooses one.
const (
	exitFine   = 0 // the answer is yes
	exitNo     = 1 // the answer is no: a verdict that --fail-on names, a policy that is wider or wrong
	exitUsage  = 2 // asked wrongly: unknown words, nothing there, input that is no extension or no report
	exitBroken = 3 // we broke: a download failed, a disk was full, a bug
)

// errNo is the error of a command whose answer is no; what there is to say has
// been said.
var errNo = errors.New("the answer is no")

// usageError is an error the person at the keyboard can put right.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// exitCode gives the code of an error.
func exitCode(err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, errNo):
		return exitNo
	case errors.As(err, &usage):
		return exitUsage
	}
	return exitBroken
}
