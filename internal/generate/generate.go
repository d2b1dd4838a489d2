// Package generate makes the policy of an extension, of its package or of its sources,
// and writes it beside the documents of its repository, with the reasons of each line,
// the loader of an extension that ships with one, and what a model proposes for the lines
// that the code leaves open.
//
// What a policy holds is policygen's, and how an extension is scanned internal/audit's.
package generate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/policygen"
)

// Options say of what a policy is made and where it goes.
type Options struct {
	Scan audit.Settings
	// Out is the folder to write to; empty: that of the documents.
	Out string
	// Documents is the folder with what was observed, accepted and overridden; empty:
	// the repository's own.
	Documents string
	// Package is the built extension; empty: what lies in the folder is read.
	Package string

	// home is the folder of a package then, whose documents count and whose policy it
	// is, and is the name of the extension there.
	home, is string
}

// Generated is a policy with what it was made of.
type Generated struct {
	Policy audit.Policy
	// Extension is of use until it is closed.
	Extension *extension.Extension
	// Unbuilt names an entry that is not there, so that its code was not read;
	// empty: there is none.
	Unbuilt string
}

// Generate makes the policy of a target and writes it with what belongs to it.
func Generate(ctx context.Context, p *process.Process, target string, o Options) error {
	out := o.Out
	if out == "" {
		info, err := os.Stat(p.Path(target))
		if err != nil || !info.IsDir() {
			return exit.Usagef("%s is no folder to write into; say where with --out", escape.Quoted(target))
		}
		if out, _, err = documents.Folder(p, target); err != nil {
			return err
		}
	}
	code := target
	if o.Package != "" && o.Scan.Target.FromSources {
		return exit.Usagef("a policy is made of one of the two; --package and --sources exclude each other")
	}
	if o.Package != "" {
		if !strings.HasSuffix(o.Package, ".vsix") {
			return exit.Usagef("--package: %s is no .vsix", escape.Quoted(o.Package))
		}
		var err error
		if o.is, err = nameOf(p, target, o.Scan.Limits); err != nil {
			return err
		}
		code, o.home = o.Package, target
	}
	return Of(ctx, p, code, o, func(g Generated) error {
		if err := losesNothing(p, g, target, out, o.Scan.Target.FromSources); err != nil {
			return err
		}
		why, err := g.Policy.Evidence.Bytes()
		if err != nil {
			return err
		}
		if err := os.MkdirAll(p.Path(out), 0o755); err != nil {
			return exit.AsUsage(err)
		}
		if err := p.Replace(filepath.Join(out, policygen.PolicyFile), g.Policy.Result.Policy.Bytes()); err != nil {
			return err
		}
		if err := p.Replace(filepath.Join(out, policygen.EvidenceFile), why); err != nil {
			return err
		}
		folder := o.Documents
		if folder == "" && (g.Extension.Source == extension.Repository || o.home != "") {
			folder = filepath.Join(target, policygen.Dir)
		}
		if err := WriteLoader(ctx, p, g.Extension, g.Policy.Result.Policy, folder, out); err != nil {
			return err
		}
		if _, err := fmt.Fprint(p.Stderr, said(g, code, target, out)); err != nil {
			return err
		}
		return propose(ctx, p, g, out, o.Scan)
	})
}

// Of makes the policy of a target and hands it on while the extension is
// open.
func Of(ctx context.Context, p *process.Process, target string, o Options, use func(Generated) error) error {
	ext, cleanup, err := audit.Load(ctx, p, target, o.Scan)
	defer cleanup()
	if err != nil {
		return err
	}
	if is := ext.Manifest.ID(); o.is != "" && is != o.is {
		_ = ext.Close()
		return exit.Usagef("--package: %s is %s, and the extension in %s is %s", escape.Quoted(target), escape.Quoted(is),
			escape.Quoted(o.home), escape.Quoted(o.is))
	}
	in, err := documents.Inputs(p, ext, o.from(target))
	if err != nil {
		_ = ext.Close()
		return err
	}
	defer p.Memory.MakeRoom(ext)()
	progress := process.NewProgress(p, 1)
	analysis := audit.Analysis(p, o.Scan)
	analysis.Progress = func(file string, _, _ int) { progress.At(target, file) }
	program, programErr := scan.Analyze(ctx, ext, analysis)
	progress.Done()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("making the policy of %s: %w", escape.Quoted(target), err)
	}
	if programErr == nil {
		// Otherwise the analysis may still be reading.
		defer ext.Close()
	}
	ext = scan.Judged(ext, program)
	if o.Scan.Target.FromSources && (program == nil || program.Basis != facts.Sources) {
		return exit.Usagef("--sources: no source of what package.json of %s starts was found", escape.Quoted(target))
	}
	made, err := audit.PolicyOf(p, ext, program, programErr, in)
	if err != nil {
		return err
	}
	origins, done := audit.Origins(ctx, p, target, ext, o.Scan)
	defer done()
	checkout.ShowOrigins(&made.Evidence, origins)
	audit.WarnStale(ctx, p, target, ext, program, origins)
	g := Generated{Policy: made, Extension: ext}
	if programErr == nil {
		g.Unbuilt = Unbuilt(ext, program)
	}
	return use(g)
}

// from says where the inputs of a target's policy lie.
func (o *Options) from(target string) documents.From {
	return documents.From{Target: target, Home: o.home, Documents: o.Documents, Today: o.Scan.Judging.Today}
}
