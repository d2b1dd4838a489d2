// Package process is what the program takes of the process that runs it: streams,
// environment, working directory, clock, and the binary itself, which parses hostile
// code as a child.
//
// Only main reads these of the operating system. Every other package is handed a
// Process, or less, so that a test can run it anywhere.
package process

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/memory"
)

// Process is one process.
type Process struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Log writes text for people where a line of a stranger's would be taken for a command, as
	// a runner of GitHub Actions does; nil: Stdout is such a place already.
	Log func(text string) error
	// Env is the environment, KEY=value; the last of equal keys counts.
	Env []string
	// Dir is where relative paths start; empty: where the process is.
	Dir string
	// Self is the path of this binary, which parses hostile code as a child of
	// itself; empty: parse in this process, for tests on trusted input.
	Self string
	// Version is the version of this program.
	Version string
	// Now is the clock; nil: nobody knows the day, so that whatever has a last
	// day is over.
	Now func() time.Time
	// Sleep waits until a service may be asked again; nil: by the clock.
	Sleep func(context.Context, time.Duration) error
	// Memory says when this process collects garbage; nil: as it always does.
	Memory *memory.Collector
}

// WorkerVerb is the hidden verb of the child that parses.
const WorkerVerb = "facts-worker"

// KeeperVerb is the hidden verb of the process between us and a step of a build.
const KeeperVerb = "build-keeper"

// Worker is the command that starts the child; empty when there is no binary to
// start.
func (p *Process) Worker() []string {
	if p.Self == "" {
		return nil
	}
	return []string{p.Self, WorkerVerb}
}

// Lookup looks a variable up; ok is false when it is not set.
func (p *Process) Lookup(name string) (value string, ok bool) {
	for _, kv := range p.Env {
		if k, v, is := strings.Cut(kv, "="); is && k == name {
			value, ok = v, true
		}
	}
	return value, ok
}

// Getenv returns a variable; empty when it is not set.
func (p *Process) Getenv(name string) string {
	v, _ := p.Lookup(name)
	return v
}

// Path makes a path of the command line one this process can open.
func (p *Process) Path(name string) string {
	if p.Dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.Dir, name)
}

// Relative is a path as somebody would type it where we stand.
func (p *Process) Relative(full string) string {
	here, err := filepath.Abs(p.Path("."))
	if err != nil {
		return full
	}
	if rel, err := filepath.Rel(here, full); err == nil {
		return rel
	}
	return full
}

// LookPath finds a program on the PATH of the environment we were given. An entry
// that is not absolute is passed over: the folder we stand in belongs to a stranger.
func (p *Process) LookPath(name string) (string, bool) {
	for _, dir := range filepath.SplitList(p.Getenv("PATH")) {
		for _, suffix := range []string{"", ".cmd", ".exe"} {
			file := filepath.Join(dir, name+suffix)
			info, err := os.Stat(file)
			if err != nil || info.IsDir() || !filepath.IsAbs(file) {
				continue
			}
			if os.PathSeparator == '\\' && suffix != "" || os.PathSeparator == '/' && info.Mode()&0o111 != 0 {
				return file, true
			}
		}
	}
	return "", false
}

// Today is the day as 2027-01-31, or what a test says it is; empty: nobody knows it.
func (p *Process) Today(said string) string {
	if said == "" && p.Now != nil {
		return p.Now().UTC().Format(time.DateOnly)
	}
	return said
}

// IsTerminal reports that a stream is one, so that colours and progress make sense.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Forget takes a value out of the environment, ours and that of whatever is
// started from here on.
func (p *Process) Forget(value string) {
	p.Env = slices.DeleteFunc(slices.Clone(p.Env), func(kv string) bool {
		name, v, _ := strings.Cut(kv, "=")
		if !strings.Contains(v, value) {
			return false
		}
		_ = os.Unsetenv(name)
		return true
	})
}
