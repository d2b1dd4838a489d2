package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/github"
	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
)

// flow does what GitHub does for the workflows that ringfence init writes: it
// gives each job a machine of its own with a token that has the job's permissions
// and no others, keeps artifacts, fills expressions in, and runs what the steps say
// with bash. A step that uses ringfence runs action.yml's own script with the
// environment that action.yml gives it. Checkouts are shallow, as theirs are. An
// action, expression or condition it does not know ends the test. The installer is
// a stand-in that names the program of this test; it has tests of its own.
type flow struct {
	t     *testing.T
	hub   *github.Hub
	event github.Event
	// built is a folder of the packages that were built, by what they were built of:
	// the same sources are not built twice in one test.
	built string
	work  string
	// what became of the run: the jobs' results, their logs, and the step of
	// ringfence in each.
	result map[string]string
	log    map[string]string
	judged map[string]map[string]string
}

// machine is where one job runs.
type machine struct {
	*flow
	github.Run
	job, token string
	known      map[string]string
	steps      int
	failed     bool
}

// workflow reads a workflow of a commit and says whether the event starts it.
func (f *flow) workflow(name string) (map[string]any, bool) {
	commit := f.hub.Start(f.t, f.event).SHA
	text, ok := f.hub.File(commit, name)
	if !ok {
		return nil, false
	}
	w := yamljson.Value(f.t, text).(map[string]any)
	if p, ok := w["permissions"].(map[string]any); !ok || len(p) != 0 {
		f.t.Errorf("%s gives permissions to every job", name)
	}
	on, ok := w["on"].(map[string]any)[f.event.Name].(map[string]any)
	if !ok {
		return w, false
	}
	types, limited := on["types"].([]any)
	return w, !limited || slices.Contains(types, any(f.event.Action))
}

// run runs the jobs, each after those that it needs.
func (f *flow) run(name string) {
	f.t.Helper()
	w, starts := f.workflow(name)
	if !starts {
		f.t.Fatalf("%s is not started by %s %s", name, f.event.Name, f.event.Action)
	}
	f.result, f.log, f.judged, f.work = map[string]string{}, map[string]string{}, map[string]map[string]string{}, f.t.TempDir()
	jobs := w["jobs"].(map[string]any)
	for len(f.result) < len(jobs) {
		before := len(f.result)
		for id, j := range jobs {
			job := j.(map[string]any)
			needs, _ := job["needs"].(string)
			if f.result[id] != "" || needs != "" && f.result[needs] == "" {
				continue
			}
			switch condition, _ := job["if"].(string); {
			case condition != "" && condition != "github.event_name == 'push'":
				f.t.Fatalf("a condition that this test does not know: %s", condition)
			case condition != "" && f.event.Name != "push", needs != "" && f.result[needs] != "success":
				f.result[id] = "skipped"
			default:
				f.result[id] = f.each(id, job)
			}
		}
		if len(f.result) == before {
			f.t.Fatalf("the jobs %v wait for each other", jobs)
		}
	}
}

// sides are the matrix of the job that builds.
const sides = `${{ github.event_name == 'pull_request' && fromJSON('["head", "base"]') || fromJSON('["head"]') }}`

func (f *flow) each(id string, job map[string]any) string {
	values := []string{""}
	if s, ok := job["strategy"].(map[string]any); ok {
		if matrix := s["matrix"].(map[string]any); matrix["side"] != sides || len(matrix) != 1 {
			f.t.Fatalf("a matrix that this test does not know: %v", matrix)
		}
		if values = []string{"head"}; f.event.Name == "pull_request" {
			values = []string{"head", "base"}
		}
	}
	result := "success"
	for _, side := range values {
		if f.machine(id, job, side).failed {
			result = "failure"
		}
	}
	return result
}

// machine runs one job.
func (f *flow) machine(id string, job map[string]any, side string) *machine {
	m := &machine{flow: f, Run: f.hub.Start(f.t, f.event), job: id, known: map[string]string{"matrix.side": side}}
	m.known["runner.temp"] = m.Temp()
	if err := os.RemoveAll(m.Workspace); err != nil {
		f.t.Fatal(err)
	}
	may := map[string]string{}
	for name, level := range job["permissions"].(map[string]any) {
		may[strings.ReplaceAll(name, "-", "_")] = fmt.Sprint(level)
	}
	for _, p := range f.hub.Pulls() {
		if p.Number == f.event.Pull && (p.HeadRepository != f.hub.Name || f.event.Actor == "dependabot[bot]") {
			may = readOnly(may)
		}
	}
	m.token = f.hub.Token(robot, may)
	m.known["github.token"] = m.token
	for _, s := range job["steps"].([]any) {
		m.step(s.(map[string]any))
	}
	if strings.Contains(strings.ReplaceAll(f.log[id], "::add-mask::"+m.token, ""), m.token) {
		f.t.Errorf("the token is in the log of %s", id)
	}
	return m
}

