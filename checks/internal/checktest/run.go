package checktest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
)

// Glob lists the files of a pattern.
func Glob(t *testing.T, pattern string) []string {
	t.Helper()
	out, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Read reads a file.
func Read(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Run runs checks, and fails the test when one of them says more than it may.
func Run(t *testing.T, list []check.Check, in check.Input) []check.Result {
	t.Helper()
	rs, err := check.Run(t.Context(), list, in)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rs {
		for _, f := range r.TooSevere {
			t.Errorf(
				"%s: %v and %v in %q are worse than its %v and %v",
				r.Check.Name,
				f.Severity,
				f.PaperSeverity,
				f.Message,
				r.Check.Worst,
				r.Check.PaperWorst,
			)
		}
	}
	return rs
}
