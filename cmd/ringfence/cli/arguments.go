package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

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

// kinds are what a flag takes, by the name of its type.
var kinds = map[string]string{"int": "a number", "int64": "a number", "duration": "a time such as 90s or 10m", "bool": "true or false"}

// flagError refuses a flag, with the nearest one, or its value, with what it takes.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	if errors.As(err, &missing) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		hint := didyoumean.Hint("--"+missing.GetSpecifiedName(), names)
		if hint == "" {
			hint = "; " + cmd.CommandPath() + " --help lists them"
		}
		return exit.Usagef("%w%s", err, hint)
	}
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) {
		if kind := kinds[wrong.GetFlag().Value.Type()]; kind != "" {
			return exit.Usagef("%s is no value for --%s, which takes %s; %s --help lists what there is",
				escape.Quoted(wrong.GetValue()), wrong.GetFlag().Name, kind, cmd.CommandPath())
		}
		return exit.AsUsage(err)
	}
	return exit.Usagef("%w; %s --help says what it takes", err, cmd.CommandPath())
}

// leading says of a file that was named and cannot be read where it is said what to name. What
// the system says of it ends the error, and leads nowhere.
func leading(cmd *cobra.Command, err error) error {
	// Some errors are words alone, and most of those are about a file that is not there.
	errno := syscall.ENOENT
	errors.As(err, &errno)
	if !exit.IsUsage(err) || !strings.HasSuffix(err.Error(), errno.Error()) {
		return err
	}
	text := err.Error()
	var at *fs.PathError
	if errors.As(err, &at) {
		// "stat" and "openat" are nobody's words.
		text = strings.Replace(text, at.Error(), escape.Quoted(at.Path)+": "+errno.Error(), 1)
	}
	return exit.Usagef("%s; is the name right? %s --help says what it takes", text, cmd.CommandPath())
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
