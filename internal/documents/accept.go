package documents

import (
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Accept lists the proposals of a repository, or takes over those of the numbers.
func Accept(p *process.Process, target string, numbers []string, reason string) error {
	_, there, err := Folder(p, target)
	if err != nil {
		return err
	}
	from, _ := there(policygen.ProposalsFile)
	data, err := p.ReadInput(from, policy.MaxBytes)
	if err != nil {
		return err
	}
	proposals, err := policy.ParseProposals(from, data)
	if err != nil {
		return exit.AsUsage(err)
	}
	if len(numbers) == 0 {
		for i, x := range proposals.Entries {
			if _, err := fmt.Fprintf(p.Stdout, "%3d  %s\n     %s: %s\n", i+1, x.Grant, x.Origin, x.Reason); err != nil {
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
		data, err := p.ReadInput(to, policy.MaxBytes)
		if err != nil {
			return err
		}
		if accepted, err = policy.ParseAccepted(to, data); err != nil {
			return exit.AsUsage(err)
		}
		if accepted.Extension != proposals.Extension {
			return exit.Usagef("%s is about %s and %s about %s", escape.Quoted(from), escape.Quoted(proposals.Extension), escape.Quoted(to),
				escape.Quoted(accepted.Extension))
		}
	}
	rest := proposals
	rest.Entries = nil
	for i, x := range proposals.Entries {
		if !slices.Contains(chosen, i) {
			rest.Entries = append(rest.Entries, x)
			continue
		}
		if reason != "" {
			x.Reason = reason
		}
		accepted = accepted.With(x)
		if _, err := fmt.Fprintf(p.Stdout, "accepted: %s\n", x.Grant); err != nil {
			return err
		}
	}
	// First what is gained, then what is given up: stopping between the two
	// loses nothing.
	if err := p.Replace(to, accepted.Bytes()); err != nil {
		return err
	}
	if len(rest.Entries) == 0 {
		return os.Remove(p.Path(from))
	}
	return p.Replace(from, rest.Bytes())
}

// choose reads numbers of the list, and refuses what only an override may do.
func choose(p policy.Proposals, numbers []string) ([]int, error) {
	var out []int
	for _, word := range numbers {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > len(p.Entries) {
			return nil, exit.Usagef("there is no proposal %s; there are %d: ringfence policy accept lists them", escape.Quoted(word), len(p.Entries))
		}
		grant := p.Entries[n-1].Grant
		if places := policy.Sensitive(grant); len(places) > 0 {
			return nil, exit.Usagef("%s opens the sensitive place %s; write it into %s, with your reason", grant, places[0], policygen.OverrideFile)
		}
		out = append(out, n-1)
	}
	return out, nil
}
