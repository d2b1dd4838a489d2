package github

import (
	"context"
	"crypto/sha1" //nolint:gosec // git's own name for a blob, compared with git's
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
)

// entry is one line of a folder in git.
type entry struct{ mode, kind, name string }

// tree reads folders of one commit, each once. It looks through no link: what
// is not a plain file in plain folders is said to be something else.
type tree struct {
	c       *Client
	folders map[string]map[string]entry
}

// at opens the tree of a commit.
func (c *Client) at(ctx context.Context, commit string) (*tree, error) {
	if !isCommit(commit) {
		return nil, refuse("reading a commit", "%q is none", commit)
	}
	head, _, err := c.lib.Git.GetCommit(ctx, c.owner, c.repo, commit)
	if err != nil {
		return nil, err
	}
	if head.GetSHA() != commit {
		return nil, &Error{Kind: Unreadable, why: "the commit is not the one that was asked for"}
	}
	t := &tree{c: c, folders: map[string]map[string]entry{}}
	return t, t.open(ctx, ".", head.GetTree().GetSHA())
}

func (t *tree) open(ctx context.Context, folder, sha string) error {
	if !isCommit(sha) {
		return &Error{Kind: Unreadable, why: "the name of a folder's tree is none"}
	}
	answer, _, err := t.c.lib.Git.GetTree(ctx, t.c.owner, t.c.repo, sha, false)
	if err != nil {
		return err
	}
	if answer.GetSHA() != sha {
		return &Error{Kind: Unreadable, why: fmt.Sprintf("the folder %q is not the one that was asked for", folder)}
	}
	if answer.GetTruncated() {
		return &Error{Kind: Refused, why: fmt.Sprintf("the folder %q has too many entries", folder)}
	}
	entries := map[string]entry{}
	for _, e := range answer.Entries {
		entries[e.GetPath()] = entry{e.GetMode(), e.GetType(), e.GetSHA()}
	}
	t.folders[folder] = entries
	return nil
}

// find looks a file up; nothing there is ok false. A folder on the way that is
// none is an error.
func (t *tree) find(ctx context.Context, file string) (e entry, ok bool, err error) {
	folder := "."
	parts := strings.Split(file, "/")
	for i, part := range parts {
		e, ok = t.folders[folder][part]
		if !ok || i == len(parts)-1 {
			return e, ok, nil
		}
		folder = path.Join(folder, part)
		if e.kind != "tree" {
			return e, false, &Error{Kind: Refused, why: fmt.Sprintf("%q is no folder but a %s", folder, kindOf(e))}
		}
		if t.folders[folder] == nil {
			if err := t.open(ctx, folder, e.name); err != nil {
				return e, false, err
			}
		}
	}
	return e, false, nil
}

// plainFile reports a file that is no link.
func (e entry) plainFile() bool { return e.mode == "100644" || e.mode == "100755" }

func kindOf(e entry) string {
	switch e.mode {
	case "120000":
		return "symbolic link"
	case "160000":
		return "submodule"
	case "040000":
		return "folder"
	}
	return "file"
}

// blobName returns git's name of a file's content, in the hash of the repository
// that a commit's name shows.
func blobName(data []byte, commit string) string {
	h := sha1.New() //nolint:gosec // as above
	if len(commit) == 64 {
		h = sha256.New()
	}
	_, _ = fmt.Fprintf(h, "blob %d\x00", len(data))
	_, _ = h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}
