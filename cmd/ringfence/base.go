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

// before names the release before, loads it and compares; nil: there is none.
// One whose code cannot be analysed is compared by the rest, and the checks that
// need its code say so.
func (c *Command) before(ctx context.Context, ext *extension.Extension, program *facts.Program, o scanOptions) (string, *checks.Base, error) {
	if e := o.earlier; e != nil {
		if base := e.Compare(ext, program); base != nil {
			return o.before, base, nil
		}
		return "", nil, nil
	}
	if o.before == "" {
		return "", nil, nil
	}
	old, cleanup, err := c.load(ctx, o.before, o)
	defer cleanup()
	if err != nil {
		return "", nil, fmt.Errorf("loading --base: %w", err)
	}
	defer c.memory.MakeRoom(old)()
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
