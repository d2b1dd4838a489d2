package audit

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/releasediff"
	"github.com/ringfence-dev/ringfence/internal/scan"
)

// compareBaseline names the release before, loads it and compares; nil: there is none.
// One whose code cannot be analysed is compared by the rest, and the checks that
// need its code say so.
func compareBaseline(ctx context.Context, p *process.Process, ext *extension.Extension, program *facts.Program,
	o Settings) (string, *checks.Base, error) {
	if e := o.Baseline.Scanned; e != nil {
		if base := e.Compare(ext, program); base != nil {
			return o.Baseline.Name, base, nil
		}
		return "", nil, nil
	}
	if o.Baseline.Name == "" {
		return "", nil, nil
	}
	old, cleanup, err := Load(ctx, p, o.Baseline.Name, o)
	defer cleanup()
	if err != nil {
		return "", nil, fmt.Errorf("loading --base: %w", err)
	}
	defer p.Memory.MakeRoom(old)()
	o.Explain.CallPaths = false
	change := releasediff.Compare(releasediff.Of(old), ext)
	program, err = scan.Analyze(ctx, old, Analysis(p, o))
	if ctx.Err() != nil {
		return "", nil, fmt.Errorf("analysing --base %s: %w", escape.Quoted(o.Baseline.Name), ctx.Err())
	}
	if err != nil {
		// The analysis may still be reading: the extension stays open.
		return o.Baseline.Name, &checks.Base{Change: change}, nil //nolint:nilerr // the checks that need the code are skipped and say so
	}
	_ = old.Close()
	return o.Baseline.Name, &checks.Base{Change: change, Power: checks.PowerOf(catalog.Default(), program)}, nil
}
