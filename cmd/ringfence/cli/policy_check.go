package cli

import (
	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/spf13/cobra"
)

func policyCheckVerb(p *process.Process) *cobra.Command {
	var today string
	var o audit.Organisation
	cmd := &cobra.Command{
		Use:   "check [PATH]",
		Short: "Validate the documents of a repository and say what is doubtful about them",
		Long: `Read every document below PATH/.ringfence (default: the current directory) and say what is wrong with it, with
file, line and column, and which is another extension's than package.json names; then what is doubtful about the policy: names that ` +
			`nobody knows, functions that no Node of
engines.vscode has, lines that another makes superfluous, sensitive places, missing bounds, contradictions of the
override. Exits with 1 when something is wrong; a warning alone is no reason.

With --org the policy is held against the organisation's ceilings as well; evidence.json beside it tells the places.`,
		Args: arguments(0, 1, "directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.Check(); err != nil {
				return err
			}
			central, err := audit.ReadOrganisation(cmd.Context(), p, &o, false)
			if err != nil {
				return err
			}
			target := "."
			if len(args) > 0 {
				target = args[0]
			}
			return documents.Check(p, target, p.Today(today), central, o.Repository)
		},
	}
	cmd.Flags().StringVar(&today, "today", "", "the day on which rulings may be over, as 2027-01-31")
	_ = cmd.Flags().MarkHidden("today")
	organisationFlags(cmd.Flags(), &o)
	return cmd
}
