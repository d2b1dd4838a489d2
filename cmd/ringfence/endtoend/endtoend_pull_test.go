package endtoend

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// expected is what is left of a run.
type expected struct {
	code int
	// comment and log are what has to be in the one comment and in the log; an
	// empty comment: there is none.
	comment string
	log     []string
	// results says that code scanning got a file.
	results bool
	// graph is the repository afterwards; empty: as before.
	graph string
}

func (r ran) want(t *testing.T, h *github.Hub, before string, e expected) {
	t.Helper()
	if r.code != e.code {
		t.Errorf("exit code %d, want %d\n%s", r.code, e.code, r.log)
	}
	comments := h.Comments()
	switch {
	case e.comment == "" && len(comments) != 0, e.comment != "" && len(comments) != 1:
		t.Errorf("%d comments: %+v", len(comments), comments)
	case e.comment != "" && (comments[0].Author != robot || !strings.Contains(comments[0].Body, e.comment)):
		t.Errorf("the comment of %s lacks %q:\n%s", comments[0].Author, e.comment, comments[0].Body)
	}
	for _, text := range e.log {
		if !strings.Contains(r.log, text) {
			t.Errorf("the log lacks %q:\n%s", text, r.log)
		}
	}
	if got := h.Uploads(); (len(got) > 0) != e.results {
		t.Errorf("%d files of results", len(got))
	} else if len(got) > 0 {
		last := got[len(got)-1]
		if last.Commit != r.SHA || last.Ref != r.Ref || !cmp.Equal(last.Categories, []string{"ringfence/acme.tool/"}) {
			t.Errorf("the results are of %s at %s, category %q", last.Ref, last.Commit, last.Categories)
		}
	}
	if e.graph == "" {
		e.graph = before
	}
	if diff := cmp.Diff(e.graph, h.Graph()); diff != "" {
		t.Errorf("the repository (-want +got):\n%s", diff)
	}
	if !strings.Contains(r.Summary(), "## ringfence: sandbox") || r.Outputs()["category"] != "sandbox" {
		t.Errorf("outputs %v, summary:\n%s", r.Outputs(), r.Summary())
	}
}

// A pull request is judged the same whoever opened it and whatever the token
// may; only the ways of telling differ.
func TestActionOnAPullRequest(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the action often; TestActionKeepsOneComment stays")
	}
	for _, c := range []struct {
		name string
		// branch is where the change is, and actor who opened it.
		branch, actor string
		files         map[string]string
		// set programs GitHub; nil: nothing.
		set func(*github.Hub)
		// token changes what the page's table grants; nil: nothing.
		token func(map[string]string) map[string]string
		want  expected
	}{
		{"a change of words", "change", "ann", map[string]string{"README.md": "x"}, nil, nil,
			expected{code: 0, comment: "| widening | holds |", results: true}},
		{"a wider policy", "change", "ann", map[string]string{"main.js": widerJS}, nil, nil,
			expected{code: 1, comment: "| widening | **fails** |", results: true, log: []string{"::error", "docker"}}},
		{"a fork", "fred:change", "fred", map[string]string{"README.md": "x"}, nil, readOnly,
			expected{code: 0, log: []string{"::warning", "from a fork or by Dependabot only reads"}}},
		{"a fork that wants more", "fred:change", "fred", map[string]string{"main.js": widerJS}, nil, readOnly,
			expected{code: 1, log: []string{"::warning"}}},
		{"Dependabot", "dependabot/npm/x", "dependabot[bot]", map[string]string{"README.md": "x"}, nil, readOnly,
			expected{code: 0, log: []string{"from a fork or by Dependabot only reads"}}},
		{"Dependabot that wants more", "dependabot/npm/x", "dependabot[bot]", map[string]string{"main.js": widerJS}, nil, readOnly,
			expected{code: 1}},
		{"results pending for long", "change", "ann", map[string]string{"README.md": "x"}, func(h *github.Hub) {
			h.Scan(github.Scanning{Pending: 99})
		}, nil,
			expected{code: 0, comment: "not done with them", results: true, log: []string{"::warning"}}},
		{"results that fail", "change", "ann", map[string]string{"README.md": "x"}, func(h *github.Hub) {
			h.Scan(github.Scanning{Errors: []string{"bad `file`"}})
		}, nil,
			expected{code: 0, comment: "could not read the results", results: true, log: []string{"::warning", "bad `file`"}}},
		{"results too large", "change", "ann", map[string]string{"README.md": "x"}, func(h *github.Hub) {
			h.Scan(github.Scanning{Most: 10})
		}, nil,
			expected{code: 0, comment: "longer than code scanning takes", log: []string{"::warning"}}},
		{"no code scanning", "change", "ann", map[string]string{"README.md": "x"}, func(h *github.Hub) {
			h.Scan(github.Scanning{Off: true})
		}, nil,
			expected{code: 0, comment: "no code scanning", log: []string{"::warning"}}},
		{"no code scanning and a wider policy", "change", "ann", map[string]string{"main.js": widerJS}, func(h *github.Hub) {
			h.Scan(github.Scanning{Off: true})
		}, nil,
			expected{code: 1, comment: "| widening | **fails** |"}},
		{"comments forbidden", "change", "ann", map[string]string{"README.md": "x"}, nil, without("pull_requests", "issues"),
			expected{code: 0, results: true, log: []string{"::warning::there is no comment on the pull request", "pull_requests=write"}}},
		{"comments forbidden and a wider policy", "change", "ann", map[string]string{"main.js": widerJS}, nil, without("pull_requests", "issues"),
			expected{code: 1, results: true, log: []string{"::warning::there is no comment on the pull request"}}},
		{"a limit that ends", "change", "ann", map[string]string{"README.md": "x"}, func(h *github.Hub) {
			h.Limit(github.Limit{Times: 1, Lasts: time.Minute, Secondary: true})
		}, nil,
			expected{code: 0, comment: "holds", results: true}},
		{"a limit that lasts", "change", "ann", map[string]string{"README.md": "x"}, func(h *github.Hub) {
			h.Limit(github.Limit{Times: 999, Lasts: time.Hour})
		}, nil,
			expected{code: 0, log: []string{"::warning", "too many requests"}}},
		{"a limit that lasts and a wider policy", "change", "ann", map[string]string{"main.js": widerJS}, func(h *github.Hub) {
			h.Limit(github.Limit{Times: 999, Lasts: time.Hour})
		}, nil,
			expected{code: 1, log: []string{"::warning"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := hubbed(t)
			h.Push(c.branch, c.actor, "a change", c.files)
			n := h.Open(c.branch, c.actor, "A change")
			if c.set != nil {
				c.set(h)
			}
			may := granted(t, toJudge...)
			if c.token != nil {
				may = c.token(may)
			}
			before := h.Graph()
			r := act(t, h, github.Event{Name: "pull_request", Action: "opened", Actor: c.actor, Pull: n}, h.Token(robot, may))
			r.want(t, h, before, c.want)
		})
	}
}

