// Package usage has the error of who asked wrongly: an unknown word, a file that is
// not there, input that is no extension. Whoever asked can put it right; every other
// error is ours. The command line gives the two different exit codes.
package usage

import (
	"errors"
	"fmt"
)

// Error is an error that the person who asked can put right.
type Error struct {
	// Err is what is wrong; never nil.
	Err error
}

// Error gives the words of Err.
func (e Error) Error() string { return e.Err.Error() }

// Unwrap gives Err.
func (e Error) Unwrap() error { return e.Err }

// Errorf is fmt.Errorf of such an error.
func Errorf(format string, args ...any) error { return Error{Err: fmt.Errorf(format, args...)} }

// Is reports whether one is among what an error wraps.
func Is(err error) bool {
	var e Error
	return errors.As(err, &e)
}
