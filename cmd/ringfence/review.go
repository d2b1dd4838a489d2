package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/nearest"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/internal/scan"
)

// requirePackage is the word of --require for the built package.
const requirePackage = "package"

func severityNames() []string {
	return []string{finding.Critical.String(), finding.High.String(), finding.Medium.String(), finding.Low.String(), finding.None.String()}
}

// check refuses words that gate and action do not know.
func (o *gateOptions) check() error {
	s := &o.scan
	if err := s.judging.check(); err != nil {
		return err
	}
	if err := s.central.check(); err != nil {
		return err
	}
	if err := s.asking.check(s.offline); err != nil {
		return err
	}
	if err := s.modelOptions.check(s.online); err != nil {
		return err
	}
	if !slices.Contains(gateFormats, o.format) {
		return exit.Usagef("unknown format %s%s (%s)", quoted(o.format), nearest.Hint(o.format, gateFormats), strings.Join(gateFormats, ", "))
	}
	if !slices.Contains(severityNames(), o.failOnNew) {
		return exit.Usagef("unknown severity %s%s (%s)", quoted(o.failOnNew), nearest.Hint(o.failOnNew, severityNames()),
			strings.Join(severityNames(), ", "))
	}
	words := []string{requirePackage}
	for _, m := range finding.Modules() {
		words = append(words, string(m))
	}
	for _, word := range o.required {
		if !slices.Contains(words, word) {
			return exit.Usagef("unknown layer %s for --require%s (%s)", quoted(word), nearest.Hint(word, words), strings.Join(words, ", "))
		}
		if word != requirePackage {
			s.require = append(s.require, finding.Module(word))
		}
	}
	if s.timeout <= 0 {
		return exit.Usagef("--timeout must be more than nothing")
	}
	return nil
}

// review judges a change as the flags say, which were checked. more is what they do not
// say.
func (c *Command) review(ctx context.Context, targets []string, o gateOptions, more review.Options) (review.Result, error) {
	more.PackageRequired = slices.Contains(o.required, requirePackage)
	more.Threshold = finding.None
	for _, s := range finding.Severities() {
		if s.String() == o.failOnNew {
			more.Threshold = s
		}
	}
	more.Today = c.day(o.scan.today)
	if !o.scan.online {
		more.Cache = review.Cache{Dir: o.cache, Key: o.scan.key()}
	}
	return review.Run(ctx, targets, more, review.Machine{
		Version: tool().Version, Git: c.git(), Worker: c.workerCommand(), Workflow: c.env("GITHUB_ACTIONS") == "true", Path: c.path, Now: c.Now,
		Scan: func(ctx context.Context, r review.Request, use func(scan.Result) error) error {
			return c.look(ctx, r.File, o.scan.requested(r), newProgress(c, 1), use)
		},
		NotExtension: func(ctx context.Context, dir string, ext *extension.Extension) error {
			return c.notExtension(ctx, c.asTyped(dir), ext, scanOptions{verb: "gate"})
		},
		Outside: func(top string) error { return o.scan.central.outside(c, top) },
		Replace: c.replace,
		Warn:    func(text string) { _, _ = fmt.Fprintf(c.Stderr, "ringfence: %s\n", text) },
	})
}

// requested are the flags of one scan that a review asks for.
func (o scanOptions) requested(r review.Request) scanOptions {
	o.subject, o.source, o.sources = r.Subject, r.Source, r.Place
	o.given = &givenConfig{r.Config.Name, r.Config.Text}
	o.fromSources, o.ways = r.FromSources, r.CallPaths
	o.before, o.earlier = r.BaselineName, r.Baseline
	// The base may be of a time before it was one, and a change does not get out of
	// the gate by taking the engine out of its manifest.
	o.anything = true
	if !r.Ceilings {
		o.central = central{}
	}
	if !r.Services {
		o.asking, o.modelOptions = asking{}, modelOptions{}
	}
	return o
}

// key names the flags that what came of a base depends on.
func (o scanOptions) key() string {
	judging := o.judging
	judging.given, judging.central = nil, central{}
	return fmt.Sprintf("%+v %t %v %+v", judging, o.noSecrets, o.timeout, o.limits)
}
