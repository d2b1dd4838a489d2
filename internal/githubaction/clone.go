package githubaction

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/revision"
)

// readClone finds out what is checked out and what it is to be compared with. What a
// pull request is compared with is named by GitHub's event, by full names of
// commits, and by nothing that lies in the repository.
func (s *step) readClone(ctx context.Context) ([]string, error) {
	if s.event.Workspace == "" {
		return nil, exit.Usagef("the repository is not known: GITHUB_WORKSPACE names no folder")
	}
	top, err := filepath.Abs(s.event.Workspace)
	if err != nil {
		return nil, fmt.Errorf("finding the workspace: %w", err)
	}
	// Paths of inputs are the workspace's.
	s.settings.Workspace, s.options.Start = top, top
	git := s.program.Git
	repo, err := revision.Find(git.Program, git.Path, top)
	switch {
	case err != nil:
		return nil, exit.Usagef("%w; the job needs a step with actions/checkout before this one", err)
	case git.Program == "":
		return nil, exit.Usagef("git is not on the PATH")
	}
	head, err := repo.Commit(ctx, "HEAD")
	if err != nil {
		return nil, exit.Usagef("what is checked out is not known: %w", err)
	}
	s.repo, s.checkedOut = repo, head
	s.commit, s.ref = s.event.SHA, s.event.Ref
	targets := s.runner.List("path", "")
	pull := s.event.Pull
	if pull == nil {
		// What is on a branch was let in. A schedule asks again.
		s.options.Agreement.Merged = s.event.Name != "schedule" && s.event.Name != "workflow_dispatch"
		if head != s.commit {
			s.warn("%s is checked out, and the run is about %s; results go to the former", head, s.commit)
			s.commit = head
		}
		return targets, nil
	}
	switch head {
	case pull.Head.SHA:
		s.options.Base = pull.Base.SHA
		s.commit, s.ref = head, fmt.Sprintf("refs/pull/%d/head", pull.Number)
	case s.event.SHA:
		tree, err := repo.Tree(ctx, head, revision.DefaultLimits())
		if err != nil {
			return nil, exit.Usagef("reading what is checked out: %w", err)
		}
		if len(tree.Parents) != 2 || tree.Parents[1] != pull.Head.SHA {
			return nil, exit.Usagef("%s is checked out, which is no merge of the pull request's head %s (on pull_request_target there is "+
				"nothing to judge: use pull_request)", head, pull.Head.SHA)
		}
		// The first parent of the merge is the base it was made with, which may be
		// later than the event's.
		s.options.Base, s.ref = tree.Parents[0], fmt.Sprintf("refs/pull/%d/merge", pull.Number)
	default:
		return nil, exit.Usagef("%s is checked out, which is neither the pull request's head %s nor its merge %s; "+
			"actions/checkout without ref gives the merge", head, pull.Head.SHA, s.event.SHA)
	}
	if _, err := repo.Tree(ctx, s.options.Base, revision.DefaultLimits()); errors.Is(err, revision.ErrMissing) {
		return nil, exit.Usagef("the base %s is not in the clone: actions/checkout needs fetch-depth: 2 for the merge, or 0 for the head "+
			"(%w)", s.options.Base, err)
	}
	return targets, nil
}

// path is a path of an input, which starts at the workspace.
func (s *step) path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(s.settings.Workspace, p)
}
