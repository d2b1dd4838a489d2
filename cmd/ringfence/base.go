package main

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/update"
)

// earlier is a release before that was looked at already, for its own sake.
type earlier struct {
	release update.Release
	// basis says which of its code was analysed, power what that reached; nil:
	// none was.
	basis facts.Basis
	power *checks.Power
}

// before names the release before, loads it and compares; nil: there is none.
// One whose code cannot be analysed is compared by the rest, and the checks that
// need its code say so.
func (c *Command) before(ctx context.Context, ext *extension.Extension, program *facts.Program, o scanOptions) (string, *checks.Base, error) {
	if e := o.earlier; e != nil {
		if program == nil || e.power == nil || e.basis != program.Basis {
			// What ships and what it is made of are not two releases.
			return "", nil, nil
		}
		return o.before, &checks.Base{Change: update.Compare(e.release, ext), Power: e.power}, nil
	}
	if o.before == "" {
		return "", nil, nil
	}
	old, cleanup, err := c.load(ctx, o.before, o)
	defer cleanup()
	if err != nil {
		return "", nil, fmt.Errorf("loading --base: %w", err)
	}
	defer c.memory.scan(old)()
	o.ways = false
	change := update.Compare(update.Of(old), ext)
	program, err = scan.Analyze(ctx, old, c.analysis(o))
	if ctx.Err() != nil {
		return "", nil, fmt.Errorf("analysing --base %s: %w", quoted(o.before), ctx.Err())
	}
	if err != nil {
		// The analysis may still be reading: the extension stays open.
		return o.before, &checks.Base{Change: change}, nil //nolint:nilerr // the checks that need the code are skipped and say so
	}
	_ = old.Close()
	return o.before, &checks.Base{Change: change, Power: checks.PowerOf(catalog.Default(), program)}, nil
}
