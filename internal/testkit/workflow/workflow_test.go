package workflow

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// goes runs the jobs of a workflow and gives their results, each with what its
// steps printed.
func goes(t *testing.T, jobs string, set func(*Run)) *Run {
	t.Helper()
	r := &Run{T: t, Text: "on: push\npermissions: {}\njobs:\n" + jobs, Event: "push", GitHub: map[string]any{"event_name": "push"}}
	r.Machine = func(j *Job) { j.Workspace, j.Temp = t.TempDir(), t.TempDir() }
	if set != nil {
		set(r)
	}
	r.Go()
	return r
}

func results(r *Run) string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(r.Jobs)) {
		out = append(out, id+" "+r.Jobs[id].Result)
	}
	return strings.Join(out, ", ")
}

const (
	passes = "  a: {runs-on: x, steps: [{run: 'true'}]}\n"
	fails  = "  a: {runs-on: x, steps: [{run: 'false'}]}\n"
	skips  = "  a: {runs-on: x, if: false, steps: [{run: 'true'}]}\n"
)

// What becomes of a job by what became of those it needs and by its condition, and
// what a rule makes of it that requires it.
func TestResultsOfJobs(t *testing.T) {
	b := func(condition string) string {
		if condition != "" {
			condition = "if: \"" + condition + "\", "
		}
		return "  b: {needs: a, " + condition + "runs-on: x, steps: [{run: echo ran}]}\n"
	}
	for _, c := range []struct {
		jobs, cancel, want string
		required           bool
	}{
		{passes + b(""), "", "a success, b success", true},
		{fails + b(""), "", "a failure, b skipped", true}, // skipped counts as passed
		{skips + b(""), "", "a skipped, b skipped", true},
		{passes + b(""), "a", "a cancelled, b skipped", true},
		{fails + b("always()"), "", "a failure, b success", true},
		{passes + b("always()"), "a", "a cancelled, b success", true},
		{passes + b("!cancelled()"), "a", "a cancelled, b skipped", true},
		{fails + b("${{ !cancelled() }}"), "", "a failure, b success", true},
		{fails + b("failure()"), "", "a failure, b success", true},
		{passes + b("failure()"), "", "a success, b skipped", true},
		{passes + b("github.event_name == 'pull_request'"), "", "a success, b skipped", true},
		{passes + b("github.event_name == 'PUSH'"), "", "a success, b success", true},
		{fails + b("github.event_name == 'push'"), "", "a failure, b skipped", true},
		{fails + b("always() && needs.a.result == 'success'"), "", "a failure, b skipped", true},
		// Its own ancestors count, of whatever generation.
		{fails + "  c: {needs: a, if: always(), runs-on: x, steps: [{run: 'true'}]}\n  b: {needs: [c], runs-on: x, steps: [{run: 'true'}]}\n", "",
			"a failure, b skipped, c success", true},
		{fails, "", "a failure", false}, // b never reports
		{"  b: {runs-on: x, steps: [{run: 'false'}]}\n", "", "b failure", false},
		{"  b: {runs-on: x, steps: [{run: 'true'}]}\n", "b", "b cancelled", false},
		{"  b: {runs-on: x, environment: shut, steps: [{run: 'true'}]}\n  c: {needs: b, if: always(), runs-on: x, steps: [{run: 'true'}]}\n", "",
			"b waiting, c waiting", false},
		{"  b: {runs-on: x, environment: {name: no}, steps: [{run: 'true'}]}\n", "", "b failure", false},
		{"  x: {name: b, runs-on: x, steps: [{run: 'true'}]}\n", "", "x success", true},
		{"  b: {name: x, runs-on: x, steps: [{run: 'true'}]}\n", "", "b success", false},
		{fails + "  x: {name: b, needs: a, runs-on: x, steps: [{run: 'true'}]}\n", "", "a failure, x skipped", true},
		{"  b: {runs-on: x, environment: open, steps: [{run: 'true'}]}\n", "", "b success", true},
	} {
		r := goes(t, c.jobs, func(r *Run) {
			r.Cancel, r.Environments = c.cancel, map[string]string{"shut": "waiting", "no": "rejected", "open": "approved"}
		})
		if got := results(r); got != c.want || r.Passes("b") != c.required {
			t.Errorf("%scancelled in %q: %s, passes %t; want %s, %t", c.jobs, c.cancel, got, r.Passes("b"), c.want, c.required)
		}
	}
}

