package cli

import "github.com/ringfence-dev/ringfence/internal/process"

// process is the program's process, for packages that are handed one.
func (c *Command) process() *process.Process {
	p := &process.Process{
		Stdin:   c.Stdin,
		Stdout:  c.Stdout,
		Stderr:  c.Stderr,
		Env:     c.Env,
		Dir:     c.Dir,
		Self:    c.Self,
		Version: toolVersion,
		Now:     c.Now,
		Sleep:   c.Sleep,
		Memory:  c.memory,
	}
	p.Log = runnerLog(p)
	return p
}
