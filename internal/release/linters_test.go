package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// missing is a tool that is not there: a reason to skip on a machine, and a
// failure in CI, where it must be.
func missing(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf(format, args...)
	}
	t.Skipf("NOT CHECKED: "+format, args...)
}

// top is the top of the repository.
const top = "../.."

// files lists the files of the repository that match, relative to the top.
func files(t *testing.T, match func(name string) bool) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = top
	out, err := cmd.Output()
	if err != nil {
		missing(t, "the files of the repository: %v", err)
	}
	var found []string
	for _, name := range strings.Split(string(out), "\x00") {
		if name != "" && match(name) && !slices.Contains(found, name) {
			if _, err := os.Stat(filepath.Join(top, name)); err == nil {
				found = append(found, name)
			}
		}
	}
	slices.Sort(found)
	return found
}

func isWorkflow(name string) bool {
	return strings.HasSuffix(name, ".yml") &&
		(strings.HasPrefix(name, ".github/workflows/") || strings.HasPrefix(name, "docs/examples/") && !strings.HasSuffix(name, ".gitlab-ci.yml"))
}

func isAction(name string) bool {
	return name == "action.yml" || strings.HasSuffix(name, "/action.yml")
}

// block is a piece of YAML in a page.
var block = regexp.MustCompile("(?ms)^```ya?ml\n(.*?)^```$")

