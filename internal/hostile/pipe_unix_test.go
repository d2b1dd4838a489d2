//go:build unix

package hostile

import (
	"syscall"
	"testing"
)

// pipe makes a file that whoever reads it waits for.
func pipe(t *testing.T, name string) {
	t.Helper()
	if err := syscall.Mkfifo(name, 0o644); err != nil {
		t.Fatal(err)
	}
}
