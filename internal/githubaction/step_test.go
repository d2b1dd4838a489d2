package githubaction_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/githubaction"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/internal/review/result"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// scanned is the report of a small extension.
func scanned(t *testing.T) *report.Report {
	t.Helper()
	ext, err := extension.LoadAs(t.Context(), filepath.Join("..", "scan", "testdata", "shell"), extension.Directory, extension.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	var r *report.Report
	o := scan.Options{Tool: report.Tool{Name: "ringfence", Version: "1"}, Subject: ".", Profile: verdict.Profiles()[0]}
	if err := scan.Scan(t.Context(), ext, o, func(seen scan.Result) error { r = seen.Report; return nil }); err != nil {
		t.Fatal(err)
	}
	return r
}

// asked is what a run handed to the review.
type asked struct {
	times    int
	targets  []string
	settings githubaction.Settings
	options  review.Options
}

// job is a run on a clone of one commit after another.
type job struct {
	t         *testing.T
	env       map[string]string
	log       bytes.Buffer
	first, at string
	asked     asked
	passes    bool
	broken    error
}

func newJob(t *testing.T, event string, payload any, inputs map[string]string) *job {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skipf("no git: %v", err)
	}
	dir := t.TempDir()
	j := &job{t: t, passes: true}
	j.git(dir, "init", "-q", "-b", "main", "work")
	for _, message := range []string{"one", "two"} {
		j.git(dir, "-C", "work", "commit", "-q", "--allow-empty", "-m", message)
	}
	j.first, j.at = j.git(dir, "-C", "work", "rev-parse", "HEAD~1"), j.git(dir, "-C", "work", "rev-parse", "HEAD")
	j.env = map[string]string{
		"GITHUB_EVENT_NAME": event, "GITHUB_REPOSITORY": "acme/tool", "GITHUB_SHA": j.at, "GITHUB_REF": "refs/heads/main",
		"GITHUB_WORKSPACE": filepath.Join(dir, "work"), "RUNNER_TEMP": dir, "GITHUB_EVENT_PATH": filepath.Join(dir, "event.json"),
		"GITHUB_OUTPUT": filepath.Join(dir, "output"), "GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"),
	}
	for name, value := range inputs {
		j.env["INPUT_"+strings.ToUpper(strings.ReplaceAll(name, "-", "_"))] = value
	}
	data, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	data = bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("FIRST"), []byte(j.first)), []byte("HEAD"), []byte(j.at))
	for name, text := range map[string][]byte{"event.json": data, "output": nil, "summary": nil} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return j
}

func (j *job) git(dir string, args ...string) string {
	j.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=T", "-c", "user.email=t@example.test"}, args...)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		j.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (j *job) run() error {
	git, _ := exec.LookPath("git")
	return githubaction.Run(j.t.Context(), githubaction.Program{
		Stdout: &j.log, Getenv: func(name string) string { return j.env[name] }, Forget: func(string) {}, Version: "1",
		Git: checkout.Git{Program: git, Path: os.Getenv("PATH")}, Web: func() *web.Client { return &web.Client{Offline: true} },
		Organisation: func(context.Context, githubaction.Settings, githubaction.AskFile) error { return j.broken },
		Review: func(_ context.Context, targets []string, s githubaction.Settings, o review.Options) (review.Result, error) {
			j.asked = asked{j.asked.times + 1, targets, s, o}
			r := scanned(j.t)
			state := gate.Holds
			if !j.passes {
				state = gate.Fails
			}
			judged := result.Judged{
				Path: ".", ID: r.Extension.ID, Category: r.Verdict.Category, Risk: r.Verdict.Overall, Passes: j.passes,
				Fails: []string{}, Notes: []string{},
				Gates: gate.Outcome{Results: []gate.Result{{Gate: gate.Widening, State: state, Why: "it needs more"}}},
			}
			return review.Result{
				Document:   result.Document{SchemaVersion: result.Version, Passes: j.passes, Extensions: []result.Judged{judged}, Notes: []string{}},
				Extensions: []review.Extension{{Judged: judged, Report: r, Page: result.Page{Report: r, Outcome: judged.Gates}}},
			}, nil
		},
	})
}

func (j *job) read(name string) string {
	j.t.Helper()
	data, err := os.ReadFile(filepath.Join(j.env["RUNNER_TEMP"], name))
	if err != nil {
		j.t.Fatal(err)
	}
	return string(data)
}

var pull = map[string]any{"action": "opened", "number": 7, "pull_request": map[string]any{
	"number": 7, "user": map[string]any{"login": "ann"}, "head": map[string]any{"sha": "HEAD", "ref": "change"},
	"base": map[string]any{"sha": "FIRST", "ref": "main"},
}}

