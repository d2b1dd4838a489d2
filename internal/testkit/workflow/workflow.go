// Package workflow does what GitHub does for a workflow, job by job: which jobs an
// event starts, in which order, with which result and what a required check makes of
// it; expressions, matrices, permissions, artifacts; and it runs what the steps say
// with bash. What it does not know ends the test: nothing is taken to work because a
// stand-in let it pass. It knows no extension and no gate, and it asks no network.
//
// Where GitHub's own documentation leaves open what happens, it does what is worst
// for the workflow: see Run.Cancel and fail-fast.
package workflow

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
)

// unknownError is something that this package does nothing about.
type unknownError struct{ what string }

func (e unknownError) Error() string {
	return "the workflow has something that this stand-in does not know: " + e.what
}

func unknown(format string, args ...any) error { return unknownError{fmt.Sprintf(format, args...)} }

// Run is one run of a workflow. What is exported is set before Go and read after it.
type Run struct {
	T testing.TB
	// Text is the workflow. Event is the name of what started it, Action what happened
	// within it, Branch the branch it is about: the base of a pull request.
	Text, Event, Action, Branch string
	// GitHub, Inputs and Secrets are the contexts of these names.
	GitHub, Inputs, Secrets map[string]any
	// Machine makes the machine of a job: its folders, its environment, its token. The
	// job's Permissions are what the workflow asks for.
	Machine func(*Job)
	// Actions are what steps use, by owner/name; their errors fail the step. Checkouts
	// are folders with an action.yml that is run as it is, by the same names.
	Actions   map[string]func(*Step) error
	Checkouts map[string]string
	// Tokens are the names of the steps whose scripts may be handed the token.
	Tokens []string
	// Script runs a script in place of bash, where what it does is not the point.
	Script func(j *Job, script string) error
	// Environments are those with a rule: "approved", "rejected", or "waiting". One that
	// is not here has no rule.
	Environments map[string]string
	// Cancel names a job. The run is cancelled before that job's first script: its steps
	// run no more unless their conditions say so, and so with the jobs after it. A job
	// that then does not begin counts as skipped, which passes a required check.
	Cancel    string
	Artifacts Artifacts
	Jobs      map[string]*Result

	cancelled bool
	tree      map[string]any
	env       map[string]any
}

// Result is what became of a job.
type Result struct {
	// Name is the check's, Result success, failure, cancelled, skipped or waiting. Legs
	// are those of a matrix, by the name of the check.
	Name, Result string
	Legs         map[string]string
	Log          string
	// Outputs are the job's; Steps those of its steps, by id.
	// Used are the outputs of actions, by their names. Summary is the job's page.
	Outputs     map[string]string
	Steps, Used map[string]map[string]string
	Summary     string
	// Permissions are what the job asked for.
	Permissions map[string]string
}

// Starts says whether the event starts the workflow.
func (r *Run) Starts() bool {
	r.read()
	events := map[string]any{}
	switch on := r.tree["on"].(type) {
	case string:
		events[on] = nil
	case []any:
		for _, e := range on {
			events[fmt.Sprint(e)] = nil
		}
	case map[string]any:
		events = on
	}
	filter, there := events[r.Event]
	if !there {
		return false
	}
	limits, _ := filter.(map[string]any)
	for key := range limits {
		if !slices.Contains([]string{"types", "branches", "inputs", "secrets", "outputs"}, key) {
			r.T.Fatal(unknown("a filter of events, %s", key))
		}
	}
	types, _ := limits["types"].([]any)
	if types == nil && r.Event == "pull_request" {
		types = []any{"opened", "synchronize", "reopened"}
	}
	if types != nil && !slices.Contains(types, any(r.Action)) {
		return false
	}
	branches, _ := limits["branches"].([]any)
	return branches == nil || slices.ContainsFunc(branches, func(b any) bool {
		ok, err := path.Match(fmt.Sprint(b), r.Branch)
		return err == nil && ok
	})
}

func (r *Run) read() {
	r.T.Helper()
	if r.tree != nil {
		return
	}
	r.tree = yamljson.Value(r.T, r.Text).(map[string]any)
	known(r.T, r.tree, "name", "on", "permissions", "concurrency", "env", "jobs")
	r.env, _ = r.tree["env"].(map[string]any)
}

// known ends the test where a part of the workflow says something else.
func known(t testing.TB, of map[string]any, names ...string) {
	t.Helper()
	for name := range of {
		if !slices.Contains(names, name) {
			t.Fatal(unknown("the word %s", name))
		}
	}
}

