package cli

import (
	"github.com/ringfence-dev/ringfence/internal/doctor"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/spf13/cobra"
)

func doctorVerb(p *process.Process) *cobra.Command {
	var today string
	cmd := &cobra.Command{
		Use:   "doctor [PATH]",
		Short: "Say what is missing on this machine or in a repository, and what mends it",
		Long: `Look for the programs that ringfence starts, and at the repository of PATH (default: the current directory): its clone, lock file,
workflow, configuration and policy, and what of them is not committed. What is missing comes with the one command that mends it.
Nothing is changed, and nothing of the repository is run.

Exit codes: 0 nothing is missing, 1 something is.`,
		Example: `  ringfence doctor
  ringfence doctor extensions/tool`,
		Args: arguments(0, 1, "repository"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o := doctor.Options{Target: ".", Built: builtAt(), Today: p.Today(today)}
			if len(args) == 1 {
				o.Target = args[0]
			}
			return doctor.Run(cmd.Context(), p, o)
		},
	}
	cmd.Flags().StringVar(&today, "today", "", "the day on which rulings may be over, as 2027-01-31")
	_ = cmd.Flags().MarkHidden("today")
	return cmd
}
