package main

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/origin"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
)

// git is git as the environment has it.
func (c *Command) git() checkout.Git {
	program, _ := c.lookPath("git")
	search, _ := c.getenv("PATH")
	return checkout.Git{Program: program, Path: checkout.AbsolutePath(search)}
}

// finder looks up places in the clone an extension is judged in. done is to be called
// when no place is looked up any more.
func (c *Command) finder(ctx context.Context, target string, ext *extension.Extension, o scanOptions) (f *origin.Finder, done func()) {
	options, done := checkout.Origins(ctx, c.git(), c.path(target), ext, o.sources)
	return origin.NewFinder(ext, options), done
}

// warnStale says that what is judged is not what the clone would build.
func (c *Command) warnStale(ctx context.Context, target string, ext *extension.Extension, program *facts.Program, origins *origin.Finder) {
	at, ok := checkout.Find(c.path(target), ext)
	if !ok {
		return
	}
	seen := scan.Result{Extension: ext, Program: program, Origins: origins}
	if s := checkout.StaleBuild(ctx, c.git(), at, seen, checkout.StaleOptions{}); s != nil {
		_, _ = fmt.Fprintf(c.Stderr, "ringfence: %s\n", s)
	}
}

// place gives the places of a policy's evidence their origins.
func place(doc *evidence.Document, f *origin.Finder) { checkout.ShowOrigins(doc, f) }

func absolutePath(search string) string { return checkout.AbsolutePath(search) }
