package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/spf13/cobra"
)

func (c *Command) policyAccept() *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:   "accept PATH [NUMBER…]",
		Short: "Take proposals over, or list them",
		Long: `Without numbers, list the proposals in PATH/.ringfence/proposals.json. With numbers, move those to accepted.json,
which is one of the policy's inputs. A proposal never opens a sensitive place: that takes an entry in
policy.override.json, which a person writes.`,
		Example: `  ringfence policy accept .                                    what is proposed
  ringfence policy accept . 1 3 --reason "seen in the tests"   take over the first and the third`,
		Args: arguments(1, -1, "directory"),
		RunE: func(_ *cobra.Command, args []string) error {
			if !finding.IsPrintable(reason, policy.MaxQuestion) {
				return exit.Usagef("a reason is printable and at most %d characters long", policy.MaxQuestion)
			}
			return c.accept(args[0], args[1:], reason)
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, instead of the proposal's own reason")
	return cmd
}

func (c *Command) accept(target string, numbers []string, reason string) error {
	_, there, err := c.documents(target)
	if err != nil {
		return err
	}
	from, _ := there(policygen.ProposalsFile)
	data, err := c.readDocument(from)
	if err != nil {
		return err
	}
	proposals, err := policy.ParseProposals(from, data)
	if err != nil {
		return exit.AsUsage(err)
	}
	if len(numbers) == 0 {
		for i, p := range proposals.Entries {
			if _, err := fmt.Fprintf(c.Stdout, "%3d  %s\n     %s: %s\n", i+1, p.Grant, p.Origin, p.Reason); err != nil {
				return err
			}
		}
		return nil
	}
	chosen, err := choose(proposals, numbers)
	if err != nil {
		return err
	}
	to, exists := there(policygen.AcceptedFile)
	accepted := policy.Proposals{Extension: proposals.Extension, Accepted: true}
	if exists {
		data, err := c.readDocument(to)
		if err != nil {
			return err
		}
		if accepted, err = policy.ParseAccepted(to, data); err != nil {
			return exit.AsUsage(err)
		}
		if accepted.Extension != proposals.Extension {
			return exit.Usagef("%s is about %s and %s about %s", quoted(from), quoted(proposals.Extension), quoted(to), quoted(accepted.Extension))
		}
	}
	rest := proposals
	rest.Entries = nil
	for i, p := range proposals.Entries {
		if !slices.Contains(chosen, i) {
			rest.Entries = append(rest.Entries, p)
			continue
		}
		if reason != "" {
			p.Reason = reason
		}
		accepted = accepted.With(p)
		if _, err := fmt.Fprintf(c.Stdout, "accepted: %s\n", p.Grant); err != nil {
			return err
		}
	}
	// First what is gained, then what is given up: stopping between the two
	// loses nothing.
	if err := c.replace(to, accepted.Bytes()); err != nil {
		return err
	}
	if len(rest.Entries) == 0 {
		return os.Remove(c.path(from))
	}
	return c.replace(from, rest.Bytes())
}

// choose reads numbers of the list, and refuses what only an override may do.
func choose(p policy.Proposals, numbers []string) ([]int, error) {
	var out []int
	for _, word := range numbers {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > len(p.Entries) {
			return nil, exit.Usagef("there is no proposal %s; there are %d", quoted(word), len(p.Entries))
		}
		grant := p.Entries[n-1].Grant
		if places := policy.Sensitive(grant); len(places) > 0 {
			return nil, exit.Usagef("%s opens the sensitive place %s; write it into %s, with your reason", grant, places[0], policygen.OverrideFile)
		}
		out = append(out, n-1)
	}
	return out, nil
}
