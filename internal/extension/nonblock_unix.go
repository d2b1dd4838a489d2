//go:build unix

package extension

import "syscall"

// nonBlocking keeps the opening of a pipe from waiting for a writer.
const nonBlocking = syscall.O_NONBLOCK
