package endtoend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// drifted is a hub whose branch needs less than its policy says.
func drifted(t *testing.T, branch string) (hub *github.Hub, head, fresh string) {
	t.Helper()
	hub = github.New(t, "acme/tool", extensionFiles(t, usesMore))
	hub.Permit("ann", "write")
	head = hub.Push(branch, "ann", "less", map[string]string{"main.js": usesGit})
	return hub, head, extensionFiles(t, usesGit)[".ringfence/policy.json"]
}

func mode(name string) map[string]string { return map[string]string{"mode": name, "sarif": "false"} }

// The generated policy is committed to the branch of the pull request, once, and
// to no fork.
func TestTheGeneratedPolicyIsCommitted(t *testing.T) {
	hub, head, fresh := drifted(t, "change")
	number := hub.Open("change", "ann", "Less")
	s := newStage(t, hub, hub.Token("github-actions[bot]", everything))
	got := s.run("pull_request", "refs/pull/1/merge", head, s.pull(number, "opened", "ann", head, hub.Name), mode("check"))
	if got.code != exit.No || hub.Head("change") != head {
		t.Fatalf("mode check: exit code %d, %s\n%s", got.code, hub.Graph(), got.log)
	}
	s.has("log", got.log, "fails    drift", "ringfence policy generate .")
	patch, err := os.ReadFile(filepath.Join(got.directory, "ringfence.patch"))
	if err != nil || !strings.Contains(string(patch), "docker") {
		t.Errorf("%q, %v", patch, err)
	}
	got = s.run("pull_request", "refs/pull/1/merge", head, s.pull(number, "opened", "ann", head, hub.Name), mode("commit"))
	if got.code != exit.Fine {
		t.Fatalf("mode commit: exit code %d\n%s\n%s", got.code, got.log, got.errs)
	}
	s.has("log", got.log, "accepted drift", "accepted by commit "+hub.Head("change"))
	if text, ok := hub.File("change", ".ringfence/policy.json"); !ok || strings.TrimSpace(text) != strings.TrimSpace(fresh) {
		t.Errorf("committed: %q\n%s", text, hub.Graph())
	}
	// There is no second commit, and so no loop.
	next := hub.Head("change")
	got = s.run("pull_request", "refs/pull/1/merge", next, s.pull(number, "synchronize", "ann", next, hub.Name), mode("commit"))
	if got.code != exit.Fine || hub.Head("change") != next {
		t.Errorf("again: exit code %d, %s\n%s", got.code, hub.Graph(), got.log)
	}
	// A run about a head that is no longer the branch's commits nothing.
	got = s.run("pull_request", "refs/pull/1/merge", head, s.pull(number, "opened", "ann", head, hub.Name), mode("commit"))
	if got.code != exit.No || hub.Head("change") != next {
		t.Errorf("stale: exit code %d, %s\n%s", got.code, hub.Graph(), got.log)
	}
	s.has("log", got.log, "has moved on")

	fork := hub.Push("eve:change", "eve", "less", map[string]string{"main.js": usesGit})
	number = hub.Open("eve:change", "eve", "Less")
	before := hub.Graph()
	got = s.run("pull_request", "refs/pull/2/merge", fork, s.pull(number, "opened", "eve", fork, "eve/tool"), mode("commit"))
	if got.code != exit.No || hub.Graph() != before {
		t.Errorf("a fork: exit code %d, %s\n%s", got.code, hub.Graph(), got.log)
	}
	s.has("log", got.log, "the branch is a fork")
}

// On a branch the policy is proposed, in one pull request that is kept up to date;
// so it is where the branch's rules refuse a commit.
func TestTheGeneratedPolicyIsProposed(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the action often; TestTheGeneratedPolicyIsCommitted stays")
	}
	for _, m := range []string{"pull-request", "commit"} {
		hub, head, fresh := drifted(t, "main")
		if m == "commit" {
			hub.Protect("main", "")
		}
		s := newStage(t, hub, hub.Token("github-actions[bot]", everything))
		for range 2 {
			got := s.run("push", "refs/heads/main", head, map[string]any{"repository": map[string]any{"default_branch": "main"}}, mode(m))
			if got.code != exit.Fine {
				t.Fatalf("%s: exit code %d\n%s\n%s", m, got.code, got.log, got.errs)
			}
			s.has("log", got.log, "accepted by pull request #")
		}
		if text, ok := hub.File(
			"ringfence/policy",
			".ringfence/policy.json",
		); !ok || strings.TrimSpace(text) != strings.TrimSpace(fresh) || len(hub.Pulls()) != 1 ||
			hub.Head("main") != head {
			t.Errorf("%s: proposed %q\n%s\n%+v", m, text, hub.Graph(), hub.Pulls())
		}
	}
}

