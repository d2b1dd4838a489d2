package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

func completionVerb(p *process.Process) *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the completion script of a shell: bash, zsh, fish, powershell",
		Example: `  source <(ringfence completion bash)
  ringfence completion zsh > "${fpath[1]}/_ringfence"
  ringfence completion fish > ~/.config/fish/completions/ringfence.fish`,
		Args:      arguments(1, 1, "shell"),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(p.Stdout, true)
			case "zsh":
				return root.GenZshCompletion(p.Stdout)
			case "fish":
				return root.GenFishCompletion(p.Stdout, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(p.Stdout)
			}
			return exit.Usagef("unknown shell %s%s", escape.Quoted(args[0]), didyoumean.Hint(args[0], slices.Clone(shells)))
		},
	}
}
