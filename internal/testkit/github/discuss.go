package github

import (
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"
)

// comment is a comment of a pull request.
type comment struct {
	id           int64
	pull         int
	author, body string
	at           time.Time
}

// Comment is what a test sees of one.
type Comment struct {
	Pull         int
	Author, Body string
}

// Comments lists the comments, oldest first.
func (h *Hub) Comments() []Comment {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []Comment
	for _, k := range h.comments {
		out = append(out, Comment{k.pull, k.author, k.body})
	}
	return out
}

// Comment writes a comment as an account.
func (h *Hub) Comment(pull int, author, body string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.comment(pull, author, body)
}

func (h *Hub) comment(pull int, author, body string) *comment {
	// The numbers of comments passed what 32 bits hold some time ago.
	k := &comment{3_000_000_000 + h.id(), pull, author, body, h.tick()}
	h.comments = append(h.comments, k)
	return k
}

func (k *comment) form() map[string]any {
	when := k.at.Format(time.RFC3339)
	return map[string]any{"id": k.id, "body": k.body, "user": user(k.author), "created_at": when, "updated_at": when}
}

func tooLong(body string) bool { return utf8.RuneCountInString(body) > 65_536 }

func createComment(c *call) answer {
	var in struct{ Body string }
	c.decode(&in)
	p := c.pull()
	switch {
	case p == nil:
		return notFound()
	case tooLong(in.Body):
		return invalid("IssueComment", "body", "unprocessable", "body is too long (maximum is 65536 characters)")
	}
	return answer{http.StatusCreated, c.hub.comment(p.number, c.token.Login, in.Body).form()}
}

func updateComment(c *call) answer {
	var in struct{ Body string }
	c.decode(&in)
	for _, k := range c.hub.comments {
		if strconv.FormatInt(k.id, 10) != c.params["comment_id"] {
			continue
		}
		if tooLong(in.Body) {
			return invalid("IssueComment", "body", "unprocessable", "body is too long (maximum is 65536 characters)")
		}
		// A token that may write may change what others wrote too. That is why it has
		// to be looked at before whose comment it is.
		k.body = in.Body
		return answer{http.StatusOK, k.form()}
	}
	return notFound()
}
