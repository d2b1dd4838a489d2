package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/revision"
)

// place finds out what is checked out and what it is to be compared with. What a
// pull request is compared with is named by GitHub's event, by full names of
// commits, and by nothing that lies in the repository.
func (s *step) place(ctx context.Context) ([]string, error) {
	if s.event.Workspace == "" {
		return nil, usagef("GITHUB_WORKSPACE names no folder: the repository is not known")
	}
	top, err := filepath.Abs(s.event.Workspace)
	if err != nil {
		return nil, fmt.Errorf("finding the workspace: %w", err)
	}
	// Paths of inputs are the workspace's.
	s.c.Dir, s.options.start = top, top
	git, _ := s.c.lookPath("git")
	repo, err := revision.Find(git, absolutePath(s.c.env("PATH")), top)
	switch {
	case err != nil:
		return nil, usagef("%w; the job needs a step with actions/checkout before this one", err)
	case git == "":
		return nil, usagef("git is not on the PATH")
	}
	head, err := repo.Commit(ctx, "HEAD")
	if err != nil {
		return nil, usagef("what is checked out is not known: %w", err)
	}
	s.repo, s.checkedOut = repo, head
	s.commit, s.ref = s.event.SHA, s.event.Ref
	targets := s.runner.List("path", "")
	pull := s.event.Pull
	if pull == nil {
		// What is on a branch was let in. A schedule asks again.
		s.options.merged = s.event.Name != "schedule" && s.event.Name != "workflow_dispatch"
		if head != s.commit {
			s.warn("%s is checked out, and the run is about %s; results go to the former", head, s.commit)
			s.commit = head
		}
		return targets, nil
	}
	switch head {
	case pull.Head.SHA:
		s.options.base = pull.Base.SHA
		s.commit, s.ref = head, fmt.Sprintf("refs/pull/%d/head", pull.Number)
	case s.event.SHA:
		tree, err := repo.Tree(ctx, head, revision.DefaultLimits())
		if err != nil {
			return nil, usagef("reading what is checked out: %w", err)
		}
		if len(tree.Parents) != 2 || tree.Parents[1] != pull.Head.SHA {
			return nil, usagef("%s is checked out, which is no merge of the pull request's head %s (on pull_request_target there is nothing to judge: use pull_request)", head, pull.Head.SHA)
		}
		// The first parent of the merge is the base it was made with, which may be
		// later than the event's.
		s.options.base, s.ref = tree.Parents[0], fmt.Sprintf("refs/pull/%d/merge", pull.Number)
	default:
		return nil, usagef("%s is checked out, which is neither the pull request's head %s nor its merge %s", head, pull.Head.SHA, s.event.SHA)
	}
	if _, err := repo.Tree(ctx, s.options.base, revision.DefaultLimits()); errors.Is(err, revision.ErrMissing) {
		return nil, usagef("the base %s is not in the clone: actions/checkout needs fetch-depth: 2 for the merge, or 0 for the head (%w)", s.options.base, err)
	}
	return targets, nil
}

// folder is an extension's folder as findings name it.
func folderPrefix(at string) string {
	if at == "." {
		return ""
	}
	return strings.TrimSuffix(at, "/") + "/"
}
