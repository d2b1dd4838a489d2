package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/memory"
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
	cmd, err := root.ExecuteContextC(ctx)
	if err != nil && !started {
		err = exit.AsUsage(err)
	}
	err = leading(cmd, err)
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
	p := c.process()
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
				return writeVersion(p)
			}
			return cmd.Help()
		},
	}
	root.Flags().BoolVar(&version, "version", false, "print the version")
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(usageTemplate)
	root.AddCommand(scanVerb(p), gateVerb(p), actionVerb(p), policyVerb(p), fleetVerb(p), orgVerb(p),
		wrapVerb(p), unwrapVerb(p), observeVerb(p), convertVerb(p), explainVerb(p), completionVerb(p), versionVerb(p), factsWorkerVerb(p))
	root.AddCommand(manVerb(p), buildVerb(p), buildKeeperVerb(p))
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(help(root))
	root.AddCommand(initVerb(p), doctorVerb(p))
	folded(root)
	return root
}

// oneLine writes an error so that it cannot begin a second line or colour one:
// much of what is in it was written by strangers.
func oneLine(err error) string { return escape.Printable(err.Error(), 2000) }
