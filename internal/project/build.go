package project

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// Request says how an extension is packaged.
type Request struct {
	// Out is the .vsix to write.
	Out string
	// Repository is the one that the target lies in; empty: the nearest with a .git.
	Repository string
	// Command is run before the extension is packaged; empty: what package.json says.
	Command string
	// Registry is where packages come from; empty: what the repository says.
	Registry string
	// Platform is the one to package for; empty: all.
	Platform string
	// Scripts lets install scripts of packages run.
	Scripts bool
	// With and Without say whether production dependencies are packaged.
	With, Without bool
	// NoMaps keeps no source maps beside the package.
	NoMaps bool
	// Named are variables that the build may see.
	Named []string
	// Timeout is how long each step may take.
	Timeout time.Duration
}

// targets are vsce's.
var targets = []string{
	"win32-x64",
	"win32-arm64",
	"linux-x64",
	"linux-arm64",
	"linux-armhf",
	"darwin-x64",
	"darwin-arm64",
	"alpine-x64",
	"alpine-arm64",
	"web",
}

// Build packages the extension of a target as the request says.
func Build(ctx context.Context, p *process.Process, target string, o Request) error {
	switch {
	case o.Out == "":
		return exit.Usagef("where to? --out names a .vsix")
	case o.With && o.Without:
		return exit.Usagef("--dependencies and --no-dependencies are two answers")
	case o.Timeout <= 0:
		return exit.Usagef("--timeout is longer than nothing")
	case o.Platform != "" && !slices.Contains(targets, o.Platform):
		return exit.Usagef("--target is one of %s", strings.Join(targets, ", "))
	}
	repository, folder, err := Find(ctx, p, target, o.Repository)
	if err != nil {
		return err
	}
	options, err := Options(p, repository, folder)
	if err != nil {
		return err
	}
	dependencies := map[bool]build.Dependencies{o.With: build.With, o.Without: build.Without}[true]
	options.Out, options.Log, options.Named, options.Registry = p.Path(o.Out), p.Stderr, o.Named, o.Registry
	options.Command, options.Scripts, options.Target = o.Command, o.Scripts, o.Platform
	options.Dependencies, options.Timeout = dependencies, o.Timeout
	options.NoMaps = o.NoMaps
	if o.Command == "" {
		if options.Command, err = ownCommand(ctx, p, repository, folder); err != nil {
			return err
		}
	}
	r, err := build.Run(ctx, options)
	var failed *build.Failure
	if errors.As(err, &failed) {
		err = fmt.Errorf("%w%s", err, otherCommands(repository, folder, options.Command))
	}
	if err != nil {
		return Failed(err)
	}
	for _, note := range r.Notes {
		if _, err := fmt.Fprintf(p.Stderr, "ringfence: %s\n", escape.Printable(note, 400)); err != nil {
			return err
		}
	}
	if r.Maps > 0 {
		maps := fmt.Sprintf("%d source maps are", r.Maps)
		if r.Maps == 1 {
			maps = "1 source map is"
		}
		if _, err := fmt.Fprintf(p.Stderr, "ringfence: %s in %s\n",
			maps, escape.Printable(strings.TrimSuffix(o.Out, ".vsix")+build.MapsSuffix, 400)); err != nil {
			return err
		}
	}
	files := fmt.Sprintf("%d files", r.Files)
	if r.Files == 1 {
		files = "1 file"
	}
	_, err = fmt.Fprintf(p.Stdout, "%s %s: %s\n  %s, %d bytes, sha256 %s, installed with %s\n", escape.Printable(r.ID(), 200),
		escape.Printable(r.Version, 200),
		escape.Printable(o.Out, 200), files, r.Size, r.SHA256, r.Manager)
	return err
}
