// Package audit puts together one scan the way somebody asks for it: it loads what a
// target names, finds the configuration it is judged under, the organisation's file, the
// services and the model that may be asked, the release before and the clone it lies in,
// and hands all of it to internal/scan.
//
// It knows no command line: Settings say how, and process.Process is what it takes of the
// process that runs it.
package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/secrets"
	"github.com/ringfence-dev/ringfence/internal/sourcemap"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// All scans side by side and gives the reports in the order of the
// targets. A target that fails leaves no report and does not stop the others.
func All(ctx context.Context, p *process.Process, targets []string, o Settings) ([]*report.Report, error) {
	reports, errs := Each(ctx, p, targets, o)
	return slices.DeleteFunc(reports, func(r *report.Report) bool { return r == nil }), joined(errs)
}

// Each returns for each target a report or an error.
func Each(ctx context.Context, p *process.Process, targets []string, o Settings) ([]*report.Report, []error) {
	progress := process.NewProgress(p, len(targets))
	defer progress.Done()
	return EachOf(ctx, p, targets, o, progress)
}

// EachOf is Each for targets that are a part of what a line of progress counts.
func EachOf(ctx context.Context, p *process.Process, targets []string, o Settings, progress *process.Progress) ([]*report.Report, []error) {
	reports := make([]*report.Report, len(targets))
	errs := make([]error, len(targets))
	slots := make(chan struct{}, min(o.Jobs, len(targets)))
	var wg sync.WaitGroup
	for i, target := range targets {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			reports[i], errs[i] = one(ctx, p, target, o, progress)
			progress.Finished()
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

// one returns the report of one extension.
func one(ctx context.Context, p *process.Process, target string, o Settings, progress *process.Progress) (r *report.Report, err error) {
	err = Audit(ctx, p, target, o, progress, func(l scan.Result) error {
		r = l.Report
		// What is printed from here on begins a line of its own.
		progress.Done()
		WarnStale(ctx, p, target, l.Extension, l.Program, l.Origins)
		return nil
	})
	return r, err
}

// Audit loads a target, finds the configuration it is judged under, and scans it.
// What was seen is handed on while the extension is open.
func Audit(
	ctx context.Context, p *process.Process, target string, o Settings, progress *process.Progress, use func(scan.Result) error,
) error {
	central, err := ReadOrganisation(ctx, p, &o.Organisation, o.Offline)
	if err != nil {
		return err
	}
	// A grant above a ceiling is shown with the way to it.
	o.Explain.CallPaths = o.Explain.CallPaths || central != nil || o.Explain.Permissions
	ext, cleanup, err := Load(ctx, p, target, o)
	defer cleanup()
	if err != nil {
		return err
	}
	conf, err := configure(p, target, ext, o.Judging, central)
	if err != nil {
		_ = ext.Close()
		return fmt.Errorf("scanning %s: %w", escape.Quoted(target), err)
	}
	defer p.Memory.MakeRoom(ext)()
	how := scan.Options{
		Tool: report.Tool{
			Name:    "ringfence",
			Version: p.Version,
		},
		Subject:   cmp.Or(o.Target.Subject, target),
		Analysis:  Analysis(p, o),
		NoSecrets: o.NoSecrets,
		Profile:   conf.profile,
		Config:    conf.Configured,
		Base: func(ctx context.Context, ext *extension.Extension, program *facts.Program) (string, *checks.Base, error) {
			return compareBaseline(ctx, p, ext, program, o)
		},
		Services: func(ctx context.Context, ext *extension.Extension, program *facts.Program,
			packages *supplychain.Inventory) (*supplychain.Answers, error) {
			return askServices(ctx, p, target, ext, program, packages, o)
		},
		Triage: func(ctx context.Context, ext *extension.Extension, keys *secrets.Result, results []checks.Result) *supplychain.Service {
			return triageFindings(ctx, p, ext, keys, results, o)
		},
		Origins: func(ctx context.Context, ext *extension.Extension) (*sourcemap.Finder, func()) {
			return Origins(ctx, p, target, ext, o)
		},
	}
	how.Analysis.Progress = func(file string, done, all int) {
		progress.At(target, file)
		if o.Target.Watch != nil {
			o.Target.Watch(file, done, all)
		}
	}
	if central != nil {
		how.Ceilings = func(s scan.Result) (*org.Outcome, error) { return ceilings(p, target, s, conf, o) }
	}
	if !o.Explain.Permissions {
		return scan.Scan(ctx, ext, how, use)
	}
	return scan.Scan(ctx, ext, how, func(seen scan.Result) error {
		if err := showPermissions(p, target, seen, o); err != nil {
			return err
		}
		return use(seen)
	})
}

// Analysis bounds the analysis of the code as the flags say.
func Analysis(p *process.Process, o Settings) scan.Analysis {
	return scan.Analysis{
		Worker:    p.Worker(),
		Timeout:   o.Timeout,
		MaxFile:   o.Limits.MaxFile,
		CallPaths: o.Explain.CallPaths,
		Sources:   o.Target.FromSources,
	}
}
