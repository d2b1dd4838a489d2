// Package github asks GitHub for what the action needs and tells it what was
// found: results for code scanning, one comment, a commit of generated files
// with the pull request that proposes it, assets of a release; and it reads who
// agreed to a change.
//
// Every method degrades alone: it gives a typed outcome or an *Error whose Kind
// says what kind of no it was, and for a token that may not, which permission
// is missing. Nothing is decided here, no gate and no verdict. The token goes
// to the addresses the Client was made with and nowhere else, and into no error.
package github

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"strings"
	"time"

	gh "github.com/google/go-github/v66/github"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Service is the name of the service in states and errors.
const Service = "github"

// Config says which GitHub is asked about which repository, and as whom.
type Config struct {
	// Web is the way to the service. Its Cache is not used.
	Web *web.Client
	// API and GraphQL are addresses ("https://api.github.com",
	// "https://api.github.com/graphql"), as a run's environment gives them.
	API, GraphQL string
	// Repository is owner/name.
	Repository string
	// Token identifies who asks; without one nobody is asked.
	Token string
}

// Client asks about one repository. It may be used from several goroutines.
type Client struct {
	lib         *gh.Client
	graphql     string
	owner, repo string
	token       string
	sleep       func(context.Context, time.Duration) error
}

var repositoryRE = lazyregexp.Lazy(`^[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}$`)

// isRepository reports owner/name, where neither half is a step in a path.
func isRepository(s string) bool {
	return repositoryRE().MatchString(s) && !strings.Contains("/"+s+"/", "/./") && !strings.Contains("/"+s+"/", "/../")
}

// commitRE is the form of a commit's name: SHA-1 or SHA-256.
var commitRE = lazyregexp.Lazy(`^([0-9a-f]{40}|[0-9a-f]{64})$`)

func isCommit(s string) bool { return commitRE().MatchString(s) }

// New checks a configuration. It asks nothing.
func New(c Config) (*Client, error) {
	api, err := web.Base(c.API)
	if err != nil {
		return nil, fmt.Errorf("the address of GitHub's API: %w", err)
	}
	graphql, err := web.Base(c.GraphQL)
	if err != nil {
		return nil, fmt.Errorf("the address of GitHub's GraphQL API: %w", err)
	}
	if !isRepository(c.Repository) {
		return nil, errors.New("the repository is not of the form owner/name")
	}
	if strings.ContainsAny(c.Token, "\r\n\x00 \t") {
		return nil, errors.New("the token holds white space")
	}
	uploads := uploadsOf(api)
	way := &transport{web: *c.Web, token: c.Token, own: []string{api + "/", graphql, uploads + "/"}}
	if way.web.Patience <= 0 {
		way.web.Patience = patience
	}
	lib := gh.NewClient(way.client())
	if lib.BaseURL, err = url.Parse(api + "/"); err != nil {
		return nil, errors.New("the address of GitHub's API is none")
	}
	if lib.UploadURL, err = url.Parse(uploads + "/"); err != nil {
		return nil, errors.New("the address of GitHub's API is none")
	}
	owner, repo, _ := strings.Cut(c.Repository, "/")
	return &Client{lib: lib, graphql: graphql, owner: owner, repo: repo, token: c.Token, sleep: c.Web.Sleep}, nil
}

// uploadsOf returns where assets are sent to. github.com has a host of its own
// for that, a GitHub Enterprise Server a path. The address that a release names
// is not followed: the token would go wherever it says.
func uploadsOf(api string) string {
	u, err := url.Parse(api)
	if err != nil {
		return api
	}
	if rest, ok := strings.CutPrefix(u.Host, "api."); ok {
		u.Host = "uploads." + rest
		return u.String()
	}
	if before, ok := strings.CutSuffix(u.Path, "/api/v3"); ok {
		u.Path = before + "/api/uploads"
	}
	return u.String()
}

// wait sleeps as the way to the service does.
func (c *Client) wait(ctx context.Context, d time.Duration) error {
	if c.sleep == nil {
		return ctx.Err()
	}
	return c.sleep(ctx, d)
}

// path is the address of something in the repository.
func (c *Client) path(format string, args ...any) string {
	return "repos/" + c.owner + "/" + c.repo + fmt.Sprintf(format, args...)
}

// escapePath writes a name of several segments (a branch, a file) for a path.
func escapePath(name string) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return strings.Join(parts, "/")
}
