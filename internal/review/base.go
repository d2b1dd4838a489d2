package review

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// side is one side of a change.
type side struct {
	report *report.Report
	// started reports that an entry was there to be analysed, or that the
	// extension has none; basis says what was.
	started bool
	basis   facts.Basis
	// needs is what the base's code asks for.
	needs    policy.Policy
	baseline scan.Baseline
	// skipped says of files of it that were left out why.
	skipped []string
}

func sideOf(seen scan.Result) side {
	s := side{
		report: seen.Report, started: seen.Extension.Manifest.Main == "" && seen.Extension.Manifest.Browser == "",
		baseline: scan.BaselineOf(seen.Extension, seen.Program),
	}
	if seen.Program != nil {
		s.basis = seen.Program.Basis
		for _, e := range seen.Program.Entries {
			s.started = s.started || e.Kind == facts.EntryMain || e.Kind == facts.EntryBrowser
		}
	}
	return s
}

// scanBase scans the base, and asks what its code needs. nil with a reason means that
// it cannot be told what it holds.
func (c *candidate) scanBase(ctx context.Context) (*side, string, error) {
	if c.repo.base == nil || !c.known {
		return nil, "", nil
	}
	request := c.request
	// Ceilings are held against what is to be merged, and of the base nobody is
	// shown how execution gets anywhere.
	request.Ceilings, request.CallPaths = false, false
	request.Place = checkout.Place{None: true}
	var out side
	var err error
	if file := c.repo.basePackages[c.where]; file != "" {
		request.Source = ""
		input := func(h io.Writer) error { return hashFile(h, file) }
		out, err = c.cached(request, input, func() (side, error) { return c.scanSide(ctx, request, file) })
	} else {
		// What git calls the files names their contents: a base that is known is not
		// written out.
		input := func(h io.Writer) error { _, err := io.WriteString(h, c.repo.base.Digest(c.where)); return err }
		out, err = c.cached(request, input, func() (out side, err error) {
			err = c.repo.exported(ctx, c.where, func(dir string, skipped []string) (err error) {
				out, err = c.scanSide(ctx, request, dir)
				out.skipped = skipped
				return err
			})
			return out, err
		})
	}
	switch {
	case errors.Is(err, revision.ErrMissing):
		return nil, "the clone does not hold all of the base: " + err.Error(), nil
	case err != nil && (ctx.Err() != nil || !exit.IsUsage(err)):
		return nil, "", err
	case err != nil:
		return nil, "the base cannot be scanned: " + escape.Printable(err.Error(), finding.MaxMessage), nil
	case len(out.skipped) > 0:
		c.repo.notes = append(c.repo.notes, escape.Printable(unreadOfBase(out.skipped), finding.MaxMessage))
	}
	return &out, "", nil
}

// unreadOfBase says which files of the base were left out.
func unreadOfBase(skipped []string) string {
	if len(skipped) == 1 {
		return "1 file of the base is not read: " + skipped[0]
	}
	return fmt.Sprintf("%d files of the base are not read, the first: %s", len(skipped), skipped[0])
}

func (c *candidate) scanSide(ctx context.Context, request Request, file string) (out side, err error) {
	request.File = file
	err = c.machine.Scan(ctx, request, func(seen scan.Result) error {
		out = sideOf(seen)
		out.needs = baseline.Needs(seen.Extension, seen.Program, seen.ProgramErr).Policy
		return nil
	})
	return out, err
}

// exported writes a folder of the base out for as long as use takes.
func (r *repository) exported(ctx context.Context, where string, use func(dir string, skipped []string) error) error {
	dir, err := os.MkdirTemp("", "ringfence-base-")
	if err != nil {
		return fmt.Errorf("making a temporary folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	skipped, err := r.base.Export(ctx, where, dir)
	if err != nil {
		return err
	}
	return use(dir, skipped)
}
