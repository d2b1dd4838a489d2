package githubaction

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Event is what started a run. GitHub's runner wrote it, so it is true; what a
// person typed (titles, branch names) is still a stranger's text.
type Event struct {
	// Name is the event's ("pull_request", "push", "release", "schedule", …).
	Name string
	// Repository is owner/name; Owner and Repo are its halves.
	Repository, Owner, Repo string
	// API, GraphQL and Server are addresses of this GitHub, without a slash at the
	// end; a GitHub Enterprise Server has others than github.com.
	API, GraphQL, Server string
	// Ref and SHA are what is checked out: for a pull request the merge commit.
	Ref, SHA string
	// Default is the repository's default branch; empty when the event does not
	// say.
	Default string
	// Actor is the account that caused the run.
	Actor string
	// Workspace is where the repository lies.
	Workspace string
	// Action is what happened within the event ("labeled", "synchronize").
	Action string
	// Pull is the pull request; nil: the run is about none.
	Pull *Pull
	// Label is the label an event of a pull request is about, and Sender who put it
	// there or took it away.
	Label, Sender string
	// SenderBot is true when that is no person.
	SenderBot bool
	// Release is the release that the event is about; nil: none.
	Release *Release
}

// Pull is a pull request.
type Pull struct {
	Number int
	// Author opened it.
	Author     string
	Head, Base Side
	Draft      bool
}

// Side is one end of a pull request.
type Side struct {
	// Ref is a branch, SHA its commit, Repository its owner/name; a fork that was
	// deleted has none.
	Ref, SHA, Repository string
}

// Release is a release.
type Release struct {
	ID  int64
	Tag string
}

// Fork reports that the head is another repository's, or nobody's any more.
func (p *Pull) Fork() bool { return !strings.EqualFold(p.Head.Repository, p.Base.Repository) }

// Dependabot is the account of GitHub's own dependency updates. Runs of its
// pull requests get a token that only reads, as those of forks do.
const Dependabot = "dependabot[bot]"

// ReadOnly reports that the run's token may most likely only read. It is a
// guess that picks the words of a warning; what a request is answered decides.
func (e Event) ReadOnly() bool {
	return e.Name == "pull_request" && e.Pull != nil && (e.Pull.Fork() || e.Actor == Dependabot)
}

// maxEvent bounds the payload; GitHub's own limit is 25 MB.
const maxEvent = 25 << 20

// payload is what is read of an event.
type payload struct {
	Action string `json:"action"`
	Number int    `json:"number"`
	Sender struct {
		Login, Type string
	} `json:"sender"`
	Label struct {
		Name string `json:"name"`
	} `json:"label"`
	Repository struct {
		DefaultBranch string `json:"default_branch"`
	} `json:"repository"`
	PullRequest *struct {
		Number int  `json:"number"`
		Draft  bool `json:"draft"`
		User   struct {
			Login string `json:"login"`
		} `json:"user"`
		Head side `json:"head"`
		Base side `json:"base"`
	} `json:"pull_request"`
	Release *struct {
		ID  int64  `json:"id"`
		Tag string `json:"tag_name"`
	} `json:"release"`
}

type side struct {
	Ref  string `json:"ref"`
	SHA  string `json:"sha"`
	Repo *struct {
		FullName string `json:"full_name"`
	} `json:"repo"`
}

func (s side) side() Side {
	out := Side{Ref: s.Ref, SHA: s.SHA}
	if s.Repo != nil {
		out.Repository = s.Repo.FullName
	}
	return out
}

var (
	repositoryName = lazyregexp.Lazy(`^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$`)
	commitID       = lazyregexp.Lazy(`^([0-9a-f]{40}|[0-9a-f]{64})$`)
)

// ReadEvent reads what the run is about. An error says what is missing; outside
// a run that is nearly everything.
func (r *Runner) ReadEvent() (Event, error) {
	e := Event{
		Name: r.getenv("GITHUB_EVENT_NAME"), Repository: r.getenv("GITHUB_REPOSITORY"),
		Ref: r.getenv("GITHUB_REF"), SHA: r.getenv("GITHUB_SHA"),
		Actor: r.getenv("GITHUB_ACTOR"), Workspace: r.getenv("GITHUB_WORKSPACE"),
		API: address(r.getenv("GITHUB_API_URL"), "https://api.github.com"), Server: address(r.getenv("GITHUB_SERVER_URL"), "https://github.com"),
		GraphQL: address(r.getenv("GITHUB_GRAPHQL_URL"), "https://api.github.com/graphql"),
	}
	if e.Name == "" {
		return e, errors.New("this is not a step of a run of GitHub Actions: GITHUB_EVENT_NAME is not set")
	}
	if !repositoryName().MatchString(e.Repository) {
		return e, fmt.Errorf("GITHUB_REPOSITORY is %q, not owner/name", e.Repository)
	}
	e.Owner, e.Repo, _ = strings.Cut(e.Repository, "/")
	if !commitID().MatchString(e.SHA) {
		return e, fmt.Errorf("GITHUB_SHA is %q, not a commit", e.SHA)
	}
	p, err := readPayload(r.getenv("GITHUB_EVENT_PATH"))
	if err != nil {
		return e, err
	}
	e.Action, e.Default = p.Action, p.Repository.DefaultBranch
	e.Sender, e.SenderBot, e.Label = p.Sender.Login, p.Sender.Type != "User", p.Label.Name
	if p.Release != nil {
		e.Release = &Release{p.Release.ID, p.Release.Tag}
	}
	if p.PullRequest == nil {
		return e, nil
	}
	e.Pull = &Pull{
		Number: p.PullRequest.Number, Author: p.PullRequest.User.Login, Draft: p.PullRequest.Draft,
		Head: p.PullRequest.Head.side(), Base: p.PullRequest.Base.side(),
	}
	if e.Pull.Number <= 0 || !commitID().MatchString(e.Pull.Head.SHA) || !commitID().MatchString(e.Pull.Base.SHA) {
		return e, errors.New("the event's payload names a pull request without a number or without commits; the workflow runs on: pull_request")
	}
	return e, nil
}

func address(given, otherwise string) string {
	if given = strings.TrimRight(given, "/"); given != "" {
		return given
	}
	return otherwise
}

func readPayload(name string) (payload, error) {
	var p payload
	if name == "" {
		return p, errors.New("the event is not known: GITHUB_EVENT_PATH is not set")
	}
	f, err := os.Open(name)
	if err != nil {
		return p, fmt.Errorf("reading the event: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxEvent+1))
	if err != nil {
		return p, fmt.Errorf("reading the event: %w", err)
	}
	if len(data) > maxEvent {
		return p, fmt.Errorf("the event's payload, which GITHUB_EVENT_PATH names, is longer than %d bytes", maxEvent)
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return p, fmt.Errorf("the event's payload is no JSON: %w", err)
	}
	return p, nil
}
