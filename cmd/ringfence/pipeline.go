package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/clients/npm"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/origin"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/secrets"
	"github.com/ringfence-dev/ringfence/internal/supply"
)

// scanAll scans side by side and gives the reports in the order of the
// targets. A target that fails leaves no report and does not stop the others.
func (c *Command) scanAll(ctx context.Context, targets []string, o scanOptions) ([]*report.Report, error) {
	reports, errs := c.scanEach(ctx, targets, o)
	return slices.DeleteFunc(reports, func(r *report.Report) bool { return r == nil }), joined(errs)
}

// scanEach gives for each target a report or an error.
func (c *Command) scanEach(ctx context.Context, targets []string, o scanOptions) ([]*report.Report, []error) {
	reports := make([]*report.Report, len(targets))
	errs := make([]error, len(targets))
	progress := newProgress(c, len(targets))
	defer progress.done()
	slots := make(chan struct{}, min(o.jobs, len(targets)))
	var wg sync.WaitGroup
	for i, target := range targets {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			reports[i], errs[i] = c.scanOne(ctx, target, o, progress)
			progress.finished()
		})
	}
	wg.Wait()
	return reports, errs
}

// joined makes one error of several: the worst one's kind, every one's words.
func joined(errs []error) error {
	var all []error
	usage := true
	var words []string
	for _, err := range errs {
		if err == nil {
			continue
		}
		all = append(all, err)
		words = append(words, err.Error())
		usage = usage && exit.IsUsage(err)
	}
	switch {
	case len(all) == 0:
		return nil
	case usage:
		return exit.AsUsage(errors.New(strings.Join(words, "; ")))
	}
	return errors.New(strings.Join(words, "; "))
}

// scanned is one extension that was scanned, while it is open.
type scanned = scan.Result

// scanOne gives the report of one extension.
func (c *Command) scanOne(ctx context.Context, target string, o scanOptions, progress *progress) (r *report.Report, err error) {
	err = c.look(ctx, target, o, progress, func(l scanned) error {
		r = l.Report
		c.warnStale(ctx, target, l.Extension, l.Program, l.Origins)
		return nil
	})
	return r, err
}

// look loads a target, finds the configuration it is judged under, and scans it.
// What was seen is handed on while the extension is open.
func (c *Command) look(ctx context.Context, target string, o scanOptions, progress *progress, use func(scanned) error) error {
	central, err := c.organisation(ctx, &o.central, o.offline)
	if err != nil {
		return err
	}
	// A grant above a ceiling is shown with the way to it.
	o.ways = o.ways || central != nil
	ext, cleanup, err := c.load(ctx, target, o)
	defer cleanup()
	if err != nil {
		return err
	}
	conf, err := c.configure(target, ext, o.judging)
	if err != nil {
		_ = ext.Close()
		return fmt.Errorf("scanning %s: %w", quoted(target), err)
	}
	defer c.memory.MakeRoom(ext)()
	how := scan.Options{
		Tool: tool(), Subject: cmp.Or(o.subject, target), Analysis: c.analysis(o), NoSecrets: o.noSecrets, Profile: conf.profile, Config: conf.Configured,
		Base: func(ctx context.Context, ext *extension.Extension, program *facts.Program) (string, *checks.Base, error) {
			return c.before(ctx, ext, program, o)
		},
		Services: func(ctx context.Context, ext *extension.Extension, program *facts.Program, packages *supply.Inventory) (*supply.World, error) {
			return c.world(ctx, target, ext, program, packages, o)
		},
		Triage: func(ctx context.Context, ext *extension.Extension, keys *secrets.Result, results []checks.Result) *supply.Service {
			return c.opinions(ctx, ext, keys, results, o)
		},
		Origins: func(ctx context.Context, ext *extension.Extension) (*origin.Finder, func()) {
			return c.finder(ctx, target, ext, o)
		},
	}
	how.Analysis.Progress = func(file string, _, _ int) { progress.at(target, file) }
	if central != nil {
		how.Ceilings = func(s scanned) (*org.Outcome, error) { return c.above(target, s, conf, o) }
	}
	return scan.Scan(ctx, ext, how, use)
}

// analysis bounds the analysis of the code as the flags say.
func (c *Command) analysis(o scanOptions) scan.Analysis {
	return scan.Analysis{Worker: c.workerCommand(), Timeout: o.timeout, MaxFile: o.limits.MaxFile, CallPaths: o.ways, Sources: o.fromSources}
}

// load reads the extension a target names. cleanup is never nil.
func (c *Command) load(ctx context.Context, target string, o scanOptions) (ext *extension.Extension, cleanup func(), err error) {
	cleanup = func() {}
	file, source := c.path(target), o.source
	if strings.HasPrefix(target, npm.Prefix) {
		if file, cleanup, err = c.fetch(ctx, target, o); err != nil {
			return nil, cleanup, err
		}
		if !strings.HasSuffix(file, ".vsix") {
			// A published package is what it is: no .vscodeignore of its own
			// may hide files of it.
			source = extension.Directory
		}
	}
	ext, err = extension.LoadAs(ctx, file, source, o.limits)
	if err != nil {
		if ctx.Err() != nil {
			return nil, cleanup, err
		}
		return nil, cleanup, exit.Usagef("%w%s", err, c.below(ctx, target, o))
	}
	if !o.anything {
		if err := c.notExtension(ctx, target, ext, o); err != nil {
			_ = ext.Close()
			return nil, cleanup, err
		}
	}
	return ext, cleanup, nil
}

// fetch brings a package of the npm registry into a folder of its own.
func (c *Command) fetch(ctx context.Context, target string, o scanOptions) (file string, cleanup func(), err error) {
	cleanup = func() {}
	spec, err := npm.ParseSpec(target)
	if err != nil {
		return "", cleanup, exit.AsUsage(err)
	}
	if o.offline {
		return "", cleanup, exit.Usagef("%s must be fetched and --offline forbids it; fetch it with `npm pack %s@%s`, unpack it and scan the folder", quoted(target), spec.Name, spec.Version)
	}
	command, ok := c.lookPath("npm")
	if !ok {
		return "", cleanup, exit.Usagef("fetching %s needs npm, which is not on the PATH; install Node.js, or fetch the package elsewhere and scan the folder", quoted(target))
	}
	dir, err := os.MkdirTemp("", "ringfence-")
	if err != nil {
		return "", cleanup, fmt.Errorf("making a temporary folder: %w", err)
	}
	cleanup = func() { _ = os.RemoveAll(dir) }
	file, err = npm.Client{Command: command, Env: c.Env, Limits: o.limits}.Fetch(ctx, spec, dir)
	var wrong *npm.WrongSpec
	if errors.As(err, &wrong) {
		err = exit.AsUsage(err)
	}
	return file, cleanup, err
}
