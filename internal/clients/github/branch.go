package github

import (
	"context"
	"net/http"
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

// branch gives the commit a branch points to; no such branch is ok false.
func (c *Client) branch(ctx context.Context, name string) (commit string, ok bool, err error) {
	var ref gh.Reference
	_, err = c.do(ctx, http.MethodGet, c.path("/git/ref/heads/%s", escapePath(name)), nil, &ref)
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
	_, err := c.do(ctx, http.MethodPost, c.path("/git/refs"), map[string]any{"ref": "refs/heads/" + name, "sha": commit}, nil)
	if err := c.fail(err, "making the branch %s", name); KindOf(err) != Exists {
		return err
	}
	return c.moveBranch(ctx, name, commit)
}

// moveBranch lets a branch point elsewhere, whatever it pointed to.
func (c *Client) moveBranch(ctx context.Context, name, commit string) error {
	_, err := c.do(ctx, http.MethodPatch, c.path("/git/refs/heads/%s", escapePath(name)), map[string]any{"sha": commit, "force": true}, nil)
	return c.fail(err, "moving the branch %s", name)
}

func (c *Client) dropBranch(ctx context.Context, name string) error {
	_, err := c.do(ctx, http.MethodDelete, c.path("/git/refs/heads/%s", escapePath(name)), nil, nil)
	return c.fail(err, "removing the branch %s", name)
}