// A second run changes the comment of the first, and leaves a stranger's alone
// that looks the same.
func TestActionKeepsOneComment(t *testing.T) {
	h := hubbed(t)
	h.Push("change", "ann", "a change", map[string]string{"main.js": widerJS})
	n := h.Open("change", "ann", "A change")
	event := github.Event{Name: "pull_request", Action: "opened", Actor: "ann", Pull: n}
	act(t, h, event, h.Token(robot, granted(t, toJudge...)))
	body := h.Comments()[0].Body
	h.Comment(n, "mallory", body)
	h.Push("change", "ann", "never mind", map[string]string{"main.js": mainJS, "README.md": "x"})
	act(t, h, event, h.Token(robot, granted(t, toJudge...)))
	got := h.Comments()
	if len(got) != 2 || got[1].Body != body || !strings.Contains(got[0].Body, "| widening | holds |") {
		t.Errorf("%+v", got)
	}
}

// A wider policy passes when somebody else who may write agreed to this head,
// and in no other case.
func TestActionAsksWhoAgreed(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the action often; TestActionKeepsOneComment stays")
	}
	const label = "ringfence:accept-widening"
	for name, c := range map[string]struct {
		agree func(h *github.Hub, n int)
		code  int
	}{
		"nobody":                      {func(*github.Hub, int) {}, 1},
		"a label of a writer":         {func(h *github.Hub, n int) { h.Label(n, label, "bea") }, 0},
		"a review of a writer":        {func(h *github.Hub, n int) { h.Review(n, "bea", "APPROVED") }, 0},
		"the author's own label":      {func(h *github.Hub, n int) { h.Label(n, label, "ann") }, 1},
		"a label of a reader":         {func(h *github.Hub, n int) { h.Label(n, label, "eve") }, 1},
		"a label of a robot":          {func(h *github.Hub, n int) { h.Label(n, label, "triage[bot]") }, 1},
		"a label for something else":  {func(h *github.Hub, n int) { h.Label(n, "ringfence:accept-review", "bea") }, 1},
		"a review that asks for more": {func(h *github.Hub, n int) { h.Review(n, "bea", "CHANGES_REQUESTED") }, 1},
		"a label, then a push": {func(h *github.Hub, n int) {
			h.Label(n, label, "bea")
			h.Push("change", "ann", "more", map[string]string{"x.md": "x"})
		}, 1},
		"a review, then a push": {func(h *github.Hub, n int) {
			h.Review(n, "bea", "APPROVED")
			h.Push("change", "ann", "more", map[string]string{"x.md": "x"})
		}, 1},
		"a label by one who pushed": {func(h *github.Hub, n int) {
			h.Push("change", "bea", "more", map[string]string{"x.md": "x"})
			h.Label(n, label, "bea")
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			h := hubbed(t)
			h.Push("change", "ann", "needs docker", extensionFiles(t, widerJS))
			n := h.Open("change", "ann", "A change")
			c.agree(h, n)
			r := act(t, h, github.Event{Name: "pull_request", Action: "synchronize", Actor: "ann", Pull: n}, h.Token(robot, granted(t, toJudge...)))
			if r.code != c.code {
				t.Errorf("exit code %d, want %d\n%s", r.code, c.code, r.log)
			}
		})
	}
}
