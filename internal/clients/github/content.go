package github

import (
	"context"
	"encoding/base64"
	"strings"

	gh "github.com/google/go-github/v66/github"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// Read returns a file of a commit, at most limit bytes. A link is not followed.
func (c *Client) Read(ctx context.Context, commit, file string, limit int) ([]byte, error) {
	const doing = "reading a file"
	t, err := c.at(ctx, commit)
	if err != nil {
		return nil, c.fail(err, doing)
	}
	e, ok, err := t.find(ctx, file)
	switch {
	case err != nil:
		return nil, c.fail(err, doing)
	case !ok:
		return nil, &Error{Doing: doing, Kind: NotFound, why: escape.Printable(file, most) + " is not in the commit"}
	case !e.plainFile() || !isCommit(e.name):
		return nil, &Error{Doing: doing, Kind: Refused, why: escape.Printable(file, most) + " is a " + kindOf(e)}
	}
	b, _, err := c.lib.Git.GetBlob(ctx, c.owner, c.repo, e.name)
	if err != nil {
		return nil, c.fail(err, doing)
	}
	if b.GetSize() > limit {
		return nil, &Error{Doing: doing, Kind: Refused, why: "the file is longer than is read"}
	}
	data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(b.GetContent(), "\n", ""))
	if err != nil || b.GetEncoding() != "base64" || blobName(data, commit) != e.name {
		return nil, &Error{Doing: doing, Kind: Unreadable, why: "the file is not the one that was asked for"}
	}
	return data, nil
}

// MergeBase returns the commit that two commits have in common.
func (c *Client) MergeBase(ctx context.Context, base, head string) (string, error) {
	const doing = "looking for the merge base"
	if !isCommit(base) || !isCommit(head) {
		return "", refuse(doing, "%q or %q is no commit", base, head)
	}
	cmp, _, err := c.lib.Repositories.CompareCommits(ctx, c.owner, c.repo, base, head, &gh.ListOptions{PerPage: 1})
	if err != nil {
		return "", c.fail(err, doing)
	}
	if sha := cmp.GetMergeBaseCommit().GetSHA(); isCommit(sha) {
		return sha, nil
	}
	return "", &Error{Doing: doing, Kind: Unreadable, why: "it names no commit"}
}

// Default returns the default branch and its commit.
func (c *Client) Default(ctx context.Context) (branch, commit string, err error) {
	const doing = "asking for the default branch"
	r, _, err := c.lib.Repositories.Get(ctx, c.owner, c.repo)
	if err != nil {
		return "", "", c.fail(err, doing)
	}
	if checkBranch(r.GetDefaultBranch()) != nil {
		return "", "", &Error{Doing: doing, Kind: Unreadable, why: "it names none"}
	}
	commit, ok, err := c.branch(ctx, r.GetDefaultBranch())
	if err == nil && !ok {
		err = &Error{Doing: doing, Kind: NotFound, why: "the repository is empty"}
	}
	return r.GetDefaultBranch(), commit, c.fail(err, doing)
}

// OnDefault reports that a commit is on the default branch or was merged into it.
// GitHub answers for the commits of every fork under the repository's own name,
// so that there is a commit says nothing about who let it in.
func (c *Client) OnDefault(ctx context.Context, commit string) (bool, error) {
	_, head, err := c.Default(ctx)
	if err != nil {
		return false, err
	}
	shared, err := c.MergeBase(ctx, head, commit)
	return shared == commit, err
}