func (m *machine) fill(text string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		name := expression.FindStringSubmatch(e)[1]
		value, ok := m.known[name]
		if !ok && !strings.HasPrefix(name, "steps.") {
			m.t.Fatalf("the workflow has an expression that this test does not know: %s", e)
		}
		return value
	})
}

// goes says whether a step runs.
func (m *machine) goes(condition any) bool {
	switch condition {
	case nil:
		return !m.failed
	case "always() && steps.ringfence.outputs.directory != ''":
		return m.known["steps.ringfence.outputs.directory"] != ""
	}
	m.t.Fatalf("a condition that this test does not know: %v", condition)
	return false
}

func (m *machine) step(step map[string]any) {
	m.t.Helper()
	if !m.goes(step["if"]) {
		return
	}
	m.steps++
	with, _ := step["with"].(map[string]any)
	get := func(key string) string {
		if v, ok := with[key]; ok {
			return m.fill(fmt.Sprint(v))
		}
		return ""
	}
	id, _ := step["id"].(string)
	uses, _ := step["uses"].(string)
	action, pin, _ := strings.Cut(uses, "@")
	if uses != "" && !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(pin) {
		m.t.Errorf("%s is not pinned", uses)
	}
	switch action {
	case "":
		m.script(id, step["run"].(string), step["env"])
	case "actions/setup-node":
	case "actions/checkout":
		if with["persist-credentials"] != false {
			m.t.Errorf("job %s leaves its token in the checkout", m.job)
		}
		m.checkout(get("repository"), get("path"), get("fetch-depth"))
	case "actions/upload-artifact":
		m.upload(get("name"), get("path"), get("if-no-files-found"))
	case "actions/download-artifact":
		m.download(get("name"), get("pattern"), get("path"))
	case "ringfence-dev/ringfence":
		m.ringfence(id, with)
	default:
		m.t.Fatalf("an action that this test does not know: %s", uses)
	}
}

// builder is the program in the job that builds. Where BUILD is real it is ringfence,
// which fetches vsce for each build (make walks); elsewhere the sources are packed as
// they are, for ringfence build has tests of its own. The same tree is not built twice.
const builder = `#!/bin/sh
dir=%[1]q program=%[2]q
[ "$1" = build ] && [ "$3 $4 $5 $6" = "--repository source --out extension.vsix" ] || { echo "not the command that is known: $*"; exit 2; }
tree=$(git -C source rev-parse "HEAD^{tree}")
if [ ! -f "$dir/$tree.vsix" ]; then
	if [ %[3]t = true ]; then "$program" "$@"; else pack-stand-in "$2" extension.vsix; fi || exit
	cp extension.vsix "$dir/$tree.vsix"
fi
cp "$dir/$tree.vsix" extension.vsix
`

