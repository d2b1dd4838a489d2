package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/testkit/workflow"
)

// nothing is an action that does nothing here.
func nothing(*workflow.Step) error { return nil }

// CI runs for the default branch and for pull requests, may only read, and runs every
// job and every leg whatever becomes of the others.
func TestTheWorkflowOfCI(t *testing.T) {
	text := read(t, ".github/workflows/ci.yml")
	for _, c := range []struct {
		event, action, branch string
		want                  bool
	}{{"push", "", "main", true}, {"push", "", "other", false}, {"pull_request", "opened", "main", true},
		{"pull_request", "labeled", "main", false}} {
		ran := map[string]int{}
		r := &workflow.Run{
			T:       t,
			Text:    text,
			Event:   c.event,
			Action:  c.action,
			Branch:  c.branch,
			GitHub:  map[string]any{"ref": "refs/heads/" + c.branch, "event_name": c.event},
			Machine: func(j *workflow.Job) { j.Workspace, j.Temp = t.TempDir(), t.TempDir() },
			Actions: map[string]func(*workflow.Step) error{
				"actions/setup-go":   nothing,
				"actions/setup-node": nothing,
				"actions/cache":      nothing,
				"actions/checkout": func(s *workflow.Step) error {
					if s.With["persist-credentials"] != "false" {
						t.Errorf("job %s leaves its token in the checkout", s.Job.ID)
					}
					return nil
				},
			},
			Script: func(j *workflow.Job, script string) error {
				ran[script]++
				if script == "make site" {
					file := filepath.Join(j.Workspace, "dist/site/index.html")
					return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("a page"), 0o600))
				}
				if script == ".ci/run" && fmt.Sprint(j.Matrix["node"]) == "20" {
					return os.ErrInvalid
				}
				return nil
			},
		}
		if got := r.Starts(); got != c.want {
			t.Errorf("%+v: starts %t", c, got)
		}
		if !c.want {
			continue
		}
		r.Go()
		for id, job := range r.Jobs {
			want := "success"
			if id == "check" {
				want = "failure"
			}
			if job.Result != want || len(job.Permissions) != 1 || job.Permissions["contents"] != "read" {
				t.Errorf("%s: %s with %v\n%s", id, job.Result, job.Permissions, job.Log)
			}
			for leg, result := range job.Legs {
				if result == "cancelled" {
					t.Errorf("%s is cancelled by another leg", leg)
				}
			}
		}
		if legs := len(r.Jobs["check"].Legs); ran[".ci/run"] != legs || legs < 2 {
			t.Errorf("%d legs, %v", legs, ran)
		}
	}
}

// releasing is a run of release.yml over a repository with a remote. What takes
// programs that are not there is a script that writes down what it was asked.
type releasing struct {
	t                           *testing.T
	remote, repository, said    string
	version, approval, tampered string
	whole                       *workflow.Run
}

