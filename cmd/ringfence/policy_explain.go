package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/spf13/cobra"
)

func (c *Command) policyExplain() *cobra.Command {
	o := generating{scanOptions: scanOptions{limits: extension.DefaultLimits(), ways: true, verb: "policy explain"}}
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
			return c.explainLine(cmd.Context(), args[0], args[1], o)
		},
	}
	o.flags(cmd)
	return cmd
}

func (c *Command) explainLine(ctx context.Context, target, line string, o generating) error {
	return c.synthesize(ctx, target, o, func(g generated) error {
		var b strings.Builder
		for _, x := range g.result.Policy.Grants {
			if !strings.HasPrefix(x.String(), line) {
				continue
			}
			fmt.Fprintf(&b, "%s\n", x)
			if x.Question != "" {
				fmt.Fprintf(&b, "  %s\n", x.Question)
			}
			why, _ := g.evidence.Of(x)
			for _, origin := range why.Origins {
				if origin != "static" {
					fmt.Fprintf(&b, "  %s\n", origin)
				}
			}
			for _, p := range why.Places {
				fmt.Fprintf(&b, "  %s\n", p.Text())
				if built := p.Built(); built != "" {
					fmt.Fprintf(&b, "    built into %s\n", built)
				} else if from := p.Origin; from != nil {
					fmt.Fprintf(&b, "    from %s\n", finding.Printable(fmt.Sprintf("%s:%d:%d", from.File, from.Line, from.Column), finding.MaxMessage))
				}
				for _, s := range p.Path {
					fmt.Fprintf(&b, "    %s\n", finding.Printable(s, finding.MaxMessage))
				}
			}
			if why.More > 0 {
				fmt.Fprintf(&b, "  and %d more places\n", why.More)
			}
		}
		if b.Len() == 0 {
			_, err := fmt.Fprintf(c.Stderr, "no line of the policy begins with %s\n", quoted(line))
			if err != nil {
				return err
			}
			return exit.ErrNo
		}
		_, err := c.Stdout.Write([]byte(b.String()))
		return err
	})
}