// The push after the merge passes, and a schedule sees what nobody committed.
func TestThePushAfterTheMergePasses(t *testing.T) {
	hub := github.New(t, "acme/tool", extensionFiles(t, usesGit))
	merged := hub.Push("main", "ann", "merge", extensionFiles(t, usesMore))
	s := newStage(t, hub, hub.Token("github-actions[bot]", everything))
	for _, event := range []string{"push", "schedule"} {
		if got := s.run(event, "refs/heads/main", merged, map[string]any{}, mode("check")); got.code != exit.Fine {
			t.Errorf("%s: exit code %d\n%s\n%s", event, got.code, got.log, got.errs)
		}
	}
	broken := hub.Push("main", "ann", "drift", map[string]string{"main.js": usesGit})
	if got := s.run("push", "refs/heads/main", broken, map[string]any{}, mode("check")); got.code != exit.No {
		t.Errorf("drift on the branch: exit code %d\n%s", got.code, got.log)
	}
}

// What a repository can do against the one that judges it.
func TestAHostileRepositoryOfAPullRequest(t *testing.T) {
	hub := github.New(t, "acme/tool", extensionFiles(t, usesGit))
	hub.Permit("ann", "write")
	name := "::set-output name=passes::true"
	evil := "const { exec } = require(\"child_process\");\nexports.activate = () => exec(\"x\\n::set-output name=passes::true\\n" +
		"##[add-mask]x<img src=x>@everyone\");\n"
	head := hub.Push("change", "ann", "evil", map[string]string{
		"package.json": strings.Replace(
			manifest,
			"1.0.0",
			"1.0.0\\n::error::x",
			1,
		),
		"main.js":                         "require(\"./" + name + ".js\");\n",
		name + ".js":                      evil,
		".ringfence/config.yml":           "fail-on: none\n",
		".github/workflows/ringfence.yml": "uses: ringfence-dev/ringfence\n",
		".ringfence/observed.json":        github.Link("../../../../event.json"),
		"ringfence":                       github.Link(".git"),
	})
	number := hub.Open("change", "ann", "::error::")
	s := newStage(t, hub, hub.Token("github-actions[bot]", everything))
	got := s.run(
		"pull_request",
		"refs/pull/1/merge",
		head,
		s.pull(number, "opened", "ann", head, hub.Name),
		map[string]string{"mode": "commit", "sarif": "false", "directory": ""},
	)
	if got.code != exit.No {
		t.Fatalf("exit code %d\n%s\n%s", got.code, got.log, got.errs)
	}
	s.has("log", got.log, "fails    settings", ".ringfence/config.yml is added", ".github/workflows/ringfence.yml is added", "unknown  drift")
	// Its own gate: nothing of the head was believed, and nothing was committed.
	if hub.Head("change") != head {
		t.Errorf("a commit was made:\n%s", hub.Graph())
	}
	// Workflow commands: whatever a stranger wrote stands between the fences.
	fence, inside := "", false
	for line := range strings.Lines(got.log) {
		trimmed := strings.TrimSpace(line)
		if word, ok := strings.CutPrefix(trimmed, "::stop-commands::"); ok && !inside {
			fence, inside = word, true
			continue
		}
		if inside {
			inside = trimmed != "::"+fence+"::"
			continue
		}
		if strings.Contains(line, "##[") ||
			strings.HasPrefix(trimmed, "::") && !strings.HasPrefix(trimmed, "::error") && !strings.HasPrefix(trimmed, "::warning") &&
				!strings.HasPrefix(trimmed, "::add-mask") {
			t.Errorf("a command: %q", line)
		}
	}
	if strings.Contains(got.outputs, "\ntrue\n") && !strings.Contains(got.outputs, "widened") {
		t.Errorf("outputs:\n%s", got.outputs)
	}
	for what, text := range map[string]string{"summary": got.summary, "comment": hub.Comments()[0].Body} {
		if strings.Contains(text, "<img") && !strings.Contains(text, "`") || strings.Contains(text, "\n::") {
			t.Errorf("the %s holds what a stranger wrote:\n%s", what, text)
		}
	}
	// Its workspace: a directory for results that it links elsewhere is refused.
	got = s.run(
		"pull_request",
		"refs/pull/1/merge",
		head,
		s.pull(number, "opened", "ann", head, hub.Name),
		map[string]string{"sarif": "false", "directory": "ringfence/hooks"},
	)
	if got.code != exit.Usage || !strings.Contains(got.errs, "is a link of the repository") {
		t.Errorf("exit code %d\n%s\n%s", got.code, got.log, got.errs)
	}
	// What GitHub's environment says wins over anything: a commit that is not the
	// event's is not judged in its place.
	other := hub.Push("other", "ann", "mild", map[string]string{"README.md": "x"})
	got = s.run(
		"pull_request",
		"refs/pull/1/merge",
		other,
		s.pull(number, "opened", "ann", head, hub.Name),
		map[string]string{"sarif": "false"},
	)
	if got.code != exit.Usage {
		t.Errorf("another commit was judged\n%s", got.log)
	}
}
