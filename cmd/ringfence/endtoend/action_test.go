package endtoend

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

const (
	manifest = `{"name": "tool", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js"}`
	usesGit  = "const { spawn } = require(\"child_process\");\nexports.activate = () => { spawn(\"git\", [\"status\"]); };\n"
	usesMore = "const { spawn } = require(\"child_process\");\nexports.activate = () => { spawn(\"git\", [\"status\"]);" +
		" spawn(\"docker\", [\"run\"]); };\n"
)

// everything is what the table of permissions lists for all features.
var everything = map[string]string{
	"contents":        "write",
	"pull_requests":   "write",
	"security_events": "write",
	"issues":          "write",
	"metadata":        "read",
}

// quiet sends no results: GitHub is asked what became of them after 5 s.
var quiet = map[string]string{"sarif": "false"}

// policyOf is the policy of an extension's code.
func policyOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o750), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	c := cli.Command{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Dir: dir}
	if code := c.Main(t.Context(), []string{"policy", "generate", dir}); code != exit.Fine {
		t.Fatalf("%d: %s", code, errs.String())
	}
	data, err := os.ReadFile(filepath.Join(dir, ".ringfence", "policy.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// files is a repository with one extension and its policy.
func extensionFiles(t *testing.T, code string) map[string]string {
	t.Helper()
	files := map[string]string{"package.json": manifest, "main.js": code, ".vscodeignore": "node_modules\n"}
	files[".ringfence/policy.json"] = policyOf(
		t,
		map[string]string{"package.json": manifest, "main.js": code, ".vscodeignore": "node_modules\n"},
	)
	return files
}

// stage is a run of the action on a clone of the hub.
type stage struct {
	t     *testing.T
	hub   *github.Hub
	token string
	env   map[string]string
}

func newStage(t *testing.T, hub *github.Hub, token string) *stage {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skipf("no git: %v", err)
	}
	return &stage{t: t, hub: hub, token: token, env: map[string]string{}}
}

// outcome is what a run left behind.
type outcome struct {
	code                 int
	log, errs            string
	outputs, summary     string
	directory, workspace string
}

// run checks a commit out and runs the action about an event.
func (s *stage) run(event, ref, sha string, payload map[string]any, inputs map[string]string) outcome {
	s.t.Helper()
	root := s.t.TempDir()
	work, temp := filepath.Join(root, "work"), filepath.Join(root, "temp")
	for _, args := range [][]string{{"clone", "-q", s.hub.Dir, work}, {"-C", work, "checkout", "-q", sha}} {
		cmd := exec.Command("git", args...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			s.t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	if err := os.MkdirAll(temp, 0o700); err != nil {
		s.t.Fatal(err)
	}
	file := func(name string) string { return filepath.Join(temp, name) }
	data, err := json.Marshal(payload)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(file("event.json"), data, 0o600); err != nil {
		s.t.Fatal(err)
	}
	env := map[string]string{
		"PATH": os.Getenv("PATH"), "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event, "GITHUB_EVENT_PATH": file("event.json"),
		"GITHUB_REPOSITORY": s.hub.Name, "GITHUB_REF": ref, "GITHUB_SHA": sha, "GITHUB_ACTOR": "ann", "GITHUB_WORKSPACE": work,
		"GITHUB_API_URL": s.hub.API, "GITHUB_GRAPHQL_URL": s.hub.GraphQL, "GITHUB_SERVER_URL": s.hub.URL, "RUNNER_TEMP": temp,
		"GITHUB_OUTPUT": file("output"), "GITHUB_STEP_SUMMARY": file("summary"), "INPUT_TOKEN": s.token, "RINGFENCE_BLOCKLISTS_URL": closed(s.t),
	}
	for k, v := range s.env {
		env[k] = v
	}
	for k, v := range inputs {
		env["INPUT_"+strings.ToUpper(strings.ReplaceAll(k, "-", "_"))] = v
	}
	var list []string
	for k, v := range env {
		list = append(list, k+"="+v)
	}
	for _, name := range []string{"output", "summary"} {
		if err := os.WriteFile(file(name), nil, 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	c := cli.Command{
		Stdin:  &bytes.Buffer{},
		Stdout: &out,
		Stderr: &errs,
		Env:    list,
		Dir:    work,
		Now:    func() time.Time { return time.Date(2027, 1, 15, 0, 0, 0, 0, time.UTC) },
	}
	code := c.Main(s.t.Context(), []string{"action"})
	read := func(name string) string {
		data, err := os.ReadFile(file(name))
		if err != nil {
			s.t.Fatal(err)
		}
		return string(data)
	}
	o := outcome{code, out.String(), errs.String(), read("output"), read("summary"), file("ringfence"), work}
	s.secret(o)
	return o
}

// secret wants the token nowhere but in the one line that hides it.
func (s *stage) secret(o outcome) {
	s.t.Helper()
	log := strings.ReplaceAll(o.log, "::add-mask::"+s.token, "")
	for what, text := range map[string]string{"log": log, "errors": o.errs, "outputs": o.outputs, "summary": o.summary} {
		if s.token != "" && strings.Contains(text, s.token) {
			s.t.Errorf("the token is in the %s:\n%s", what, text)
		}
	}
	_ = filepath.WalkDir(o.directory, func(name string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if data, err := os.ReadFile(name); err == nil && s.token != "" && bytes.Contains(data, []byte(s.token)) {
				s.t.Errorf("the token is in %s", name)
			}
		}
		return nil
	})
}

// pull is the payload of a pull request's event.
func (s *stage) pull(number int, action, author, head, headRepository string) map[string]any {
	return map[string]any{
		"action": action, "number": number, "sender": map[string]any{"login": author, "type": "User"},
		"repository": map[string]any{"default_branch": s.hub.Default},
		"pull_request": map[string]any{
			"number": number, "user": map[string]any{"login": author},
			"head": map[string]any{"ref": "change", "sha": head, "repo": map[string]any{"full_name": headRepository}},
			"base": map[string]any{"ref": "main", "sha": s.hub.Head("main"), "repo": map[string]any{"full_name": s.hub.Name}},
		},
	}
}

// has holds that a text says each of some things, wherever its lines are folded.
func (s *stage) has(where, text string, wants ...string) {
	s.t.Helper()
	for _, w := range wants {
		if !strings.Contains(text, w) && !strings.Contains(unfolded(text), unfolded(w)) {
			s.t.Errorf("the %s has no %q:\n%s", where, w, text)
		}
	}
}

func unfolded(text string) string { return strings.Join(strings.Fields(text), " ") }

// A pull request that widens the policy fails until somebody who may accepts
// this very head, and says so in every way it has.
func TestAPullRequestThatWidensIsAccepted(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the action often; TestAReadOnlyTokenChangesNoVerdict stays")
	}
	hub := github.New(t, "acme/tool", extensionFiles(t, usesGit))
	hub.Permit("ann", "write")
	hub.Permit("bob", "write")
	head := hub.Push("change", "ann", "more", extensionFiles(t, usesMore))
	number := hub.Open("change", "ann", "More")
	s := newStage(t, hub, hub.Token("github-actions[bot]", everything))
	payload := s.pull(number, "opened", "ann", head, hub.Name)
	got := s.run("pull_request", "refs/pull/1/merge", head, payload, nil)
	if got.code != exit.No {
		t.Fatalf("exit code %d\n%s\n%s", got.code, got.log, got.errs)
	}
	s.has("log", got.log, "::stop-commands::", "fails    widening", " gates hold:\n", "::error::acme.tool (.) does not pass: widening")
	s.has("outputs", got.outputs, "category", "sandbox", "widened", "true", "ringfence/policy.json", "results.sarif")
	s.has("summary", got.summary, "ringfence: sandbox", "Permissions that are wider", "docker", `ringfence\:accept\-widening`)
	if len(hub.Comments()) != 1 || !strings.Contains(hub.Comments()[0].Body, "docker") {
		t.Errorf("comments: %+v", hub.Comments())
	}
	if ups := hub.Uploads(); len(ups) != 1 || ups[0].Commit != head {
		t.Errorf("uploads: %+v", ups)
	}

	// A reader's word, and the author's, are not enough.
	hub.Review(number, "eve", "APPROVED")
	hub.Label(number, "ringfence:accept-widening", "ann")
	got = s.run("pull_request", "refs/pull/1/merge", head, payload, quiet)
	if got.code != exit.No {
		t.Errorf("accepted by its author: %s", got.log)
	}
	s.has("log", got.log, "nobody accepts their own change", "the account may not write here")
	hub.Review(number, "bob", "APPROVED")
	got = s.run("pull_request", "refs/pull/1/merge", head, payload, quiet)
	if got.code != exit.Fine {
		t.Errorf("not accepted by a writer: %s\n%s", got.log, got.errs)
	}
	s.has("log", got.log, "accepted widening", "(accepted by bob)")
	if len(hub.Comments()) != 1 || !strings.Contains(hub.Comments()[0].Body, "accepted by") {
		t.Errorf("the comment was not kept up to date: %+v", hub.Comments())
	}

	// One more push, and it counts no longer.
	head = hub.Push("change", "ann", "again", map[string]string{"README.md": "x"})
	got = s.run("pull_request", "refs/pull/1/merge", head, s.pull(number, "synchronize", "ann", head, hub.Name), quiet)
	if got.code != exit.No {
		t.Errorf("an approval of an older head counts: %s", got.log)
	}
}

// A token that may nothing closes every way, and no gate.
func TestAReadOnlyTokenChangesNoVerdict(t *testing.T) {
	hub := github.New(t, "acme/tool", extensionFiles(t, usesGit))
	head := hub.Push("eve:change", "eve", "more", map[string]string{"README.md": "hello"})
	number := hub.Open("eve:change", "eve", "Hello")
	for name, token := range map[string]string{
		"reads": hub.Token("github-actions[bot]", map[string]string{"contents": "read", "pull_requests": "read", "metadata": "read"}), "none": "",
		"may nothing": hub.Token("x", nil),
	} {
		s := newStage(t, hub, token)
		got := s.run("pull_request", "refs/pull/1/merge", head, s.pull(number, "opened", "eve", head, "eve/tool"), nil)
		if got.code != exit.Fine {
			t.Errorf("%s: exit code %d\n%s\n%s", name, got.code, got.log, got.errs)
		}
		s.has("log", got.log, "::warning::code scanning got no results", "::warning::there is no comment")
		s.has("summary", got.summary, "code scanning got no results")
		if _, err := os.Stat(filepath.Join(got.directory, "results.sarif")); err != nil {
			t.Error(err)
		}
	}
	if len(hub.Comments())+len(hub.Uploads()) > 0 {
		t.Error("a token that may not did")
	}
}

// Whatever is started later has an environment without the token.
func TestATokenIsForgotten(t *testing.T) {
	t.Setenv("INPUT_TOKEN", "ghs_0123456789")
	t.Setenv("KEPT", "ghs_other")
	c := process.Process{Env: []string{"INPUT_TOKEN=ghs_0123456789", "GH_CONFIG=token: ghs_0123456789", "KEPT=ghs_other"}}
	c.Forget("ghs_0123456789")
	if len(c.Env) != 1 || c.Getenv("KEPT") == "" || os.Getenv("INPUT_TOKEN") != "" || os.Getenv("KEPT") == "" {
		t.Errorf("%q, %q", c.Env, os.Getenv("INPUT_TOKEN"))
	}
}
