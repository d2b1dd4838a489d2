package main

import (
	"io"

	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// process is the program's process, for packages that are handed one.
func (c *Command) process() *process.Process {
	return &process.Process{
		Stdin: c.Stdin, Stdout: c.Stdout, Stderr: c.Stderr, Env: c.Env, Dir: c.Dir, Self: c.Self, Now: c.Now, Sleep: c.Sleep, Memory: c.memory,
	}
}

// The short names that verbs still use for it.
func (c *Command) getenv(name string) (string, bool)      { return c.process().Lookup(name) }
func (c *Command) path(name string) string                { return c.process().Path(name) }
func (c *Command) lookPath(name string) (string, bool)    { return c.process().LookPath(name) }
func (c *Command) workerCommand() []string                { return c.process().Worker() }
func (c *Command) asTyped(full string) string             { return c.process().Relative(full) }
func (c *Command) day(said string) string                 { return c.process().Today(said) }
func (c *Command) notLinked(name string) error            { return c.process().NotLinked(name) }
func (c *Command) replace(name string, data []byte) error { return c.process().Replace(name, data) }
func (c *Command) write(out string, data []byte) error    { return c.process().Write(out, data) }
func (c *Command) readDocument(name string) ([]byte, error) {
	return c.process().ReadInput(name, policy.MaxBytes)
}
func (c *Command) readBounded(name string, most int64) ([]byte, error) {
	return c.process().ReadBounded(name, most)
}
func openInside(dir, name string) (io.ReadCloser, error) { return process.OpenInside(dir, name) }
func isTerminal(stream any) bool                         { return process.IsTerminal(stream) }
