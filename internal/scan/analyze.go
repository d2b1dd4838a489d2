package scan

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// Analysis bounds the analysis of the code of one extension.
type Analysis struct {
	// Worker starts the child that parses; empty: parse in this process, for code
	// that is nobody's attack.
	Worker []string
	// Timeout is how long it may take; past it the code counts as not seen. Zero: as
	// long as the context.
	Timeout time.Duration
	// MaxFile is the largest file that is parsed, in bytes; zero: the default of facts.
	MaxFile int64
	// CallPaths asks how execution gets to each use.
	CallPaths bool
	// Sources asks to judge the author's files, built or not.
	Sources bool
	// Progress is told which file is read; nil: nobody.
	Progress func(file string, done, all int)
}

// Analyze returns the facts of an extension's code, or gives up when the time is
// over: code that keeps the analysis busy for ever is not analysed, which the report
// says and the verdict heeds. What was started is left to end by itself, so that the
// extension must stay open then.
func Analyze(ctx context.Context, ext *extension.Extension, a Analysis) (*facts.Program, error) {
	cancel := context.CancelFunc(func() {})
	if a.Timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, a.Timeout)
	}
	o := facts.Options{Worker: a.Worker, CallPaths: a.CallPaths, Sources: a.Sources, MaxFile: facts.DefaultMaxFile, Progress: a.Progress}
	if a.MaxFile > 0 {
		o.MaxFile = min(a.MaxFile, facts.DefaultMaxFile)
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	type answer struct {
		program *facts.Program
		err     error
	}
	answers := make(chan answer, 1)
	go func() {
		defer cancel()
		p, err := facts.Analyze(ctx, ext, o)
		answers <- answer{p, err}
	}()
	late := fmt.Errorf("it took longer than %s (--timeout allows more)", a.Timeout)
	select {
	case a := <-answers:
		if errors.Is(a.err, context.DeadlineExceeded) {
			return nil, late
		}
		return a.program, a.err
	case <-ctx.Done():
		select {
		case a := <-answers: // it ended at the same moment
			if !errors.Is(a.err, context.DeadlineExceeded) {
				return a.program, a.err
			}
		default:
		}
		return nil, late
	}
}
