package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/docs/reference"
	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
)

func explainVerb(p *process.Process) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CHECK]",
		Short: "Print the page of a check or of an error of the loader: what it means, what to do",
		Long: "Print the page of a check in Markdown: what it means, how it is rated, when to ignore it. Without a name, list all checks. " +
			"An error of the loader (RF_DENIED_CALL) has a page as well.",
		Example: `  ringfence explain                      all checks, a line each
  ringfence explain code_dynamic_eval    what a finding of this check means
  ringfence explain RF_DENIED_CALL       what a message of the loader means`,
		Args: arguments(0, 1, "check"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return append(audit.CheckNames(), reference.Errors()...), cobra.ShellCompDirectiveNoFileComp
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
			text, ok := reference.Error(name)
			if check, found := checks.ByName(name); found {
				text, ok = check.Page(), true
			}
			if !ok {
				return unknownPage(name)
			}
			_, err := io.WriteString(p.Stdout, foldedPage(text))
			return err
		},
	}
}

// unknownPage is the error about a name that has no page. A code of the loader that is cut off or
// mistyped can only be another code.
func unknownPage(name string) error {
	if up := strings.ToUpper(name); strings.HasPrefix(up, "RF") {
		codes := reference.Errors()
		begin := slices.DeleteFunc(slices.Clone(codes), func(c string) bool { return !strings.HasPrefix(c, up) })
		text := didyoumean.Hint(up, codes)
		switch {
		case text == "" && len(begin) > 0:
			text = "; did you mean " + strings.Join(begin, ", ") + "?"
		case text == "":
			text = "; there are " + strings.Join(codes, ", ")
		}
		return exit.Usagef("the loader has no error %s%s (ringfence explain CODE prints its page)", escape.Quoted(name), text)
	}
	return exit.Usagef("there is no check %s%s (ringfence explain lists them)", escape.Quoted(name),
		didyoumean.Hint(name, append(audit.CheckNames(), reference.Errors()...)))
}
