package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/scaffold"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// example is a workflow as people write it: the action by a commit, and a step
// that reads what it said.
const example = `name: ringfence
on: pull_request
permissions:
  contents: read
  pull-requests: write
  security-events: write
jobs:
  judge:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
      - id: judge
        uses: ringfence-dev/ringfence@` + pin + ` # v1.2.3
        with:
          mirror: ${{ env.MIRROR }}
      - if: always()
        shell: bash
        env:
          CATEGORY: ${{ steps.judge.outputs.category }}
          WIDENED: ${{ steps.judge.outputs.widened }}
          PASSES: ${{ steps.judge.outputs.passes }}
          SARIF: ${{ steps.judge.outputs.sarif }}
          POLICY: ${{ steps.judge.outputs.policy }}
          REPORT: ${{ steps.judge.outputs.report }}
        run: |
          echo "judged: category=$CATEGORY widened=$WIDENED passes=$PASSES"
          for f in "$SARIF" "$POLICY" "$REPORT"; do test -s "$f" && echo "there is ${f##*/}"; done
`

const pin = "0123456789abcdef0123456789abcdef01234567"

const (
	manifestText = `{"name": "tool", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "activationEvents": ` +
		`["onStartupFinished"], "main": "./main.js"}`
	usesGit  = "const { spawn } = require(\"child_process\");\nexports.activate = () => { spawn(\"git\", [\"status\"]); };\n"
	usesMore = "const { spawn } = require(\"child_process\");\nexports.activate = () => { spawn(\"git\", [\"status\"]);" +
		" spawn(\"docker\", [\"run\"]); };\n"
)

// stage is a GitHub with an extension and the example, and a checkout of the
// action whose mirror has the program that was built.
type stage struct {
	hub                        *github.Hub
	tool, program, action, dir string
	mirror                     string
}

// newStage wants what `make act` names in the environment: act, and a program.
func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{tool: os.Getenv("ACT"), program: os.Getenv("ACT_PROGRAM"), dir: t.TempDir()}
	if s.tool == "" || s.program == "" {
		t.Skip("make act: it runs the action in act")
	}
	release := newStep(t)
	s.mirror = release.server.URL
	s.action = filepath.Join(release.dir, "action")
	write(t, filepath.Join(s.action, "action.yml"), read(t, "action.yml"))
	// The archives of the mirror hold the real program.
	data, err := os.ReadFile(s.program)
	if err != nil {
		t.Fatal(err)
	}
	served := filepath.Join(release.dir, "served", linuxArchive)
	write(t, served, archiveOf(t, packingHere, "ringfence", string(data)))
	sum, err := sumOf(served)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(s.action, "release/checksums.txt")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(
		t,
		file,
		regexp.MustCompile(`(?m)^[0-9a-f]{64}  `+regexp.QuoteMeta(linuxArchive)+`$`).ReplaceAllString(string(text), sum+"  "+linuxArchive),
	)

	files := map[string]string{"package.json": manifestText, "main.js": usesGit, ".vscodeignore": ".github\n"}
	files[".ringfence/policy.json"] = s.policy(t, files)
	files[".github/workflows/ringfence.yml"] = strings.ReplaceAll(example, "${{ env.MIRROR }}", s.mirror)
	s.hub = github.New(t, "acme/tool", files)
	s.hub.Permit("ann", "write")
	return s
}

