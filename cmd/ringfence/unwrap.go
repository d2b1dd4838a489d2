package main

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/shim/wrap"
	"github.com/spf13/cobra"
)

func (c *Command) unwrap() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "unwrap PATH --out OUT",
		Short: "Take the loader out of an extension again",
		Long: `Write the original of a wrapped extension: the same files with the same bytes. Of an archive the entries are the
same, not their order, compression and times, and signatures that wrapping left out do not come back. Exits with 1 when
package.json is not the original any more, as after installation, where VS Code writes into it; the rest is written.`,
		Example: `  ringfence unwrap tool.fenced.vsix -o tool.vsix`,
		Args:    arguments(1, 1, "extension"),
		RunE:    func(cmd *cobra.Command, args []string) error { return c.runUnwrap(cmd.Context(), args[0], out) },
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "what to write: a .vsix, or a folder")
	return cmd
}

func (c *Command) runUnwrap(ctx context.Context, target, out string) error {
	if out == "" {
		return exit.Usagef("where to? --out names a .vsix or a folder")
	}
	u, err := wrap.Unwrap(ctx, c.process().Path(target), c.process().Path(out))
	if err != nil {
		return refused(target, err)
	}
	if _, err := fmt.Fprintf(c.Stdout, "%s %s: %s\n", finding.Printable(u.ID, 200), finding.Printable(u.Version, 200), finding.Printable(out, 200)); err != nil {
		return err
	}
	for _, f := range u.Removed {
		if _, err := fmt.Fprintf(c.Stdout, "  removed %s\n", finding.Printable(f, 200)); err != nil {
			return err
		}
	}
	for _, f := range u.Missing {
		if _, err := fmt.Fprintf(c.Stderr, "ringfence: %s was added by wrapping and is not there any more\n", finding.Quoted(f)); err != nil {
			return err
		}
	}
	if !u.Same {
		if _, err := fmt.Fprintln(c.Stderr, "ringfence: package.json was changed after it was wrapped; it is not the original"); err != nil {
			return err
		}
		return exit.ErrNo
	}
	return nil
}
