package githubaction

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/review"
)

// runMode does what the mode asks for beyond judging. vsix is the wrapped package of
// a release.
func (s *step) runMode(ctx context.Context, r *review.Result) (vsix string, err error) {
	switch s.mode {
	case Publish:
		return s.attachRelease(ctx, r)
	case Commit:
		s.commitGenerated(ctx, r)
	case Propose:
		if s.event.Pull != nil {
			s.warn("mode pull-request proposes nothing on a pull request; run it on the branch that is merged into")
			break
		}
		s.proposeGenerated(ctx, r)
	}
	return "", nil
}

// generated are the files that are not what they should be. They lie below the
// extensions' .ringfence, and the client writes nowhere else.
func generated(r *review.Result) []github.File {
	var out []github.File
	for _, x := range r.Extensions {
		for _, name := range slices.Sorted(maps.Keys(x.Policies.Files)) {
			out = append(out, github.File{Path: path.Join(x.Judged.Path, name), Data: x.Policies.Files[name]})
		}
	}
	return out
}

const commitHeadline = "ringfence: generated policy"

// commitGenerated commits generated files to the branch of the run. Where that is
// not ours or its rules refuse it, what is there stays as it is.
func (s *step) commitGenerated(ctx context.Context, r *review.Result) {
	files := generated(r)
	if len(files) == 0 {
		return
	}
	branch, expected := "", s.event.SHA
	if p := s.event.Pull; p != nil {
		if p.Fork() {
			s.warn("the branch is a fork's, to which nothing is committed; the patch is in %s", review.PatchFile)
			return
		}
		branch, expected = p.Head.Ref, p.Head.SHA
	} else if name, ok := strings.CutPrefix(s.event.Ref, "refs/heads/"); ok {
		branch = name
	}
	switch {
	case branch == "":
		s.warn("%s is no branch, so that nothing is committed", s.event.Ref)
		return
	case s.client == nil:
		s.warn("nothing is committed: %s", s.noClient)
		return
	}
	done, err := s.client.CreateCommit(ctx, github.Change{Branch: branch, Expected: expected, Headline: commitHeadline, Files: files})
	switch github.KindOf(err) {
	case "":
		r.Accept(gate.Drift, "commit "+done.SHA)
	case github.Stale:
		s.warn("the branch %s has moved on, so that nothing is committed; the run of its new head will", branch)
	case github.Protected:
		if s.event.Pull != nil {
			s.denied("the rules of "+branch+" refuse the commit", err)
			return
		}
		s.warn("the rules of %s refuse a commit, which is proposed instead", branch)
		s.proposeGenerated(ctx, r)
	default:
		s.denied("nothing is committed", err)
	}
}

// proposeGenerated keeps the pull request with generated files up to date.
func (s *step) proposeGenerated(ctx context.Context, r *review.Result) {
	files := generated(r)
	if len(files) == 0 {
		return
	}
	into, ok := strings.CutPrefix(s.event.Ref, "refs/heads/")
	branch := s.runner.Read("branch")
	switch {
	case !ok:
		s.warn("%s is no branch, so that nothing is proposed", s.event.Ref)
		return
	case into == branch:
		return // our own branch: it is what it proposes
	case s.client == nil:
		s.warn("nothing is proposed: %s", s.noClient)
		return
	}
	var list strings.Builder
	for _, f := range files {
		fmt.Fprintf(&list, "- %s\n", escape.MarkdownCode(f.Path, 300))
	}
	done, err := s.client.Propose(ctx, github.Proposal{
		Change: github.Change{Branch: branch, Expected: s.event.SHA, Headline: commitHeadline, Files: files},
		Into:   into, Title: commitHeadline,
		Body: "What the code needs is not what is committed. This brings these files up to date:\n\n" + list.String() +
			"\nA run that this pull request's token started starts no other: close and reopen it for the checks to run.\n",
	})
	if err != nil {
		s.denied("nothing is proposed", err)
		return
	}
	if done.Number > 0 {
		r.Accept(gate.Drift, fmt.Sprintf("pull request #%d, which puts it right", done.Number))
	}
}
