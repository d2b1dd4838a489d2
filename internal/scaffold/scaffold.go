package scaffold

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen"
)

// Options say what is written.
type Options struct {
	// Commit is the commit of the action, 40 digits.
	Commit string
	// Built is the commit that this program was built at, to be named to who gives no
	// Commit; empty: nobody knows.
	Built string
	// Branch is the default branch; empty: the one that the clone names.
	Branch string
	// Package is a .vsix that the policy is made of; empty: it is built.
	Package string
	// Command builds the extension; empty: what package.json says.
	Command string
	// Org names the organisation's file; empty: there is none.
	Org string
	// Release asks for the workflow of releases and nothing else.
	Release bool
	// Force writes over files that say something else.
	Force bool
	// Dry builds and writes nothing.
	Dry bool
	// NoBuild makes the policy of the sources.
	NoBuild bool
}

func (o Options) check() error {
	if err := checkCommit(o.Commit, o.Built); err != nil {
		return err
	}
	switch {
	case o.Release && (o.Package != "" || o.Org != "" || o.NoBuild):
		return exit.Usagef("--release writes no policy and asks for no ceilings: it goes without --package, --no-build and --org")
	case o.Package != "" && o.NoBuild:
		return exit.Usagef("--package and --no-build are two answers")
	case o.Org == "":
		return nil
	}
	if source, err := org.ParseSource(o.Org); err != nil {
		return exit.Usagef("--org %s: %w", escape.Quoted(o.Org), err)
	} else if source.File != "" {
		return exit.Usagef("--org %s is a path; in a workflow the file is named as owner/repo/path@COMMIT or https://…#sha256:DIGEST",
			escape.Quoted(o.Org))
	}
	return nil
}

// Run writes the first files of a repository.
func Run(ctx context.Context, p *process.Process, target string, o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	b, err := begin(ctx, p, target, o)
	if err != nil {
		return err
	}
	writes := map[bool]func(Settings) (map[string][]byte, error){false: Files, true: ReleaseFiles}[o.Release]
	if b.files, err = writes(b.settings); err != nil {
		return exit.AsUsage(fmt.Errorf("what goes into the workflow (--action, --branch, --command, --org and PATH name it): %w", err))
	}
	if o.Release {
		return writeRelease(p, b, o)
	}
	if err := b.buildable(o); err != nil {
		return err
	}
	if err := beside(p, b); err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(b.files))
	if err := mayWrite(p, b, append(slices.Clone(names), b.document(policygen.PolicyFile), b.document(Evidence)), o); err != nil {
		return err
	}
	if o.Force {
		if err := keepConfiguration(p, b); err != nil {
			return err
		}
	}
	if err := printFindings(p, b); err != nil {
		return err
	}
	if o.Dry {
		return errors.Join(
			printFiles(p, "would write", append(names, b.document(policygen.PolicyFile), b.document(Evidence)), b),
			printShips(p, b.ships),
		)
	}
	// The policy comes first: an extension that cannot be built or read gets no
	// workflow.
	dir, err := os.MkdirTemp("", "ringfence-init-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	subject, err := subject(ctx, p, b, o, filepath.Join(dir, "extension.vsix"))
	if err != nil {
		return err
	}
	if err := firstPolicy(ctx, p, b, subject, o); err != nil {
		return err
	}
	for name := range b.files {
		if err := writeOne(p, b, name, b.files[name]); err != nil {
			return err
		}
	}
	return errors.Join(printWritten(p, b), printShips(p, b.ships), printNext(p, b))
}

// writeRelease writes the workflow of releases.
func writeRelease(p *process.Process, b *setup, o Options) error {
	names := slices.Sorted(maps.Keys(b.files))
	if err := mayWrite(p, b, names, o); err != nil {
		return err
	}
	if o.Dry {
		return printFiles(p, "would write", names, b)
	}
	for _, name := range names {
		if err := writeOne(p, b, name, b.files[name]); err != nil {
			return err
		}
	}
	return printWritten(p, b)
}

// document is a file below .ringfence, relative to the repository's root.
func (b *setup) document(name string) string {
	return path.Join(b.folder, policygen.Dir, name)
}

// at is a file of the repository on this machine.
func (b *setup) at(name string) string {
	return filepath.Join(b.root, filepath.FromSlash(name))
}
