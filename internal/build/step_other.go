//go:build !unix

package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// supervise runs the step and ends its tree of processes, as far as the system
// still knows who started whom: what began after its parent had ended is not
// found.
func (s step) supervise(ctx context.Context, out io.Writer) (word string, ended, left int, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.command[0], s.command[1:]...)
	cmd.Dir, cmd.Env = s.dir, s.env
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = 10 * time.Second
	cmd.Cancel = func() error {
		tree := exec.Command(
			filepath.Join(variable(s.env, "SYSTEMROOT"), "System32", "taskkill.exe"),
			"/T",
			"/F",
			"/PID",
			strconv.Itoa(cmd.Process.Pid),
		)
		tree.Env = s.env
		if err := tree.Run(); err != nil {
			return cmd.Process.Kill()
		}
		return nil
	}
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return timedOut, 0, 0, nil
	case err == nil:
		return "exit-0", 0, 0, nil
	case errors.Is(err, exec.ErrWaitDelay):
		return "", 0, 0, errors.New("something it started still holds its output")
	case errors.As(err, &exit):
		return fmt.Sprintf("exit-%d", exit.ExitCode()), 0, 0, nil
	}
	return notStarted, 0, 0, nil
}