// policy is what the program generates for an extension.
func (s *stage) policy(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), text)
	}
	if out, err := exec.CommandContext(t.Context(), s.program, "policy", "generate", dir).CombinedOutput(); err != nil {
		t.Fatalf("policy generate: %v\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, ".ringfence/policy.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// setupGo stands in for the action that the action names: it is fetched in any case,
// and runs in none here, for the program comes from the mirror.
func (s *stage) setupGo(t *testing.T) string {
	t.Helper()
	m := regexp.MustCompile(`actions/setup-go@[0-9a-f]{40}`).FindString(read(t, "action.yml"))
	dir := filepath.Join(s.dir, "actions", "setup-go")
	if err := os.MkdirAll(dir, 0o755); m == "" || err != nil {
		t.Fatalf("%q, %v", m, err)
	}
	write(
		t,
		filepath.Join(dir, "action.yml"),
		"name: stand-in\ninputs:\n  go-version: {}\n  cache: {}\nruns:\n  using: composite\n  steps:\n    - shell: bash\n      run: exit 1\n",
	)
	return m + "=" + dir
}

// judge opens a pull request with files and lets act run what it starts. It
// gives act's log and whether the job failed.
func (s *stage) judge(t *testing.T, branch string, files map[string]string, more ...string) (log string, failed bool) {
	t.Helper()
	s.hub.Push(branch, "ann", "change", files)
	run := s.hub.Start(t, github.Event{Name: "pull_request", Action: "opened", Actor: "ann", Pull: s.hub.Open(branch, "ann", "Change")})
	event := ""
	for _, v := range run.Env {
		if after, ok := strings.CutPrefix(v, "GITHUB_EVENT_PATH="); ok {
			event = after
		}
	}
	token := s.hub.Token("github-actions[bot]", map[string]string{"contents": "read", "pull_requests": "write", "security_events": "write"})
	args := []string{"pull_request", "-P", "ubuntu-latest=-self-hosted", "-e", event, "-s", "GITHUB_TOKEN=" + token, "--actor", "ann",
		"--local-repository", "ringfence-dev/ringfence@" + pin + "=" + s.action, "--local-repository", s.setupGo(t), "--no-cache-server"}
	for _, v := range run.Env {
		for _, name := range []string{"GITHUB_API_URL=", "GITHUB_GRAPHQL_URL=", "GITHUB_SERVER_URL=", "GITHUB_REPOSITORY=", "GITHUB_SHA=",
			"GITHUB_REF="} {
			if strings.HasPrefix(v, name) {
				args = append(args, "--env", v)
			}
		}
	}
	for _, v := range []string{"RUNNER_TOOL_CACHE=" + filepath.Join(s.dir, "tools"), "RINGFENCE_BLOCKLISTS_URL=http://127.0.0.1:1"} {
		args = append(args, "--env", v)
	}
	cmd := exec.CommandContext(t.Context(), s.tool, append(args, more...)...)
	cmd.Dir = run.Workspace
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + s.dir,
		"XDG_CACHE_HOME=" + filepath.Join(s.dir, "cache"),
		"XDG_CONFIG_HOME=" + s.dir,
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out), token) {
		t.Error("the token is in the log")
	}
	return string(out), err != nil
}

func has(t *testing.T, log string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(log, w) {
			t.Errorf("act's log lacks %q", w)
		}
	}
	if t.Failed() {
		t.Log(log)
	}
}

// TestActionInAct: a change of the code that needs more than the policy of the
// base fails the job, with outputs, an annotation, a comment and results; one of
// the words beside it passes.
func TestActionInAct(t *testing.T) {
	s := newStage(t)
	log, failed := s.judge(t, "more", map[string]string{"main.js": usesMore})
	has(t, log, "downloads "+s.mirror, "Summary - ## ringfence", "category=sandbox widened=true passes=false", "there is ", "::error")
	if !failed {
		t.Error("a change that widens the policy passes")
	}
	if n := len(s.hub.Comments()); n != 1 {
		t.Errorf("%d comments, want one", n)
	}
	uploads := s.hub.Uploads()
	if len(uploads) != 1 ||
		!slices.Equal(uploads[0].Categories, []string{"ringfence/./"}) && !strings.HasPrefix(uploads[0].Categories[0], "ringfence/") {
		t.Errorf("uploads: %v", uploads)
	}

	log, failed = s.judge(t, "words", map[string]string{"README.md": "# Tool\n"})
	has(t, log, "from the tool cache", "category=sandbox widened=false passes=true")
	if failed {
		t.Errorf("a change of the words fails:\n%s", log)
	}
}

