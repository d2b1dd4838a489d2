package github

import (
	"context"
	"net/http"
	"slices"
	"strings"

	gh "github.com/google/go-github/v66/github"
)

// Confirmations reads who approved the environment that a job of a run waited
// for. The run has to be one of a pull request at this head: an approval carries
// no commit, its run does. Whoever rejected the environment took it back for all.
//
// An environment that asks nobody leaves no record, and so there is nobody here.
func (c *Client) Confirmations(ctx context.Context, run int64, head, environment string) ([]Agreement, error) {
	const doing = "reading who confirmed the run"
	if run <= 0 || !isCommit(head) || environment == "" {
		return nil, refuse(doing, "there is none")
	}
	is, _, err := c.lib.Actions.GetWorkflowRunByID(ctx, c.owner, c.repo, run)
	if err != nil {
		return nil, c.fail(err, doing)
	}
	if is.GetID() != run || is.GetEvent() != "pull_request" || is.GetHeadSHA() != head {
		return nil, &Error{Doing: doing, Kind: Refused, why: "the run is not that of the pull request's head"}
	}
	// The library does not know who approved a run.
	var list []*struct {
		State        string `json:"state"`
		User         *gh.User
		Environments []struct {
			Name string `json:"name"`
		} `json:"environments"`
	}
	if _, err := c.do(ctx, http.MethodGet, c.path("/actions/runs/%d/approvals", run), nil, &list); err != nil {
		return nil, c.fail(err, doing)
	}
	out := []Agreement{}
	for _, a := range list {
		if a == nil {
			continue
		}
		ours := false
		for _, e := range a.Environments {
			ours = ours || strings.EqualFold(e.Name, environment)
		}
		switch {
		case !ours:
		case a.State == "rejected":
			return []Agreement{}, nil
		case a.State == "approved":
			out = append(out, Agreement{Means: ByEnvironment, By: a.User.GetLogin(), ID: a.User.GetID(), Robot: robot(a.User), Head: head})
		}
	}
	if err := c.mayWrite(ctx, out); err != nil {
		return nil, c.fail(err, doing)
	}
	slices.SortStableFunc(out, func(a, b Agreement) int { return strings.Compare(a.By, b.By) })
	return out, nil
}
