//go:build !js

package worker

import (
	"context"
	"os/exec"
	"time"
)

// open starts a child as a process.
func open(command []string) (*peer, error) {
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		cancel()
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		cancel()
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		cancel()
		return nil, err
	}
	return &peer{in: in, out: out, cancel: cancel, wait: func() int {
		_ = cmd.Wait() // the code says what there is to say
		return cmd.ProcessState.ExitCode()
	}}, nil
}
