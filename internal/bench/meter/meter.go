// Package meter runs a program and measures the processor time and memory of
// the whole tree of processes it starts. It reads Linux's /proc and knows
// nothing of what the program does.
//
// Only benchmarks and tests import it.
package meter

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Usage is what one run took.
type Usage struct {
	// CPU is user and system time of the process and of every descendant that
	// was waited for.
	CPU, Wall time.Duration
	// MaxRSS is the largest resident memory of any one process, in bytes: the
	// kernel's high-water mark, read every five milliseconds. (The mark that
	// wait gives is of no use: it begins with the parent's.)
	MaxRSS int64
	// SumRSS is the largest sum of the resident memory of all processes at one
	// moment, in bytes, read as often; at least MaxRSS.
	SumRSS int64
	// Busiest is the largest processor time of any one process, user and system, read as
	// often.
	Busiest time.Duration
	// ExitCode is the program's; -1 when a signal ended it.
	ExitCode       int
	Stdout, Stderr []byte
}

const interval = 5 * time.Millisecond

// Run runs a program to its end. A program that ends with a code other than
// zero is a result, not an error. When ctx ends first the program is killed and
// that is an error.
func Run(ctx context.Context, cmd *exec.Cmd) (Usage, error) { return RunEvery(ctx, cmd, interval) }

// RunEvery is Run that looks less often: of a tree of many processes looking takes a third of a
// processor. A mark of the kernel's loses nothing by it.
func RunEvery(ctx context.Context, cmd *exec.Cmd, often time.Duration) (Usage, error) {
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		return Usage{}, errors.New("measuring memory needs Linux's /proc")
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return Usage{}, fmt.Errorf("starting %s: %w", filepath.Base(cmd.Path), err)
	}
	done, sampled := make(chan struct{}), make(chan [3]int64)
	go func() { sampled <- sample(cmd.Process.Pid, often, done) }()
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	close(done)
	stop()
	memory := <-sampled
	u := Usage{Wall: time.Since(start), MaxRSS: memory[0], SumRSS: max(memory[0], memory[1]), Stdout: stdout.Bytes(), Stderr: stderr.Bytes()}
	u.Busiest = time.Duration(memory[2])
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return u, fmt.Errorf("running %s: %w", filepath.Base(cmd.Path), err)
	}
	u.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	u.ExitCode = cmd.ProcessState.ExitCode()
	if ctx.Err() != nil {
		return u, fmt.Errorf("running %s: %w", filepath.Base(cmd.Path), context.Cause(ctx))
	}
	return u, nil
}

// sample watches a tree of processes and gives its largest memories: of one
// process, and of all at one moment, and the largest processor time of one.
func sample(root int, often time.Duration, done <-chan struct{}) (most [3]int64) {
	tick := time.NewTicker(often)
	defer tick.Stop()
	for {
		var sum int64
		for _, pid := range tree(root) {
			peak, now := memory(pid)
			sum += now
			most[0] = max(most[0], peak)
			most[2] = max(most[2], int64(worked(pid)))
		}
		most[1] = max(most[1], sum)
		select {
		case <-done:
			return most
		case <-tick.C:
		}
	}
}

// memory returns a process's resident memory: the most it had, and now.
func memory(pid int) (peak, now int64) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0
	}
	for _, line := range strings.Split(string(data), "\n") {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		kb, _ := strconv.ParseInt(fields[1], 10, 64)
		switch fields[0] {
		case "VmHWM:":
			peak = kb << 10
		case "VmRSS:":
			now = kb << 10
		}
	}
	return peak, now
}

// worked is the processor time of a process so far.
func worked(pid int) time.Duration {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name stands in brackets, and may hold blanks.
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	const tick = 10 * time.Millisecond // of Linux, on every machine
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * tick
}

// tree returns a process and its descendants.
func tree(root int) []int {
	all := []int{root}
	for i := 0; i < len(all); i++ {
		lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", all[i]))
		for _, list := range lists {
			data, _ := os.ReadFile(list)
			for _, field := range strings.Fields(string(data)) {
				if pid, err := strconv.Atoi(field); err == nil {
					all = append(all, pid)
				}
			}
		}
	}
	return all
}
