package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ringfence-dev/ringfence/internal/config/strict"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

func orgVerb(p *process.Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "org COMMAND",
		Short: "Work on an organisation's file",
		Long: `An organisation's file says what every extension of its repositories may do at most, and how all of them are
judged. scan, gate and fleet scan read it with --org; docs/guide/organisations.md teaches it.`,
		Example: `  ringfence org check central.yml`,
		Args:    unknownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(orgCheckVerb(p))
	return cmd
}

func orgCheckVerb(p *process.Process) *cobra.Command {
	var today string
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Say what is wrong with an organisation's file, and which waivers are over",
		Long: `Read an organisation's file as --org does and say what is wrong with it, with file, line and column, and which of
its waivers are over. Exits with 1 when something is wrong; a waiver that is over is no reason.`,
		Example: `  ringfence org check central.yml`,
		Args:    arguments(1, 1, "file"),
		RunE: func(_ *cobra.Command, args []string) error {
			return checkOrganisation(p, args[0], p.Today(today))
		},
	}
	cmd.Flags().StringVar(&today, "today", "", "the day on which waivers may be over, as 2027-01-31")
	_ = cmd.Flags().MarkHidden("today")
	return cmd
}

func checkOrganisation(p *process.Process, name, today string) error {
	data, err := p.ReadInput(name, policy.MaxBytes)
	if err != nil {
		return err
	}
	o, err := org.Parse(name, data)
	if err != nil {
		var mistakes strict.Errors
		if !errors.As(err, &mistakes) {
			return err
		}
		for _, m := range mistakes {
			if _, err := fmt.Fprintln(p.Stdout, m); err != nil {
				return err
			}
		}
		return exit.ErrNo
	}
	count := func(n int, word string) string {
		if n == 1 {
			return "1 " + word
		}
		return fmt.Sprintf("%d %ss", n, word)
	}
	if _, err := fmt.Fprintf(p.Stdout, "%s: %s, %s\n", escape.Printable(name, 300),
		count(len(o.Ceilings), "ceiling"), count(len(o.Waivers), "waiver")); err != nil {
		return err
	}
	for _, w := range o.Waivers {
		if w.Over(today) {
			if _, err := fmt.Fprintf(p.Stdout, "warning expired: the waiver of %s in line %d was for the time until %s\n",
				w.Ceiling, w.Line, w.Until); err != nil {
				return err
			}
		}
	}
	return nil
}
