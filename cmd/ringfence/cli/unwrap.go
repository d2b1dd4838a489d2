package cli

import (
	"github.com/ringfence-dev/ringfence/internal/fence"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/spf13/cobra"
)

func unwrapVerb(p *process.Process) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "unwrap PATH --out OUT",
		Short: "Take the loader out of an extension again",
		Long: `Write the original of a wrapped extension: the same files with the same bytes. Of an archive the entries are the
same, not their order, compression and times, and signatures that wrapping left out do not come back. Exits with 1 when
package.json is not the original any more, as after installation, where VS Code writes into it; the rest is written.`,
		Example: `  ringfence unwrap tool.fenced.vsix -o tool.vsix`,
		Args:    arguments(1, 1, "extension"),
		RunE:    func(cmd *cobra.Command, args []string) error { return fence.Unwrap(cmd.Context(), p, args[0], out) },
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "what to write: a .vsix, or a folder")
	return cmd
}
