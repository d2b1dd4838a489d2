package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/process"
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
	if err := s.Check(); err != nil {
		return err
	}
	if _, err := review.Formats.Find(o.format); err != nil {
		return err
	}
	if !slices.Contains(severityNames(), o.failOnNew) {
		return exit.Usagef("unknown severity %s%s (%s)", escape.Quoted(o.failOnNew), didyoumean.Hint(o.failOnNew, severityNames()),
			strings.Join(severityNames(), ", "))
	}
	words := []string{requirePackage}
	for _, m := range finding.Modules() {
		words = append(words, string(m))
	}
	for _, word := range o.required {
		if !slices.Contains(words, word) {
			return exit.Usagef("unknown layer %s for --require%s (%s)", escape.Quoted(word), didyoumean.Hint(word, words), strings.Join(words, ", "))
		}
		if word != requirePackage {
			s.Judging.Require = append(s.Judging.Require, finding.Module(word))
		}
	}
	if s.Timeout <= 0 {
		return exit.Usagef("--timeout must be more than nothing")
	}
	return nil
}

// judge judges a change as the flags say, which were checked. more is what they do not
// say.
func judge(ctx context.Context, p *process.Process, targets []string, o gateOptions, more review.Options) (review.Result, error) {
	more.PackageRequired = slices.Contains(o.required, requirePackage)
	more.Threshold = finding.None
	for _, s := range finding.Severities() {
		if s.String() == o.failOnNew {
			more.Threshold = s
		}
	}
	more.Today = p.Today(o.scan.Judging.Today)
	if !o.scan.Services.Online {
		more.Cache = review.Cache{Dir: o.cache, Key: cacheKey(o.scan)}
	}
	return review.Run(ctx, targets, more, review.Machine{
		Version: p.Version, Git: audit.Git(p), Worker: p.Worker(), Workflow: p.Getenv("GITHUB_ACTIONS") == "true", Path: p.Path, Now: p.Now,
		Scan: func(ctx context.Context, r review.Request, use func(scan.Result) error) error {
			progress := process.NewProgress(p, 1)
			defer progress.Done()
			return audit.Audit(ctx, p, r.File, requested(o.scan, r), progress, func(seen scan.Result) error {
				// What is printed from here on begins a line of its own.
				progress.Done()
				return use(seen)
			})
		},
		NotExtension: func(ctx context.Context, dir string, ext *extension.Extension) error {
			return audit.NotExtension(ctx, p, p.Relative(dir), ext, audit.Settings{Target: audit.Target{Verb: "gate"}})
		},
		Outside: func(top string) error { return o.scan.Organisation.Outside(p, top) },
		Replace: p.Replace,
		Warn:    func(text string) { _, _ = fmt.Fprintf(p.Stderr, "ringfence: %s\n", text) },
	})
}

// requested are the settings of one scan that a review asks for.
func requested(o audit.Settings, r review.Request) audit.Settings {
	// The base may be of a time before it was one, and a change does not get out of
	// the gate by taking the engine out of its manifest.
	o.Target = audit.Target{
		Verb:        cmp.Or(o.Target.Verb, "gate"),
		Anything:    true,
		Subject:     r.Subject,
		Source:      r.Source,
		FromSources: r.FromSources,
		Place:       r.Place,
	}
	o.Judging.Given = &audit.Given{Name: r.Config.Name, Text: r.Config.Text}
	o.Explain.CallPaths = r.CallPaths
	o.Baseline = audit.Baseline{Name: r.BaselineName, Scanned: r.Baseline}
	if !r.Ceilings {
		o.Organisation = audit.Organisation{}
	}
	if !r.Services {
		o.Services, o.Model = audit.Services{}, audit.Model{}
	}
	return o
}

// cacheKey names the settings that what came of a base depends on.
func cacheKey(o audit.Settings) string {
	judging := o.Judging
	judging.Given = nil
	return fmt.Sprintf("%+v %t %v %+v", judging, o.NoSecrets, o.Timeout, o.Limits)
}
