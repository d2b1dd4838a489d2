package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/claims"
	"github.com/ringfence-dev/ringfence/internal/clients/npm"
	"github.com/ringfence-dev/ringfence/internal/clients/secrets"
	"github.com/ringfence-dev/ringfence/internal/content"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/origin"
	"github.com/ringfence-dev/ringfence/internal/report"
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
		usage = usage && exitCode(err) == exitUsage
	}
	switch {
	case len(all) == 0:
		return nil
	case usage:
		return usageError{errors.New(strings.Join(words, "; "))}
	}
	return errors.New(strings.Join(words, "; "))
}

// looked is one extension that was looked at, while it is open.
type looked struct {
	report     *report.Report
	ext        *extension.Extension
	program    *facts.Program
	programErr error
	// claimed is what the extension says of itself.
	claimed *claims.Facts
	// origins tell the author's own places.
	origins *origin.Finder
}

// scanOne gives the report of one extension.
func (c *Command) scanOne(ctx context.Context, target string, o scanOptions, progress *progress) (r *report.Report, err error) {
	err = c.look(ctx, target, o, progress, func(l looked) error { r = l.report; return nil })
	return r, err
}

// look is the pipeline: load, facts, secrets, the looks of scripts, services,
// checks, origins, verdict, report. What it saw is handed on while the extension
// is open.
func (c *Command) look(ctx context.Context, target string, o scanOptions, progress *progress, use func(looked) error) error {
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
	defer c.memory.scan(ext)()
	known := catalog.Default()
	program, programErr := c.analyze(ctx, ext, o, func(file string, _, _ int) { progress.at(target, file) })
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("scanning %s: %w", quoted(target), err)
	}
	if programErr == nil {
		// Otherwise the analysis may still be reading.
		defer ext.Close()
	}
	ext = judged(ext, program)
	var keys *secrets.Result
	if !o.noSecrets {
		if keys, err = secrets.Scan(ctx, ext, secrets.Limits{}); err != nil {
			return fmt.Errorf("scanning %s: %w", quoted(target), err)
		}
	}
	claimed, err := claims.Look(ctx, ext)
	if err != nil {
		return fmt.Errorf("scanning %s: %w", quoted(target), err)
	}
	scripts, err := content.Look(ctx, ext)
	if err != nil {
		return fmt.Errorf("scanning %s: %w", quoted(target), err)
	}
	if o.earlier != nil && (program == nil || o.earlier.program == nil || o.earlier.program.Basis != program.Basis) {
		// What ships and what it is made of are not two releases.
		o.earlier, o.before = nil, ""
	}
	base, err := c.before(ctx, ext, o)
	if err != nil {
		return err
	}
	packages := supply.Packages(ext)
	world, err := c.world(ctx, target, ext, program, &packages, o)
	if err != nil {
		return err
	}
	results, err := checks.Run(ctx, checks.All(), checks.Input{Catalog: known, Manifest: ext.Manifest, Program: program, Secrets: keys, Content: scripts, World: world, Inventory: &packages, Claims: claimed, Base: base})
	if err != nil {
		return fmt.Errorf("scanning %s: %w", quoted(target), err)
	}
	if s := c.opinions(ctx, ext, keys, results, o); s != nil {
		world.Services = append(world.Services, *s)
	}
	origins, done := c.finder(ctx, target, ext, o)
	defer done()
	for _, r := range results {
		origins.Explain(r.Findings)
	}
	above, err := c.above(target, ext, program, programErr, conf, o, origins)
	if err != nil {
		return fmt.Errorf("scanning %s: %w", quoted(target), err)
	}
	subject := target
	if o.subject != "" {
		subject = o.subject
	}
	built := report.Build(report.Inputs{
		Tool: tool(), Subject: subject, Extension: ext, Program: program, ProgramErr: programErr,
		Checks: results, Source: origins.Source, Secrets: keys, Catalog: known, Profile: conf.profile, Config: conf.Configured,
		Services: world.Services, Organisation: above, Before: o.before, Base: base,
	})
	return use(looked{built, ext, program, programErr, claimed, origins})
}

// judged counts the sources that were analysed in place of what is built of them
// among the files that ship: what they hold will.
func judged(ext *extension.Extension, program *facts.Program) *extension.Extension {
	if program == nil || program.Basis != facts.Sources {
		return ext
	}
	var names []string
	for _, m := range program.Modules {
		names = append(names, m.Path)
	}
	return ext.Judged(names)
}

// analyze gives the facts, or gives up when the time is over: code that keeps
// the analysis busy for ever is not analysed, which the report says and the
// verdict heeds. What was started is left to end by itself.
func (c *Command) analyze(ctx context.Context, ext *extension.Extension, o scanOptions, at func(string, int, int)) (*facts.Program, error) {
	ctx, cancel := context.WithTimeout(ctx, o.timeout)
	type answer struct {
		program *facts.Program
		err     error
	}
	answers := make(chan answer, 1)
	go func() {
		defer cancel()
		p, err := facts.Analyze(ctx, ext, facts.Options{
			Worker:   c.workerCommand(),
			Ways:     o.ways,
			Sources:  o.fromSources,
			MaxFile:  min(o.limits.MaxFile, facts.DefaultMaxFile),
			Progress: at,
		})
		answers <- answer{p, err}
	}()
	late := fmt.Errorf("it took longer than %s (--timeout allows more)", o.timeout)
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
		return nil, cleanup, usagef("%w%s", err, c.below(ctx, target, o))
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
		return "", cleanup, usageError{err}
	}
	if o.offline {
		return "", cleanup, usagef("%s must be fetched and --offline forbids it; fetch it with `npm pack %s@%s`, unpack it and scan the folder", quoted(target), spec.Name, spec.Version)
	}
	command, ok := c.lookPath("npm")
	if !ok {
		return "", cleanup, usagef("fetching %s needs npm, which is not on the PATH; install Node.js, or fetch the package elsewhere and scan the folder", quoted(target))
	}
	dir, err := os.MkdirTemp("", "ringfence-")
	if err != nil {
		return "", cleanup, fmt.Errorf("making a temporary folder: %w", err)
	}
	cleanup = func() { _ = os.RemoveAll(dir) }
	file, err = npm.Client{Command: command, Env: c.Env, Limits: o.limits}.Fetch(ctx, spec, dir)
	var wrong *npm.WrongSpec
	if errors.As(err, &wrong) {
		err = usageError{err}
	}
	return file, cleanup, err
}

// lookPath finds a program on the PATH of the environment we were given. An
// entry that is not absolute is passed over: the folder we stand in belongs to
// a stranger.
func (c *Command) lookPath(name string) (string, bool) {
	path, _ := c.getenv("PATH")
	for _, dir := range filepath.SplitList(path) {
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
