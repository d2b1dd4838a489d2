package github

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Event is what starts a run.
type Event struct {
	// Name is the event's: pull_request, push, release, schedule.
	Name string
	// Action is what happened within it; Label which label is meant.
	Action, Label string
	// Actor caused it.
	Actor string
	// Pull is the number of the pull request; zero: none.
	Pull int
	// Before is the commit a push came after.
	Before string
	// Run is the run that this is a further job of; zero: a run of its own.
	Run int64
	// Tag is the tag of the release; empty: none.
	Tag string
}

// Run is one step of a run on a machine of its own: a clone, as checkout with
// the whole history makes it, and files to write to.
type Run struct {
	// Workspace is the clone; Env the environment of a step, without a token.
	Workspace string
	Env       []string
	// SHA and Ref are what is checked out; ID is the run's number.
	SHA, Ref string
	ID       int64
	dir      string
	t        testing.TB
}

// Start starts a run: what is checked out and what the event says are as they
// are at this moment.
func (h *Hub) Start(t testing.TB, e Event) Run {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	r := Run{t: t, dir: t.TempDir(), Ref: "refs/heads/" + h.Default}
	owner, name, _ := strings.Cut(h.Name, "/")
	payload := map[string]any{
		"action": e.Action, "sender": form("simple-user", user(e.Actor)),
		"repository": map[string]any{"full_name": h.Name, "name": name, "owner": user(owner), "default_branch": h.Default},
	}
	switch {
	case e.Pull != 0:
		p := h.find(e.Pull)
		r.Ref, r.SHA = fmt.Sprintf("refs/pull/%d/merge", p.number), p.merge
		payload["number"], payload["pull_request"] = p.number, form("pull-request", h.pullForm(p))
		if e.Label != "" {
			payload["label"] = map[string]any{"name": e.Label}
		}
	case e.Tag != "":
		r.Ref, r.SHA = "refs/tags/"+e.Tag, h.git.has("refs/tags/"+e.Tag+"^{commit}")
		for _, one := range h.releases {
			if one.tag == e.Tag {
				payload["release"] = form("release", one.form())
			}
		}
	default:
		r.SHA = h.git.has(r.Ref)
		if e.Name == "push" {
			payload["ref"], payload["before"], payload["after"] = r.Ref, e.Before, r.SHA
		}
	}
	r.ID = h.begin(e, r.SHA)
	r.Workspace = filepath.Join(r.dir, "workspace")
	h.clone(r)
	text, err := json.MarshalIndent(payload, "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(r.dir, "event.json"), text, 0o600)
	}
	if err == nil {
		err = os.Mkdir(filepath.Join(r.dir, "temp"), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.Env = []string{
		"CI=true",
		"GITHUB_ACTIONS=true",
		"GITHUB_EVENT_NAME=" + e.Name,
		"GITHUB_REPOSITORY=" + h.Name,
		"GITHUB_SHA=" + r.SHA,
		"GITHUB_REF=" + r.Ref,
		"GITHUB_ACTOR=" + e.Actor,
		fmt.Sprintf("GITHUB_RUN_ID=%d", r.ID),
		"GITHUB_WORKSPACE=" + r.Workspace,
		"GITHUB_API_URL=" + h.API,
		"GITHUB_GRAPHQL_URL=" + h.GraphQL,
		"GITHUB_SERVER_URL=" + h.URL,
		"GITHUB_EVENT_PATH=" + filepath.Join(r.dir, "event.json"),
		"GITHUB_OUTPUT=" + filepath.Join(r.dir, "output"),
		"GITHUB_STEP_SUMMARY=" + filepath.Join(r.dir, "summary.md"),
		"RUNNER_TEMP=" + filepath.Join(r.dir, "temp"),
	}
	return r
}

// clone makes the clone of a run.
func (h *Hub) clone(r Run) {
	for _, args := range [][]string{
		{"init", "-q", "-b", h.Default, r.Workspace},
		{"-C", r.Workspace, "fetch", "-q", h.Dir, "+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*", "+" + r.Ref + ":refs/run"},
		{"-C", r.Workspace, "checkout", "-q", "--detach", r.SHA},
	} {
		cmd := exec.Command("git", args...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + r.dir, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C"}
		if out, err := cmd.CombinedOutput(); err != nil {
			r.t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, out)
		}
	}
}

// Summary returns what was written for the page of the run.
func (r Run) Summary() string { return r.read("summary.md") }

// Temp is the runner's temporary folder.
func (r Run) Temp() string { return filepath.Join(r.dir, "temp") }

// Outputs returns the outputs of the step.
func (r Run) Outputs() map[string]string {
	out := map[string]string{}
	lines := strings.Split(r.read("output"), "\n")
	for i := 0; i < len(lines); i++ {
		name, end, several := strings.Cut(lines[i], "<<")
		if !several {
			if name, value, ok := strings.Cut(lines[i], "="); ok {
				out[name] = value
			}
			continue
		}
		var value []string
		for i++; i < len(lines) && lines[i] != end; i++ {
			value = append(value, lines[i])
		}
		out[name] = strings.Join(value, "\n")
	}
	return out
}

func (r Run) read(name string) string {
	data, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil && !os.IsNotExist(err) {
		r.t.Fatal(err)
	}
	return string(data)
}