// A step runs by its condition and by what became of those before it.
func TestResultsOfSteps(t *testing.T) {
	for _, c := range []struct{ steps, want, log string }{
		{"[{run: 'false'}, {run: echo two}]", "failure", ""},
		{"[{run: 'false'}, {if: always(), run: echo two}]", "failure", "two"},
		{"[{run: 'false'}, {if: failure(), run: echo two}]", "failure", "two"},
		{"[{run: 'true'}, {if: failure(), run: echo two}]", "success", ""},
		{"[{run: 'false'}, {if: '!cancelled()', run: echo two}]", "failure", "two"},
		{"[{id: x, run: 'false', continue-on-error: true}, {run: echo two}]", "success", "two"},
		{"[{id: x, run: 'false', continue-on-error: true}, {if: steps.x.outcome == 'failure', run: echo two}]", "success", "two"},
		{"[{id: x, run: 'false', continue-on-error: true}, {if: steps.x.conclusion == 'failure', run: echo two}]", "success", ""},
		{"[{id: x, run: 'echo a=b >> $GITHUB_OUTPUT'}, {if: steps.x.outputs.a == 'b', env: {A: '${{ steps.x.outputs.a }}'}, run: echo $A}]",
			"success", "b"},
		{"[{id: x, if: false, run: 'true'}, {env: {A: \"[${{ steps.x.outcome }} ${{ steps.x.outputs.a }}]\"}, run: echo $A}]", "success",
			"[skipped ]"},
	} {
		r := goes(t, "  b: {runs-on: x, steps: "+c.steps+"}\n", nil)
		if got := r.Jobs["b"]; got.Result != c.want || !strings.Contains(got.Log, c.log) || c.log == "" && strings.Contains(got.Log, "two") {
			t.Errorf("%s: %s, %q", c.steps, got.Result, got.Log)
		}
	}
}

// A leg that fails cancels the others and what they would have handed on, unless
// fail-fast is false.
func TestAMatrixThatFailsFast(t *testing.T) {
	const job = `  b:
    runs-on: x
    strategy:
      %s
      matrix:
        side: ${{ fromJSON('["head", "base"]') }}
    steps:
      - env:
          SIDE: ${{ matrix.side }}
        run: |
          echo "$SIDE" > f
          test "$SIDE" = head
      - uses: %s
        with:
          name: p-${{ matrix.side }}
          path: f
`
	for strategy, want := range map[string]string{"fail-fast: true": "b (base) failure, b (head) cancelled []",
		"fail-fast: false": "b (base) failure, b (head) success [p-head]"} {
		r := goes(t, fmt.Sprintf(job, strategy, Upload), nil)
		legs := r.Jobs["b"].Legs
		got := fmt.Sprintf("b (base) %s, b (head) %s %v", legs["b (base)"], legs["b (head)"], slices.Collect(maps.Keys(r.Artifacts.Of)))
		if got != want || r.Passes("b (head)") != (strategy == "fail-fast: false") || r.Passes("b (base)") || r.Passes("b") {
			t.Errorf("%s: %s, want %s", strategy, got, want)
		}
	}
}

