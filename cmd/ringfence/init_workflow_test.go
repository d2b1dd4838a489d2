package main

import (
	"maps"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/initial"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// initialised is a GitHub with an extension and what ringfence init writes for it,
// and a flow over it.
func initialised(t *testing.T) *flow {
	t.Helper()
	files := extensionFiles(t, mainJS)
	written, err := initial.Files(initial.Settings{Commit: strings.Repeat("0123456789", 4), Branch: "main", Folder: "."})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range written {
		files[name] = string(data)
	}
	h := github.New(t, "acme/tool", files)
	h.Permit("ann", "write")
	h.Permit("bea", "write")
	return &flow{t: t, hub: h, built: t.TempDir()}
}

// In the workflow of init a change is built in a job without permissions and judged
// in one that runs none of it, whoever it is from; nothing is committed.
func TestTheWorkflowOfInitOnPullRequests(t *testing.T) {
	for _, c := range []struct {
		name, branch, actor string
		files               map[string]string
		results             map[string]string
		comments            int
		said                string
	}{
		{"a fork", "fred:change", "fred", map[string]string{"README.md": "x"}, let(), 0, "from a fork or by Dependabot only reads"},
		{"a fork that wants more", "fred:change", "fred", map[string]string{"main.js": widerJS}, stopped(), 0, "fails    widening"},
		{"Dependabot", "dependabot/npm/x", "dependabot[bot]", map[string]string{"README.md": "x"}, let(), 0, "from a fork or by Dependabot only reads"},
		{"a change of its own gate", "change", "ann", map[string]string{"main.js": widerJS, ".ringfence/config.yml": "fail-on: none\n", ".ringfence/accepted.json": "{}"}, stopped(), 1, "fails    settings"},
		{"a policy that is a link", "change", "ann", map[string]string{".ringfence/policy.json": github.Link("/etc/passwd")}, stopped(), 1, "unknown  drift"},
		{"a package that cannot be read", "change", "ann", map[string]string{"package.json": "{"}, stopped(), 0, "the gates were not judged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := initialised(t)
			f.hub.Push(c.branch, c.actor, "a change", c.files)
			f.event = github.Event{Name: "pull_request", Action: "opened", Actor: c.actor, Pull: f.hub.Open(c.branch, c.actor, "A change")}
			graph := f.hub.Graph()
			f.run(initial.Workflow)
			f.wants(c.results)
			if got := f.hub.Comments(); len(got) != c.comments || f.hub.Graph() != graph {
				t.Errorf("%d comments, want %d\n%s", len(got), c.comments, f.hub.Graph())
			}
			if !strings.Contains(f.log["analyze"], c.said) {
				t.Errorf("the log lacks %q:\n%s", c.said, f.log["analyze"])
			}
		})
	}
}

// After a push that drifted the third job proposes what is generated, once, and
// the second says that it is missing.
func TestTheWorkflowOfInitOnPushes(t *testing.T) {
	f := initialised(t)
	before := f.hub.Head("main")
	f.hub.Push("main", "ann", "needs docker", map[string]string{"main.js": widerJS})
	f.event = github.Event{Name: "push", Actor: "ann", Before: before}
	results := map[string]string{"build": "success", "analyze": "failure", "commit": "success"}
	f.run(initial.Workflow)
	f.wants(results)
	graph := f.hub.Graph()
	if pulls := f.hub.Pulls(); len(pulls) != 1 || pulls[0].Author != robot || !strings.Contains(graph, "ringfence/policy\n  "+robot+": ringfence: generated policy M:.ringfence/policy.json\n") {
		t.Errorf("%+v\n%s", f.hub.Pulls(), graph)
	}
	judged := maps.Clone(f.judged["commit"])
	f.run(initial.Workflow)
	f.wants(results)
	if f.hub.Graph() != graph || len(f.hub.Pulls()) != 1 || judged["category"] != "sandbox" {
		t.Errorf("the second run changed something:\n%s", f.hub.Graph())
	}
}
