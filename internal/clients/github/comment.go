package github

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	gh "github.com/google/go-github/v66/github"
)

// Done says what became of something that is kept up to date.
type Done string

// What became of it.
const (
	Created   Done = "created"
	Updated   Done = "updated"
	Unchanged Done = "unchanged"
)

// maxCommentLength is how many characters GitHub takes.
const maxCommentLength = 65_536

// commentsQuery lists comments with the word of GitHub on whether the asker
// wrote them. Accounts are not compared: a token does not always know its own
// name, and a marker can be copied.
const commentsQuery = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(first: 100, after: $after) {
        nodes { fullDatabaseId body viewerDidAuthor }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`

// comment is one comment of a pull request.
type comment struct {
	// ID is a BigInt, which is written as a string.
	ID   json.RawMessage `json:"fullDatabaseId"`
	Body string          `json:"body"`
	Ours bool            `json:"viewerDidAuthor"`
}

// Comment keeps the one comment of a pull request that starts with marker up to
// date: it is made when there is none, and changed when its text differs. Only
// comments that this token's account wrote are looked at.
func (c *Client) Comment(ctx context.Context, pull int, marker, body string) (Done, error) {
	const doing = "commenting on the pull request"
	switch {
	case pull <= 0:
		return "", refuse(doing, "there is no pull request")
	case marker == "" || !strings.HasPrefix(body, marker):
		return "", refuse(doing, "the text does not begin with its marker")
	case utf8.RuneCountInString(body) > maxCommentLength:
		return "", refuse(doing, "the text is longer than %d characters", maxCommentLength)
	}
	old, found, err := c.findComment(ctx, pull, marker, doing)
	if err != nil {
		return "", err
	}
	send := gh.IssueComment{Body: &body}
	if !found {
		_, _, err := c.lib.Issues.CreateComment(ctx, c.owner, c.repo, pull, &send)
		return Created, c.fail(err, doing)
	}
	// What is stored has other line ends and no white space at its end.
	if same(old.Body, body) {
		return Unchanged, nil
	}
	id, err := strconv.ParseInt(strings.Trim(string(old.ID), `"`), 10, 64)
	if err != nil || id <= 0 {
		return "", &Error{Doing: doing, Kind: Unreadable, why: "the number of a comment is none"}
	}
	_, _, err = c.lib.Issues.EditComment(ctx, c.owner, c.repo, id, &send)
	return Updated, c.fail(err, doing)
}

func same(a, b string) bool {
	clean := func(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }
	return clean(a) == clean(b)
}

func (c *Client) findComment(ctx context.Context, pull int, marker, doing string) (comment, bool, error) {
	var after any
	for range maxPages {
		var answer struct {
			Repository *struct {
				PullRequest *struct {
					Comments struct {
						Nodes    []comment `json:"nodes"`
						PageInfo struct {
							HasNextPage bool   `json:"hasNextPage"`
							EndCursor   string `json:"endCursor"`
						} `json:"pageInfo"`
					} `json:"comments"`
				} `json:"pullRequest"`
			} `json:"repository"`
		}
		err := c.graph(
			ctx,
			commentsQuery,
			map[string]any{"owner": c.owner, "name": c.repo, "number": pull, "after": after},
			&answer,
			doing,
			"pull_requests=write",
		)
		if err != nil {
			return comment{}, false, err
		}
		if answer.Repository == nil || answer.Repository.PullRequest == nil {
			return comment{}, false, &Error{Doing: doing, Kind: NotFound, why: "there is no such pull request"}
		}
		list := answer.Repository.PullRequest.Comments
		for _, n := range list.Nodes {
			if n.Ours && strings.HasPrefix(n.Body, marker) {
				return n, true, nil
			}
		}
		if !list.PageInfo.HasNextPage {
			return comment{}, false, nil
		}
		after = list.PageInfo.EndCursor
	}
	// Without having seen all there is no knowing that there is none.
	return comment{}, false, &Error{Doing: doing, Kind: Refused, why: "the pull request has more comments than are read"}
}
