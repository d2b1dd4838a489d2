package github

import (
	"context"
	"net/url"
	"slices"
	"strings"

	gh "github.com/google/go-github/v66/github"
)

// Means is how somebody agreed.
type Means string

// The means.
const (
	ByLabel  Means = "label"
	ByReview Means = "review"
	// ByEnvironment is the approval of a job that waits for an environment.
	ByEnvironment Means = "environment approval"
)

// Agreement is one account's word about a pull request, as GitHub's API has it.
// Whether it counts is for the gates to say: they are told of those that do not,
// too.
type Agreement struct {
	Means Means
	// Label is the label's name; empty for a review, which approves.
	Label string
	// By is the account and ID its number, which stays when it is renamed; Robot says that it is no person's, or that a program acted
	// for one; Writes that it may write to the repository.
	By     string
	ID     int64
	Robot  bool
	Writes bool
	// Head is the commit it was given for; empty: an older one, or nobody knows.
	Head string
}

// Labeled is what the event of a run says about a label: who put it on which
// head.
type Labeled struct{ Label, By, Head string }

// Agreements reads who agreed to a pull request: approving reviews that stand,
// and labels that are on it and that wanted names. event may be nil.
//
// A review carries the commit it was given for. A label carries none: it counts
// for the head only if it was put on after the push that brought the head, by
// GitHub's record of pushes, or if the run is the label's own. The dates inside
// commits are whatever their author likes and are not looked at.
func (c *Client) Agreements(ctx context.Context, p Pull, wanted func(label string) bool, event *Labeled) ([]Agreement, error) {
	const doing = "reading who agreed to the pull request"
	all, err := c.reviews(ctx, p.Number)
	if err != nil {
		return nil, c.fail(err, doing)
	}
	labels, err := c.labels(ctx, p, wanted, event)
	if err != nil {
		return nil, c.fail(err, doing)
	}
	all = append(all, labels...)
	if err := c.mayWrite(ctx, all); err != nil {
		return nil, c.fail(err, doing)
	}
	slices.SortStableFunc(all, func(a, b Agreement) int {
		return strings.Compare(string(a.Means)+"\x00"+a.Label+"\x00"+a.By, string(b.Means)+"\x00"+b.Label+"\x00"+b.By)
	})
	return all, nil
}

// mayWrite asks of each person whether they may write.
func (c *Client) mayWrite(ctx context.Context, all []Agreement) (err error) {
	writers := map[string]bool{}
	for i, a := range all {
		if a.Robot || a.By == "" {
			continue
		}
		key := strings.ToLower(a.By)
		if _, ok := writers[key]; !ok {
			if writers[key], err = c.writes(ctx, a.By); err != nil {
				return err
			}
		}
		all[i].Writes = writers[key]
	}
	return nil
}

// reviews returns the approvals that stand: of each account the last review that
// decides, when that approves.
func (c *Client) reviews(ctx context.Context, pull int) ([]Agreement, error) {
	last := map[string]*gh.PullRequestReview{}
	var order []string
	cut, err := pages(ctx, c, c.path("/pulls/%d/reviews", pull), func(list []*gh.PullRequestReview) bool {
		for _, r := range list {
			key := strings.ToLower(r.GetUser().GetLogin())
			switch r.GetState() {
			case "APPROVED", "CHANGES_REQUESTED", "DISMISSED":
				if last[key] == nil {
					order = append(order, key)
				}
				last[key] = r
			}
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if cut {
		return nil, &Error{Kind: Refused, why: "the pull request has more reviews than are read"}
	}
	var out []Agreement
	for _, key := range order {
		if r := last[key]; r.GetState() == "APPROVED" {
			out = append(
				out,
				Agreement{Means: ByReview, By: r.GetUser().GetLogin(), ID: r.GetUser().GetID(), Robot: robot(r.GetUser()), Head: r.GetCommitID()},
			)
		}
	}
	return out, nil
}

// labelEvent is one entry of a pull request's timeline.
type labelEvent struct {
	Event string `json:"event"`
	Label struct {
		Name string `json:"name"`
	} `json:"label"`
	Actor *gh.User      `json:"actor"`
	At    *gh.Timestamp `json:"created_at"`
	App   *struct {
		ID int64 `json:"id"`
	} `json:"performed_via_github_app"`
}

// labels returns the wanted labels that are on a pull request, with who put each
// on it and for which commit.
func (c *Client) labels(ctx context.Context, p Pull, wanted func(string) bool, event *Labeled) ([]Agreement, error) {
	on := map[string]*labelEvent{}
	for _, name := range p.Labels {
		if wanted(name) {
			on[name] = nil
		}
	}
	if len(on) == 0 {
		return nil, nil
	}
	cut, err := pages(ctx, c, c.path("/issues/%d/timeline", p.Number), func(list []*labelEvent) bool {
		for _, e := range list {
			if _, ok := on[e.Label.Name]; ok && e.Event == "labeled" {
				on[e.Label.Name] = e
			}
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if cut {
		return nil, &Error{Kind: Refused, why: "the pull request has a longer history than is read"}
	}
	// Without the record of pushes no label counts but that of the event.
	pushes, _ := c.pushes(ctx, p)
	var out []Agreement
	for _, name := range p.Labels {
		e := on[name]
		if e == nil {
			continue
		}
		a := Agreement{Means: ByLabel, Label: name, By: e.Actor.GetLogin(), ID: e.Actor.GetID(), Robot: robot(e.Actor) || e.App != nil}
		switch {
		case putAfter(e, pushes, p.Head):
			a.Head = p.Head
		case event != nil && event.Label == name && strings.EqualFold(event.By, a.By):
			a.Head = event.Head
		}
		out = append(out, a)
	}
	return out, nil
}

// putAfter reports that a label was put on while head was what the branch
// pointed to. In the second of the push itself nobody has read anything.
func putAfter(e *labelEvent, pushes []*push, head string) bool {
	if e.At == nil || len(pushes) == 0 || pushes[0].At == nil || pushes[0].After != head {
		return false
	}
	return e.At.After(pushes[0].At.Time)
}

// writes reports that an account may write to the repository.
func (c *Client) writes(ctx context.Context, account string) (bool, error) {
	p, _, err := c.lib.Repositories.GetPermissionLevel(ctx, c.owner, c.repo, url.PathEscape(account))
	if err := c.fail(err, "asking what %s may do", account); err != nil {
		if KindOf(err) == NotFound {
			return false, nil
		}
		return false, err
	}
	return p.GetPermission() == "admin" || p.GetPermission() == "write", nil
}
