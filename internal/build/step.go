package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"
)

// The words a keeper ends with, beside "exit-N" and "signal-N".
const (
	notStarted = "not-started"
	timedOut   = "timed-out"
	abandoned  = "abandoned"
)

// step is one program of a build.
type step struct {
	// name is what it is called in messages.
	name string
	// says is what it runs, for people.
	says    string
	command []string
	dir     string
	// env is all it gets.
	env []string
	// keeper is the command of Keep.
	keeper []string
	// timeout and most are its limits: how long it runs, how many bytes it
	// says.
	timeout time.Duration
	most    int64
	// log gets what it says, fenced.
	log io.Writer
}

// errOutput ends a step that says too much.
var errOutput = errors.New("it wrote more than it may")

// run runs the step to its end and everything it left running to theirs.
func (s step) run(ctx context.Context) (ended int, err error) {
	if !filepath.IsAbs(s.command[0]) {
		return 0, fmt.Errorf("%s: %q is no absolute path", s.name, s.command[0])
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	fence := &fence{out: s.log, left: s.most, over: func() { cancel(errOutput) }}
	word, ended, left, err := s.supervise(ctx, fence)
	fence.close()
	cause := context.Cause(ctx)
	switch {
	case err != nil:
		return ended, fmt.Errorf("%s: %w", s.name, err)
	case left > 0:
		return ended, fmt.Errorf("%s: %d processes it started could not be ended", s.name, left)
	case errors.Is(cause, errOutput):
		return ended, &Failure{fmt.Errorf("%s: %w (%d bytes) and was ended; --command names a build that says less", s.name, errOutput, s.most)}
	case cause != nil:
		return ended, fmt.Errorf("%s: %w", s.name, cause)
	case word == timedOut:
		return ended, &Failure{fmt.Errorf(
			"%s: it took longer than %s and was ended; ringfence build --timeout 30m gives it longer", s.name, s.timeout,
		)}
	case word == notStarted:
		return ended, fmt.Errorf("%s: %s could not be started; what is missing here: ringfence doctor", s.name, filepath.Base(s.command[0]))
	case word != "exit-0":
		return ended, &Failure{fmt.Errorf("%s: it failed (%s)", s.name, strings.Replace(word, "-", " ", 1))}
	}
	return ended, nil
}
