package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/format"
	"github.com/ringfence-dev/ringfence/policygen/change"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/spf13/cobra"
)

func (c *Command) policyDiff() *cobra.Command {
	var format, out, why string
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say what the second policy allows that the first does not",
		Long: `Compare two policies by what they allow, not by their text: a line is wider when no line of the old policy is
proven to include it. Exits with 1 when the new policy is wider; what is narrower is listed and never a reason. One
of the two may be "-", standard input. An old policy that is not there allows nothing.`,
		Example: `  git show main:.ringfence/policy.json | ringfence policy diff - .ringfence/policy.json
  ringfence policy diff old.json new.json -f markdown --evidence evidence.json`,
		Args: arguments(2, 2, "two policies"),
		RunE: func(_ *cobra.Command, args []string) error {
			written, err := change.Formats.Find(format)
			if err != nil {
				return exit.Usagef("unknown format %s%s", quoted(format), change.Formats.Hint(format))
			}
			if args[0] == "-" && args[1] == "-" {
				return exit.Usagef("one of the two can be standard input")
			}
			return c.diff(args[0], args[1], why, written, out)
		},
	}
	cmd.Flags().StringVarP(&format, "format", "f", change.Formats.Default(), "how to write the result: "+change.Formats.String())
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write to instead of standard output")
	cmd.Flags().StringVar(&why, "evidence", "", "the new policy's evidence, for the places that need each line")
	return cmd
}

func (c *Command) diff(before, after, why string, format format.Document[change.Diff], out string) error {
	is, err := c.readPolicy(after)
	if err != nil {
		return err
	}
	was := policy.New(is.Extension)
	if _, err := os.Lstat(c.path(before)); before != "-" && errors.Is(err, fs.ErrNotExist) {
		if _, err := fmt.Fprintf(c.Stderr, "ringfence: there is no %s; compared with a policy that allows nothing\n", quoted(before)); err != nil {
			return err
		}
	} else if was, err = c.readPolicy(before); err != nil {
		return err
	}
	if was.Extension != is.Extension {
		return exit.Usagef("%s is about %s and %s about %s", quoted(before), quoted(was.Extension), quoted(after), quoted(is.Extension))
	}
	var e evidence.Document
	if why != "" {
		if e, err = c.readEvidence(why); err != nil {
			return err
		}
	}
	d, err := change.Between(was, is, e)
	if err != nil {
		return err
	}
	data, err := format.Bytes(d)
	if err != nil {
		return err
	}
	if err := c.write(out, data); err != nil {
		return err
	}
	if len(d.Wider) > 0 {
		return exit.ErrNo
	}
	return nil
}

// readEvidence reads the artifact that lies beside a policy.
func (c *Command) readEvidence(name string) (evidence.Document, error) {
	f, err := os.Open(c.path(name))
	if err != nil {
		return evidence.Document{}, exit.AsUsage(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, evidence.MaxBytes+1))
	if err != nil {
		return evidence.Document{}, fmt.Errorf("reading %s: %w", quoted(name), err)
	}
	d, err := evidence.Parse(data)
	if err != nil {
		return d, exit.Usagef("%s: %w", quoted(name), err)
	}
	return d, nil
}
