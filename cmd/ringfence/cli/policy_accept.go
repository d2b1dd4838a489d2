package cli

import (
	"github.com/spf13/cobra"

	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

func policyAcceptVerb(p *process.Process) *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:   "accept PATH [NUMBER…]",
		Short: "Take proposals over, or list them",
		Long: `Without numbers, list the proposals in PATH/.ringfence/proposals.json. With numbers, move those to accepted.json,
which is one of the policy's inputs. A proposal never opens a sensitive place: that takes an entry in
policy.override.json, which a person writes.`,
		Example: `  ringfence policy accept .                                    what is proposed
  ringfence policy accept . 1 3 --reason "seen in the tests"   take over the first and the third`,
		Args: arguments(1, -1, "directory"),
		RunE: func(_ *cobra.Command, args []string) error {
			if !escape.IsPrintable(reason, policy.MaxQuestion) {
				return exit.Usagef("--reason is printable text of at most %d characters", policy.MaxQuestion)
			}
			return documents.Accept(p, args[0], args[1:], reason)
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, instead of the proposal's own reason")
	return cmd
}