// Go runs the jobs, each after those it needs.
func (r *Run) Go() {
	r.T.Helper()
	r.read()
	r.Jobs = map[string]*Result{}
	if c, ok := r.tree["concurrency"].(map[string]any); ok {
		for _, v := range c {
			if _, err := (scope{contexts: r.contexts()}).fill(fmt.Sprint(v)); err != nil {
				r.T.Fatal(err)
			}
		}
	}
	jobs := r.tree["jobs"].(map[string]any)
	for len(r.Jobs) < len(jobs) {
		before := len(r.Jobs)
		for _, id := range slices.Sorted(maps.Keys(jobs)) {
			job := jobs[id].(map[string]any)
			if r.Jobs[id] == nil && !slices.ContainsFunc(needs(job), func(n string) bool { return r.Jobs[n] == nil }) {
				r.Jobs[id] = r.job(id, job)
				r.Jobs[id].Name = r.name(id, job)
			}
		}
		if len(r.Jobs) == before {
			r.T.Fatalf("the jobs wait for each other, or for one that is not there: %v", slices.Sorted(maps.Keys(jobs)))
		}
	}
}

// name is that of a job's check.
func (r *Run) name(id string, job map[string]any) string {
	r.T.Helper()
	given, ok := job["name"].(string)
	if !ok {
		return id
	}
	if strings.Contains(given, "${{") {
		r.T.Fatal(unknown("the name of a job with an expression, %s", given))
	}
	return given
}

func needs(job map[string]any) []string {
	switch n := job["needs"].(type) {
	case string:
		return []string{n}
	case []any:
		var out []string
		for _, v := range n {
			out = append(out, fmt.Sprint(v))
		}
		return out
	}
	return nil
}

// contexts are those that stand everywhere.
func (r *Run) contexts() map[string]any {
	return map[string]any{"github": anyOf(r.GitHub), "inputs": anyOf(r.Inputs), "secrets": anyOf(r.Secrets), "vars": map[string]any{}}
}

func anyOf(m map[string]any) any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

// ancestors are all jobs that a job waits for, of whatever generation: success() and
// failure() ask them all.
func (r *Run) ancestors(job map[string]any) []string {
	var out []string
	for _, n := range needs(job) {
		out = append(append(out, n), r.ancestors(r.tree["jobs"].(map[string]any)[n].(map[string]any))...)
	}
	return out
}

var jobWords = []string{
	"name",
	"needs",
	"if",
	"runs-on",
	"timeout-minutes",
	"permissions",
	"environment",
	"outputs",
	"env",
	"strategy",
	"steps",
}

// job decides whether a job runs, and runs it once for each leg of its matrix.
func (r *Run) job(id string, job map[string]any) *Result {
	r.T.Helper()
	known(r.T, job, jobWords...)
	contexts := r.contexts()
	before, how := map[string]any{}, status{success: true, cancelled: r.cancelled}
	for _, n := range needs(job) {
		outputs := map[string]any{}
		for k, v := range r.Jobs[n].Outputs {
			outputs[k] = v
		}
		before[n] = map[string]any{"result": r.Jobs[n].Result, "outputs": outputs}
	}
	for _, n := range r.ancestors(job) {
		switch r.Jobs[n].Result {
		case "waiting":
			return &Result{Result: "waiting"}
		case "failure":
			how.failure = true
		}
		how.success = how.success && r.Jobs[n].Result == "success"
	}
	contexts["needs"] = before
	goes, err := scope{contexts, &how}.goes(job["if"])
	if err != nil {
		r.T.Fatalf("job %s: %v", id, err)
	}
	if !goes {
		return &Result{Result: "skipped"}
	}
	environment := job["environment"]
	if named, ok := environment.(map[string]any); ok {
		environment = named["name"]
	}
	switch r.Environments[str(environment)] {
	case "waiting":
		return &Result{Result: "waiting"}
	case "rejected":
		return &Result{Result: "failure", Log: "the deployment was rejected\n"}
	}
	return r.legs(id, job, contexts)
}

func (r *Run) permissions(job map[string]any) map[string]string {
	given, ok := job["permissions"]
	if !ok {
		given = r.tree["permissions"]
	}
	out := map[string]string{}
	levels, ok := given.(map[string]any)
	if !ok {
		r.T.Fatal(unknown("permissions that are not listed"))
	}
	for name, level := range levels {
		out[name] = fmt.Sprint(level)
	}
	return out
}

// Passes says what a rule of the branch makes of a check that it requires: a job that
// was skipped counts as one that succeeded, and one that never reported is waited for.
func (r *Run) Passes(check string) bool {
	for _, j := range r.Jobs {
		if j.Name == check && len(j.Legs) == 0 {
			return j.Result == "skipped"
		}
		if result, ok := j.Legs[check]; ok {
			return result == "success"
		}
	}
	return false
}
