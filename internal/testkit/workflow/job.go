package workflow

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
)

// Job is one job on a machine of its own.
type Job struct {
	*Run
	ID          string
	Matrix      map[string]any
	Permissions map[string]string
	// Workspace, Temp, Env and Token are the machine's: Machine sets them. Env is the
	// whole environment of a step, and holds no token.
	Workspace, Temp, Token string
	Env                    []string

	name    string
	log     bytes.Buffer
	failed  bool
	stopped bool
	steps   map[string]any
	outputs map[string]map[string]string
	env     map[string]any
	scopes  map[string]any
	// used are the outputs of actions, by their names; inner is set within one.
	used  map[string]map[string]string
	inner bool
	// files are those that a step writes to.
	output, summary, path, more string
}

// Step is one step that uses an action.
type Step struct {
	*Job
	ID   string
	With map[string]string
	// Outputs are those the action sets.
	Outputs map[string]string
}

// Say adds to the log of the job.
func (j *Job) Say(format string, args ...any) { fmt.Fprintf(&j.log, format, args...) }

func (j *Job) result() string {
	switch {
	case j.stopped:
		return "cancelled"
	case j.failed:
		return "failure"
	}
	return "success"
}

func (j *Job) run(job, contexts map[string]any) {
	j.T.Helper()
	j.steps, j.outputs, j.used = map[string]any{}, map[string]map[string]string{}, map[string]map[string]string{}
	j.Machine(j)
	dir := j.T.TempDir()
	j.output, j.summary, j.path, j.more = filepath.Join(
		dir,
		"output",
	), filepath.Join(
		dir,
		"summary.md",
	), filepath.Join(
		dir,
		"path",
	), filepath.Join(
		dir,
		"env",
	)
	j.scopes = maps.Clone(contexts)
	j.scopes["matrix"], j.scopes["steps"] = anyOf(j.Matrix), j.steps
	j.scopes["runner"] = map[string]any{"temp": j.Temp, "os": "Linux", "arch": "X64"}
	// A context of the run is not written to: another job has another token.
	github := maps.Clone(j.GitHub)
	if github == nil {
		github = map[string]any{}
	}
	github["token"], github["workspace"] = j.Token, j.Workspace
	j.scopes["github"] = github
	j.env = map[string]any{}
	for _, level := range []any{j.Run.env, job["env"]} {
		values, _ := level.(map[string]any)
		for _, k := range slices.Sorted(maps.Keys(values)) {
			j.env[k] = j.fill(fmt.Sprint(values[k]))
		}
	}
	j.scopes["env"] = j.env
	how := &status{success: true}
	for _, s := range job["steps"].([]any) {
		step := s.(map[string]any)
		if step["run"] != nil && j.Cancel == j.ID && !j.cancelled {
			j.Run.cancelled = true
		}
		if j.cancelled && j.Cancel == j.ID {
			j.stopped, how.success, how.cancelled = true, false, true
		}
		j.step(step, how)
		j.failed = how.failure
	}
}

func (j *Job) jobOutputs(job map[string]any) map[string]string {
	out := map[string]string{}
	named, _ := job["outputs"].(map[string]any)
	for name, v := range named {
		out[name] = j.fill(fmt.Sprint(v))
	}
	return out
}

func (j *Job) fill(text string) string {
	j.T.Helper()
	out, err := scope{contexts: j.scopes}.fill(text)
	if err != nil {
		j.T.Fatalf("job %s: %v", j.ID, err)
	}
	return out
}

var stepWords = []string{"id", "name", "if", "uses", "with", "run", "shell", "env", "working-directory", "continue-on-error"}

