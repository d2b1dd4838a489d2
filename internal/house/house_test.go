// Package house holds the repository to its own rules: which room may import which, how
// large a room may get, that pages link to what is there, that commands in them work, and
// that no test skips without a word. It has tests only, and runs in the top folder.
package house

import (
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
