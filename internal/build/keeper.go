//go:build unix

package build

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Keep is the program between us and a step of a build, in a process of its own
// so that "everything that is below me" is a question with an answer: it runs
// the command, ends it when its time is over or when we are gone, ends whatever
// the command left running, also what left its process group and session, and
// then says on report how it went. Its environment is the step's: a program that
// looks at the process above it finds nothing it has not got itself.
//
// stdin says that we are alive: it ends when we do.
func Keep(args []string, stdin io.Reader, report *os.File) error {
	// The report is ours alone: the step inherits no way to write it.
	syscall.CloseOnExec(int(report.Fd()))
	if len(args) < 2 {
		return errors.New("usage: ringfence build-keeper TIMEOUT COMMAND ARGUMENT…")
	}
	limit, err := time.ParseDuration(args[0])
	if err != nil {
		return err
	}
	if err := adopt(); err != nil {
		return err
	}
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		_, _ = fmt.Fprintf(report, "%s 0 0\n", notStarted)
		return nil
	}
	ended, alone := make(chan string, 1), make(chan struct{})
	go func() { ended <- ending(cmd.Wait()) }()
	go func() {
		_, _ = io.Copy(io.Discard, stdin)
		close(alone)
	}()
	var word string
	select {
	case word = <-ended:
	case <-time.After(limit):
		word = timedOut
	case <-alone:
		word = abandoned
	}
	if word == timedOut || word == abandoned {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		select {
		case <-ended:
		case <-time.After(10 * time.Second): // sweep says what is left
		}
	}
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	killed, left := sweep()
	_, err = fmt.Fprintf(report, "%s %d %d\n", word, killed, left)
	return err
}

// ending puts how a command ended into one word.
func ending(err error) string {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "exit-0"
	case errors.As(err, &exit) && exit.Exited():
		return fmt.Sprintf("exit-%d", exit.ExitCode())
	case errors.As(err, &exit):
		return fmt.Sprintf("signal-%d", exit.Sys().(syscall.WaitStatus).Signal())
	}
	return "lost"
}
