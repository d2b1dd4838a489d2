package github

import (
	"context"
	"strings"
	"unicode"

	gh "github.com/google/go-github/v66/github"
)

// checkBranch refuses what git would not take for the name of a branch, and what
// could be read as another kind of ref.
func checkBranch(name string) error {
	bad := name == "" || len(name) > 250 || name == "@" || strings.HasPrefix(name, "refs/") || strings.HasPrefix(name, "-") ||
		strings.HasSuffix(name, ".") || strings.Contains(name, "..") || strings.Contains(name, "@{") ||
		strings.ContainsFunc(name, func(r rune) bool {
			return r <= ' ' || r == 0x7f || r == unicode.ReplacementChar || strings.ContainsRune(`~^:?*[\`, r)
		})
	for _, part := range strings.Split(name, "/") {
		bad = bad || part == "" || strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".lock")
	}
	if bad {
		return refuse("naming a branch", "%q is no name that is written to", name)
	}
	return nil
}

// branch returns the commit a branch points to; no such branch is ok false.
func (c *Client) branch(ctx context.Context, name string) (commit string, ok bool, err error) {
	ref, _, err := c.lib.Git.GetRef(ctx, c.owner, c.repo, "heads/"+name)
	if err := c.fail(err, "looking at the branch %s", name); err != nil {
		if KindOf(err) == NotFound {
			return "", false, nil
		}
		return "", false, err
	}
	commit = ref.GetObject().GetSHA()
	if ref.GetRef() != "refs/heads/"+name || !isCommit(commit) {
		return "", false, &Error{Doing: "looking at a branch", Kind: Unreadable, why: "it answers another question"}
	}
	return commit, true, nil
}

// makeBranch makes a branch, or moves the one that is there.
func (c *Client) makeBranch(ctx context.Context, name, commit string) error {
	_, _, err := c.lib.Git.CreateRef(ctx, c.owner, c.repo, pointing(name, commit))
	if err := c.fail(err, "making the branch %s", name); KindOf(err) != Exists {
		return err
	}
	return c.moveBranch(ctx, name, commit)
}

// moveBranch lets a branch point elsewhere, whatever it pointed to.
func (c *Client) moveBranch(ctx context.Context, name, commit string) error {
	_, _, err := c.lib.Git.UpdateRef(ctx, c.owner, c.repo, pointing(name, commit), true)
	return c.fail(err, "moving the branch %s", name)
}

// pointing is a branch that points to a commit.
func pointing(name, commit string) *gh.Reference {
	ref := "refs/heads/" + name
	return &gh.Reference{Ref: &ref, Object: &gh.GitObject{SHA: &commit}}
}

func (c *Client) dropBranch(ctx context.Context, name string) error {
	_, err := c.lib.Git.DeleteRef(ctx, c.owner, c.repo, "heads/"+name)
	return c.fail(err, "removing the branch %s", name)
}
