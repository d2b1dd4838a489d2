package endtoend

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// movedOn is a GitHub whose default branch has code that its policy does not
// fit.
func movedOn(t *testing.T) (h *github.Hub, before string) {
	t.Helper()
	h = hubbed(t)
	before = h.Head("main")
	h.Push("main", "ann", "needs docker", map[string]string{"main.js": widerJS})
	return h, before
}

const (
	driftedGraph = `main
  ann: needs docker M:main.js
  acme: start
`
	committedGraph = `main
  github-actions[bot]: ringfence: generated policy M:.ringfence/policy.json
  ann: needs docker M:main.js
  acme: start
`
	proposedGraph = driftedGraph + `ringfence/policy
  github-actions[bot]: ringfence: generated policy M:.ringfence/policy.json
  ann: needs docker M:main.js
  acme: start
`
)

// On branches there is no change to judge, only what is there; the modes that
// write put right what drifted.
func TestActionOnABranch(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the action often; TestActionIsIdempotent stays")
	}
	push := func(before string) github.Event { return github.Event{Name: "push", Actor: "ann", Before: before} }
	schedule := func(string) github.Event { return github.Event{Name: "schedule", Actor: "ann"} }
	for _, c := range []struct {
		name, mode string
		// features are what the token is for, besides judging.
		features []string
		event    func(before string) github.Event
		set      func(*github.Hub)
		token    func(map[string]string) map[string]string
		want     expected
		pulls    int
	}{
		{"a push that drifted", "check", nil, push, nil, nil, expected{code: 1, results: true, graph: driftedGraph, log: []string{"drift"}}, 0},
		{"committed", "commit", []string{"mode commit"}, push, nil, nil, expected{code: 0, results: true, graph: committedGraph}, 0},
		{"committed on a schedule", "commit", []string{"mode commit"}, schedule, nil, nil,
			expected{code: 0, results: true, graph: committedGraph}, 0},
		{"the head moved", "commit", []string{"mode commit"}, push, func(h *github.Hub) {
			h.Before("graphql createCommitOnBranch", func() { h.Push("main", "bea", "meanwhile", map[string]string{"x.md": "x"}) })
		}, nil, expected{code: 1, results: true, log: []string{"::warning", "moved on"},
			graph: "main\n  bea: meanwhile A:x.md\n" + strings.TrimPrefix(driftedGraph, "main\n")}, 0},
		{"a protected branch and no more permission", "commit", []string{"mode commit"}, push, func(h *github.Hub) {
			h.Protect("main", "")
		}, without("pull_requests"), expected{code: 1, results: true, log: []string{"::warning", "refuse a commit"}, graph: proposedGraph}, 0},
		{"a protected branch", "commit", []string{"mode commit", "mode pull-request"}, push, func(h *github.Hub) {
			h.Protect("main", "")
		}, nil, expected{code: 0, results: true, log: []string{"::warning", "refuse a commit"}, graph: proposedGraph}, 1},
		{"a token that only reads", "commit", []string{"mode commit"}, push, nil, readOnly,
			expected{code: 1, log: []string{"::warning", "contents"}, graph: driftedGraph}, 0},
		{"proposed", "pull-request", []string{"mode pull-request"}, push, nil, nil, expected{code: 0, results: true, graph: proposedGraph}, 1},
		{"proposed on a schedule", "pull-request", []string{"mode pull-request"}, schedule, nil, nil,
			expected{code: 0, results: true, graph: proposedGraph}, 1},
		{"proposing forbidden", "pull-request", []string{"mode pull-request"}, push, func(h *github.Hub) {
			h.ForbidPulls()
		}, nil, expected{code: 1, results: true,
			log: []string{"::warning", "not permitted to create", "Allow GitHub Actions to create and approve pull requests"}, graph: proposedGraph},
			0},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, before := movedOn(t)
			if c.set != nil {
				c.set(h)
			}
			may := granted(t, append(c.features, toJudge...)...)
			if c.token != nil {
				may = c.token(may)
			}
			r := act(t, h, c.event(before), h.Token(robot, may), "INPUT_MODE="+c.mode)
			r.want(t, h, "", c.want)
			if got := h.Pulls(); len(got) != c.pulls {
				t.Errorf("pull requests: %+v", got)
			}
		})
	}
}

// A second run finds everything as it should be: no commit, no further pull
// request, and what a person did to the branch stays.
func TestActionIsIdempotent(t *testing.T) {
	for _, mode := range []string{"commit", "pull-request"} {
		h, before := movedOn(t)
		event := github.Event{Name: "push", Actor: "ann", Before: before}
		act(t, h, event, h.Token(robot, granted(t, append([]string{"mode " + mode}, toJudge...)...)), "INPUT_MODE="+mode)
		graph := h.Graph()
		r := act(t, h, event, h.Token(robot, granted(t, append([]string{"mode " + mode}, toJudge...)...)), "INPUT_MODE="+mode)
		if r.code != 0 || h.Graph() != graph {
			t.Errorf("%s: exit code %d\n%s", mode, r.code, h.Graph())
		}
	}
}

// The push after a merge that was accepted passes: its base has what the head
// has.
func TestActionAfterTheMerge(t *testing.T) {
	h := hubbed(t)
	before := h.Head("main")
	h.Push("main", "ann", "needs docker, as agreed", extensionFiles(t, widerJS))
	graph := h.Graph()
	r := act(t, h, github.Event{Name: "push", Actor: "ann", Before: before}, h.Token(robot, granted(t, toJudge...)))
	r.want(t, h, graph, expected{code: 0, results: true})
}
