package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	gh "github.com/google/go-github/v66/github"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// Kind is what kind of no an error is.
type Kind string

// The kinds.
const (
	// NotAsked: nothing was sent: no token, no network wanted, or a question that
	// is refused here.
	NotAsked Kind = "not asked"
	// NoAnswer: there was no answer, or one of a service that is broken.
	NoAnswer Kind = "no answer"
	// Unreadable: the answer is not of the form that is documented.
	Unreadable Kind = "unreadable"
	// Limited: too many requests; Error.After says when to come back.
	Limited Kind = "limited"
	// Unauthorized: the token is none, or no longer.
	Unauthorized Kind = "unauthorized"
	// Forbidden: the token may not; Error.Needs names the permission, if GitHub did.
	Forbidden Kind = "forbidden"
	// NotFound: there is no such thing, or the token may not know of it.
	NotFound Kind = "not found"
	// Stale: the branch is no longer where it was thought to be.
	Stale Kind = "stale"
	// Protected: rules of the branch or the repository refuse the change.
	Protected Kind = "protected"
	// Foreign: the branch holds work of somebody else, which is not overwritten.
	Foreign Kind = "foreign"
	// Exists: there already is something of that name.
	Exists Kind = "exists"
	// Refused: the question was understood and refused.
	Refused Kind = "refused"
)

// Error says what was not done and why.
type Error struct {
	// Doing is what was asked for, in our own words.
	Doing string
	Kind  Kind
	// Status is the status of the answer; zero: there was none that counts.
	Status int
	// Needs is the permission that would have been needed, in GitHub's notation
	// ("security_events=write"); empty: nobody knows.
	Needs string
	// Said is GitHub's own message, printable, bounded, and without the token;
	// it may repeat names that a stranger chose.
	Said string
	// After is how long a limit lasts; zero: nobody knows.
	After time.Duration
	// why is our own word.
	why string
}

// Error returns one line.
func (e *Error) Error() string {
	text := Service + ": "
	if e.Doing != "" {
		text += e.Doing + ": "
	}
	text += string(e.Kind)
	if e.Status != 0 {
		text += fmt.Sprintf(" (status %d)", e.Status)
	}
	for _, part := range []string{e.why, e.Said} {
		if part != "" {
			text += ", " + part
		}
	}
	if e.Needs != "" {
		text += ", the token needs " + e.Needs
	}
	if e.After > 0 {
		text += fmt.Sprintf(", again in %s", e.After.Round(time.Second))
	}
	return text
}

// KindOf returns the kind of an error of this package; empty for no error, and
// Unreadable for one of somebody else.
func KindOf(err error) Kind {
	var e *Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &e):
		return e.Kind
	}
	return Unreadable
}

// most is how much of a message is repeated.
const most = 300

// said makes a message of GitHub's fit for printing.
func (c *Client) said(text string) string {
	if c.token != "" {
		text = strings.ReplaceAll(text, c.token, "***")
	}
	return escape.Printable(strings.Join(strings.Fields(text), " "), most)
}

// fail makes an *Error of what the library says. nil stays nil.
func (c *Client) fail(err error, doing string, args ...any) error {
	if err == nil {
		return nil
	}
	out := &Error{Doing: escape.Printable(fmt.Sprintf(doing, args...), most), Kind: Unreadable}
	var ours *Error
	var answered *gh.ErrorResponse
	var limited *gh.RateLimitError
	var abuse *gh.AbuseRateLimitError
	switch {
	case errors.As(err, &ours):
		copied := *ours
		if copied.Doing == "" {
			copied.Doing = out.Doing
		}
		return &copied
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		out.Kind, out.why = NoAnswer, "the run was ended"
	case errors.As(err, &limited):
		out.Kind, out.Status = Limited, status(limited.Response)
	case errors.As(err, &abuse):
		out.Kind, out.Status = Limited, status(abuse.Response)
	case errors.As(err, &answered):
		c.refusal(out, answered)
	default:
		out.why = "its answer is not the JSON that is documented"
	}
	return out
}

func status(r *http.Response) int {
	if r == nil {
		return 0
	}
	return r.StatusCode
}

// refusal reads an answer that says no.
func (c *Client) refusal(out *Error, r *gh.ErrorResponse) {
	out.Status = status(r.Response)
	text := r.Message
	for _, e := range r.Errors {
		text += "; " + strings.Join(strings.Fields(e.Resource+" "+e.Field+" "+e.Code+" "+e.Message), " ")
	}
	out.Said = c.said(text)
	lower := strings.ToLower(text)
	switch {
	case out.Status == http.StatusUnauthorized:
		out.Kind = Unauthorized
	case out.Status == http.StatusForbidden:
		out.Kind = Forbidden
		if r.Response != nil {
			out.Needs = c.said(r.Response.Header.Get("X-Accepted-Github-Permissions"))
		}
	case out.Status == http.StatusNotFound || out.Status == http.StatusGone:
		out.Kind = NotFound
	case out.Status >= 500:
		out.Kind = NoAnswer
	case protects(lower):
		out.Kind = Protected
	case out.Status == http.StatusUnprocessableEntity &&
		(strings.Contains(lower, "already exists") || strings.Contains(lower, "already_exists")):
		out.Kind = Exists
	case out.Status == http.StatusConflict || strings.Contains(lower, "not a fast forward"):
		out.Kind = Stale
	default:
		out.Kind = Refused
	}
}

// protects reports that a message is about rules of a branch.
func protects(lower string) bool {
	for _, words := range []string{"repository rule violations", "protected branch", "changes must be made through a pull request",
		"required status check"} {
		if strings.Contains(lower, words) {
			return true
		}
	}
	return false
}

// refuse is an error about a question that is not sent.
func refuse(doing, why string, args ...any) error {
	return &Error{Doing: doing, Kind: NotAsked, why: escape.Printable(fmt.Sprintf(why, args...), most)}
}
