package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

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

// problems prints what is wrong with a document, a line each.
func (c *Command) problems(err error) error {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if _, err := fmt.Fprintln(c.Stdout, line); err != nil {
			return err
		}
	}
	return nil
}
