package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
)

// runner does what GitHub does for .github/workflows/fleet.yml: it gives each job a
// folder with the calling repository, keeps artifacts, fills expressions in and runs
// what the steps say with bash. Of what steps use it knows the four actions that are
// there; an expression or a step it does not know ends the test.
type runner struct {
	t                                *testing.T
	jobs                             map[string]any
	calling, server, artifacts, work string
	known                            map[string]string
	summary                          string
	log                              bytes.Buffer
}

var expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)

func (r *runner) fill(text string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		name := expression.FindStringSubmatch(e)[1]
		value, ok := r.known[name]
		if !ok {
			r.t.Fatalf("the workflow has an expression that this test does not know: %s", e)
		}
		return value
	})
}

// job runs the steps of a job and gives the exit code of the first that fails.
func (r *runner) job(name string) int {
	dir := filepath.Join(r.work, name+"-"+r.known["matrix.shard"])
	if err := os.CopyFS(dir, os.DirFS(r.calling)); err != nil {
		r.t.Fatal(err)
	}
	code := 0
	job := r.jobs[name].(map[string]any)
	if p := job["permissions"].(map[string]any); len(p) != 1 || p["contents"] != "read" {
		r.t.Errorf("job %s may do more than read: %v", name, p)
	}
	for _, s := range job["steps"].([]any) {
		step := s.(map[string]any)
		if code != 0 && step["if"] != "${{ !cancelled() }}" {
			continue
		}
		with, _ := step["with"].(map[string]any)
		get := func(key string) string { s, _ := with[key].(string); return r.fill(s) }
		uses, _ := step["uses"].(string)
		action, pin, _ := strings.Cut(uses, "@")
		if uses != "" && len(pin) != 40 {
			r.t.Errorf("%s is not pinned", uses)
		}
		switch {
		case action == "actions/checkout" && with["persist-credentials"] != false:
			r.t.Errorf("job %s leaves its token in the checkout", name)
		case action == "actions/checkout", action == "actions/setup-go", step["id"] == "install":
		case action == "actions/upload-artifact":
			for path := range strings.FieldsSeq(get("path")) {
				r.copy(filepath.Join(dir, path), filepath.Join(r.artifacts, get("name"), map[bool]string{true: path}[path != "part"]))
			}
		case action == "actions/download-artifact" && get("name") != "":
			r.copy(filepath.Join(r.artifacts, get("name")), dir)
		case action == "actions/download-artifact":
			found, _ := filepath.Glob(filepath.Join(r.artifacts, get("pattern")))
			for _, f := range found {
				r.copy(f, filepath.Join(dir, get("path"), filepath.Base(f)))
			}
		case step["run"] != nil:
			code = r.run(dir, step)
		default:
			r.t.Fatalf("a step that this test does not know: %v", step)
		}
	}
	return code
}

