package github

import (
	"cmp"
	"context"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// File is a generated file.
type File struct {
	// Path is where it lies in the repository, below a folder .ringfence.
	Path string
	Data []byte
}

// Change is one commit of generated files.
type Change struct {
	// Branch is the branch without refs/heads/.
	Branch string
	// Expected is the commit the branch has to be at.
	Expected string
	// Headline and Message are the commit's; Message may be empty.
	Headline, Message string
	// Files are written, the paths in Gone removed. Files that are as they should
	// be already are left out.
	Files []File
	Gone  []string
}

// Commit says what became of a change.
type Commit struct {
	// Done is Created, or Unchanged when there was nothing to commit.
	Done Done
	// SHA is the branch's commit after it.
	SHA string
	// Paths are the paths that the commit changes, sorted.
	Paths []string
}

// The bounds of a commit.
const (
	maxFiles       = 500
	maxCommitBytes = 32 << 20
)

const commitMutation = `mutation($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) {
    commit { oid }
  }
}`

// CreateCommit commits generated files to a branch that is where it is expected
// to be. The commit is GitHub's own: signed by it, made whole or not at all, by
// the account of the token. Stale says that the branch moved, Protected that its
// rules refuse it. Nothing outside a folder .ringfence is ever written.
func (c *Client) CreateCommit(ctx context.Context, ch Change) (Commit, error) {
	const doing = "committing the generated files"
	if err := ch.check(); err != nil {
		return Commit{}, err
	}
	ch, err := c.needed(ctx, ch)
	if err != nil {
		return Commit{}, c.fail(err, doing)
	}
	if len(ch.Files)+len(ch.Gone) == 0 {
		return Commit{Done: Unchanged, SHA: ch.Expected}, nil
	}
	out := Commit{Done: Created}
	additions, deletions := []map[string]any{}, []map[string]any{}
	for _, f := range ch.Files {
		additions = append(additions, map[string]any{"path": f.Path, "contents": base64.StdEncoding.EncodeToString(f.Data)})
		out.Paths = append(out.Paths, f.Path)
	}
	for _, p := range ch.Gone {
		deletions = append(deletions, map[string]any{"path": p})
		out.Paths = append(out.Paths, p)
	}
	slices.Sort(out.Paths)
	message := map[string]any{"headline": ch.Headline}
	if ch.Message != "" {
		message["body"] = ch.Message
	}
	var answer struct {
		Create *struct {
			Commit struct{ OID string }
		} `json:"createCommitOnBranch"`
	}
	err = c.graph(ctx, commitMutation, map[string]any{"input": map[string]any{
		"branch":          map[string]any{"repositoryNameWithOwner": c.owner + "/" + c.repo, "branchName": ch.Branch},
		"message":         message,
		"fileChanges":     map[string]any{"additions": additions, "deletions": deletions},
		"expectedHeadOid": ch.Expected,
	}}, &answer, doing, "contents=write")
	if err != nil {
		return Commit{}, err
	}
	if answer.Create == nil || !isCommit(answer.Create.Commit.OID) {
		return Commit{}, &Error{Doing: doing, Kind: Unreadable, why: "it names no commit"}
	}
	out.SHA = answer.Create.Commit.OID
	return out, nil
}

// needed leaves what the expected commit has already out of a change.
func (c *Client) needed(ctx context.Context, ch Change) (Change, error) {
	t, err := c.at(ctx, ch.Expected)
	if err != nil {
		return ch, err
	}
	files, gone := ch.Files, ch.Gone
	ch.Files, ch.Gone = nil, nil
	for _, f := range files {
		e, ok, err := t.find(ctx, f.Path)
		switch {
		case err != nil:
			return ch, err
		case ok && !e.plainFile():
			return ch, &Error{Kind: Refused, why: "in the place of " + escape.Printable(f.Path, most) + " there is a " + kindOf(e)}
		case ok && e.name == blobName(f.Data, ch.Expected):
			continue
		}
		ch.Files = append(ch.Files, f)
	}
	for _, p := range gone {
		_, ok, err := t.find(ctx, p)
		if err != nil {
			return ch, err
		}
		if ok {
			ch.Gone = append(ch.Gone, p)
		}
	}
	slices.SortFunc(ch.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	slices.Sort(ch.Gone)
	return ch, nil
}

// check refuses a change that must not be made, before anything is sent.
func (ch Change) check() error {
	const doing = "committing the generated files"
	if err := checkBranch(ch.Branch); err != nil {
		return err
	}
	if !isCommit(ch.Expected) {
		return refuse(doing, "%q is no commit", ch.Expected)
	}
	if ch.Headline == "" || strings.ContainsAny(ch.Headline, "\r\n") {
		return refuse(doing, "the commit has no headline of one line")
	}
	if len(ch.Files)+len(ch.Gone) > maxFiles {
		return refuse(doing, "these are %d files, at most %d are committed", len(ch.Files)+len(ch.Gone), maxFiles)
	}
	seen := map[string]bool{}
	total := 0
	paths := slices.Clone(ch.Gone)
	for _, f := range ch.Files {
		total += len(f.Data)
		paths = append(paths, f.Path)
	}
	if total > maxCommitBytes {
		return refuse(doing, "the files have %d bytes, at most %d are committed", total, maxCommitBytes)
	}
	for _, p := range paths {
		if why := objection(p); why != "" {
			return refuse(doing, "%q is not written: %s", p, why)
		}
		if seen[p] {
			return refuse(doing, "%q is named twice", p)
		}
		seen[p] = true
	}
	return nil
}

// objection says why a path is none that may be written; empty: it is. The one
// folder that is written is .ringfence, at the top or in an extension's own
// folder; whatever lies below .github or .git can run code and is not.
func objection(p string) string {
	if len(p) > 1000 || strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' || r == 0xfffd }) {
		return "it is too long or holds odd characters"
	}
	parts := strings.Split(p, "/")
	inside := false
	for i, part := range parts {
		switch strings.ToLower(strings.TrimRight(part, ". ")) {
		case "":
			return "it is not a plain path"
		case ".git", "git~1", ".github":
			return "it lies below " + part
		}
		inside = inside || part == ".ringfence" && i < len(parts)-1
	}
	if !inside {
		return "it lies outside .ringfence"
	}
	return ""
}
