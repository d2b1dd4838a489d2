//go:build unix

package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// supervise runs the step below a keeper. word says how it ended, ended how
// many processes it had left running, left how many of them still do.
func (s step) supervise(ctx context.Context, out io.Writer) (word string, ended, left int, err error) {
	if len(s.keeper) == 0 {
		return "", 0, 0, errors.New("there is no keeper to run it below")
	}
	report, reportTo, err := os.Pipe()
	if err != nil {
		return "", 0, 0, err
	}
	defer report.Close()
	args := append(append([]string{}, s.keeper[1:]...), s.timeout.String())
	cmd := exec.Command(s.keeper[0], append(args, s.command...)...)
	cmd.Dir, cmd.Env = s.dir, s.env
	cmd.Stdout, cmd.Stderr = out, out
	cmd.ExtraFiles = []*os.File{reportTo}
	// A signal to our group, a person's Ctrl-C, is ours to pass on.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = 10 * time.Second
	alive, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	_ = reportTo.Close()
	if err != nil {
		return "", 0, 0, fmt.Errorf("starting the keeper: %w", err)
	}
	stop := context.AfterFunc(ctx, func() {
		_ = alive.Close()
		// A keeper that was stopped or is stuck is ended the hard way.
		time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
	})
	err = cmd.Wait()
	stop()
	_ = alive.Close()
	// The report is small and its writer has ended. Should somebody else hold
	// the pipe all the same, that is no reason to wait.
	late := time.AfterFunc(5*time.Second, func() { _ = report.Close() })
	defer late.Stop()
	line, _ := io.ReadAll(io.LimitReader(report, 200))
	if n, _ := fmt.Sscanf(string(bytes.TrimSpace(line)), "%s %d %d", &word, &ended, &left); n != 3 {
		// Somebody killed the keeper: what it kept may run on.
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		return "", 0, 0, fmt.Errorf("its keeper ended without a word (%w)", orNil(err))
	}
	if errors.Is(err, exec.ErrWaitDelay) {
		return word, ended, left, errors.New("something it started still holds its output")
	}
	return word, ended, left, nil
}

func orNil(err error) error {
	if err == nil {
		return errors.New("no error")
	}
	return err
}
