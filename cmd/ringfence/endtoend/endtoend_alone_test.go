package endtoend

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

const (
	confirmLabel = "ringfence:confirm"
	allowsDocker = `{"schemaVersion": 1, "extension": "acme.tool", "overrides": [{"allow": {"processes": {"command": "docker", "args": ` +
		`["run", "--rm", "alpine"]}}, "reason": "builds"}]}`
)

// toConfirm are the features of a run that somebody who works alone needs.
var toConfirm = append([]string{"accepting by an environment's approval"}, toJudge...)

// alone is a GitHub whose owner works alone, and a pull request of theirs that
// changes only what lies below .ringfence: docker is allowed, and the policy says so.
func alone(t *testing.T) (*github.Hub, int) {
	t.Helper()
	h := hubbed(t)
	h.Push("rules", "acme", "allow docker", documentsOf(t))
	return h, h.Open("rules", "acme", "Allow docker")
}

// documentsOf are those that allow docker, with the policy that they give.
func documentsOf(t *testing.T) map[string]string {
	t.Helper()
	files := extensionFiles(t, mainJS)
	files[".ringfence/policy.override.json"] = allowsDocker
	return map[string]string{policyFile: policyOf(t, files), ".ringfence/policy.override.json": allowsDocker}
}

// The owner opens settings and widening for a change of documents alone, by the
// approval of the environment in this very run, and in no other way.
func TestAnOwnerWorksAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the action often; TestAnOwnerGoesOn stays")
	}
	for name, c := range map[string]struct {
		do     func(h *github.Hub, n int)
		after  func(h *github.Hub, run int64)
		code   int
		log    string
		grants []string
	}{
		"the environment's approval": {nil, func(h *github.Hub, run int64) {
			h.Approve(run, "acme", "ringfence", "approved")
		}, 0, "settings: the change touches what it is judged by", nil},
		"nobody approved: no rules": {nil, nil, 1, "nobody approved the environment ringfence in this run", nil},
		"another environment": {nil, func(h *github.Hub, run int64) {
			h.Approve(run, "acme", "production", "approved")
		}, 1, "nobody approved the environment", nil},
		"it was rejected": {nil, func(h *github.Hub, run int64) {
			h.Approve(run, "acme", "ringfence", "rejected")
		}, 1, "nobody approved the environment", nil},
		"an app approved": {nil, func(h *github.Hub, run int64) {
			h.Approve(run, "acmebot[bot]", "ringfence", "approved")
		}, 1, "does not count", nil},
		"who may only read": {nil, func(h *github.Hub, run int64) {
			h.Approve(run, "eve", "ringfence", "approved")
		}, 1, "the account may not write here", nil},
		"without the label": {func(h *github.Hub, n int) { h.Unlabel(n, confirmLabel, "acme") }, func(h *github.Hub, run int64) {
			h.Approve(run, "acme", "ringfence", "approved")
		}, 1, "fails    settings", nil},
		"the change touches code": {func(h *github.Hub, _ int) {
			h.Push("rules", "acme", "and code", map[string]string{"main.js": widerJS})
		}, func(h *github.Hub, run int64) {
			h.Approve(run, "acme", "ringfence", "approved")
		}, 1, `nothing but the documents below .ringfence: it touches "main.js"`, nil},
		"a workflow is changed as well": {func(h *github.Hub, _ int) {
			h.Push("rules", "acme", "and a workflow", map[string]string{".github/workflows/x.yml": "on: push # ringfence"})
		}, func(h *github.Hub, run int64) { h.Approve(run, "acme", "ringfence", "approved") }, 1, `it touches ".github/workflows/x.yml"`, nil},
		"code below .ringfence": {func(h *github.Hub, _ int) {
			h.Push("rules", "acme", "and code", map[string]string{".ringfence/more.js": "x"})
		}, func(h *github.Hub, run int64) { h.Approve(run, "acme", "ringfence", "approved") }, 1, `it touches ".ringfence/more.js"`, nil},
		"a link below .ringfence": {func(h *github.Hub, _ int) {
			h.Push("rules", "acme", "and a link", map[string]string{".ringfence/observed.json": github.Link("../main.js")})
		}, func(h *github.Hub, run int64) { h.Approve(run, "acme", "ringfence", "approved") }, 1, "fails    settings", nil},
		"the token may not ask": {nil, func(h *github.Hub, run int64) {
			h.Approve(run, "acme", "ringfence", "approved")
		}, 1, "the job lacks the permission actions=read", toJudge},
		// What the same person says with a second token, under their own name, is
		// still their own word.
		"the author's own label": {func(h *github.Hub, n int) {
			h.Label(n, "ringfence:accept-settings", "acme")
			h.Label(n, "ringfence:accept-widening", "acme")
		}, nil, 1, "nobody accepts their own change", nil},
		"the author's own review": {func(h *github.Hub, n int) {
			h.Review(n, "acme", "APPROVED")
		}, nil, 1, "nobody accepts their own change", nil},
		"the author's app labels": {func(h *github.Hub, n int) {
			h.LabelThroughApp(n, "ringfence:accept-settings", "acme")
		}, nil, 1, "it is no person's account", nil},
		"the author's bot reviews": {func(h *github.Hub, n int) {
			h.Review(n, "acmebot[bot]", "APPROVED")
		}, nil, 1, "it is no person's account", nil},
		"somebody else, without all of it": {func(h *github.Hub, n int) {
			h.Review(n, "bea", "APPROVED")
		}, nil, 0, "settings: the change touches what it is judged by", nil},
	} {
		t.Run(name, func(t *testing.T) {
			h, n := alone(t)
			h.Label(n, confirmLabel, "acme")
			if c.do != nil {
				c.do(h, n)
			}
			grants := toConfirm
			if c.grants != nil {
				grants = c.grants
			}
			run := h.Start(t, github.Event{Name: "pull_request", Action: "labeled", Label: confirmLabel, Actor: "acme", Pull: n})
			if c.after != nil {
				c.after(h, run.ID)
			}
			r := actIn(t, h, run, h.Token(robot, granted(t, grants...)), "INPUT_SARIF=false")
			if r.code != c.code || !strings.Contains(r.log, c.log) {
				t.Errorf("exit code %d, want %d, and %q\n%s", r.code, c.code, c.log, r.log)
			}
		})
	}
}