// copy copies a file or a folder, if it is there.
func (r *runner) copy(from, to string) {
	info, err := os.Stat(from)
	if err != nil {
		return
	}
	if info.IsDir() {
		err = os.CopyFS(to, os.DirFS(from))
	} else {
		var data []byte
		data, err = os.ReadFile(from)
		err = errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o750), os.WriteFile(to, data, 0o600))
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *runner) run(dir string, step map[string]any) int {
	script := step["run"].(string)
	if expression.MatchString(script) {
		r.t.Errorf("an expression stands in a script: %s", script)
	}
	output := filepath.Join(dir, ".output")
	cmd := exec.CommandContext(r.t.Context(), "bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + r.t.TempDir(), "GITHUB_OUTPUT=" + output, "GITHUB_STEP_SUMMARY=" + r.summary, "GITHUB_SERVER_URL=file://" + r.server}
	env, _ := step["env"].(map[string]any)
	for k, v := range env {
		text := fmt.Sprint(v)
		if strings.Contains(text, "token") && step["name"] != "Clone" {
			r.t.Errorf("step %v gets a token", step["name"])
		}
		cmd.Env = append(cmd.Env, k+"="+r.fill(text))
	}
	said, err := cmd.CombinedOutput()
	r.log.Write(said)
	if data, err := os.ReadFile(output); err == nil && step["id"] == "plan" {
		r.known["steps.plan.outputs.matrix"] = strings.TrimPrefix(strings.TrimSpace(string(data)), "matrix=")
	}
	if err != nil && cmd.ProcessState.ExitCode() < 1 {
		r.t.Fatalf("%v: %v\n%s", step["name"], err, said)
	}
	return cmd.ProcessState.ExitCode()
}

// TestTheFleetsWorkflow runs the workflow that organisations call over twelve
// repositories on a server of bare ones, in four shards, and a thirteenth that is not
// there; the sums are those of single runs. Then one shard's part is lost.
func TestTheFleetsWorkflow(t *testing.T) {
	for _, program := range []string{"git", "bash"} {
		if _, err := exec.LookPath(program); err != nil {
			fetched(t, err)
		}
	}
	dir, err := corpus.Fetch(t.Context())
	fetched(t, err)
	text, err := os.ReadFile(filepath.Join("..", "..", ".github", "workflows", "fleet.yml"))
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	sources, server, clones, calling := filepath.Join(work, "sources"), filepath.Join(work, "server"), filepath.Join(work, "clones"), filepath.Join(work, "calling")
	made(t, sources)
	for _, id := range real9 {
		if err := os.CopyFS(filepath.Join(sources, "acme", strings.TrimPrefix(id, "vscode.")), os.DirFS(filepath.Join(dir, id))); err != nil {
			t.Fatal(err)
		}
	}
	repositories, err := filepath.Glob(filepath.Join(sources, "acme", "*"))
	if err != nil || len(repositories) != 12 {
		t.Fatalf("%d repositories, %v", len(repositories), err)
	}
	git := func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=jo", "-c", "user.email=jo@example.org", "-c", "init.defaultBranch=main"}, args...)...)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, said)
		}
	}
	list, singles := "extensions:\n  - repository: acme/absent\n", []string{}
	for _, dir := range repositories {
		name := "acme/" + filepath.Base(dir)
		git("init", "-q", dir)
		git("-C", dir, "add", "-A", "-f")
		git("-C", dir, "commit", "-q", "-m", "one")
		git("clone", "-q", "--bare", dir, filepath.Join(server, name+".git"))
		git("clone", "-q", filepath.Join(server, name+".git"), filepath.Join(clones, name))
		list += "  - repository: " + name + "\n"
		if name == "acme/two" {
			singles = append(singles, name+"/packages/a", name+"/packages/b")
			continue
		}
		singles = append(singles, name)
	}
	for file, text := range map[string]string{"calling/fleet.yml": list, "calling/central.yml": centralFile, "clones/central.yml": centralFile} {
		if err := errors.Join(os.MkdirAll(filepath.Join(work, filepath.Dir(file)), 0o750), os.WriteFile(filepath.Join(work, file), []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	program, err := exec.LookPath("ringfence")
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{
		t: t, jobs: yamljson.Value(t, string(text)).(map[string]any)["jobs"].(map[string]any), calling: calling, server: server,
		artifacts: filepath.Join(work, "artifacts"), work: filepath.Join(work, "jobs"), summary: filepath.Join(work, "summary.md"),
		known: map[string]string{
			"steps.install.outputs.binary": program, "inputs.list": "fleet.yml", "inputs.shards": "4", "inputs.organisation": "central.yml", "inputs.online": "false",
			"secrets.token || github.token": "not-a-token", "matrix.shard": "",
		},
	}
	if code := r.job("plan"); code != 0 {
		t.Fatalf("the plan ends with %d\n%s", code, r.log.Bytes())
	}
	for _, j := range includes(t, r.known["steps.plan.outputs.matrix"]) {
		r.known["matrix.shard"], r.known["matrix.repositories"] = j.shard, j.repositories
		if code := r.job("scan"); code != 0 {
			t.Fatalf("shard %s ends with %d\n%s", j.shard, code, r.log.Bytes())
		}
		r.copy(filepath.Join(r.artifacts, "fleet-part-"+j.shard), filepath.Join(work, "part-"+j.shard))
	}
	r.known["matrix.shard"] = ""
	if code := r.job("merge"); code != exitNo {
		t.Errorf("the merge ends with %d\n%s", code, r.log.Bytes())
	}
	for _, name := range []string{"fleet.json", "sarif/fleet-001.sarif"} {
		if _, err := os.Stat(filepath.Join(r.artifacts, "fleet-report", name)); err != nil {
			t.Error(err)
		}
	}
	page, err := os.ReadFile(r.summary)
	if err != nil || !strings.Contains(string(page), "## Extensions") {
		t.Errorf("the summary lacks its tables: %v", err)
	}
	if bytes.Contains(r.log.Bytes(), []byte("not-a-token")) || !strings.Contains(r.log.String(), "::warning::acme/absent could not be cloned") {
		t.Errorf("the log says too much, or too little:\n%s", r.log.Bytes())
	}
	r.copy(filepath.Join(r.artifacts, "fleet-plan", "plan.json"), filepath.Join(work, "plan.json"))
	got, _ := merge(t, work, "part-1", "part-2", "part-3", "part-4")
	if got.Complete || len(got.Missing) != 1 || got.Missing[0].Target != "acme/absent" || got.Totals.Targets != 13 {
		t.Errorf("%+v, %+v", got.Totals, got.Missing)
	}
	// The one that is not there is no part of the sums.
	got.Totals.Targets, got.Totals.Repositories = 12, 12
	sumsOfSingles(t, work, clones, singles, []string{"--org", "central.yml"}, got)

	for _, lost := range []string{"fleet-part-2", "fleet-report"} {
		if err := os.RemoveAll(filepath.Join(r.artifacts, lost)); err != nil {
			t.Fatal(err)
		}
	}
	r.work, r.summary = filepath.Join(work, "again"), filepath.Join(work, "again.md")
	if code := r.job("merge"); code != exitNo {
		t.Errorf("without a shard the merge ends with %d", code)
	}
	if page, err := os.ReadFile(r.summary); err != nil || !strings.Contains(string(page), "shard 2") {
		t.Errorf("the summary does not name the shard that is missing: %v", err)
	}
}

type included struct{ shard, repositories string }

// includes reads a matrix as GitHub does.
func includes(t *testing.T, matrix string) []included {
	t.Helper()
	var out []included
	for _, i := range yamljson.Value(t, matrix).(map[string]any)["include"].([]any) {
		m := i.(map[string]any)
		out = append(out, included{m["shard"].(string), m["repositories"].(string)})
	}
	if len(out) != 4 {
		t.Fatalf("%d jobs: %s", len(out), matrix)
	}
	return out
}
