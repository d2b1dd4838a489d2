package main

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/org"
)

// organisation reads the organisation's file before anything is judged. Without
// it nothing is: what cannot be read is no ceiling that holds. A workflow that
// names an address wants it fetched, whether services are asked or not.
func (s *step) organisation(ctx context.Context) error {
	s.options.ask = s.ofCommit
	_, err := s.c.organisation(ctx, &s.options.central, false)
	return err
}

// ofCommit asks GitHub for a file of a repository's commit.
func (s *step) ofCommit(ctx context.Context, source org.Source) ([]byte, error) {
	named := fmt.Sprintf("input org: %s of commit %s of %s", quoted(source.Path), source.Commit, source.Repository)
	if s.hub == nil {
		return nil, usagef("%s: nobody was asked for it: %s; input org-checkout names a clone", named, s.closed)
	}
	central, err := s.about(source.Repository)
	if err != nil {
		return nil, usagef("%s: %w", named, err)
	}
	data, err := merged(ctx, central, source)
	switch github.KindOf(err) {
	case "":
		return data, nil
	case github.NotFound, github.Forbidden:
		return nil, usagef("%s: %w; a run's token reads its own repository and public ones: of another, name a clone in org-checkout", named, err)
	case github.Limited, github.NoAnswer, github.Unreadable:
		return nil, fmt.Errorf("%s: %w", named, err)
	}
	return nil, usagef("%s: %w", named, err)
}

// merged reads the file when its commit is on the default branch of its
// repository: anybody can push one to a fork, and it answers to the same name.
func merged(ctx context.Context, central *github.Client, source org.Source) ([]byte, error) {
	on, err := central.OnDefault(ctx, source.Commit)
	switch {
	case err != nil:
		return nil, err
	case !on:
		return nil, usagef("the commit is not on the default branch, and may be a fork's")
	}
	return central.Read(ctx, source.Commit, source.Path, org.MaxBytes)
}
