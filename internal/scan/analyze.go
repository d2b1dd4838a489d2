package scan

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
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
		p, err := analyzeWhole(ctx, ext, o)
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

// analyzeWhole is facts.Analyze, whose faults are an error: what a stranger wrote ends no run, and is not called read.
func analyzeWhole(ctx context.Context, ext *extension.Extension, o facts.Options) (p *facts.Program, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			p, err = nil, fmt.Errorf("ringfence itself failed on it (%v, in %s); please report this with the extension", fault, faultAt())
		}
	}()
	return facts.Analyze(ctx, ext, o)
}

// faultAt names the function of ringfence's that failed, of the stack of a recovered fault.
func faultAt() string {
	pc := make([]uintptr, 32)
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc)])
	for {
		frame, more := frames.Next()
		if name, ok := strings.CutPrefix(frame.Function, "github.com/ringfence-dev/ringfence/"); ok {
			return fmt.Sprintf("%s, line %d", name, frame.Line)
		}
		if !more {
			return "an unknown place"
		}
	}
}
