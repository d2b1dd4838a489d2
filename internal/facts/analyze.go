package facts

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/worker"
)

// Options say how to analyse.
type Options struct {
	// Worker is the command that serves package worker's protocol, the same
	// binary under a hidden verb. Empty: parse in this process, which hostile
	// source may kill; for trusted input only.
	Worker []string
	// Patience and PatiencePerMB bound the parsing of one file; zero means
	// DefaultPatience and DefaultPatiencePerMB.
	Patience, PatiencePerMB time.Duration
	// MaxFile is the largest source file that is parsed, in bytes; zero means
	// DefaultMaxFile. A larger one is blind.
	MaxFile int64
	// Sources asks for the basis of sources even where the extension is built.
	Sources bool
	// CallPaths asks for Program.Functions, which tell how execution gets to a use.
	CallPaths bool
	// Together is how many nodes of code are solved together, whatever loads what; zero
	// means DefaultTogether. Of more, packages that nothing is seen to load are apart.
	Together int
	// Progress is told of each file before it is parsed; nil: nobody is.
	Progress func(path string, done, total int)
}

// Defaults of Options.
const (
	DefaultPatience      = 20 * time.Second
	DefaultPatiencePerMB = 5 * time.Second
	DefaultMaxFile       = 64 << 20
	// Of an extension beside 8,663 files of npm's it took 22 s of CPU and 1.3 GB, twice as much 65 s and 4.2 GB, less no less.
	DefaultTogether = 50_000
)

// parser lowers one file.
type parser func(ctx context.Context, name string, source []byte) (*ir.Unit, error)

// Analyze parses every source file of the extension and gives what is known
// of its code. An error means that nothing could be analysed; a file that
// could not be is in Program.Blind. A repository that was not built is analysed
// by its sources (Program.Basis).
func Analyze(ctx context.Context, ext *extension.Extension, opts Options) (*Program, error) {
	parse, done := opts.parser()
	defer done()
	if opts.Together == 0 {
		opts.Together = DefaultTogether
	}
	r := &reader{ext: ext, parse: parse, most: opts.MaxFile, progress: opts.Progress}
	if r.most == 0 {
		r.most = DefaultMaxFile
	}
	if opts.Sources || Unbuilt(ext) {
		program, err := fromSources(ctx, r, opts)
		if program != nil || err != nil {
			return program, err
		}
	}
	program := &Program{Basis: Package}
	files := sourceFiles(ext)
	r.total = len(files)
	var units []*solver.Unit
	for _, f := range files {
		got, err := r.read(ctx, f)
		if err != nil {
			return nil, err
		}
		units = got.into(program, units)
	}
	done() // the child's memory is needed no more
	resolve := newResolver(ext, ext.Files())
	if err := solveAll(ctx, program, ext, units, resolve, shipped{ext}, opts); err != nil {
		return nil, err
	}
	if missing := absent(program, ext); len(missing) > 0 {
		again, done := opts.parser()
		defer done()
		r.parse, r.n = again, 0
		if r.madeOf(missing) {
			sources, err := fromSources(ctx, r, opts)
			if sources != nil || err != nil {
				return sources, err
			}
		}
		program.BlindSpots = append(program.BlindSpots, missing...)
	}
	unread(program)
	started(program, ext, namesOf(program, ext, units))
	program.sort()
	return program, nil
}

// reader reads and lowers files, each once.
type reader struct {
	ext      *extension.Extension
	parse    parser
	most     int64
	progress func(path string, done, total int)
	n, total int
}

// read is what one file gave: a unit, or why there is none.
type read struct {
	module Module
	unit   *solver.Unit
	blind  []BlindSpot
	hidden []Obfuscation
}

// into adds what was read to a program and its units.
func (r read) into(p *Program, units []*solver.Unit) []*solver.Unit {
	p.Modules = append(p.Modules, r.module)
	p.BlindSpots = append(p.BlindSpots, r.blind...)
	p.Obfuscated = append(p.Obfuscated, r.hidden...)
	if r.unit == nil {
		return units
	}
	return append(units, r.unit)
}

func (r *reader) read(ctx context.Context, f extension.File) (read, error) {
	if r.progress != nil {
		r.progress(f.Path, r.n, r.total)
	}
	r.n++
	out := read{module: Module{Path: f.Path, Bytes: int(f.Size), Dependency: dependencyOf(f.Path)}}
	blind := func(reason string, line int) {
		out.blind = append(out.blind, BlindSpot{File: f.Path, Reason: reason, Line: line})
	}
	if f.Size > r.most || f.TooLarge {
		blind(fmt.Sprintf("it is %d bytes, over the limit for source files of %d", f.Size, r.most), 0)
		return out, nil
	}
	source, err := r.ext.ReadFile(f.Path)
	if err != nil {
		blind(err.Error(), 0)
		return out, nil
	}
	u, err := r.parse(ctx, f.Path, source)
	var failed *worker.BlindSpot
	switch {
	case errors.As(err, &failed):
		blind(failed.Reason, lineOf(source, failed.Offset))
		return out, nil
	case err != nil:
		return out, fmt.Errorf("parsing %s: %w", f.Path, err)
	}
	for _, n := range u.Notes {
		blind(n.Text, lineOf(source, int(n.Pos)))
	}
	out.hidden = obfuscations(f.Path, source, u.Signs)
	out.unit = &solver.Unit{Unit: u, Path: f.Path, Runs: f.Path}
	return out, nil
}

