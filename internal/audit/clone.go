package audit

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/sourcemap"
)

// Git is git as the environment has it.
func Git(p *process.Process) checkout.Git {
	program, _ := p.LookPath("git")
	search, _ := p.Lookup("PATH")
	return checkout.Git{Program: program, Path: checkout.AbsolutePath(search)}
}

// Origins looks up places in the clone an extension is judged in. done is to be called
// when no place is looked up any more.
func Origins(
	ctx context.Context,
	p *process.Process,
	target string,
	ext *extension.Extension,
	o Settings,
) (f *sourcemap.Finder, done func()) {
	options, done := checkout.Origins(ctx, Git(p), p.Path(target), ext, o.Target.Place)
	return sourcemap.NewFinder(ext, options), done
}

// WarnStale says that what is judged is not what the clone would build.
func WarnStale(ctx context.Context, p *process.Process, target string, ext *extension.Extension, program *facts.Program,
	origins *sourcemap.Finder) {
	at, ok := checkout.Find(p.Path(target), ext)
	if !ok {
		return
	}
	seen := scan.Result{Extension: ext, Program: program, Origins: origins}
	if s := checkout.StaleBuild(ctx, Git(p), at, seen, checkout.StaleOptions{}); s != nil {
		_, _ = fmt.Fprintf(p.Stderr, "ringfence: %s\n", s)
	}
}
