package endtoend

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// The extension of these tests, and what changes do to it.
const (
	mainJS = `const { spawn } = require("child_process");
exports.activate = () => { spawn("git", ["status"]); };
`
	widerJS = `const { spawn } = require("child_process");
exports.activate = () => { spawn("git", ["status"]); spawn("docker", ["run", "--rm", "alpine"]); };
`
	robot      = "github-actions[bot]"
	policyFile = ".ringfence/policy.json"
)

// hubbed is a GitHub with the extension on its default branch, and its policy.
func hubbed(t *testing.T) *github.Hub {
	t.Helper()
	h := github.New(t, "acme/tool", extensionFiles(t, mainJS))
	h.Permit("ann", "write")
	h.Permit("bea", "write")
	return h
}

// ran is what a run of the action left.
type ran struct {
	github.Run
	code int
	// log is everything it wrote, without the commands that mask the token.
	log string
}

// act runs the action as a step and holds it to what is true of all runs: the
// token is nowhere but in its mask, nothing in the workspace changed, and gate.json
// is what its schema says.
func act(t *testing.T, h *github.Hub, e github.Event, token string, inputs ...string) ran {
	t.Helper()
	return actIn(t, h, h.Start(t, e), token, inputs...)
}

// actIn runs it where somebody has been before.
func actIn(t *testing.T, h *github.Hub, run github.Run, token string, inputs ...string) ran {
	t.Helper()
	r := ran{Run: run}
	before := listing(t, r.Workspace)
	var out, talk bytes.Buffer
	c := cli.Command{
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &talk, Now: h.Now, Dir: r.Workspace,
		Env: append(append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "INPUT_TOKEN=" + token}, r.Env...), inputs...),
		Sleep: func(_ context.Context, d time.Duration) error {
			h.Wait(d)
			return nil
		},
	}
	r.code = c.Main(t.Context(), []string{"action"})
	for line := range strings.Lines(out.String() + talk.String()) {
		if line != "::add-mask::"+token+"\n" {
			r.log += line
		}
	}
	said := map[string]string{"the log": r.log, "the summary": r.Summary()}
	for _, k := range h.Comments() {
		said["a comment"] += k.Body
	}
	for _, p := range h.Pulls() {
		said["a pull request"] += p.Title + p.Body
	}
	for name, text := range listing(t, r.Temp()) {
		said[name] = text
		if filepath.Base(name) == review.JSONFile {
			fitsGate(t, text)
		}
	}
	for where, text := range said {
		if token != "" && strings.Contains(text, token) {
			t.Errorf("the token is in %s", where)
		}
	}
	if diff := cmp.Diff(before, listing(t, r.Workspace)); diff != "" {
		t.Errorf("the workspace changed (-before +after):\n%s", diff)
	}
	return r
}

// listing returns the files below a folder, without git's.
func listing(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == ".git" {
			if d != nil && d.IsDir() && err == nil {
				return fs.SkipDir
			}
			return err
		}
		if d.Type().IsRegular() {
			data, err := os.ReadFile(p)
			out[p] = string(data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// toJudge are the features of a run that changes nothing in the repository.
var toJudge = []string{"gates", "accepting by label or review", "code scanning", "comment", "summary, annotations, outputs"}

// granted are the permissions that the table of the action's page names for these features, and
// no others: what a job written after it has.
func granted(t *testing.T, features ...string) map[string]string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/guide/github-action.md")
	if err != nil {
		t.Fatal(err)
	}
	out, seen, in := map[string]string{}, map[string]bool{}, false
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		feature := strings.TrimSpace(cells[0])
		switch {
		case len(cells) != 3:
			in = false
		case feature == "feature" && strings.TrimSpace(cells[1]) == "permission":
			in = true
		case in && slices.Contains(features, feature):
			seen[feature] = true
			for _, m := range regexp.MustCompile("`([a-z-]+): (read|write)`").FindAllStringSubmatch(cells[1], -1) {
				if name := strings.ReplaceAll(m[1], "-", "_"); out[name] != "write" {
					out[name] = m[2]
				}
			}
		}
	}
	for _, f := range features {
		if !seen[f] {
			t.Fatalf("the table feature | permission of docs/guide/github-action.md has no row %q", f)
		}
	}
	return out
}

// readOnly is what becomes of a token in a run for a fork, or for Dependabot.
func readOnly(permissions map[string]string) map[string]string {
	out := map[string]string{}
	for name := range permissions {
		out[name] = "read"
	}
	return out
}

// without leaves permissions out.
func without(names ...string) func(map[string]string) map[string]string {
	return func(permissions map[string]string) map[string]string {
		out := maps.Clone(permissions)
		for _, name := range names {
			delete(out, name)
		}
		return out
	}
}