// solveAll solves what can reach Node together, and the rest file by file.
func solveAll(
	ctx context.Context,
	program *Program,
	ext *extension.Extension,
	units []*solver.Unit,
	resolve func(string, string) (string, bool),
	where finder,
	opts Options,
) error {
	parsed := map[string]bool{}
	for _, u := range units {
		parsed[u.Path] = true
	}
	starts := entries(program, ext, where, parsed)
	c := catalog.Default()
	isModule := func(name string) bool {
		bare := strings.TrimPrefix(name, "node:")
		return bare == "vscode" || bare != "globals" && c.HasModule(bare) && len(c.Capabilities(c.Canonical(bare, ""))) > 0
	}
	files := &together{
		ext: ext, program: program, where: where, resolve: resolve, isModule: isModule, starts: starts, opts: opts,
		loads: solver.LoadsOf(units, resolve),
	}
	if err := files.all(ctx, units); err != nil {
		return err
	}
	pages := maxPages
	for _, u := range files.shallow {
		s := solver.New(c, solver.Options{Shallow: true})
		s.Add(u)
		s.Start()
		if err := s.Solve(ctx); err != nil {
			return err
		}
		found := collect(s.View())
		if opts.CallPaths {
			found.ways = newRouter(found.s)
		}
		found.report(program, ext)
		if found := pageFlows(ctx, c, u, &pages); found != nil {
			found.report(program, ext)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	reach(program, units, files.shallow, files.loads, files.loaded)
	hidden(program, ext, units, resolve)
	asksScheme(program, units)
	return nil
}

func (o Options) parser() (parser, func()) {
	if len(o.Worker) == 0 {
		return func(_ context.Context, name string, source []byte) (*ir.Unit, error) {
			u, err := worker.Lower(name, string(source))
			var failure *esbuild.ParseError
			if errors.As(err, &failure) {
				return nil, &worker.BlindSpot{Reason: failure.Text, Offset: failure.Offset}
			}
			return u, err
		}, func() {}
	}
	child := &worker.Child{Command: o.Worker, Patience: o.Patience, PatiencePerMB: o.PatiencePerMB}
	if child.Patience == 0 {
		child.Patience = DefaultPatience
	}
	if child.PatiencePerMB == 0 {
		child.PatiencePerMB = DefaultPatiencePerMB
	}
	return child.Parse, child.Close
}

// sourceFiles are the files to parse: all JavaScript that ships. Type
// declarations hold no code.
func sourceFiles(ext *extension.Extension) []extension.File {
	var out []extension.File
	for _, f := range ext.Files() {
		if isSource(f.Path) {
			out = append(out, f)
		}
	}
	return out
}

func isSource(p string) bool {
	l := strings.ToLower(p)
	return esbuild.IsSource(l) && !strings.HasSuffix(l, ".d.ts") && !strings.HasSuffix(l, ".d.mts") && !strings.HasSuffix(l, ".d.cts")
}

// newResolver resolves specifiers among files of the extension.
func newResolver(ext *extension.Extension, among []extension.File) func(from, specifier string) (string, bool) {
	files := map[string]string{}
	for _, f := range among {
		text := ""
		if base := path.Base(f.Path); base == "package.json" || strings.HasPrefix(base, "tsconfig") && strings.HasSuffix(base, ".json") {
			if data, err := ext.ReadFile(f.Path); err == nil && len(data) < 1<<20 {
				text = string(data)
			}
		}
		files[f.Path] = text
	}
	r := esbuild.NewResolver(files)
	type key struct{ dir, specifier string }
	known := map[key]string{}
	return func(from, specifier string) (string, bool) {
		k := key{path.Dir(from), specifier}
		if got, ok := known[k]; ok {
			return got, got != ""
		}
		got, _ := r.Resolve(from, specifier, false)
		known[k] = got
		return got, got != ""
	}
}

// dependencyOf returns the npm package a file belongs to by its path.
func dependencyOf(p string) string {
	at := strings.LastIndex("/"+p, "/node_modules/")
	if at < 0 {
		return ""
	}
	rest := strings.SplitN(("/" + p)[at+len("/node_modules/"):], "/", 3)
	if strings.HasPrefix(rest[0], "@") && len(rest) > 1 {
		return rest[0] + "/" + rest[1]
	}
	return rest[0]
}
