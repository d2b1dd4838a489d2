package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/githubaction"
	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
)

// manifest is action.yml, as far as the tests look.
type manifest struct {
	Inputs map[string]struct {
		Description, Default string
		Required             bool
	}
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []struct {
			ID, Shell, Run, Uses, If string
			Env                      map[string]string
			With                     map[string]any
		}
	}
}

func readManifest(t *testing.T) manifest {
	t.Helper()
	data, err := json.Marshal(yamljson.Value(t, read(t, "action.yml")))
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// installs are the inputs that release/install.sh reads.
func installs(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, m := range regexp.MustCompile(`INPUT_([A-Z_]+)`).FindAllStringSubmatch(read(t, "release/install.sh"), -1) {
		if name := strings.ToLower(strings.ReplaceAll(m[1], "_", "-")); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func variable(name string) string {
	return "INPUT_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// The action has the inputs and outputs that the program and its installer know,
// with the program's defaults and words, and no others.
func TestActionIsTheProgramsTable(t *testing.T) {
	m := readManifest(t)
	got, want := map[string]string{}, map[string]string{}
	for name, in := range m.Inputs {
		got[name] = in.Default + "|" + in.Description
	}
	for _, in := range githubaction.Inputs() {
		want[in.Name] = in.Default + "|" + in.Help
	}
	for _, name := range installs(t) {
		if _, both := want[name]; both {
			t.Errorf("%s is the installer's input and the program's", name)
		}
		in, ok := m.Inputs[name]
		if !ok || in.Description == "" {
			t.Errorf("the installer reads %s, and action.yml has no such input", name)
		}
		delete(got, name)
	}
	// The one default that only GitHub knows.
	if got["token"] != "${{ github.token }}"+want["token"] {
		t.Errorf("token: %s", got["token"])
	}
	got["token"] = want["token"]
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("inputs (-table +action.yml):\n%s", diff)
	}

	got, want = map[string]string{}, map[string]string{}
	for name, out := range m.Outputs {
		got[name] = out.Value + "|" + out.Description
	}
	for _, out := range githubaction.Outputs() {
		want[out.Name] = "${{ steps.run.outputs." + out.Name + " }}|" + out.Help
	}
	want["program"] = "${{ steps.install.outputs.binary }}|Path of ringfence, as it was installed."
	want["scorecard-program"] = "${{ steps.install.outputs.scorecard }}|Path of ringfence-scorecard, when it was asked for."
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outputs (-table +action.yml):\n%s", diff)
	}
}

// Every input reaches the step that reads it, through the environment, and the
// token no other. No script holds an expression. One step is somebody else's: it
// sets Go up where the program is built, and nowhere else. Where the program is only
// installed, nothing is judged.
func TestActionHandsInputsOver(t *testing.T) {
	m := readManifest(t)
	if m.Runs.Using != "composite" || len(m.Runs.Steps) != 4 {
		t.Fatalf("%s with %d steps", m.Runs.Using, len(m.Runs.Steps))
	}
	want := map[string]map[string]string{
		"plan":    {},
		"":        nil,
		"install": {},
		"run": {
			"RINGFENCE_PROGRAM":           "${{ steps.install.outputs.binary }}",
			"RINGFENCE_SCORECARD_PROGRAM": "${{ steps.install.outputs.scorecard }}",
		},
	}
	for _, name := range installs(t) {
		if name != "mirror" {
			want["plan"][variable(name)] = "${{ inputs." + name + " }}"
		}
		if name != "install-only" {
			want["install"][variable(name)] = "${{ inputs." + name + " }}"
		}
	}
	for _, in := range githubaction.Inputs() {
		want["run"][variable(in.Name)] = "${{ inputs." + in.Name + " }}"
	}
	conditions := map[string]string{"": "steps.plan.outputs.go != ''", "run": "inputs.install-only != 'true'"}
	for i, step := range m.Runs.Steps {
		if id := []string{"plan", "", "install", "run"}[i]; step.ID != id || step.If != conditions[id] {
			t.Errorf("step %d: id %q, if %q", i+1, step.ID, step.If)
		}
		if own := step.ID != ""; own != (step.Uses == "") || own != (step.Shell == "bash") ||
			!own && !strings.HasPrefix(step.Uses, "actions/setup-go@") ||
			strings.Contains(step.Run, "${{") {
			t.Errorf("step %s: uses %q, shell %q, run %q", step.ID, step.Uses, step.Shell, step.Run)
		}
		if diff := cmp.Diff(want[step.ID], step.Env); diff != "" {
			t.Errorf("environment of step %s (-want +action.yml):\n%s", step.ID, diff)
		}
	}
	if diff := cmp.Diff(map[string]any{"go-version": "${{ steps.plan.outputs.go }}", "cache": false}, m.Runs.Steps[1].With); diff != "" {
		t.Error(diff)
	}
}
