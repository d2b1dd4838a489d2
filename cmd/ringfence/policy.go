package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/spf13/cobra"
)

func (c *Command) policy() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy COMMAND",
		Short: "Make, explain, compare and join the policies of an extension",
		Long: `Work on the documents below .ringfence/ that say what an extension may do. Nothing here runs or enforces
anything; docs/policy.md teaches the documents.`,
		Example: `  ringfence policy generate .                               write .ringfence/policy.json
  ringfence policy check                                    the documents of the repository you are in
  git show main:.ringfence/policy.json | ringfence policy diff - .ringfence/policy.json
  ringfence policy accept . 2                               take over the second proposal`,
		Args: unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(c.policyGenerate(), c.policyExplain(), c.policyCheck(), c.policyDiff(), c.policyMerge(), c.policyAccept())
	return cmd
}

// readDocument reads a file of at most policy.MaxBytes, or standard input for
// "-". What is no plain file is refused: opening it could wait for ever.
func (c *Command) readDocument(name string) ([]byte, error) {
	in := c.Stdin
	if name != "-" {
		info, err := os.Stat(c.path(name))
		if err != nil {
			return nil, exit.AsUsage(err)
		}
		if !info.Mode().IsRegular() {
			return nil, exit.Usagef("%s is no file", quoted(name))
		}
		f, err := os.Open(c.path(name))
		if err != nil {
			return nil, exit.AsUsage(err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, policy.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", quoted(name), err)
	}
	return data, nil
}

// readPolicy reads a policy, or accepted.json as one.
func (c *Command) readPolicy(name string) (policy.Policy, error) {
	data, err := c.readDocument(name)
	if err != nil {
		return policy.Policy{}, err
	}
	if doc, err := jsondoc.Parse(data, 12); err == nil && doc.Root.Get("accepted") != nil {
		a, err := policy.ParseAccepted(name, data)
		return a.Policy(), exit.AsUsage(err)
	}
	p, err := policy.Parse(name, data)
	return p, exit.AsUsage(err)
}

// documents finds a repository's documents: the folder of a path, and which of
// the names are there. Neither the folder nor a document may be a link: in a pull
// request it could lead to the base's, and what is written there would be
// compared with itself.
func (c *Command) documents(target string) (dir string, there func(name string) (path string, ok bool), err error) {
	dir = filepath.Join(target, policygen.Dir)
	if err := c.notLinked(dir); err != nil {
		return dir, nil, err
	}
	for _, name := range documentNames() {
		if err := c.notLinked(filepath.Join(dir, name)); err != nil {
			return dir, nil, err
		}
	}
	return dir, func(name string) (string, bool) {
		path := filepath.Join(dir, name)
		_, err := os.Lstat(c.path(path))
		return path, !errors.Is(err, fs.ErrNotExist)
	}, nil
}

// documentNames are the documents of a repository's folder.
func documentNames() []string {
	return []string{policygen.PolicyFile, policygen.ObservedFile, policygen.AcceptedFile, policygen.ProposalsFile, policygen.OverrideFile}
}

// notLinked refuses a name that is there and is a link.
func (c *Command) notLinked(name string) error {
	info, err := os.Lstat(c.path(name))
	if err == nil && info.Mode()&(os.ModeSymlink|os.ModeIrregular) != 0 {
		return exit.Usagef("%s is a link, and a policy's documents are not read or written through links", quoted(name))
	}
	return nil
}

// day is today, or what a test says it is.
func (c *Command) day(said string) string {
	if said == "" && c.Now != nil {
		return c.Now().UTC().Format(time.DateOnly)
	}
	return said
}

// problems prints what is wrong with a document, a line each.
func (c *Command) problems(err error) error {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if _, err := fmt.Fprintln(c.Stdout, line); err != nil {
			return err
		}
	}
	return nil
}

// write puts a result where --out says; empty is standard output.
func (c *Command) write(out string, data []byte) error {
	if out == "" {
		_, err := c.Stdout.Write(data)
		return err
	}
	return c.replace(out, data)
}

// replace writes a file whole or not at all.
func (c *Command) replace(name string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(c.path(name)), ".ringfence-*")
	if err != nil {
		return exit.AsUsage(err)
	}
	// Once renamed there is nothing left to remove.
	defer func() { _ = os.Remove(tmp.Name()) }()
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), c.path(name))
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", quoted(name), err)
	}
	return nil
}
