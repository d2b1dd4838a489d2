package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program that scans holds nothing of the scorecard library, which is in a
// program of its own: it would be four times as large.
func TestTheBinaryHasNoScorecard(t *testing.T) {
	if testing.Short() {
		t.Skip("short: builds the program")
	}
	file := filepath.Join(t.TempDir(), "ringfence")
	// As a release is built (.goreleaser.yaml), without what a debugger reads.
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), "go", "version", "-m", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	// A test that saw no modules would see no scorecard either.
	for word, want := range map[string]bool{"github.com/spf13/cobra": true, "github.com/VirusTotal/vt-go": true, "google/go-github": true,
		"scorecard": false} {
		if strings.Contains(string(out), word) != want {
			t.Errorf("%s among the modules: %t", word, !want)
		}
	}
	info, err := os.Stat(file)
	if err != nil || info.Size() > 32<<20 {
		t.Errorf("the binary has %d bytes (%v)", info.Size(), err)
	}
}
