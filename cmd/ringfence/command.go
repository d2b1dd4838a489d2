package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/memory"
	"github.com/ringfence-dev/ringfence/internal/nearest"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Command is the program with all that it touches of the process, so that a
// test can run it.
type Command struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Env is the environment, KEY=value; the last of equal keys counts.
	Env []string
	// Dir is where relative paths start; empty: where the process is.
	Dir string
	// Self is the path of this binary, which parses hostile code as a child of
	// itself; empty: parse in this process, for tests on trusted input.
	Self string
	// Now is the clock; nil: nobody knows the day, so that whatever has a last
	// day is over.
	Now func() time.Time
	// Sleep waits until a service may be asked again; nil: by the clock.
	Sleep func(context.Context, time.Duration) error

	memory *memory.Collector
}

// Main runs the program and gives its exit code.
func (c *Command) Main(ctx context.Context, args []string) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(c.Stderr, "ringfence: this is a bug in ringfence, please report it: %v\n%s", r, debug.Stack())
			code = exit.Broken
		}
	}()
	root := c.root()
	root.SetArgs(args)
	// What goes wrong before a verb runs is about the words it was given.
	started := false
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }
	err := root.ExecuteContext(ctx)
	if err != nil && !started {
		err = exit.AsUsage(err)
	}
	if by, ok := exit.Interruption(ctx, err); ok {
		fmt.Fprintf(c.Stderr, "ringfence: %s\n", by)
		return by.Code()
	}
	if err != nil && !errors.Is(err, exit.ErrNo) {
		fmt.Fprintf(c.Stderr, "ringfence: %s\n", oneLine(err))
	}
	return exit.Code(err)
}

func (c *Command) root() *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "ringfence",
		Short: "Gives a VS Code extension the least privilege it needs",
		Long: `ringfence reads a VS Code extension and says what it may do, what speaks against it and where: reject it,
run it behind a policy (sandbox), or leave it alone (unrestricted). Only "build" runs any of it.`,
		Example: `  ringfence scan .                                          the repository you are in
  ringfence scan some.vsix --format sarif --out some.sarif  an archive, for code scanning
  ringfence explain code_dynamic_eval                       what a finding means`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return c.writeVersion()
			}
			return cmd.Help()
		},
	}
	root.Flags().BoolVar(&version, "version", false, "print the version")
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(c.scan(), c.gate(), c.action(), c.policy(), c.fleet(), c.orgCommand(), c.wrap(), c.unwrap(), c.observe(), c.convert(), c.explain(), c.completion(), c.version(), c.factsWorker())
	root.AddCommand(c.build(), c.buildKeeper())
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(help(root))
	root.AddCommand(c.initialise())
	return root
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
	hint := nearest.Hint(args[0], names)
	if _, err := os.Stat(args[0]); err == nil && hint == "" {
		hint = fmt.Sprintf("; to scan it: ringfence scan %s", finding.Quoted(args[0]))
	}
	return exit.Usagef("unknown command %s%s", finding.Quoted(args[0]), hint)
}

// flagError refuses a flag, with the nearest one.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	if !errors.As(err, &missing) {
		return exit.AsUsage(err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return exit.Usagef("%w%s", err, nearest.Hint("--"+missing.GetSpecifiedName(), names))
}

// arguments refuses a wrong number of arguments with the usage line.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return exit.Usagef("%s: which %s? usage: %s", cmd.Name(), what, cmd.UseLine())
		case most >= 0 && len(args) > most:
			return exit.Usagef("%s: %s is one too many; usage: %s", cmd.Name(), finding.Quoted(args[most]), cmd.UseLine())
		}
		return nil
	}
}

// oneLine writes an error so that it cannot begin a second line or colour one:
// much of what is in it was written by strangers.
func oneLine(err error) string { return finding.Printable(err.Error(), 2000) }
