package cli

import (
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/spf13/cobra"
)

func policyVerb(p *process.Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy COMMAND",
		Short: "Make, explain, compare and join the policies of an extension",
		Long: `Work on the documents below .ringfence/ that say what an extension may do. Nothing here runs or enforces
anything; docs/guide/policy.md teaches the documents.`,
		Example: `  ringfence policy generate .                           write .ringfence/policy.json
  ringfence policy check                                the documents of the repository you are in
  git show main:.ringfence/policy.json | ringfence policy diff - .ringfence/policy.json
  ringfence policy accept . 2                           take over the second proposal`,
		Args: unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(policyGenerateVerb(p), policyExplainVerb(p), policyCheckVerb(p), policyDiffVerb(p), policyMergeVerb(p), policyAcceptVerb(p))
	return cmd
}
