package cli

import (
	"os"
	"time"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/project"
	"github.com/spf13/cobra"
)

func buildVerb(p *process.Process) *cobra.Command {
	var o project.Request
	var list bool
	cmd := &cobra.Command{
		Use:   "build [PATH] --out OUT.vsix",
		Short: "Build a .vsix from an extension's sources",
		Long: `Install what an extension depends on, as its lock file says and without install scripts, and package it with vsce, which
runs vscode:prepublish. This runs the extension's own code: it gets a copy of the sources, a home of its own and an
environment without tokens, keys and variables of the runner; its output cannot speak to the runner, and what it leaves
running is ended. It still runs as you: in CI, build what you do not trust in a job without secrets (docs/guide/build.md).

PATH is the extension's folder, or a repository that holds one. --list says which extensions a repository holds and builds
nothing. npm, pnpm and yarn are used as the lock file says; bun is not supported.

Exit codes: 0 built, 1 the sources do not build, 2 wrong use, 3 an error of ringfence or of the network.`,
		Example: `  ringfence build -o tool.vsix
  ringfence build extensions/tool --command "npm run bundle" -o tool.vsix
  ringfence build --list .`,
		Args: arguments(0, 1, "extension"),
		RunE: func(cmd *cobra.Command, args []string) error {
			target := "."
			if len(args) == 1 {
				target = args[0]
			}
			if list {
				return project.List(cmd.Context(), p, target)
			}
			return project.Build(cmd.Context(), p, target, o)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVarP(&o.Out, "out", "o", "", "the .vsix to write")
	fs.BoolVar(&list, "list", false, "only list the extensions below PATH")
	fs.StringVar(&o.Repository, "repository", "", "the repository PATH lies in; without it, the nearest folder with a .git")
	fs.StringVar(&o.Command, "command", "", "run this in the extension's folder before it is packaged (default: what package.json says)")
	fs.BoolVar(&o.Scripts, "scripts", false, "let install scripts of packages run")
	fs.BoolVar(&o.With, "dependencies", false, "package production dependencies of node_modules")
	fs.BoolVar(&o.Without, "no-dependencies", false, "package none of node_modules")
	fs.BoolVar(&o.NoMaps, "no-maps", false, "keep no source maps beside the package")
	fs.StringVar(&o.Platform, "target", "", "the platform to package for, such as linux-x64")
	fs.StringVar(&o.Registry, "registry", "", "where packages come from, whatever the repository says")
	fs.StringArrayVar(&o.Named, "env", nil, "a variable the build may see; names of secrets and runners are refused")
	fs.DurationVar(&o.Timeout, "timeout", 15*time.Minute, "how long each step may take")
	return cmd
}

// buildKeeperVerb is the process between us and a step of a build.
func buildKeeperVerb(p *process.Process) *cobra.Command {
	return &cobra.Command{
		Use:                process.KeeperVerb,
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			// The third file is the report, which build.Run opened.
			return build.Keep(args, p.Stdin, os.NewFile(3, "report"))
		},
	}
}