// packFolder is the program pack-stand-in FOLDER OUT.vsix.
func packFolder() {
	if err := pack(os.Args[1], os.Args[2], ".git", ".github", ".ringfence"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// checkout clones what the event is about, as deep as it is asked to; of the
// action's own repository there is the installer.
func (m *machine) checkout(repository, path, depth string) {
	dir := filepath.Join(m.Workspace, path)
	if repository != "" {
		program, err := exec.LookPath("ringfence")
		if err != nil {
			m.t.Fatal(err)
		}
		file, wrapper := filepath.Join(dir, "release", "install.sh"), filepath.Join(m.built, "ringfence")
		text := "echo 'binary=" + wrapper + "' >> \"$GITHUB_OUTPUT\"\n"
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o600),
			os.WriteFile(wrapper, []byte(fmt.Sprintf(builder, m.built, program, os.Getenv("BUILD") == "real")), 0o700)); err != nil { //nolint:gosec // a script is run
			m.t.Fatal(err)
		}
		return
	}
	if depth == "" {
		depth = "1"
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main", dir},
		{"-C", dir, "fetch", "-q", "--depth", depth, "file://" + m.hub.Dir, "+" + m.Ref + ":refs/run"},
		{"-C", dir, "checkout", "-q", "--detach", m.SHA},
	} {
		cmd := exec.CommandContext(m.t.Context(), "git", args...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + m.work, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C"}
		if out, err := cmd.CombinedOutput(); err != nil {
			m.t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
}

func (m *machine) upload(name, path, missing string) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(m.Workspace, path)
	}
	info, err := os.Stat(path)
	to := filepath.Join(m.work, "artifacts", name)
	switch {
	case err != nil && missing == "ignore":
		return
	case err != nil:
		m.failed = true
		m.flow.log[m.job] += "there is nothing to upload\n"
		return
	case info.IsDir():
		err = os.CopyFS(to, os.DirFS(path))
	default:
		var data []byte
		if data, err = os.ReadFile(path); err == nil {
			err = errors.Join(os.MkdirAll(to, 0o755), os.WriteFile(filepath.Join(to, filepath.Base(path)), data, 0o600))
		}
	}
	if err != nil {
		m.t.Fatal(err)
	}
}

// download brings the artifact of a name to a folder, or those of a pattern to a
// folder each.
func (m *machine) download(name, pattern, path string) {
	found, to := []string{filepath.Join(m.work, "artifacts", name)}, func(string) string { return path }
	if name == "" {
		found, _ = filepath.Glob(filepath.Join(m.work, "artifacts", pattern))
		to = func(from string) string { return filepath.Join(path, filepath.Base(from)) }
	}
	for _, from := range found {
		if err := os.CopyFS(to(from), os.DirFS(from)); err != nil {
			m.failed = true
			m.flow.log[m.job] += "there is no artifact\n"
		}
	}
}

// script runs a step's script. Nothing of it was put there by an expression.
func (m *machine) script(id, script string, env any) {
	if expression.MatchString(script) {
		m.t.Errorf("an expression stands in a script: %s", script)
	}
	values, _ := env.(map[string]any)
	var given []string
	for k, v := range values {
		given = append(given, k+"="+m.fill(fmt.Sprint(v)))
		if strings.Contains(given[len(given)-1], m.token) {
			m.t.Errorf("job %s hands its token to a script", m.job)
		}
	}
	m.bash(id, script, given)
}

// ringfence runs the step of the action that judges, as action.yml has it.
func (m *machine) ringfence(id string, with map[string]any) {
	m.t.Helper()
	text, err := os.ReadFile(filepath.Join(docs(m.t), "..", "action.yml"))
	if err != nil {
		m.t.Fatal(err)
	}
	action := yamljson.Value(m.t, string(text)).(map[string]any)
	inputs := map[string]string{}
	for name, in := range action["inputs"].(map[string]any) {
		value, _ := in.(map[string]any)["default"].(string)
		inputs[name] = m.fill(value)
	}
	for name, v := range with {
		if _, ok := inputs[name]; !ok {
			m.t.Errorf("the action has no input %s", name)
		}
		inputs[name] = m.fill(fmt.Sprint(v))
	}
	for _, s := range action["runs"].(map[string]any)["steps"].([]any) {
		step := s.(map[string]any)
		if step["id"] != "run" {
			continue
		}
		var env []string
		for name, v := range step["env"].(map[string]any) {
			value := expression.ReplaceAllStringFunc(fmt.Sprint(v), func(e string) string {
				in, ok := strings.CutPrefix(expression.FindStringSubmatch(e)[1], "inputs.")
				if !ok {
					return ""
				}
				return inputs[in]
			})
			env = append(env, name+"="+value)
		}
		program, err := exec.LookPath("ringfence")
		if err != nil {
			m.t.Fatal(err)
		}
		m.judged[m.job] = m.bash(id, step["run"].(string), append(env, "RINGFENCE_PROGRAM="+program, "RINGFENCE_BLOCKLISTS_URL=http://127.0.0.1:1"))
	}
}

// bash runs a script as a runner does and gives the outputs of the step.
func (m *machine) bash(id, script string, env []string) map[string]string {
	m.t.Helper()
	if err := os.MkdirAll(m.Workspace, 0o755); err != nil {
		m.t.Fatal(err)
	}
	output := filepath.Join(filepath.Dir(m.Temp()), "output")
	if err := os.WriteFile(output, nil, 0o600); err != nil {
		m.t.Fatal(err)
	}
	cmd := exec.CommandContext(m.t.Context(), "bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script)
	cmd.Dir = m.Workspace
	// The machine's own settings of npm and of its cache are the runner's.
	for _, kv := range os.Environ() {
		if !regexp.MustCompile(`^(GITHUB|ACTIONS|RUNNER|INPUT|CI|RINGFENCE)(_|=)`).MatchString(kv) {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(append(cmd.Env, m.Env...), env...)
	said, err := cmd.CombinedOutput()
	m.flow.log[m.job] += string(said)
	if err != nil {
		m.failed = true
		if cmd.ProcessState.ExitCode() < 1 {
			m.t.Fatalf("%v\n%s", err, said)
		}
	}
	outputs := m.Outputs()
	for name, value := range outputs {
		m.known["steps."+id+".outputs."+name] = value
	}
	return outputs
}

// wants holds a run to what became of its jobs.
func (f *flow) wants(results map[string]string) {
	f.t.Helper()
	for id, want := range results {
		if f.result[id] != want {
			f.t.Errorf("job %s: %s, want %s\n%s", id, f.result[id], want, bytes.TrimSpace([]byte(f.log[id])))
		}
	}
	if len(f.result) != len(results) {
		f.t.Errorf("jobs %v, want %v", f.result, results)
	}
}