func (r *releasing) git(args ...string) string {
	r.t.Helper()
	cmd := exec.CommandContext(r.t.Context(), "git", append([]string{"-c", "user.name=jo", "-c", "user.email=jo@example.org"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *releasing) run() {
	r.t.Helper()
	dir := r.t.TempDir()
	r.remote, r.repository, r.said = filepath.Join(dir, "remote.git"), filepath.Join(dir, "repository"), filepath.Join(dir, "said")
	bin := filepath.Join(dir, "bin")
	for name, text := range map[string]string{
		filepath.Join(r.repository, "cmd/ringfence/cli/version.go"): "package cli\n\nconst toolVersion = \"1.2.3\"\n",
		filepath.Join(r.repository, ".ci/version"):                  read(r.t, ".ci/version"),
		filepath.Join(r.repository, "release/checksums.txt"):        heading,
		filepath.Join(bin, "make"): "#!/bin/sh\necho \"make $*\" >>'" + r.said +
			"'\n[ \"$1\" != release-dry ] || { mkdir dist && echo archive >dist/ringfence_1.2.3_linux_amd64.tar.gz && echo bill " +
			">dist/ringfence_1.2.3_linux_amd64.cdx.json && echo zip >dist/ringfence_1.2.3_windows_amd64.zip && " +
			"mkdir -p dist/homebrew/Casks && echo cask >dist/homebrew/Casks/ringfence.rb && " +
			"(cd dist && sha256sum *.tar.gz *.zip >checksums.txt); }\n",
		filepath.Join(bin, "go"): "#!/bin/sh\n[ \"$1 $2 $3 $4 $5\" = 'run ./internal/release table dist " +
			"dist/table.txt' ] || exit 9\n{ echo '# table'; echo 'version 1.2.3'; grep tar dist/checksums.txt; } >dist/table.txt\n",
		filepath.Join(bin, "gh"):     "#!/bin/sh\necho \"gh $*\" >>'" + r.said + "'\n",
		filepath.Join(bin, "docker"): "#!/bin/sh\ncat >/dev/null\necho \"docker $*\" >>'" + r.said + "'\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			r.t.Fatal(err)
		}
		write(r.t, name, text)
		if err := os.Chmod(name, 0o755); err != nil {
			r.t.Fatal(err)
		}
	}
	r.git("init", "-q", "-b", "main", r.repository)
	r.git("-C", r.repository, "add", ".")
	r.git("-C", r.repository, "commit", "-qm", "one")
	r.git("clone", "-q", "--bare", r.repository, r.remote)
	r.whole = &workflow.Run{
		T:            r.t,
		Text:         read(r.t, ".github/workflows/release.yml"),
		Event:        "workflow_dispatch",
		Inputs:       map[string]any{"version": r.version},
		Environments: map[string]string{"release": r.approval},
		GitHub:       map[string]any{"actor": "jo"},
		Tokens:       []string{"The release", "Push", "One name for both machines"},
		Machine: func(j *workflow.Job) {
			j.Workspace, j.Temp, j.Token = filepath.Join(r.t.TempDir(), "workspace"), r.t.TempDir(), "not-a-token"
			j.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "HOME=" + j.Temp, "GITHUB_ACTOR=jo", "GIT_CONFIG_NOSYSTEM=1"}
		},
		Actions: map[string]func(*workflow.Step) error{
			"actions/setup-go": nothing,
			"actions/checkout": func(s *workflow.Step) error {
				if s.With["persist-credentials"] != "false" && s.Job.ID != "publish" {
					r.t.Errorf("job %s leaves its token in the checkout", s.Job.ID)
				}
				r.git("clone", "-q", r.remote, s.Workspace)
				if s.Job.ID == "publish" && r.tampered != "" {
					files := s.Artifacts.Of["release"]
					files[r.tampered] = append(slices.Clone(files[r.tampered]), 'x')
				}
				return nil
			},
			"actions/attest": func(s *workflow.Step) error {
				all := 0
				for _, path := range strings.Fields(s.With["subject-path"]) {
					found, err := filepath.Glob(filepath.Join(s.Workspace, path))
					if err != nil {
						return err
					}
					all += len(found)
				}
				s.Say("attests %d\n", all)
				return nil
			},
		},
	}
	if !r.whole.Starts() {
		r.t.Fatal("nobody can start it")
	}
	r.whole.Go()
}

func (r *releasing) results() map[string]string {
	out := map[string]string{}
	for id, j := range r.whole.Jobs {
		out[id] = j.Result
	}
	return out
}

// The workflow that releases goes through its jobs: it builds without a token that
// writes, waits for somebody to agree, compares the archives with the table, and only
// then tags and publishes. What goes wrong before leaves no tag.
func TestTheWorkflowOfReleases(t *testing.T) {
	const none = "skipped"
	for _, c := range []struct {
		name, version, approval, tampered string
		want                              map[string]string
		tag                               string
	}{
		{"as it should be", "1.2.3", "approved", "",
			map[string]string{"build": "success", "publish": "success", "image": "success", "manifest": "success"}, "v1.2.3"},
		{"another version than the code's", "1.2.4", "approved", "",
			map[string]string{"build": "failure", "publish": none, "image": none, "manifest": none}, ""},
		{"no version", "1.2.3; true", "approved", "", map[string]string{"build": "failure", "publish": none, "image": none, "manifest": none},
			""},
		{"nobody agreed yet", "1.2.3", "waiting", "",
			map[string]string{"build": "success", "publish": "waiting", "image": "waiting", "manifest": "waiting"}, ""},
		{"somebody disagreed", "1.2.3", "rejected", "",
			map[string]string{"build": "success", "publish": "failure", "image": none, "manifest": none}, ""},
		{"an archive changed on the way", "1.2.3", "approved", "ringfence_1.2.3_linux_amd64.tar.gz",
			map[string]string{"build": "success", "publish": "failure", "image": none, "manifest": none}, ""},
		{"winget's archive changed on the way", "1.2.3", "approved", "ringfence_1.2.3_windows_amd64.zip",
			map[string]string{"build": "success", "publish": "failure", "image": none, "manifest": none}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &releasing{t: t, version: c.version, approval: c.approval, tampered: c.tampered}
			r.run()
			if diff := cmp.Diff(c.want, r.results()); diff != "" {
				t.Errorf("(-want +results)\n%s", diff)
				for id, j := range r.whole.Jobs {
					t.Logf("%s:\n%s", id, j.Log)
				}
			}
			if got := r.git("-C", r.remote, "tag", "--list"); got != c.tag {
				t.Errorf("tags %q, want %q", got, c.tag)
			}
			for _, id := range []string{"build", "image"} {
				if p := r.whole.Jobs[id].Permissions; r.whole.Jobs[id].Result == "success" && p["contents"] != "read" {
					t.Errorf("%s: %v", id, p)
				}
			}
			if c.tag == "" {
				if said, err := os.ReadFile(r.said); err == nil && strings.Contains(string(said), "gh ") {
					t.Errorf("published:\n%s", said)
				}
				return
			}
			// The tag names a commit that changes the table and nothing else.
			if got := r.git("-C", r.remote, "show", "--format=", "--name-only", c.tag+"^{commit}"); got != "release/checksums.txt" {
				t.Errorf("the commit of the release changes %q", got)
			}
			want := []string{"checksums.txt", "homebrew/Casks/ringfence.rb", "ringfence_1.2.3_linux_amd64.cdx.json",
				"ringfence_1.2.3_linux_amd64.tar.gz", "ringfence_1.2.3_windows_amd64.zip", "table.txt"}
			if diff := cmp.Diff(want, slices.Sorted(maps.Keys(r.whole.Artifacts.Of["release"]))); diff != "" {
				t.Errorf("the artifact: %s", diff)
			}
			said, err := os.ReadFile(r.said)
			for _, line := range []string{
				"gh release create v1.2.3 --verify-tag --draft", "gh release edit v1.2.3 --draft=false",
				"docker push ghcr.io/ringfence-dev/ringfence:1.2.3-amd64", "docker push ghcr.io/ringfence-dev/ringfence:1.2.3-arm64",
				"docker buildx imagetools create --tag ghcr.io/ringfence-dev/ringfence:1.2.3 ",
			} {
				if err != nil || !strings.Contains(string(said), line) {
					t.Errorf("without %q: %v\n%s", line, err, said)
				}
			}
			if !strings.Contains(r.whole.Jobs["publish"].Log, "attests 2") {
				t.Error("nothing was attested")
			}
		})
	}
}