// TestARunAsksForItsReview: what the review is handed comes from event and inputs, and
// what it says goes out in every way that is open.
func TestARunAsksForItsReview(t *testing.T) {
	inputs := map[string]string{"path": "a\nb", "fail-on": "high, sandbox", "package": "a=a.vsix", "cache": "c", "online": "true"}
	j := newJob(t, "pull_request", pull, inputs)
	j.passes = false
	if err := j.run(); !errors.Is(err, exit.ErrNo) {
		t.Fatalf("%v\n%s", err, j.log.String())
	}
	o, agreement := j.asked.options, j.asked.options.Agreement
	packages := strings.Join(o.Packages, " ")
	if j.asked.times != 1 || strings.Join(j.asked.targets, " ") != "a b" || o.Base != j.first || o.Generate || packages != "a=a.vsix" {
		t.Errorf("%+v", j.asked)
	}
	if !agreement.Asked || agreement.Merged || agreement.Change.Author != "ann" || len(agreement.Approvals) > 0 {
		t.Errorf("%+v", agreement)
	}
	s := j.asked.settings
	if s.Workspace != j.env["GITHUB_WORKSPACE"] || strings.Join(s.FailOn, " ") != "high sandbox" || s.FailOnNew != "high" || s.Cache != "c" {
		t.Errorf("%+v", s)
	}
	if !s.Online || s.Repository != "" {
		t.Errorf("%+v", s)
	}
	for where, wants := range map[string][]string{
		j.log.String(): {"does not pass: widening (it needs more)", "nobody was asked who agreed to the change: there is no token",
			"code scanning got no results: there is no token"},
		j.read("output"):  {"sandbox", filepath.Join("ringfence", "results.sarif")},
		j.read("summary"): {"## ringfence: sandbox", "| widening | **fails** |", "there is no token"},
		j.read(filepath.Join("ringfence", review.JSONFile)): {`"passes": false`},
	} {
		for _, want := range wants {
			if !strings.Contains(where, want) {
				t.Errorf("%q is missing in\n%s", want, where)
			}
		}
	}
}

// TestAPushIsMerged: what is on a branch was let in, and a schedule asks again.
func TestAPushIsMerged(t *testing.T) {
	for event, merged := range map[string]bool{"push": true, "schedule": false, "workflow_dispatch": false} {
		j := newJob(t, event, map[string]any{}, map[string]string{"mode": "commit"})
		if err := j.run(); err != nil {
			t.Fatal(err)
		}
		if o := j.asked.options; o.Agreement.Merged != merged || o.Agreement.Asked || o.Base != "" || !o.Generate {
			t.Errorf("%s: %+v", event, o)
		}
	}
}

// TestARunThatCannotJudge ends before anything is judged, and does not pass.
func TestARunThatCannotJudge(t *testing.T) {
	other := map[string]any{"number": 7, "pull_request": map[string]any{
		"number": 7, "head": map[string]any{"sha": strings.Repeat("a", 40)}, "base": map[string]any{"sha": "FIRST"},
	}}
	for name, c := range map[string]struct {
		event   string
		payload any
		inputs  map[string]string
		without string
		want    string
	}{
		"an unknown mode":           {"push", map[string]any{}, map[string]string{"mode": "merge"}, "", "unknown mode"},
		"a flag that is none":       {"push", map[string]any{}, map[string]string{"sarif": "yes"}, "", "input sarif is true or false"},
		"no event":                  {"push", map[string]any{}, nil, "GITHUB_EVENT_NAME", "not a step of a run"},
		"no workspace":              {"push", map[string]any{}, nil, "GITHUB_WORKSPACE", "GITHUB_WORKSPACE names no folder"},
		"no folder to write to":     {"push", map[string]any{}, nil, "RUNNER_TEMP", "RUNNER_TEMP names no folder"},
		"another commit than asked": {"pull_request", other, nil, "", "which is no merge of the pull request's head"},
	} {
		j := newJob(t, c.event, c.payload, c.inputs)
		delete(j.env, c.without)
		if err := j.run(); exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), c.want) || j.asked.times > 0 {
			t.Errorf("%s: %v after %d reviews", name, err, j.asked.times)
		}
	}
	j := newJob(t, "push", map[string]any{}, nil)
	j.broken = errors.New("the organisation's file is gone")
	const said = "::error::the gates were not judged: the organisation's file is gone"
	if err := j.run(); !errors.Is(err, j.broken) || j.asked.times > 0 || !strings.Contains(j.log.String(), said) {
		t.Errorf("%v after %d reviews\n%s", err, j.asked.times, j.log.String())
	}
}
