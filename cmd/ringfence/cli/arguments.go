package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
)

// unknownCommand refuses a word that is no command, with the nearest one.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if !sub.Hidden {
			names = append(names, sub.Name())
		}
	}
	hint := didyoumean.Hint(args[0], names)
	if _, err := os.Stat(args[0]); err == nil && hint == "" {
		hint = fmt.Sprintf("; to scan it: ringfence scan %s", escape.Quoted(args[0]))
	}
	if hint == "" {
		hint = fmt.Sprintf("; %s --help lists them", cmd.CommandPath())
	}
	return exit.Usagef("unknown command %s%s", escape.Quoted(args[0]), hint)
}

// flagError refuses a flag, with the nearest one.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	if !errors.As(err, &missing) {
		return exit.AsUsage(err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return exit.Usagef("%w%s", err, didyoumean.Hint("--"+missing.GetSpecifiedName(), names))
}

// arguments refuses a wrong number of arguments with the usage line.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return exit.Usagef("%s: which %s? usage: %s", cmd.Name(), what, cmd.UseLine())
		case most >= 0 && len(args) > most:
			return exit.Usagef("%s: %s is one too many; usage: %s", cmd.Name(), escape.Quoted(args[most]), cmd.UseLine())
		}
		return nil
	}
}

// help is cobra's own, except that a topic it does not know is an error.
func help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil {
				return exit.AsUsage(err)
			}
			if len(rest) > 0 {
				return unknownCommand(cmd, rest)
			}
			return cmd.Help()
		},
	}
}
