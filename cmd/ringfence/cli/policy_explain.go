package cli

import (
	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/generate"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/spf13/cobra"
)

func policyExplainVerb(p *process.Process) *cobra.Command {
	o := generate.Options{
		Scan: audit.Settings{
			Limits: extension.DefaultLimits(), Explain: audit.Explain{CallPaths: true}, Target: audit.Target{Verb: "policy explain"},
		},
	}
	cmd := &cobra.Command{
		Use:   "explain PATH LINE",
		Short: "Show every place that needs a line of an extension's policy",
		Long: `Analyse an extension and show why lines of its policy are there: every place of the code that needs them, the
way from an entry to it, and the author's own source where a source map tells it.

LINE is the beginning of a line as ringfence prints it: "processes: git", "modules: fs.readFile", "files.write".
Every line that begins so is shown. Exits with 1 when there is none.`,
		Example: `  ringfence policy explain . 'processes: git'
  ringfence policy explain some.vsix env.read`,
		Args: arguments(2, 2, "an extension and a line of its policy"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return generate.Explain(cmd.Context(), p, args[0], args[1], o)
		},
	}
	generateFlags(cmd.Flags(), &o, false)
	return cmd
}
