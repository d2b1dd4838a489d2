package githubaction

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/org"
)

// askFile asks GitHub for a file of a repository's commit.
func (s *step) askFile(ctx context.Context, source org.Source) ([]byte, error) {
	named := fmt.Sprintf("input org: %s of commit %s of %s", escape.Quoted(source.Path), source.Commit, source.Repository)
	if s.client == nil {
		return nil, exit.Usagef("%s: nobody was asked for it: %s; input org-checkout names a clone", named, s.noClient)
	}
	central, err := s.about(source.Repository)
	if err != nil {
		return nil, exit.Usagef("%s: %w", named, err)
	}
	data, err := readMerged(ctx, central, source)
	switch github.KindOf(err) {
	case "":
		return data, nil
	case github.NotFound, github.Forbidden:
		return nil, exit.Usagef("%s: %w; a run's token reads its own repository and public ones: of another, input "+
			"org-checkout names a clone", named, err)
	case github.Limited, github.NoAnswer, github.Unreadable:
		return nil, fmt.Errorf("%s: %w", named, err)
	}
	return nil, exit.Usagef("%s: %w", named, err)
}

// readMerged reads the file when its commit is on the default branch of its
// repository: anybody can push one to a fork, and it answers to the same name.
func readMerged(ctx context.Context, central *github.Client, source org.Source) ([]byte, error) {
	on, err := central.OnDefault(ctx, source.Commit)
	switch {
	case err != nil:
		return nil, err
	case !on:
		return nil, exit.Usagef("the commit is not on the default branch, and may be a fork's; name one of that branch as owner/repo/path@COMMIT")
	}
	return central.Read(ctx, source.Commit, source.Path, org.MaxBytes)
}
