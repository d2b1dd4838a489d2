package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/spf13/cobra"
)

// buildOptions are the flags of build.
type buildOptions struct {
	out, repository, command, registry, target string
	scripts, list                              bool
	with, without, noMaps                      bool
	named                                      []string
	timeout                                    time.Duration
}

func (c *Command) build() *cobra.Command {
	var o buildOptions
	cmd := &cobra.Command{
		Use:   "build [PATH] --out OUT.vsix",
		Short: "Build a .vsix from an extension's sources",
		Long: `Install what an extension depends on, as its lock file says and without install scripts, and package it with vsce, which
runs vscode:prepublish. This runs the extension's own code: it gets a copy of the sources, a home of its own and an
environment without tokens, keys and variables of the runner; its output cannot speak to the runner, and what it leaves
running is ended. It still runs as you: in CI, build what you do not trust in a job without secrets (docs/build.md).

PATH is the extension's folder, or a repository that holds one. --list says which extensions a repository holds and builds
nothing. npm, pnpm and yarn are used as the lock file says; bun is not supported.

Exit codes: 0 built, 1 the sources do not build, 2 asked wrongly, 3 we broke or the network did.`,
		Example: `  ringfence build -o tool.vsix
  ringfence build extensions/tool --command "npm run bundle" -o tool.vsix
  ringfence build --list .`,
		Args: arguments(0, 1, "extension"),
		RunE: func(cmd *cobra.Command, args []string) error {
			target := "."
			if len(args) == 1 {
				target = args[0]
			}
			if o.list {
				return c.listProjects(cmd.Context(), target)
			}
			return c.runBuild(cmd.Context(), target, o)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVarP(&o.out, "out", "o", "", "the .vsix to write")
	fs.BoolVar(&o.list, "list", false, "only list the extensions below PATH")
	fs.StringVar(&o.repository, "repository", "", "the repository PATH lies in; without it, the nearest folder with a .git")
	fs.StringVar(&o.command, "command", "", "run this in the extension's folder before it is packaged (default: what package.json says)")
	fs.BoolVar(&o.scripts, "scripts", false, "let install scripts of packages run")
	fs.BoolVar(&o.with, "dependencies", false, "package production dependencies of node_modules")
	fs.BoolVar(&o.without, "no-dependencies", false, "package none of node_modules")
	fs.BoolVar(&o.noMaps, "no-maps", false, "keep no source maps beside the package")
	fs.StringVar(&o.target, "target", "", "the platform to package for, such as linux-x64")
	fs.StringVar(&o.registry, "registry", "", "where packages come from, whatever the repository says")
	fs.StringArrayVar(&o.named, "env", nil, "a variable the build may see; names of secrets and runners are refused")
	fs.DurationVar(&o.timeout, "timeout", 15*time.Minute, "how long each step may take")
	return cmd
}

// buildTargets are vsce's.
var buildTargets = []string{"win32-x64", "win32-arm64", "linux-x64", "linux-arm64", "linux-armhf", "darwin-x64", "darwin-arm64", "alpine-x64", "alpine-arm64", "web"}

func (c *Command) runBuild(ctx context.Context, target string, o buildOptions) error {
	switch {
	case o.out == "":
		return exit.Usagef("where to? --out names a .vsix")
	case o.with && o.without:
		return exit.Usagef("--dependencies and --no-dependencies are two answers")
	case o.timeout <= 0:
		return exit.Usagef("--timeout is longer than nothing")
	case o.target != "" && !slices.Contains(buildTargets, o.target):
		return exit.Usagef("--target is one of %s", strings.Join(buildTargets, ", "))
	}
	repository, folder, err := c.project(ctx, target, o.repository)
	if err != nil {
		return err
	}
	options, err := c.builds(repository, folder)
	if err != nil {
		return err
	}
	dependencies := map[bool]build.Dependencies{o.with: build.With, o.without: build.Without}[true]
	options.Out, options.Log, options.Named, options.Registry = c.path(o.out), c.Stderr, o.named, o.registry
	options.Command, options.Scripts, options.Target, options.Dependencies, options.Timeout = o.command, o.scripts, o.target, dependencies, o.timeout
	options.NoMaps = o.noMaps
	if o.command == "" {
		if options.Command, err = c.likelyCommand(ctx, repository, folder); err != nil {
			return err
		}
	}
	r, err := build.Run(ctx, options)
	if err != nil {
		return builtWrong(err)
	}
	for _, note := range r.Notes {
		if _, err := fmt.Fprintf(c.Stderr, "ringfence: %s\n", finding.Printable(note, 400)); err != nil {
			return err
		}
	}
	if r.Maps > 0 {
		if _, err := fmt.Fprintf(c.Stderr, "ringfence: %d source maps are in %s\n", r.Maps, finding.Printable(strings.TrimSuffix(o.out, ".vsix")+build.MapsSuffix, 400)); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(c.Stdout, "%s %s: %s\n  %d files, %d bytes, sha256 %s, installed with %s\n", finding.Printable(r.ID(), 200), finding.Printable(r.Version, 200),
		finding.Printable(o.out, 200), r.Files, r.Size, r.SHA256, r.Manager)
	return err
}

// likelyCommand is the command that init would take as well, where vsce runs none
// and would miss an entry: so "ringfence build PATH", which the gates name, is enough.
func (c *Command) likelyCommand(ctx context.Context, repository, folder string) (string, error) {
	b := &setup{root: repository, folder: folder}
	if b.Description, b.undescribed = build.Describe(repository, folder); b.undescribed != nil {
		return "", nil // the build says why
	}
	// What somebody built before is packaged as it lies there.
	b.entries(ctx, nil)
	b.chooseCommand(initOptions{})
	if b.settings.Command == "" {
		return "", nil
	}
	_, err := fmt.Fprintf(c.Stderr, "ringfence: build command: %s (%s)\n", finding.Printable(b.settings.Command, 200), finding.Printable(b.commandFrom, 400))
	return b.settings.Command, err
}

// builtWrong says whose fault it is that there is no package: of who asked, of the
// sources, whose build failed, or ours.
func builtWrong(err error) error {
	var refusal *build.Refusal
	var failure *build.Failure
	switch {
	case errors.As(err, &refusal):
		return exit.AsUsage(err)
	case errors.As(err, &failure):
		return exit.AsNo(err)
	}
	return err
}

// builds are the options of any build on this machine.
func (c *Command) builds(repository, folder string) (build.Options, error) {
	node, ok := c.lookPath("node")
	if !ok {
		return build.Options{}, exit.Usagef("building takes Node.js, and node is not on the PATH")
	}
	npm, ok := c.lookPath("npm")
	if !ok {
		return build.Options{}, exit.Usagef("building takes npm, which is not on the PATH")
	}
	return build.Options{
		Repository: repository, Folder: folder, Node: node, NPM: npm, Keeper: []string{c.Self, keeperVerb}, Env: c.Env, RunnerFiles: c.runnerFiles(),
	}, c.warnOfSecrets()
}

// project finds the repository and the extension's folder inside it.
func (c *Command) project(ctx context.Context, target, repository string) (root, folder string, err error) {
	dir, err := filepath.Abs(c.path(target))
	if err != nil {
		return "", "", err
	}
	if root = repository; root == "" {
		root = repositoryOf(dir)
	} else if root, err = filepath.Abs(c.path(root)); err != nil {
		return "", "", err
	}
	rel, err := filepath.Rel(root, dir)
	if err != nil || !filepath.IsLocal(rel) {
		return "", "", exit.Usagef("%s does not lie in %s", quoted(target), quoted(root))
	}
	found, err := build.Discover(ctx, dir)
	if err != nil {
		return "", "", exit.AsUsage(err)
	}
	all := outermost(found.Projects)
	switch len(all) {
	case 0:
		return "", "", exit.Usagef("%s holds no extension: no package.json below it names a vscode engine and a publisher", quoted(target))
	case 1:
		return root, filepath.ToSlash(filepath.Join(rel, filepath.FromSlash(all[0].Path))), nil
	}
	return "", "", several(target, all)
}

// outermost drops the extensions that lie below another: they are its fixtures and
// parts.
func outermost(all []build.Project) []build.Project {
	var out []build.Project
	for _, p := range all {
		if !slices.ContainsFunc(all, func(o build.Project) bool { return o.Path != p.Path && inFolder(p.Path, o.Path) }) {
			out = append(out, p)
		}
	}
	return out
}

// inFolder reports that a path is a folder or lies below it.
func inFolder(name, folder string) bool {
	return folder == "." || name == folder || strings.HasPrefix(name, folder+"/")
}

// several says which extensions there are to choose from.
func several(target string, all []build.Project) error {
	const most = 12
	var names []string
	for _, p := range all[:min(len(all), most)] {
		names = append(names, finding.Printable(p.Path, 200))
	}
	more := ""
	if len(all) > most {
		more = fmt.Sprintf(" and %d more", len(all)-most)
	}
	return exit.Usagef("%s holds %d extensions, name one: %s%s", quoted(target), len(all), strings.Join(names, ", "), more)
}

// repositoryOf is the nearest folder with a .git; the folder itself when there
// is none.
func repositoryOf(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		} else if !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			return dir
		}
	}
}

