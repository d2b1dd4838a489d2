package exit_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/exit"
)

func TestCode(t *testing.T) {
	broken := errors.New("the disk is full")
	for _, c := range []struct {
		name string
		err  error
		want int
	}{
		{"nothing", nil, exit.Fine},
		{"our fault", broken, exit.Broken},
		{"no", exit.ErrNo, exit.No},
		{"no, wrapped", fmt.Errorf("building: %w", exit.AsNo(broken)), exit.No},
		{"no, joined", errors.Join(broken, exit.ErrNo), exit.No},
		{"asked wrongly", exit.Usagef("unknown word %q", "x"), exit.Usage},
		{"asked wrongly, wrapped", fmt.Errorf("scanning: %w", exit.AsUsage(fs.ErrNotExist)), exit.Usage},
		{"nil stays nil", exit.AsUsage(nil), exit.Fine},
		{"nil stays nil of a no", exit.AsNo(nil), exit.Fine},
	} {
		if got := exit.Code(c.err); got != c.want {
			t.Errorf("%s: exit code %d, want %d", c.name, got, c.want)
		}
	}
	if err := exit.AsUsage(fs.ErrNotExist); !errors.Is(err, fs.ErrNotExist) || err.Error() != fs.ErrNotExist.Error() {
		t.Errorf("a usage error hides what is inside: %v", err)
	}
}

// A run that was done before the signal arrived has its own answer.
func TestInterruption(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	if _, ok := exit.Interruption(ctx, errors.New("broken")); ok {
		t.Error("a run that nobody ended counts as interrupted")
	}
	cancel(exit.Signal{Number: syscall.SIGINT})
	if _, ok := exit.Interruption(ctx, nil); ok {
		t.Error("a run that was through counts as interrupted")
	}
	s, ok := exit.Interruption(ctx, context.Canceled)
	if !ok || s.Code() != 130 || s.Error() != "interrupted" {
		t.Errorf("after Ctrl-C: %v, %t, code %d", s, ok, s.Code())
	}
	if got := (exit.Signal{Number: syscall.SIGTERM}).Code(); got != 143 {
		t.Errorf("after SIGTERM: %d", got)
	}
}
