package github

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	gh "github.com/google/go-github/v66/github"
)

// Pull is a pull request as the API gives it now, which may be later than the
// event of the run.
type Pull struct {
	Number int
	// Author opened it, AuthorID is the number of the account; Robot says that this
	// is no person.
	Author   string
	AuthorID int64
	Robot    bool
	// Head and Base are commits; HeadRef and BaseRef branches.
	Head, HeadRef, Base, BaseRef string
	// HeadRepository is owner/name; empty when the fork was deleted.
	HeadRepository string
	// Labels are the names of its labels, sorted.
	Labels []string
	Draft  bool
	Open   bool
	// Commits is how many it has.
	Commits int
}

// Pull asks for a pull request.
func (c *Client) Pull(ctx context.Context, number int) (Pull, error) {
	const doing = "reading the pull request"
	if number <= 0 {
		return Pull{}, refuse(doing, "there is none")
	}
	p, _, err := c.lib.PullRequests.Get(ctx, c.owner, c.repo, number)
	if err != nil {
		return Pull{}, c.fail(err, doing)
	}
	out := Pull{
		Number: p.GetNumber(), Author: p.GetUser().GetLogin(), AuthorID: p.GetUser().GetID(), Robot: robot(p.GetUser()),
		Head: p.GetHead().GetSHA(), HeadRef: p.GetHead().GetRef(), HeadRepository: p.GetHead().GetRepo().GetFullName(),
		Base: p.GetBase().GetSHA(), BaseRef: p.GetBase().GetRef(),
		Draft: p.GetDraft(), Open: p.GetState() == "open", Commits: p.GetCommits(), Labels: []string{},
	}
	for _, l := range p.Labels {
		out.Labels = append(out.Labels, l.GetName())
	}
	slices.Sort(out.Labels)
	if out.Number != number || !isCommit(out.Head) || !isCommit(out.Base) {
		return Pull{}, &Error{Doing: doing, Kind: Unreadable, why: "it answers another question"}
	}
	return out, nil
}

// robot reports an account that is no person's: whoever is not said to be a user.
func robot(u *gh.User) bool { return u.GetType() != "User" || strings.HasSuffix(u.GetLogin(), "[bot]") }

// maxCommits is how many commits of a pull request GitHub lists.
const maxCommits = 250

// Account is an account by its name, and by its number, which stays when it is
// renamed.
type Account struct {
	Login string
	ID    int64
}

// Pushers names the accounts with a part in a pull request's commits, sorted:
// who GitHub takes authors and committers for, which goes by the address in the
// commit and is what the committer says, and who pushed to the branch, which is
// GitHub's own word where it may be read. complete is false when there were more
// commits than are listed or commits of nobody GitHub knows, and the pushes could
// not be read either.
func (c *Client) Pushers(ctx context.Context, p Pull) (accounts []Account, complete bool, err error) {
	complete = p.Commits <= maxCommits
	add := func(u *gh.User) {
		if u.GetLogin() == "" {
			complete = false
			return
		}
		accounts = append(accounts, Account{u.GetLogin(), u.GetID()})
	}
	_, err = pages(ctx, c, c.path("/pulls/%d/commits", p.Number), func(list []*gh.RepositoryCommit) bool {
		for _, commit := range list {
			add(commit.GetAuthor())
			add(commit.GetCommitter())
		}
		return true
	})
	if err != nil {
		return nil, false, c.fail(err, "reading the commits of the pull request")
	}
	pushes, perr := c.pushes(ctx, p)
	for _, a := range pushes {
		if a.Actor.GetLogin() != "" {
			accounts = append(accounts, Account{a.Actor.GetLogin(), a.Actor.GetID()})
		}
	}
	slices.SortFunc(accounts, func(a, b Account) int {
		return cmp.Or(strings.Compare(a.Login, b.Login), cmp.Compare(a.ID, b.ID))
	})
	return slices.Compact(accounts), complete || perr == nil && len(pushes) > 0, nil
}

// push is one entry of a branch's activity, GitHub's own record.
type push struct {
	After string        `json:"after"`
	At    *gh.Timestamp `json:"timestamp"`
	Actor *gh.User      `json:"actor"`
}

// pushes reads the record of the pull request's branch, newest first.
func (c *Client) pushes(ctx context.Context, p Pull) ([]*push, error) {
	if !isRepository(p.HeadRepository) || p.HeadRef == "" {
		return nil, &Error{Kind: NotFound, why: "the branch is gone"}
	}
	var list []*push
	cut, err := pages(ctx, c, "repos/"+p.HeadRepository+"/activity?ref="+url.QueryEscape("refs/heads/"+p.HeadRef), func(page []*push) bool {
		list = append(list, page...)
		return true
	})
	if cut {
		return list, &Error{Kind: Refused, why: "the branch has more pushes than are read"}
	}
	return list, err
}
