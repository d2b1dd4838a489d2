package main

import "github.com/ringfence-dev/ringfence/internal/exit"

// What the verbs gate and action still call by their earlier names; internal/exit
// is the home of all of it.
const (
	exitFine   = exit.Fine
	exitNo     = exit.No
	exitUsage  = exit.Usage
	exitBroken = exit.Broken
)

var errNo = exit.ErrNo

type usageError = exit.UsageError

func usagef(format string, args ...any) error { return exit.Usagef(format, args...) }
func exitCode(err error) int                  { return exit.Code(err) }