// standIns are GitHub's own actions that the workflow of init uses, as far as it
// uses them: act fetches none without a network. A checkout of the repository itself
// is act's own.
func standIns(artifacts string) map[string]string {
	step := func(inputs, env, script string) string {
		return "name: stand-in\ninputs:\n" + inputs + "runs:\n  using: composite\n  steps:\n    - shell: bash\n      env:\n" + env +
			"      run: |\n        " + strings.ReplaceAll(
			script,
			"\n",
			"\n        ",
		) + "\n"
	}
	return map[string]string{
		"setup-node": step("  node-version: {}\n  package-manager-cache: {}\n", "        X: x\n", "node --version"),
		"upload-artifact": step(
			"  name: {}\n  path: {}\n  if-no-files-found: {}\n",
			"        NAME: ${{ inputs.name }}\n        FROM: ${{ inputs.path }}\n",
			"for f in $FROM; do if [ -e \"$f\" ]; then mkdir -p '"+artifacts+"'/\"$NAME\"; cp -R \"$f\" '"+artifacts+"'/\"$NAME\"/; fi; done",
		),
		// As far as the workflow uses it: merged, straight into the path, and nothing where nothing matches.
		"download-artifact": step(
			"  name: {}\n  pattern: {}\n  merge-multiple: {}\n  path: {}\n",
			"        NAME: ${{ inputs.name || inputs.pattern }}\n        TO: ${{ inputs.path }}\n",
			"mkdir -p \"$TO\"\nif [ -d '"+artifacts+"'/\"$NAME\" ]; then cp -R '"+artifacts+"'/\"$NAME\"/. \"$TO\"; fi",
		),
	}
}

// TestTheWorkflowOfInitInAct: the workflow that init writes builds both sides of a
// pull request with the real ringfence build, and judges the packages.
func TestTheWorkflowOfInitInAct(t *testing.T) {
	s := newStage(t)
	written, err := scaffold.Files(scaffold.Settings{Commit: pin, Branch: "main", Folder: "."})
	if err != nil {
		t.Fatal(err)
	}
	// The mirror is the one thing that is not init's.
	text := regexp.MustCompile(
		`(?m)^( +)(install-only: true|mode: check)$`,
	).ReplaceAllString(
		string(written[scaffold.Workflow]),
		"$1$2\n${1}mirror: "+s.mirror,
	)
	s.hub.Push("main", "acme", "ringfence init", map[string]string{scaffold.Workflow: text})
	var more []string
	for name, text := range standIns(filepath.Join(s.dir, "artifacts")) {
		m := regexp.MustCompile(`actions/` + name + `@([0-9a-f]{40})`).FindSubmatch(written[scaffold.Workflow])
		if m == nil {
			t.Fatalf("the workflow does not use %s", name)
		}
		dir := filepath.Join(s.dir, "actions", name)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "action.yml"), text)
		more = append(more, "--local-repository", string(m[0])+"="+dir)
	}
	more = append(more, "-P", "ubuntu-24.04=-self-hosted")
	log, failed := s.judge(t, "more", map[string]string{"main.js": usesMore}, more...)
	has(
		t,
		log,
		"[ringfence/build ",
		"[ringfence/base ",
		"DONE  Packaged",
		"from the tool cache",
		"fails    widening",
		"docker run",
		"[ringfence/analyze",
	)
	if !failed {
		t.Error("a change that widens the policy passes")
	}
	if len(s.hub.Pulls()) != 1 || regexp.MustCompile(`\[ringfence/commit[^\]]*\].*Run `).MatchString(log) {
		t.Error("a pull request commits")
	}
	if n := len(s.hub.Comments()); n != 1 {
		t.Errorf("%d comments, want one", n)
	}
}