func (c *Command) listProjects(ctx context.Context, target string) error {
	found, err := build.Discover(ctx, c.path(target))
	if err != nil {
		return exit.AsUsage(err)
	}
	for _, p := range found.Projects {
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\t%s\n", finding.Printable(p.Path, 400), finding.Printable(p.ID(), 200), finding.Printable(p.Version, 100)); err != nil {
			return err
		}
	}
	for _, u := range found.Unreadable {
		if _, err := fmt.Fprintf(c.Stderr, "ringfence: could not look at %s: %s\n", quoted(u.Path), u.Reason); err != nil {
			return err
		}
	}
	if len(found.Projects) == 0 {
		return exit.Usagef("%s holds no extension: no package.json below it names a vscode engine and a publisher", quoted(target))
	}
	return nil
}

// runnerFiles are the files through which this step speaks to its runner.
func (c *Command) runnerFiles() []string {
	var files []string
	for _, name := range []string{"GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"} {
		if file, ok := c.getenv(name); ok && file != "" {
			files = append(files, file)
		}
	}
	return files
}

// warnOfSecrets says which secrets this job holds. The build is given none of
// them, and runs beside them.
func (c *Command) warnOfSecrets() error {
	var names []string
	for _, kv := range c.Env {
		name, value, _ := strings.Cut(kv, "=")
		if value != "" && build.Secret(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(c.Stderr, "ringfence: this job holds %s; the build is not given them, but runs as the same user: build what you do not trust in a job without secrets (docs/build.md)\n",
		finding.Printable(strings.Join(names, ", "), 300))
	return err
}

const keeperVerb = "build-keeper"

// buildKeeper is the process between us and a step of a build.
func (c *Command) buildKeeper() *cobra.Command {
	return &cobra.Command{
		Use:                keeperVerb,
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			// The third file is the report, which build.Run opened.
			return build.Keep(args, c.Stdin, os.NewFile(3, "report"))
		},
	}
}