// workflows copies every workflow of the repository, and every one that a page
// shows, into a repository of their own, beside the action.
func workflows(t *testing.T) (root string, names []string) {
	t.Helper()
	root = t.TempDir()
	dir := filepath.Join(root, ".github/workflows")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	add := func(name, text string) {
		file := filepath.Join(dir, strings.ReplaceAll(strings.TrimPrefix(name, ".github/workflows/"), "/", "-"))
		write(t, file, text)
		names = append(names, file)
	}
	for _, name := range files(t, isWorkflow) {
		add(name, read(t, name))
	}
	for _, name := range files(t, func(name string) bool {
		return strings.HasSuffix(name, ".md") && !strings.Contains(name, "testdata/") && !strings.HasPrefix(name, "internal/")
	}) {
		for i, m := range block.FindAllStringSubmatch(read(t, name), -1) {
			if regexp.MustCompile(`(?m)^on:`).MatchString(m[1]) && regexp.MustCompile(`(?m)^jobs:`).MatchString(m[1]) {
				add(fmt.Sprintf("%s-%d.yml", name, i+1), m[1])
			}
		}
	}
	if len(names) < 2 {
		t.Fatalf("only %d workflows: this test does not see them", len(names))
	}
	return root, names
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(top, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// actionlintVersion is pinned. It is built from source and apart from this
// module: the two want different versions of the same YAML library.
const actionlintVersion = "v1.7.12"

// actionlintProgram is the linter, built on first use.
func actionlintProgram(t *testing.T) string {
	t.Helper()
	dir, err := npm.Cached(t.Context(), "actionlint-"+actionlintVersion, func(ctx context.Context, dir string) error {
		cmd := exec.CommandContext(ctx, "go", "install", "github.com/rhysd/actionlint/cmd/actionlint@"+actionlintVersion)
		cmd.Env = append(os.Environ(), "GOBIN="+dir, "GOFLAGS=", "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go install: %w\n%s", err, out)
		}
		return nil
	})
	if err != nil {
		missing(t, "workflows: %v", err)
	}
	return filepath.Join(dir, "actionlint")
}

// actionlintOf says what actionlint says of workflows. With shellcheck on the
// PATH it reads their scripts too.
func actionlintOf(t *testing.T, root string, names ...string) []string {
	t.Helper()
	program := actionlintProgram(t)
	if err := os.MkdirAll(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, append([]string{"-format", "{{json .}}", "-pyflakes="}, names...)...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	// It ends with 1 when it has something to say.
	out, err := cmd.Output()
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != 1 {
		t.Fatalf("actionlint: %v\n%s", err, stderr.String())
	}
	var errs []struct {
		Message, Filepath, Kind string
		Line                    int
	}
	if err := json.Unmarshal(out, &errs); err != nil {
		t.Fatalf("actionlint: %v\n%s", err, out)
	}
	var said []string
	for _, e := range errs {
		said = append(said, fmt.Sprintf("%s:%d: %s [%s]", filepath.Base(e.Filepath), e.Line, e.Message, e.Kind))
	}
	return said
}

func TestWorkflowsPassActionlint(t *testing.T) {
	root, names := workflows(t)
	for _, text := range actionlintOf(t, root, names...) {
		t.Error(text)
	}
}

// The mirror: what actionlint is there for is said.
func TestActionlintSeesInjection(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, ".github/workflows/a.yml")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	write(
		t,
		file,
		"on: pull_request\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo '${{ github.event.pull_request.title }}'\n",
	)
	if said := strings.Join(actionlintOf(t, root, file), "\n"); !strings.Contains(said, "potentially untrusted") {
		t.Errorf("actionlint says %q", said)
	}
}

// pinned is a step that names an action of somebody else by a commit.
var pinned = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$`)

// Actions of others are named by commit, with the version beside it; ours by
// one too, or by the path of a checkout.
func TestActionsArePinned(t *testing.T) {
	uses := regexp.MustCompile(`(?m)^\s*(?:- )?uses:\s*(.*?)\s*$`)
	seen := 0
	for _, name := range files(t, func(n string) bool { return isWorkflow(n) || isAction(n) }) {
		for _, m := range uses.FindAllStringSubmatch(read(t, name), -1) {
			seen++
			if strings.HasPrefix(m[1], "./") || strings.HasPrefix(m[1], "ringfence-dev/ringfence@") ||
				strings.HasPrefix(m[1], "ringfence-dev/ringfence/.github/") {
				continue
			}
			if !pinned.MatchString(m[1]) {
				t.Errorf("%s: uses: %s names no commit and version", name, m[1])
			}
		}
	}
	if seen < 5 {
		t.Errorf("only %d uses: this test does not see them", seen)
	}
}

// linters fetches what testdata/linters/package-lock.json names.
func linters(t *testing.T) string {
	t.Helper()
	lock, err := os.ReadFile("testdata/linters/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("testdata/linters/lint.js")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(append(lock, script...))
	dir, err := npm.Cached(t.Context(), "linters-"+hex.EncodeToString(sum[:6]), func(ctx context.Context, dir string) error {
		for _, name := range []string{"package.json", "package-lock.json", "lint.js"} {
			data, err := os.ReadFile(filepath.Join("testdata/linters", name))
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				return err
			}
		}
		cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("npm ci: %w\n%s", err, out)
		}
		return nil
	})
	if err != nil {
		missing(t, "the linters of the npm registry: %v", err)
	}
	return dir
}

// complaint is one thing a linter of the npm registry says.
type complaint struct {
	Tool, File        string
	Line              int
	Severity, Message string
}

func (c complaint) String() string {
	return fmt.Sprintf("%s:%d: %s: %s (%s)", filepath.Base(c.File), c.Line, c.Severity, c.Message, c.Tool)
}

func lint(t *testing.T, names ...string) []complaint {
	t.Helper()
	dir := linters(t)
	var args []string
	for _, name := range names {
		full, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, full)
	}
	cmd := exec.CommandContext(t.Context(), "node", append([]string{"lint.js"}, args...)...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("lint.js: %v\n%s", err, stderr.String())
	}
	var all []complaint
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var c complaint
		if err := dec.Decode(&c); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
}

// GitHub's own parser reads the action and the workflows as they are read when
// they run.
func TestGitHubsParserTakesTheActionAndTheWorkflows(t *testing.T) {
	_, names := workflows(t)
	for _, name := range files(t, isAction) {
		names = append(names, filepath.Join(top, name))
	}
	for _, c := range lint(t, names...) {
		t.Error(c)
	}
}

// The mirror: each of them sees what it is there for.
func TestLintersSee(t *testing.T) {
	dir := t.TempDir()
	action, workflow, container := filepath.Join(
		dir,
		"action.yml",
	), filepath.Join(
		dir,
		".github/workflows/a.yml",
	), filepath.Join(
		dir,
		"Dockerfile",
	)
	if err := os.MkdirAll(filepath.Dir(workflow), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, action, "name: x\ndescription: y\nruns:\n  using: composite\n  steps:\n    - run: echo\n")
	write(t, workflow, "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    stps: []\n    steps:\n      - run: echo\n")
	write(t, container, "FROM debian\nCOPPY a b\n")
	var said []string
	for _, c := range lint(t, action, workflow, container) {
		said = append(said, c.Tool+" "+filepath.Base(c.File)+" "+fmt.Sprint(c.Line))
	}
	slices.Sort(said)
	want := []string{
		"dockerfile-utils Dockerfile 2",
		"dockerfilelint Dockerfile 1",
		"dockerfilelint Dockerfile 2",
		"languageservice a.yml 5",
		"languageservice action.yml 6",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Error(diff)
	}
}

// scripts are the shell scripts of the repository.
func scripts(t *testing.T) []string {
	return files(t, func(name string) bool {
		if strings.Contains(name, "testdata/") || !strings.HasSuffix(name, ".sh") && !strings.HasPrefix(name, ".ci/") {
			return false
		}
		return true
	})
}

func TestScriptsPassShellcheck(t *testing.T) {
	shellcheck, err := exec.LookPath("shellcheck")
	if err != nil {
		missing(t, "shell scripts: %v", err)
	}
	names := scripts(t)
	if !slices.Contains(names, "release/install.sh") {
		t.Fatalf("only %v: this test does not see the scripts", names)
	}
	cmd := exec.CommandContext(t.Context(), shellcheck, append([]string{"--norc", "--"}, names...)...)
	cmd.Dir = top
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	bad := filepath.Join(t.TempDir(), "bad.sh")
	write(t, bad, "#!/bin/sh\nrm -rf $1/*\n")
	if out, err := exec.CommandContext(t.Context(), shellcheck, bad).CombinedOutput(); err == nil {
		t.Errorf("shellcheck has nothing against %s", out)
	}
}

// Pages name the actions that the workflows use, by the same commit and version; one
// that no workflow of ours uses is pinned like them.
func TestPagesNameThePinsOfTheWorkflows(t *testing.T) {
	uses := regexp.MustCompile(`(?m)^\s*(?:- )?uses:\s*(([^\s@]+)@.*?)\s*$`)
	ours := map[string]string{}
	for _, name := range files(t, func(n string) bool { return isWorkflow(n) || isAction(n) }) {
		for _, m := range uses.FindAllStringSubmatch(read(t, name), -1) {
			if strings.HasPrefix(m[2], "ringfence-dev/") {
				continue
			}
			if was := ours[m[2]]; was != "" && was != m[1] {
				t.Errorf("%s: %s, and elsewhere it is %s", name, m[1], was)
			}
			ours[m[2]] = m[1]
		}
	}
	seen := 0
	for _, name := range files(t, func(name string) bool {
		return strings.HasSuffix(name, ".md") && !strings.Contains(name, "testdata/")
	}) {
		for _, m := range uses.FindAllStringSubmatch(read(t, name), -1) {
			if strings.HasPrefix(m[2], "ringfence-dev/") {
				continue
			}
			seen++
			if want := ours[m[2]]; want != "" && want != m[1] || !pinned.MatchString(m[1]) {
				t.Errorf("%s names %s; the workflows use %q", name, m[1], want)
			}
		}
	}
	if seen < 2 {
		t.Errorf("only %d in the pages: this test does not see them", seen)
	}
}
