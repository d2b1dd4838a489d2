package meter

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test binary play the measured program: it holds so many
// megabytes, burns so many milliseconds, and starts itself for the next pair.
func TestMain(m *testing.M) {
	if os.Getenv("METER_PLAY") == "" {
		os.Exit(m.Run())
	}
	mb, _ := strconv.Atoi(os.Args[1])
	ms, _ := strconv.Atoi(os.Args[2])
	held := make([]byte, mb<<20)
	for i := range held {
		held[i] = byte(i)
	}
	for burnt() < time.Duration(ms)*time.Millisecond {
	}
	if len(os.Args) > 4 {
		if err := exec.Command(os.Args[0], os.Args[3:]...).Run(); err != nil {
			os.Exit(1)
		}
	}
	runtime.KeepAlive(held)
	os.Exit(7)
}

// burnt is the processor time this process took.
func burnt() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func play(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "METER_PLAY=1")
	return cmd
}

func TestRunMeasuresTheWholeTree(t *testing.T) {
	alone, err := Run(t.Context(), play(t, "100", "200"))
	if err != nil {
		t.Fatal(err)
	}
	if alone.ExitCode != 7 {
		t.Errorf("exit code %d, want 7", alone.ExitCode)
	}
	if alone.MaxRSS < 100<<20 || alone.MaxRSS > 200<<20 {
		t.Errorf("100 MB are measured as %d", alone.MaxRSS)
	}
	// The child exits with 7 too, so that the parent exits with 1.
	both, err := Run(t.Context(), play(t, "100", "200", "150", "200"))
	if err != nil {
		t.Fatal(err)
	}
	if both.MaxRSS < 150<<20 || both.MaxRSS > 230<<20 {
		t.Errorf("the larger of 100 and 150 MB is measured as %d", both.MaxRSS)
	}
	if both.SumRSS < 240<<20 {
		t.Errorf("100 and 150 MB together are measured as %d", both.SumRSS)
	}
	if both.CPU < alone.CPU+100*time.Millisecond {
		t.Errorf("the child's time is missing: %s alone, %s together", alone.CPU, both.CPU)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := Run(ctx, play(t, "1", "60000")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a minute in a tenth of a second: %v", err)
	}
}
