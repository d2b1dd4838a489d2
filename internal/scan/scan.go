// Package scan is the pipeline: an extension that was loaded goes in, a report comes
// out. It analyses the code, gathers what else checks look at, asks whom the caller
// lets it ask, runs the checks, explains where findings stand, and builds the report
// with its verdict.
//
// It knows no command line, no network and no environment. What comes from there is
// a function of Options that the caller hands in; without it that part is left out,
// and the report says that nobody looked.
package scan

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/claims"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/secrets"
	"github.com/ringfence-dev/ringfence/internal/sourcemap"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// Options say how one extension is scanned. The zero value of Profile is no profile:
// name one of verdict.Profiles.
type Options struct {
	// Tool is who writes the report, Subject what it says it is about, and how
	// errors call it.
	Tool    report.Tool
	Subject string
	// Analysis bounds the analysis of the code.
	Analysis Analysis
	// NoSecrets leaves the search for secrets out.
	NoSecrets bool
	// Profile and Config say how to judge.
	Profile verdict.Profile
	Config  report.Configured

	// Base compares with the release before, and names it; nil: there is none.
	Base func(context.Context, *extension.Extension, *facts.Program) (name string, base *checks.Base, err error)
	// Services asks services about the extension and its packages; nil: nobody is
	// asked. It may add packages to the inventory.
	Services func(context.Context, *extension.Extension, *facts.Program, *supplychain.Inventory) (*supplychain.Answers, error)
	// Triage asks a model about findings that are guesses; nil, or a nil answer: no
	// model is asked.
	Triage func(context.Context, *extension.Extension, *secrets.Result, []checks.Result) *supplychain.Service
	// Origins looks up where in its author's sources a place comes from; nil: places
	// stay those of the files that ship. done is called when no place is looked up
	// any more.
	Origins func(context.Context, *extension.Extension) (finder *sourcemap.Finder, done func())
	// Ceilings holds what the extension needs against an organisation's file; nil:
	// none was named.
	Ceilings func(Result) (*org.Outcome, error)
}

// Result is one extension that was scanned, while it is open.
type Result struct {
	// Report is nil for Options.Ceilings, which is asked before it is built.
	Report    *report.Report
	Extension *extension.Extension
	// Program is nil when the code could not be analysed, and ProgramErr says why.
	Program    *facts.Program
	ProgramErr error
	// Checks are what each check found, or why it did not look.
	Checks []checks.Result
	// Claims are what the extension says of its own safety.
	Claims *claims.Facts
	// Origins tell the author's own places.
	Origins *sourcemap.Finder
}

// Scan scans one extension and hands what it saw to use while the extension is open.
// It closes the extension; one whose analysis ran out of time may still be read, and
// stays open. Errors name Options.Subject, but for those of Base, Services and use,
// which are returned as they are.
func Scan(ctx context.Context, ext *extension.Extension, o Options, use func(Result) error) error {
	failed := func(err error) error {
		return fmt.Errorf(`scanning "%s": %w`, escape.Printable(o.Subject, 120), err)
	}
	program, programErr := Analyze(ctx, ext, o.Analysis)
	if err := ctx.Err(); err != nil {
		return failed(err)
	}
	if programErr == nil {
		// Otherwise the analysis may still be reading.
		defer ext.Close()
	}
	ext = Judged(ext, program)
	in, err := checks.Gather(ctx, ext, program, o.NoSecrets)
	if err != nil {
		return failed(err)
	}
	var before string
	if o.Base != nil {
		if before, in.Base, err = o.Base(ctx, ext, program); err != nil {
			return err
		}
	}
	in.Answers = &supplychain.Answers{}
	if o.Services != nil {
		if in.Answers, err = o.Services(ctx, ext, program, in.Inventory); err != nil {
			return err
		}
	}
	results, err := checks.Run(ctx, checks.All(), in)
	if err != nil {
		return failed(err)
	}
	services := in.Answers.Services
	if o.Triage != nil {
		if s := o.Triage(ctx, ext, in.Secrets, results); s != nil {
			services = append(services, *s)
		}
	}
	seen := Result{Extension: ext, Program: program, ProgramErr: programErr, Checks: results, Claims: in.Claims}
	if o.Origins == nil {
		seen.Origins = sourcemap.NewFinder(ext, sourcemap.Options{})
	} else {
		finder, done := o.Origins(ctx, ext)
		defer done()
		seen.Origins = finder
	}
	for _, r := range results {
		seen.Origins.Explain(r.Findings)
	}
	var outcome *org.Outcome
	if o.Ceilings != nil {
		if outcome, err = o.Ceilings(seen); err != nil {
			return failed(err)
		}
	}
	seen.Report = report.Build(report.Inputs{
		Tool: o.Tool, Subject: o.Subject, Extension: ext, Program: program, ProgramErr: programErr,
		Checks: results, Source: seen.Origins.Source, Secrets: in.Secrets, Catalog: in.Catalog, Profile: o.Profile, Config: o.Config,
		Services: services, Organisation: outcome, Before: before, Base: in.Base,
	})
	return use(seen)
}

// Judged counts the sources that were analysed in place of what is built of them
// among the files that ship: what they hold will.
func Judged(ext *extension.Extension, program *facts.Program) *extension.Extension {
	if program == nil || program.Basis != facts.Sources {
		return ext
	}
	var names []string
	for _, m := range program.Modules {
		names = append(names, m.Path)
	}
	return ext.Judged(names)
}
