package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/observation"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/spf13/cobra"
)

func (c *Command) observe() *cobra.Command {
	var repository, code string
	cmd := &cobra.Command{
		Use:   "observe LOG…",
		Short: "Take over what an extension was seen to do",
		Long: `Read the logs of an extension that ran wrapped (--mode observe) and compare them with the policy in
DIR/.ringfence/policy.json. What answers a question that the policy marks as unresolved, and what the code itself names,
goes into observed.json, from where the policy takes it. Everything else goes into proposals.json, which nothing enforces
until a person accepts it ("ringfence policy accept"): a place that is sensitive, a line for a shell, a program, host,
variable or command that the code does not name, and whatever the policy was sure about.

A log is found in the extension's own storage, ringfence/ringfence.jsonl and .1, the part before it.`,
		Example: `  ringfence observe ringfence.jsonl ringfence.jsonl.1
  ringfence observe --repository ~/src/tool --extension tool.vsix *.jsonl`,
		Args: arguments(1, -1, "log"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if code == "" {
				code = repository
			}
			return c.observeLogs(cmd.Context(), args, repository, code)
		},
	}
	cmd.Flags().StringVar(&repository, "repository", ".", "directory whose .ringfence is read and written")
	cmd.Flags().StringVar(&code, "extension", "", "directory or .vsix whose code is asked what it names (default: the repository)")
	return cmd
}

func (c *Command) observeLogs(ctx context.Context, logs []string, repository, code string) error {
	_, there, err := c.documents(repository)
	if err != nil {
		return err
	}
	file, ok := there(policygen.PolicyFile)
	if !ok {
		return exit.Usagef("there is no %s; what was seen is compared with what the code asks for", quoted(file))
	}
	static, err := c.readPolicy(file)
	if err != nil {
		return err
	}
	log := &observation.Log{Extension: static.Extension}
	for _, name := range logs {
		if err := c.readLog(log, name); err != nil {
			return err
		}
	}
	if len(log.Uses) == 0 && log.Others > 0 {
		return exit.Usagef("the logs are not about %s", quoted(static.Extension))
	}
	names, err := c.namedIn(ctx, code)
	if err != nil {
		return err
	}
	decision, err := observation.Decide(log, static, names)
	if err != nil {
		return err
	}
	if err := c.keepObserved(there, decision); err != nil {
		return err
	}
	return c.tellObserved(log, decision)
}

// readLog reads one log. What is no plain file could keep us for ever.
func (c *Command) readLog(log *observation.Log, name string) error {
	info, err := os.Stat(c.path(name))
	switch {
	case err != nil:
		return exit.AsUsage(err)
	case !info.Mode().IsRegular():
		return exit.Usagef("%s is no file", quoted(name))
	}
	f, err := os.Open(c.path(name))
	if err != nil {
		return exit.AsUsage(err)
	}
	defer f.Close()
	if err := log.Read(f); err != nil {
		return exit.Usagef("%s: %w", quoted(name), err)
	}
	return nil
}

// namedIn reads the code that is asked what it names.
func (c *Command) namedIn(ctx context.Context, target string) (observation.Names, error) {
	ext, err := extension.Load(ctx, c.path(target), extension.Limits{})
	if err != nil {
		return nil, exit.AsUsage(err)
	}
	defer ext.Close()
	var code observation.Code
	for _, f := range ext.Files() {
		if f.TooLarge || !slices.Contains([]string{".js", ".cjs", ".mjs"}, path.Ext(f.Path)) {
			continue
		}
		data, err := ext.ReadFile(f.Path)
		if err != nil {
			return nil, err
		}
		code.Add(string(data))
	}
	return code.Names, nil
}

// keepObserved joins a decision with the documents that are there, and writes
// those that changed.
func (c *Command) keepObserved(there func(string) (string, bool), d observation.Decision) error {
	observed, ok := there(policygen.ObservedFile)
	if ok {
		before, err := c.readPolicy(observed)
		if err != nil {
			return err
		}
		if d.Observed, err = policy.Merge(before, d.Observed); err != nil {
			return exit.AsUsage(err)
		}
	}
	proposals, ok := there(policygen.ProposalsFile)
	if ok {
		data, err := c.readDocument(proposals)
		if err != nil {
			return err
		}
		before, err := policy.ParseProposals(proposals, data)
		if err != nil {
			return exit.AsUsage(err)
		}
		if before.Extension != d.Proposals.Extension {
			return exit.Usagef("%s is about %s", quoted(proposals), quoted(before.Extension))
		}
		d.Proposals = before.With(d.Proposals.Entries...)
	}
	if err := c.replace(observed, d.Observed.Bytes()); err != nil {
		return err
	}
	if len(d.Proposals.Entries) == 0 {
		if err := os.Remove(c.path(filepath.Clean(proposals))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return c.replace(proposals, d.Proposals.Bytes())
}

// tellObserved prints what became of the logs.
func (c *Command) tellObserved(log *observation.Log, d observation.Decision) error {
	for _, g := range d.Observed.Grants {
		if _, err := fmt.Fprintf(c.Stdout, "observed: %s\n", g); err != nil {
			return err
		}
	}
	for _, p := range d.Proposals.Entries {
		if _, err := fmt.Fprintf(c.Stdout, "proposed: %s\n          %s\n", p.Grant, p.Reason); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(c.Stdout, "%d uses: %d the policy has already, %d observed, %d proposed\n", len(log.Uses), d.Granted, len(d.Observed.Grants), len(d.Proposals.Entries)); err != nil {
		return err
	}
	for _, n := range []struct {
		count int
		what  string
	}{
		{d.Unwritable, "uses cannot be written as a grant of them alone"}, {d.Secret, "uses hold what looks like a key or a password and are not written down"}, {log.Redacted, "lines were redacted and grant nothing"},
		{log.Others, "lines are about another extension"}, {log.Unread, "lines are none of the loader's"}, {log.Torn, "logs end in the middle of a line"},
		{log.Dropped, "uses are past the most that are kept"}, {log.Denied, "lines say what was denied"}, {log.Failures, "lines say what went wrong in the loader"},
	} {
		if n.count > 0 {
			if _, err := fmt.Fprintf(c.Stderr, "ringfence: %d %s\n", n.count, n.what); err != nil {
				return err
			}
		}
	}
	return nil
}