// What was confirmed and merged counts for the next change: the code that needs
// docker passes without anybody's word.
func TestAnOwnerGoesOn(t *testing.T) {
	for name, c := range map[string]struct {
		merged bool
		code   int
	}{"after the merge": {true, 0}, "before it": {false, 1}} {
		h := hubbed(t)
		if c.merged {
			h.Push("main", "acme", "allow docker", documentsOf(t))
		}
		files := map[string]string{"package.json": manifest, "main.js": widerJS, ".vscodeignore": "node_modules\n"}
		if c.merged {
			files[".ringfence/policy.override.json"] = allowsDocker
		}
		files[policyFile] = policyOf(t, files)
		h.Push("docker", "acme", "start docker", files)
		n := h.Open("docker", "acme", "Start docker")
		r := act(
			t,
			h,
			github.Event{Name: "pull_request", Action: "opened", Actor: "acme", Pull: n},
			h.Token(robot, granted(t, toJudge...)),
			"INPUT_SARIF=false",
		)
		if r.code != c.code {
			t.Errorf("%s: exit code %d, want %d\n%s", name, r.code, c.code, r.log)
		}
	}
}

// An approval of a run is nobody's word about the next: a push after it, or
// another label, starts a run that waits again.
func TestAConfirmationIsForOneRun(t *testing.T) {
	h, n := alone(t)
	h.Label(n, confirmLabel, "acme")
	event := github.Event{Name: "pull_request", Action: "labeled", Label: confirmLabel, Actor: "acme", Pull: n}
	first := h.Start(t, event)
	h.Approve(first.ID, "acme", "ringfence", "approved")
	h.Push("rules", "acme", "more", map[string]string{".ringfence/config.yml": "fail-on: none\n"})
	event.Action = "synchronize"
	if r := act(t, h, event, h.Token(robot, granted(t, toConfirm...)), "INPUT_SARIF=false"); r.code != 1 {
		t.Errorf("the next run: exit code %d\n%s", r.code, r.log)
	}
	if r := actIn(t, h, first, h.Token(robot, granted(t, toConfirm...)), "INPUT_SARIF=false"); r.code != 0 {
		t.Errorf("the run that was approved: exit code %d\n%s", r.code, r.log)
	}
}

// The author is renamed and agrees under the new name: the number is the same.
func TestANewNameIsTheSamePerson(t *testing.T) {
	h := hubbed(t)
	h.Push("change", "ann", "needs docker", extensionFiles(t, widerJS))
	n := h.Open("change", "ann", "A change")
	run := h.Start(t, github.Event{Name: "pull_request", Action: "opened", Actor: "ann", Pull: n})
	h.Rename("ann", "anna")
	h.Review(n, "anna was ann", "APPROVED")
	r := actIn(t, h, run, h.Token(robot, granted(t, toJudge...)), "INPUT_SARIF=false")
	if r.code != 1 || !strings.Contains(r.log, "the review of anna for widening does not count: nobody accepts their own change") {
		t.Errorf("exit code %d\n%s", r.code, r.log)
	}
}
