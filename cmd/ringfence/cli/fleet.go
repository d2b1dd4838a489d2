package cli

import (
	"github.com/ringfence-dev/ringfence/internal/fleet"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/spf13/cobra"
)

func fleetVerb(p *process.Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fleet COMMAND",
		Short: "Scan many repositories over several jobs and merge what they found",
		Long: `Split a list of extensions into shards, scan each shard where its repositories lie, and merge what the shards
left behind into one report. docs/guide/organisations.md walks through it, and .github/workflows/fleet.yml is the workflow
that organisations call.`,
		Example: `  ringfence fleet plan --list fleet.yml --shards 4 -o plan.json      prints the matrix
  ringfence fleet scan --plan plan.json --shard 1 --root repositories -o part-1
  ringfence fleet merge --plan plan.json part-*`,
		Args: unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(fleetPlanVerb(p), fleetScanVerb(p), fleetMergeVerb(p))
	return cmd
}

func fleetPlanVerb(p *process.Process) *cobra.Command {
	var list, root, out string
	var shards int
	cmd := &cobra.Command{
		Use:   "plan [PATH…]",
		Short: "Split a list of extensions into shards of about the same size",
		Long: `Split extensions into shards and print the matrix for GitHub Actions, a job a shard; --out gets the plan itself,
which scan and merge want. The same list gives the same plan, whatever its order.

PATH is a folder or a .vsix below --root. --list names a file of them and of repositories:

  extensions:
    - repository: acme/tools          # every extension of it
    - repository: acme/editors        # one
      path: packages/dark
      size: 1200000
    - path: vendor/other.vsix

What gives no size and is there is measured; what is not there yet counts as a megabyte.`,
		Example: `  ringfence fleet plan --list fleet.yml --shards 4 -o plan.json >>matrix.json
  ringfence fleet plan a.vsix b.vsix -o plan.json`,
		Args: arguments(0, -1, "extension"),
		RunE: func(_ *cobra.Command, args []string) error {
			return fleet.WritePlan(p, args, list, root, out, shards)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&list, "list", "", "the file that lists extensions")
	fs.StringVar(&root, "root", ".", "the folder that holds them, repositories as owner/name")
	fs.IntVarP(&shards, "shards", "n", 4, "how many shards, at most")
	fs.StringVarP(&out, "out", "o", "plan.json", "file to write the plan to")
	return cmd
}
