package cli

import (
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/scaffold"
	"github.com/spf13/cobra"
)

func initVerb(p *process.Process) *cobra.Command {
	var o scaffold.Options
	cmd := &cobra.Command{
		Use:   "init [PATH] --action COMMIT",
		Short: "Write the workflow, the configuration and the first policy of a repository",
		Long: `Write what a repository on GitHub needs to judge its pull requests: .github/workflows/ringfence.yml with four jobs
(the change's code runs in one without secrets, docs/guide/build.md), .ringfence/config.yml and the first policy.json. It
finds the default branch, the package manager, Node and the build command, and says what it found before it begins.

The policy is made of the extension as it is packaged. So init builds it as "ringfence build" does: this runs code of the
repository, with an environment without tokens and keys. --package takes a .vsix that is built already, --no-build the
sources as they are. A build that fails writes nothing.

Where what it writes would ship with the extension, .vscodeignore gets lines that leave it out. What is there already and is
what would be written stays; a file that says something else is not written over without --force, and an edited
config.yml not with it either. With --release only the workflow that releases need is written, for a repository that has the others.

PATH is the extension's folder in the repository, or a repository that holds one. COMMIT is the commit of
ringfence-dev/ringfence to use, all 40 digits, for a tag can be moved. Until there is a release it is the one that you built
ringfence from: git -C CLONE rev-parse HEAD prints it.`,
		Example: `  ringfence init --action 0123456789abcdef0123456789abcdef01234567
  ringfence init extensions/tool --action 0123456789abcdef0123456789abcdef01234567 \
    --package tool.vsix
  ringfence init --action 0123456789abcdef0123456789abcdef01234567 --command "npm run bundle"`,
		Args: arguments(0, 1, "extension"),
		RunE: func(cmd *cobra.Command, args []string) error {
			target := "."
			if len(args) == 1 {
				target = args[0]
			}
			o.Built = builtAt()
			return scaffold.Run(cmd.Context(), p, target, o)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.Commit, "action", "", "the commit of ringfence-dev/ringfence, 40 digits")
	fs.StringVar(&o.Branch, "branch", "", "the default branch (default: the one that the clone names)")
	fs.StringVar(&o.Command, "command", "",
		"what builds the extension before it is packaged, here and in the workflow (default: what package.json says)")
	fs.StringVar(&o.Package, "package", "", "make the policy of this .vsix, and build nothing")
	fs.BoolVar(&o.NoBuild, "no-build", false, "make the policy of the sources, and build nothing")
	fs.StringVar(&o.Org, "org", "",
		"the organisation's file, owner/repo/path@COMMIT or https://…#sha256:DIGEST (docs/guide/organisations.md)")
	fs.BoolVar(&o.Release, "release", false, "write the workflow that wraps the package of a release, and nothing else")
	fs.BoolVar(&o.Force, "force", false, "write over files that say something else, config.yml not among them")
	fs.BoolVar(&o.Dry, "dry-run", false, "say what was found and what would be written; build and write nothing")
	return cmd
}
