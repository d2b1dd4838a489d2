package github

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	gh "github.com/google/go-github/v66/github"
)

// Proposal is a pull request of generated files that is kept up to date in one
// place.
type Proposal struct {
	// Change is the commit: Branch is the branch of our own that it is made on, and
	// Expected the commit of Into that it is made for.
	Change Change
	// Into is the branch it is proposed for.
	Into        string
	Title, Body string
	// Draft opens it as a draft. One that is open stays as it is.
	Draft bool
}

// Proposed says what became of a proposal.
type Proposed struct {
	// Number is the pull request's; zero: nothing had to be proposed.
	Number int
	// Pull says what was done to the pull request, Commit to its branch.
	Pull   Done
	Commit Commit
}

// maxOwn is how many commits a branch of our own can have gathered.
const maxOwn = 50

// Propose brings the branch of a proposal up to date, one commit on top of
// Expected, and opens or updates its pull request. A branch that holds the work
// of a person is left alone: Foreign. Where nothing differs from Expected there
// is no commit and no pull request; one that is open is left for people to close.
func (c *Client) Propose(ctx context.Context, p Proposal) (Proposed, error) {
	const doing = "proposing the generated files"
	if err := p.Change.check(); err != nil {
		return Proposed{}, err
	}
	if err := checkBranch(p.Into); err != nil {
		return Proposed{}, err
	}
	switch {
	case p.Into == p.Change.Branch:
		return Proposed{}, refuse(doing, "a branch cannot be proposed for itself")
	case p.Title == "" || strings.ContainsAny(p.Title, "\r\n") || utf8.RuneCountInString(p.Title) > 256 ||
		utf8.RuneCountInString(p.Body) > maxCommentLength:
		return Proposed{}, refuse(doing, "the title or the text of the pull request is none")
	}
	needed, err := c.needed(ctx, p.Change)
	if err != nil {
		return Proposed{}, c.fail(err, doing)
	}
	if len(needed.Files)+len(needed.Gone) == 0 {
		return Proposed{Pull: Unchanged, Commit: Commit{Done: Unchanged, SHA: p.Change.Expected}}, nil
	}
	out := Proposed{}
	if out.Commit, err = c.bring(ctx, needed, p.Change); err != nil {
		return out, c.fail(err, doing)
	}
	out.Number, out.Pull, err = c.open(ctx, p)
	return out, c.fail(err, doing)
}

// bring makes the branch hold exactly the change. The new commit is made beside
// it and the branch moved once: a branch that is reset first has no difference
// for a moment, and GitHub closes the pull request.
func (c *Client) bring(ctx context.Context, needed, whole Change) (Commit, error) {
	at, ok, err := c.branch(ctx, needed.Branch)
	if err != nil {
		return Commit{}, err
	}
	if !ok {
		if err := c.makeBranch(ctx, needed.Branch, needed.Expected); err != nil {
			return Commit{}, err
		}
		return c.CreateCommit(ctx, needed)
	}
	current, err := c.current(ctx, at, needed, whole)
	if err != nil || current {
		return Commit{Done: Unchanged, SHA: at}, err
	}
	if at == needed.Expected {
		return c.CreateCommit(ctx, needed)
	}
	beside := needed
	beside.Branch += "-next"
	if err := c.makeBranch(ctx, beside.Branch, beside.Expected); err != nil {
		return Commit{}, err
	}
	done, err := c.CreateCommit(ctx, beside)
	if err == nil {
		err = c.moveBranch(ctx, needed.Branch, done.SHA)
	}
	// What is left over is in nobody's way: the next run moves it.
	_ = c.dropBranch(ctx, beside.Branch)
	return done, err
}

// current reports that the branch is one commit on top of the expected one and
// holds the change and nothing else. Commits of people are Foreign.
func (c *Client) current(ctx context.Context, at string, needed, whole Change) (bool, error) {
	d, _, err := c.lib.Repositories.CompareCommits(ctx, c.owner, c.repo, needed.Expected, at, &gh.ListOptions{PerPage: 100})
	if err != nil {
		return false, err
	}
	foreign := d.GetAheadBy() > maxOwn
	for _, commit := range d.Commits {
		foreign = foreign || !robot(commit.GetAuthor())
	}
	if foreign {
		return false, &Error{Kind: Foreign, why: "the branch " + needed.Branch + " holds commits of a person, which are not overwritten"}
	}
	if d.GetAheadBy() != 1 || d.GetBehindBy() != 0 {
		return false, nil
	}
	var paths []string
	for _, f := range needed.Files {
		paths = append(paths, f.Path)
	}
	paths = append(paths, needed.Gone...)
	for _, f := range d.Files {
		if !slices.Contains(paths, f.GetFilename()) || f.GetStatus() == "renamed" {
			return false, nil
		}
	}
	whole.Expected = at
	left, err := c.needed(ctx, whole)
	return len(left.Files)+len(left.Gone) == 0, err
}

// open opens the pull request of a branch, or updates the one that is open.
func (c *Client) open(ctx context.Context, p Proposal) (int, Done, error) {
	const doing = "opening the pull request"
	list, _, err := c.lib.PullRequests.List(ctx, c.owner, c.repo, &gh.PullRequestListOptions{
		State: "open", Head: c.owner + ":" + p.Change.Branch, Base: p.Into,
	})
	if err != nil {
		return 0, "", c.fail(err, doing)
	}
	for _, old := range list {
		if old.GetHead().GetRef() != p.Change.Branch || !strings.EqualFold(old.GetHead().GetRepo().GetFullName(), c.owner+"/"+c.repo) {
			continue
		}
		if old.GetTitle() == p.Title && same(old.GetBody(), p.Body) {
			return old.GetNumber(), Unchanged, nil
		}
		_, _, err := c.lib.PullRequests.Edit(ctx, c.owner, c.repo, old.GetNumber(), &gh.PullRequest{Title: &p.Title, Body: &p.Body})
		return old.GetNumber(), Updated, c.fail(err, doing)
	}
	made, _, err := c.lib.PullRequests.Create(ctx, c.owner, c.repo, &gh.NewPullRequest{
		Title: &p.Title, Body: &p.Body, Head: &p.Change.Branch, Base: &p.Into, Draft: &p.Draft,
	})
	if err == nil && made.GetNumber() <= 0 {
		err = &Error{Kind: Unreadable, why: "it names no pull request"}
	}
	return made.GetNumber(), Created, c.fail(err, doing)
}
