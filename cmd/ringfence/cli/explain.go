package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
)

func explainVerb(p *process.Process) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CHECK]",
		Short: "Print the page of a check: what it means, how it is rated, when to ignore it",
		Long:  "Print the page of a check in Markdown. Without a name, list all checks.",
		Example: `  ringfence explain                      all checks, a line each
  ringfence explain code_dynamic_eval    what a finding of this check means`,
		Args: arguments(0, 1, "check"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return audit.CheckNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				width := 0
				for _, name := range audit.CheckNames() {
					width = max(width, len(name))
				}
				for _, k := range checks.All() {
					if _, err := fmt.Fprintf(p.Stdout, "%-*s  %s\n", width, k.Name, k.Title()); err != nil {
						return err
					}
				}
				return nil
			}
			// Code scanning's name of a rule is the check's, and a severity.
			name, _, _ := strings.Cut(args[0], "/")
			check, ok := checks.ByName(name)
			if !ok {
				return exit.Usagef("there is no check %s%s (ringfence explain lists them)", escape.Quoted(name),
					didyoumean.Hint(name, audit.CheckNames()))
			}
			_, err := io.WriteString(p.Stdout, check.Page())
			return err
		},
	}
}
