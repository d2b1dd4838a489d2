package main

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/update"
)

// earlier is a release before that was looked at already, for its own sake.
type earlier struct {
	ext     *extension.Extension // closed; its manifest and its list of files are left
	program *facts.Program
}

// before loads the release that --base names and compares; nil: none is named.
// One whose code cannot be analysed is compared by the rest, and the checks that
// need its code say so.
func (c *Command) before(ctx context.Context, ext *extension.Extension, o scanOptions) (*checks.Base, error) {
	if o.earlier != nil {
		return &checks.Base{Change: update.Compare(o.earlier.ext, ext), Program: o.earlier.program}, nil
	}
	if o.before == "" {
		return nil, nil
	}
	old, cleanup, err := c.load(ctx, o.before, o)
	defer cleanup()
	if err != nil {
		return nil, fmt.Errorf("loading --base: %w", err)
	}
	defer c.memory.scan(old)()
	o.ways = false
	change := update.Compare(old, ext)
	program, err := c.analyze(ctx, old, o, func(string, int, int) {})
	if ctx.Err() != nil {
		return nil, fmt.Errorf("analysing --base %s: %w", quoted(o.before), ctx.Err())
	}
	if err != nil {
		// The analysis may still be reading: the extension stays open.
		return &checks.Base{Change: change}, nil //nolint:nilerr // the checks that need the code are skipped and say so
	}
	_ = old.Close()
	return &checks.Base{Change: change, Program: program}, nil
}
