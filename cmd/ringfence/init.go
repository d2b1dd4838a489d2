package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/initial"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/spf13/cobra"
)

// initOptions are the flags of init.
type initOptions struct {
	commit, branch, pack, org string
	release, force, dry       bool
}

func (c *Command) initialise() *cobra.Command {
	var o initOptions
	cmd := &cobra.Command{
		Use:   "init [PATH] --action COMMIT",
		Short: "Write the workflow, the configuration and the first policy of a repository",
		Long: `Write what a repository on GitHub needs to judge its pull requests: .github/workflows/ringfence.yml with three jobs
(the change's code runs in one without secrets, docs/build.md), .ringfence/config.yml and the first policy.json. Says what
each is for. Where what lies in .ringfence would ship with the extension, .vscodeignore gets a line that leaves it out.
With --release only the workflow that releases need is written, for a repository that has the others. A
file that is there stays, and nothing is written, unless --force is given.

PATH is the extension's folder in the repository, or a repository that holds one. COMMIT is the commit of
ringfence-dev/ringfence to use, all 40 digits, for a tag can be moved: git ls-remote tells a release's.`,
		Example: `  ringfence init --action 0123456789abcdef0123456789abcdef01234567
  ringfence init extensions/tool --action 0123456789abcdef0123456789abcdef01234567 --package tool.vsix`,
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
	fs.StringVar(&o.branch, "branch", "main", "the default branch")
	fs.StringVar(&o.pack, "package", "", "the built .vsix to make the policy of (default: what lies in PATH)")
	fs.StringVar(&o.org, "org", "", "the organisation's file, owner/repo/path@COMMIT or https://…#sha256:DIGEST (docs/organisations.md)")
	fs.BoolVar(&o.release, "release", false, "write the workflow that wraps the package of a release, and nothing else")
	fs.BoolVar(&o.force, "force", false, "write over files that are there")
	fs.BoolVar(&o.dry, "dry-run", false, "say what would be written, and write nothing")
	return cmd
}

// purposes say what each file is for.
var purposes = map[string]string{
	path.Base(initial.Workflow):      "judges every pull request; permissions are listed job by job",
	path.Base(initial.Release):       "wraps the package of a published release and attaches it, with what belongs to it",
	path.Base(initial.Configuration): "how the extension is judged, and the answers to findings (docs/config.md)",
	policygen.PolicyFile:             "what the extension may do; generated, compared byte for byte (docs/policy.md)",
	evidenceFile:                     "why, line by line; need not be committed",
	initial.Ignore:                   "a line leaves .ringfence out of the package",
}

func (c *Command) runInit(ctx context.Context, target string, o initOptions) error {
	root, folder, err := c.project(ctx, target, "")
	if err != nil {
		return err
	}
	if o.release && (o.pack != "" || o.org != "") {
		return usagef("--release writes no policy and asks for no ceilings: it goes without --package and --org")
	}
	if o.org != "" {
		if source, err := org.ParseSource(o.org); err != nil {
			return usagef("--org %s: %w", quoted(o.org), err)
		} else if source.File != "" {
			return usagef("--org %s is a path; in a workflow the file is named as owner/repo/path@COMMIT or https://…#sha256:DIGEST", quoted(o.org))
		}
	}
	writes := map[bool]func(initial.Settings) (map[string][]byte, error){false: initial.Files, true: initial.ReleaseFiles}[o.release]
	files, err := writes(initial.Settings{Commit: o.commit, Branch: o.branch, Folder: folder, Org: o.org})
	if err != nil {
		return usageError{fmt.Errorf("--action, --branch, --org and PATH go into a workflow: %w", err)}
	}
	if o.release {
		return c.writeRelease(root, files, o)
	}
	names := []string{path.Join(folder, policygen.Dir, policygen.PolicyFile), path.Join(folder, policygen.Dir, evidenceFile)}
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	if err := c.mayWrite(root, names, o.force); err != nil {
		return err
	}
	ships, err := c.unpackaged(root, folder, files)
	if err != nil {
		return err
	}
	if at := path.Join(folder, initial.Ignore); files[at] != nil {
		names = append(names, at)
	}
	if o.dry {
		return errors.Join(c.tellInitial("would write", names), c.tellShips(ships))
	}
	// The policy comes first: a repository that cannot be read gets no workflow.
	subject := filepath.Join(root, filepath.FromSlash(folder))
	g := generating{scanOptions: scanOptions{limits: extension.DefaultLimits(), ways: true, offline: true, timeout: 10 * time.Minute}}
	g.out, g.documents = filepath.Join(subject, policygen.Dir), filepath.Join(subject, policygen.Dir)
	if o.pack != "" {
		subject = o.pack
	}
	if err := os.MkdirAll(g.documents, 0o755); err != nil {
		return err
	}
	if err := c.generate(ctx, subject, g); err != nil {
		return err
	}
	if err := errors.Join(c.writeInitial(root, files, names), c.tellShips(ships)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Stdout, "Next: read them, commit them and open a pull request. Make the check \"analyze\" required for %s, so that nothing is merged past it.\n", o.branch)
	return err
}

// writeRelease writes the workflow of releases.
func (c *Command) writeRelease(root string, files map[string][]byte, o initOptions) error {
	names := slices.Sorted(maps.Keys(files))
	if err := c.mayWrite(root, names, o.force); err != nil {
		return err
	}
	if o.dry {
		return c.tellInitial("would write", names)
	}
	return c.writeInitial(root, files, names)
}

// writeInitial writes files and says what each of names is for.
func (c *Command) writeInitial(root string, files map[string][]byte, names []string) error {
	for name, data := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := c.replace(file, data); err != nil {
			return err
		}
	}
	return c.tellInitial("wrote", names)
}

func (c *Command) tellInitial(done string, names []string) error {
	for _, name := range names {
		if _, err := fmt.Fprintf(c.Stdout, "%s %s: %s\n", done, finding.Printable(name, 300), purposes[path.Base(name)]); err != nil {
			return err
		}
	}
	return nil
}

// mayWrite refuses files that are there, and ways to them that are links.
func (c *Command) mayWrite(root string, names []string, force bool) error {
	for _, name := range names {
		for at := name; at != "."; at = path.Dir(at) {
			if err := c.notLinked(filepath.Join(root, filepath.FromSlash(at))); err != nil {
				return err
			}
		}
		_, err := os.Lstat(filepath.Join(root, filepath.FromSlash(name)))
		switch {
		case err == nil && !force:
			return usagef("%s is there already, and nothing was written; --force writes over it", quoted(name))
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	return nil
}
