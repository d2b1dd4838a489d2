package cli

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/exit"
)

// Main runs in this process as well, with nothing of the real one.
func TestMainInProcess(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"version"}, exit.Fine}, {[]string{"scan", "."}, exit.Usage}, {[]string{"nonsense"}, exit.Usage},
		{[]string{"scan", "testdata/none"}, exit.Usage},
	} {
		var out, errs bytes.Buffer
		cmd := Command{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Dir: t.TempDir()}
		if got := cmd.Main(t.Context(), c.args); got != c.code {
			t.Errorf("%v: exit code %d, want %d; %s", c.args, got, c.code, errs.String())
		}
	}
}

func TestStdoutThatFailsIsOurFailure(t *testing.T) {
	var errs bytes.Buffer
	cmd := Command{Stdin: &bytes.Buffer{}, Stdout: full{}, Stderr: &errs}
	for _, args := range [][]string{{"version"}, {"explain"}, {"explain", "code_dynamic_eval"}} {
		if got := cmd.Main(t.Context(), args); got != exit.Broken {
			t.Errorf("%v on a full disk: exit code %d", args, got)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, fmt.Errorf("no space left") }

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{"5000": 5000, "64MiB": 64 << 20, "2GB": 2e9, "1kb": 1000, "3gib": 3 << 30, "1KiB": 1024} {
		var s sizeFlag
		if err := s.Set(text); err != nil || int64(s) != want {
			t.Errorf("%s is %d, %v, want %d", text, s, err, want)
		}
		var again sizeFlag
		if err := again.Set(s.String()); err != nil || again != s {
			t.Errorf("%s is written %s and read %d", text, s.String(), again)
		}
	}
	for _, text := range []string{"", "x", "-1", "0", "1.5MB", "99999999999GiB", "5 MB", "MB", "1MBx"} {
		var s sizeFlag
		if s.Set(text) == nil {
			t.Errorf("%q is read as %d", text, s)
		}
	}
}