// step runs a step if its condition holds, and says how it went.
func (j *Job) step(step map[string]any, how *status) {
	j.T.Helper()
	known(j.T, step, stepWords...)
	id, _ := step["id"].(string)
	goes, err := scope{j.scopes, how}.goes(step["if"])
	if err != nil {
		j.T.Fatalf("job %s, step %s: %v", j.ID, id, err)
	}
	outcome, outputs := "skipped", map[string]string{}
	if goes {
		if outputs, err = j.act(step); errors.As(err, new(unknownError)) {
			j.T.Fatalf("job %s, step %s: %v", j.ID, id, err)
		}
		outcome = "success"
		if err != nil {
			outcome = "failure"
			j.Say("##[error]%v\n", err)
		}
	}
	conclusion := outcome
	if outcome == "failure" && fmt.Sprint(step["continue-on-error"]) == "true" {
		conclusion = "success"
	}
	if conclusion == "failure" {
		how.failure, how.success = true, false
	}
	if id != "" {
		values := map[string]any{}
		for k, v := range outputs {
			values[k] = v
		}
		j.steps[id] = map[string]any{"outputs": values, "outcome": outcome, "conclusion": conclusion}
		j.outputs[id] = outputs
	}
}

// act does what a step says.
func (j *Job) act(step map[string]any) (map[string]string, error) {
	j.T.Helper()
	id, _ := step["id"].(string)
	text, isUse := step["uses"].(string)
	if !isUse {
		return j.script(step)
	}
	name, local, err := uses(text)
	if err != nil {
		j.T.Error(err)
		return nil, err
	}
	in := with{}
	given, _ := step["with"].(map[string]any)
	for k, v := range given {
		in[k] = j.fill(fmt.Sprint(v))
	}
	switch {
	case local != "":
		return j.composite(filepath.Join(j.Workspace, filepath.FromSlash(local)), in)
	case j.Checkouts[name] != "":
		outputs, err := j.composite(j.Checkouts[name], in)
		j.used[name] = outputs
		return outputs, err
	case name == "actions/upload-artifact":
		said, err := j.Artifacts.upload(j.Workspace, in)
		j.Say("%s", said)
		return nil, err
	case name == "actions/download-artifact":
		said, err := j.Artifacts.download(j.Workspace, in)
		j.Say("%s", said)
		return nil, err
	case j.Actions[name] != nil:
		s := &Step{Job: j, ID: id, With: in, Outputs: map[string]string{}}
		err := j.Actions[name](s)
		return s.Outputs, err
	}
	return nil, unknown("the action %s", text)
}

// composite runs the steps of an action with a folder of its own.
func (j *Job) composite(dir string, in with) (map[string]string, error) {
	j.T.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "action.yml"))
	if err != nil {
		return nil, err
	}
	action := yamljson.Value(j.T, string(text)).(map[string]any)
	inputs := map[string]any{}
	for name, d := range action["inputs"].(map[string]any) {
		value, _ := d.(map[string]any)["default"].(string)
		inputs[name] = j.fill(value)
	}
	for name, v := range in {
		if _, there := inputs[name]; !there {
			j.T.Errorf("the action in %s has no input %s", filepath.Base(dir), name)
		}
		inputs[name] = v
	}
	inner := *j
	inner.log, inner.inner = bytes.Buffer{}, true
	inner.steps, inner.outputs = map[string]any{}, map[string]map[string]string{}
	inner.scopes = maps.Clone(j.scopes)
	inner.scopes["inputs"], inner.scopes["steps"] = inputs, inner.steps
	delete(inner.scopes, "needs")
	delete(inner.scopes, "secrets") // a composite action has none
	inner.Env = append(slices.Clone(j.Env), "GITHUB_ACTION_PATH="+dir)
	how := &status{success: true}
	runs := action["runs"].(map[string]any)
	if runs["using"] != "composite" {
		return nil, unknown("an action that uses %v", runs["using"])
	}
	for _, s := range runs["steps"].([]any) {
		inner.step(s.(map[string]any), how)
	}
	j.log.Write(inner.log.Bytes())
	j.Env = slices.DeleteFunc(slices.Clone(inner.Env), func(kv string) bool { return strings.HasPrefix(kv, "GITHUB_ACTION_PATH=") })
	out := map[string]string{}
	named, _ := action["outputs"].(map[string]any)
	for name, v := range named {
		out[name] = inner.fill(fmt.Sprint(v.(map[string]any)["value"]))
	}
	if how.failure {
		return out, errors.New("a step of the action failed")
	}
	return out, nil
}
