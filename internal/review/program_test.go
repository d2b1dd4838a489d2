package review

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A program is known by what the linker wrote into it. What has no such section
// is known by its bytes, so that two of them are never taken for one.
func TestThisProgram(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if id := buildID(self); runtime.GOOS == "linux" && id == "" {
		t.Error("a program of Go has no identity")
	}
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if id := buildID(other); id != "" {
		t.Errorf("what Go did not link has the identity %q", id)
	}
	var b strings.Builder
	if err := thisProgram(&b, "1"); err != nil || b.Len() == 0 {
		t.Errorf("%q, %v", b.String(), err)
	}
}
