package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/initial"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/spf13/cobra"
)

// initOptions are the flags of init.
type initOptions struct {
	commit, branch, pack, command, org string
	release, force, dry, noBuild       bool
}

func (c *Command) initialise() *cobra.Command {
	var o initOptions
	cmd := &cobra.Command{
		Use:   "init [PATH] --action COMMIT",
		Short: "Write the workflow, the configuration and the first policy of a repository",
		Long: `Write what a repository on GitHub needs to judge its pull requests: .github/workflows/ringfence.yml with three jobs
(the change's code runs in one without secrets, docs/build.md), .ringfence/config.yml and the first policy.json. It
finds the default branch, the package manager, Node and the build command, and says what it found before it begins.

The policy is made of the extension as it is packaged. So init builds it as "ringfence build" does: this runs code of the
repository, with an environment without tokens and keys. --package takes a .vsix that is built already, --no-build the
sources as they are. A build that fails writes nothing.

Where what it writes would ship with the extension, .vscodeignore gets lines that leave it out. What is there already and is
what would be written stays; a file that says something else is not written over without --force, and an edited
config.yml not with it either. With --release only the workflow that releases need is written, for a repository that has the others.

PATH is the extension's folder in the repository, or a repository that holds one. COMMIT is the commit of
ringfence-dev/ringfence to use, all 40 digits, for a tag can be moved: git ls-remote tells a release's.`,
		Example: `  ringfence init --action 0123456789abcdef0123456789abcdef01234567
  ringfence init extensions/tool --action 0123456789abcdef0123456789abcdef01234567 --package tool.vsix
  ringfence init --action 0123456789abcdef0123456789abcdef01234567 --command "npm run bundle"`,
		Args: arguments(0, 1, "extension"),
		RunE: func(cmd *cobra.Command, args []string) error {
			target := "."
			if len(args) == 1 {
				target = args[0]
			}
			return c.runInit(cmd.Context(), target, o)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.commit, "action", "", "the commit of ringfence-dev/ringfence, 40 digits")
	fs.StringVar(&o.branch, "branch", "", "the default branch (default: the one that the clone names)")
	fs.StringVar(&o.command, "command", "", "what builds the extension before it is packaged, here and in the workflow (default: what package.json says)")
	fs.StringVar(&o.pack, "package", "", "make the policy of this .vsix, and build nothing")
	fs.BoolVar(&o.noBuild, "no-build", false, "make the policy of the sources, and build nothing")
	fs.StringVar(&o.org, "org", "", "the organisation's file, owner/repo/path@COMMIT or https://…#sha256:DIGEST (docs/organisations.md)")
	fs.BoolVar(&o.release, "release", false, "write the workflow that wraps the package of a release, and nothing else")
	fs.BoolVar(&o.force, "force", false, "write over files that say something else, config.yml not among them")
	fs.BoolVar(&o.dry, "dry-run", false, "say what was found and what would be written; build and write nothing")
	return cmd
}

func (o initOptions) check() error {
	switch {
	case o.release && (o.pack != "" || o.org != "" || o.noBuild):
		return exit.Usagef("--release writes no policy and asks for no ceilings: it goes without --package, --no-build and --org")
	case o.pack != "" && o.noBuild:
		return exit.Usagef("--package and --no-build are two answers")
	case o.org == "":
		return nil
	}
	if source, err := org.ParseSource(o.org); err != nil {
		return exit.Usagef("--org %s: %w", quoted(o.org), err)
	} else if source.File != "" {
		return exit.Usagef("--org %s is a path; in a workflow the file is named as owner/repo/path@COMMIT or https://…#sha256:DIGEST", quoted(o.org))
	}
	return nil
}

func (c *Command) runInit(ctx context.Context, target string, o initOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	b, err := c.begin(ctx, target, o)
	if err != nil {
		return err
	}
	writes := map[bool]func(initial.Settings) (map[string][]byte, error){false: initial.Files, true: initial.ReleaseFiles}[o.release]
	if b.files, err = writes(b.settings); err != nil {
		return exit.AsUsage(fmt.Errorf("what goes into the workflow (--action, --branch, --command, --org and PATH name it): %w", err))
	}
	if o.release {
		return c.writeRelease(b, o)
	}
	if err := b.buildable(o); err != nil {
		return err
	}
	if err := c.beside(b); err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(b.files))
	if err := c.mayWrite(b, append(slices.Clone(names), b.document(policygen.PolicyFile), b.document(initial.Evidence)), o); err != nil {
		return err
	}
	if o.force {
		if err := c.keepsConfiguration(b); err != nil {
			return err
		}
	}
	if err := c.tellFound(b); err != nil {
		return err
	}
	if o.dry {
		return errors.Join(c.tellFiles("would write", append(names, b.document(policygen.PolicyFile), b.document(initial.Evidence)), b), c.tellShips(b.ships))
	}
	// The policy comes first: an extension that cannot be built or read gets no
	// workflow.
	dir, err := os.MkdirTemp("", "ringfence-init-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	subject, err := c.subject(ctx, b, o, filepath.Join(dir, "extension.vsix"))
	if err != nil {
		return err
	}
	if err := c.firstPolicy(ctx, b, subject, o); err != nil {
		return err
	}
	for name := range b.files {
		if err := c.writeOne(b, name, b.files[name]); err != nil {
			return err
		}
	}
	return errors.Join(c.tellWritten(b), c.tellShips(b.ships), c.tellNext(b))
}

// writeRelease writes the workflow of releases.
func (c *Command) writeRelease(b *setup, o initOptions) error {
	names := slices.Sorted(maps.Keys(b.files))
	if err := c.mayWrite(b, names, o); err != nil {
		return err
	}
	if o.dry {
		return c.tellFiles("would write", names, b)
	}
	for _, name := range names {
		if err := c.writeOne(b, name, b.files[name]); err != nil {
			return err
		}
	}
	return c.tellWritten(b)
}

// document is a file below .ringfence, relative to the repository's root.
func (b *setup) document(name string) string {
	return path.Join(b.folder, policygen.Dir, name)
}

// at is a file of the repository on this machine.
func (b *setup) at(name string) string {
	return filepath.Join(b.root, filepath.FromSlash(name))
}
