package cli

import (
	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/spf13/cobra"
)

func observeVerb(p *process.Process) *cobra.Command {
	var repository, code string
	cmd := &cobra.Command{
		Use:   "observe LOG…",
		Short: "Take over what an extension was seen to do",
		Long: `Read the logs of an extension that ran wrapped (--mode observe) and compare them with the policy in
DIR/.ringfence/policy.json. What answers a question that the policy marks as unresolved, and what the code itself names,
goes into observed.json, from where the policy takes it. Everything else goes into proposals.json, which nothing enforces
until a person accepts it ("ringfence policy accept"): a place that is sensitive, a line for a shell, a program, host,
variable or command that the code does not name, every program but a few that do no harm, what the extension or the
workspace can change, and whatever the policy was sure about.

A log lies in the editor's folder globalStorage/ringfence/PUBLISHER.NAME: ringfence.jsonl, and .1, the part before it.`,
		Example: `  ringfence observe ringfence.jsonl ringfence.jsonl.1
  ringfence observe --repository ~/src/tool --extension tool.vsix *.jsonl`,
		Args: arguments(1, -1, "log"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if code == "" {
				code = repository
			}
			return documents.Observe(cmd.Context(), p, args, repository, code)
		},
	}
	cmd.Flags().StringVar(&repository, "repository", ".", "directory whose .ringfence is read and written")
	cmd.Flags().StringVar(&code, "extension", "", "directory or .vsix whose code is asked what it names (default: the repository)")
	return cmd
}