// Which events start a workflow.
func TestStarts(t *testing.T) {
	for _, c := range []struct {
		on, event, action, branch string
		want                      bool
	}{
		{"push", "push", "", "x", true}, {"[push]", "pull_request", "opened", "", false},
		{"{pull_request: null}", "pull_request", "opened", "", true}, {"pull_request", "pull_request", "labeled", "", false},
		{"{pull_request: {types: [labeled]}}", "pull_request", "labeled", "", true},
		{"{pull_request: {types: [labeled]}}", "pull_request", "opened", "", false},
		{"{push: {branches: ['main']}}", "push", "", "main", true}, {"{push: {branches: ['main']}}", "push", "", "other", false},
		{"{push: {branches: ['rel/*']}}", "push", "", "rel/1", true},
	} {
		r := &Run{T: t, Text: "on: " + c.on + "\njobs: {}\n", Event: c.event, Action: c.action, Branch: c.branch}
		if got := r.Starts(); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// Expressions, as GitHub's documentation of them has them.
func TestExpressions(t *testing.T) {
	s := scope{contexts: map[string]any{
		"github": map[string]any{"ref": "refs/heads/main", "event_name": "push"}, "matrix": map[string]any{"n": float64(2)},
		"needs": map[string]any{"a": map[string]any{"result": "success"}, "b": map[string]any{"result": "failure"}}, "list": []any{"x", "y"},
	}, status: &status{success: true}}
	for text, want := range map[string]string{
		"github.REF": "refs/heads/main", "github['event_name']": "push", "github.no.such": "", "github.event_name == 'PUSH' && 'a' || 'b'": "a",
		"github.event_name == 'x' && 'a' || 'b'": "b", "!(1 > 2)": "true", "1 == '1'": "true", "null == ''": "true", "'a' < 'B'": "true",
		"matrix.n >= 2":                       "true",
		"contains(needs.*.result, 'failure')": "true", "contains(needs.*.result, 'cancelled')": "false", "contains('Hello', 'ell')": "true",
		"startsWith(github.ref, 'refs/')": "true",
		"format('{0}-{1}', 'a', 2)":       "a-2", "fromJSON('[1, 2]')[1]": "2", "list[0]": "x", "'it''s'": "it's",
		"fromJSON('{\"a\": true}').a": "true", "'}}'": "}}", "'x' && '' || 'z'": "z", "success() && !failure()": "true", "toJSON('a')": `"a"`,
	} {
		got, err := s.fill("<${{ " + text + " }}>")
		if err != nil || got != "<"+want+">" {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
	for _, bad := range []string{"nothing.here", "github.ref ==", "(1", "unknown(1)", "'open", "a b", "success(1)", "$x"} {
		if got, err := s.fill("${{ " + bad + " }}"); err == nil {
			t.Errorf("%s gives %q", bad, got)
		}
	}
	// Words beside an expression are a text, and a text is true.
	if _, err := s.goes("${{ false }} && true"); err == nil {
		t.Error("a condition that is always true is taken")
	}
}

// A composite action runs its steps as they are: with the inputs it was given or its
// defaults, its own steps and outputs, and it fails with them.
func TestACompositeAction(t *testing.T) {
	const action = `name: x
description: y
inputs:
  word: {description: z, default: nothing}
outputs:
  said: {value: "${{ steps.one.outputs.said }}"}
runs:
  using: composite
  steps:
    - id: one
      shell: bash
      env: {WORD: "${{ inputs.word }}"}
      run: test -d "$GITHUB_ACTION_PATH"; echo "said=$WORD" >> "$GITHUB_OUTPUT"
    - if: inputs.word == 'bad'
      shell: bash
      run: exit 1
`
	for with, want := range map[string]string{"": "success nothing", "with: {word: hello}, ": "success hello",
		"with: {word: bad}, ": "failure "} {
		r := goes(
			t,
			"  b: {runs-on: x, outputs: {said: '${{ steps.a.outputs.said }}'}, steps: [{id: a, "+with+"uses: ./tool}, {env: {S: '${{ "+
				"steps.a.outputs.said }}'}, run: echo $S}]}\n",
			func(r *Run) {
				r.Machine = func(j *Job) {
					j.Workspace, j.Temp = t.TempDir(), t.TempDir()
					file := filepath.Join(j.Workspace, "tool", "action.yml")
					if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(file, []byte(action), 0o600); err != nil {
						t.Fatal(err)
					}
				}
			},
		)
		got := r.Jobs["b"]
		if diff := cmp.Diff(want, got.Result+" "+strings.TrimPrefix(got.Outputs["said"], "bad")); diff != "" {
			t.Errorf("%s: %s\n%s", with, diff, got.Log)
		}
	}
}
