package cli

import (
	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/spf13/cobra"
)

func policyMergeVerb(p *process.Process) *cobra.Command {
	var out, override, today string
	cmd := &cobra.Command{
		Use:   "merge FILE…",
		Short: "Join policies, observations and accepted proposals into one policy",
		Long: `Write the policy that grants what any of the files grants, in its one form. With --override it is changed as that
document says; rulings whose day is over are left out and named on standard error. Every file is taken at its word:
an observation that opens a sensitive place opens it here.`,
		Example: `  ringfence policy merge .ringfence/policy.json -o .ringfence/policy.json the one form
  ringfence policy merge linux-x64.json win32-x64.json                    the union of two targets`,
		Args: arguments(1, -1, "policy"),
		RunE: func(_ *cobra.Command, args []string) error {
			merged, err := documents.Merge(p, args, override, p.Today(today))
			if err != nil {
				return err
			}
			return p.Write(out, merged.Bytes())
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write to instead of standard output")
	cmd.Flags().StringVar(&override, "override", "", "an override to apply")
	cmd.Flags().StringVar(&today, "today", "", "the day on which rulings may be over, as 2027-01-31")
	_ = cmd.Flags().MarkHidden("today")
	return cmd
}
