package endtoend

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/fleet"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/workflow"
)

// fleetRun is a run of .github/workflows/fleet.yml, as an organisation calls it: from a
// folder that is the calling repository, over bare repositories of a server.
type fleetRun struct {
	t               *testing.T
	calling, server string
	inputs          map[string]any
	change          func(string) string
	whole           *workflow.Run
}

// run runs it. Its jobs may read and nothing else, and one step is handed the token.
func (f *fleetRun) run() {
	f.t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", ".github", "workflows", "fleet.yml"))
	program, missing := exec.LookPath("ringfence")
	if err = errors.Join(err, missing); err != nil {
		f.t.Fatal(err)
	}
	text := string(data)
	if f.change != nil {
		if text = f.change(text); text == string(data) {
			f.t.Fatal("the workflow is what it was")
		}
	}
	tool := f.t.TempDir()
	script := filepath.Join(tool, "program.sh")
	if err := os.WriteFile(script, fmt.Appendf(nil, "exec %q \"$@\"\n", program), 0o600); err != nil {
		f.t.Fatal(err)
	}
	action := actionCheckout(f.t, filepath.Join(tool, "action"), script)
	inputs := map[string]any{
		"ringfence":    strings.Repeat("0123456789", 4),
		"list":         "fleet.yml",
		"organisation": "",
		"shards":       float64(4),
		"online":       false,
		"mirror":       "",
		"build":        false,
	}
	for name, value := range f.inputs {
		inputs[name] = value
	}
	f.whole = &workflow.Run{
		T: f.t, Text: text, Event: "workflow_call", GitHub: map[string]any{"event_name": "schedule"}, Inputs: inputs, Tokens: []string{"Clone"},
		Machine: func(j *workflow.Job) {
			if len(j.Permissions) != 1 || j.Permissions["contents"] != "read" {
				f.t.Errorf("job %s may do more than read: %v", j.ID, j.Permissions)
			}
			j.Workspace, j.Temp, j.Token = f.t.TempDir(), f.t.TempDir(), "not-a-token"
			j.Env = []string{"GITHUB_SERVER_URL=file://" + f.server, "GITHUB_WORKSPACE=" + j.Workspace, "RUNNER_TEMP=" + j.Temp}
		},
		Actions: map[string]func(*workflow.Step) error{"actions/setup-go": setsUpGo, "actions/checkout": func(s *workflow.Step) error {
			if s.With["persist-credentials"] != "false" {
				f.t.Errorf("job %s leaves its token in the checkout", s.Job.ID)
			}
			if s.With["repository"] == "" {
				return os.CopyFS(s.Workspace, os.DirFS(f.calling))
			}
			if s.With["ref"] != inputs["ringfence"] {
				f.t.Errorf("%s is checked out at %s", s.With["repository"], s.With["ref"])
			}
			return os.CopyFS(filepath.Join(s.Workspace, s.With["path"]), os.DirFS(action))
		}},
	}
	if !f.whole.Starts() {
		f.t.Fatal("nobody can call it")
	}
	f.whole.Go()
}

// artifact writes an artifact's files to a folder.
func (f *fleetRun) artifact(name, to string) {
	f.t.Helper()
	for file, data := range f.whole.Artifacts.Of[name] {
		at := filepath.Join(to, filepath.FromSlash(file))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o750), os.WriteFile(at, data, 0o600)); err != nil {
			f.t.Fatal(err)
		}
	}
}

// log is what the jobs said.
func (f *fleetRun) log() string {
	var out strings.Builder
	for _, id := range []string{"plan", "scan", "merge"} {
		if j := f.whole.Jobs[id]; j != nil {
			out.WriteString(id + " " + j.Result + "\n" + j.Log)
		}
	}
	return out.String()
}

// served makes bare repositories of folders, and clones of them.
func served(t *testing.T, repositories []string, server, clones string) {
	t.Helper()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(
			t.Context(),
			"git",
			append([]string{"-c", "user.name=jo", "-c", "user.email=jo@example.org", "-c", "init.defaultBranch=main"}, args...)...)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, said)
		}
	}
	for _, dir := range repositories {
		name := "acme/" + filepath.Base(dir)
		git("init", "-q", dir)
		git("-C", dir, "add", "-A", "-f")
		git("-C", dir, "commit", "-q", "-m", "one")
		git("clone", "-q", "--bare", dir, filepath.Join(server, name+".git"))
		git("clone", "-q", filepath.Join(server, name+".git"), filepath.Join(clones, name))
	}
}

// TestTheFleetsWorkflow runs the workflow that organisations call over twelve
// repositories on a server of bare ones, in four shards, and a thirteenth that is not
// there; the sums are those of single runs. Then one shard's part is lost.
func TestTheFleetsWorkflow(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the workflow over extensions of the corpus; TestTheFleetsWorkflowWithoutAPlan stays")
	}
	for _, program := range []string{"git", "bash"} {
		if _, err := exec.LookPath(program); err != nil {
			fetched(t, err)
		}
	}
	dir, err := corpus.Fetch(t.Context())
	fetched(t, err)
	work := t.TempDir()
	sources, server, clones, calling := filepath.Join(
		work,
		"sources",
	), filepath.Join(
		work,
		"server",
	), filepath.Join(
		work,
		"clones",
	), filepath.Join(
		work,
		"calling",
	)
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
	served(t, repositories, server, clones)
	list, singles := "extensions:\n  - repository: acme/absent\n", []string{}
	for _, dir := range repositories {
		name := "acme/" + filepath.Base(dir)
		list += "  - repository: " + name + "\n"
		if name == "acme/two" {
			singles = append(singles, name+"/packages/a", name+"/packages/b")
			continue
		}
		singles = append(singles, name)
	}
	for file, text := range map[string]string{"calling/fleet.yml": list, "calling/central.yml": centralFile,
		"clones/central.yml": centralFile} {
		if err := errors.Join(
			os.MkdirAll(filepath.Join(work, filepath.Dir(file)), 0o750),
			os.WriteFile(filepath.Join(work, file), []byte(text), 0o600),
		); err != nil {
			t.Fatal(err)
		}
	}
	f := &fleetRun{t: t, calling: calling, server: server, inputs: map[string]any{"organisation": "central.yml"}}
	f.run()
	if f.whole.Jobs["plan"].Result != "success" || f.whole.Jobs["scan"].Result != "success" || len(f.whole.Jobs["scan"].Legs) != 4 {
		t.Fatal(f.log())
	}
	if j := f.whole.Jobs["merge"]; j.Result != "failure" || !strings.Contains(j.Log, "##[error]exit status 1\n") ||
		!strings.Contains(j.Summary, "## Extensions") {
		t.Errorf("the merge ends with %s\n%s\n%s", j.Result, j.Log, j.Summary)
	}
	for _, name := range []string{"fleet.json", "sarif/fleet-001.sarif"} {
		if f.whole.Artifacts.Of["fleet-report"][name] == nil {
			t.Errorf("the report lacks %s", name)
		}
	}
	if said := f.log(); strings.Contains(said, "not-a-token") || !strings.Contains(said, "::warning::acme/absent could not be cloned") ||
		strings.Count(said, "belongs to no release") != 6 {
		t.Errorf("the log says too much, or too little:\n%s", said)
	}
	for _, shard := range []string{"1", "2", "3", "4"} {
		f.artifact("fleet-part-"+shard, work)
		if err := os.Rename(filepath.Join(work, "fleet-part-"+shard), filepath.Join(work, "part-"+shard)); err != nil {
			t.Fatal(err)
		}
	}
	f.artifact("fleet-plan", work)
	got, _ := merge(t, work, "part-1", "part-2", "part-3", "part-4")
	if got.Complete || len(got.Missing) != 1 || got.Missing[0].Target != "acme/absent" || got.Totals.Targets != 13 {
		t.Errorf("%+v, %+v", got.Totals, got.Missing)
	}
	// The one that is not there is no part of the sums.
	got.Totals.Targets, got.Totals.Repositories = 12, 12
	sumsOfSingles(t, work, clones, singles, []string{"--org", "central.yml"}, got)
}

// However many shards there are, the parts are found, and a shard that fails is
// missing from the report while the others are in it. With the layout that was there
// before, one part is not found; unmerged, several are not; and with fail-fast the shard
// that fails takes the others with it.
func TestTheFleetsParts(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the workflow seven times; TestTheFleetsWorkflowWithoutAPlan stays")
	}
	work := t.TempDir()
	sources, server, clones, calling := filepath.Join(
		work,
		"sources",
	), filepath.Join(
		work,
		"server",
	), filepath.Join(
		work,
		"clones",
	), filepath.Join(
		work,
		"calling",
	)
	made(t, sources)
	repositories, err := filepath.Glob(filepath.Join(sources, "acme", "*"))
	if err != nil || len(repositories) != 3 {
		t.Fatalf("%d repositories, %v", len(repositories), err)
	}
	served(t, repositories, server, clones)
	list := "extensions:\n  - repository: acme/two\n  - repository: acme/shell\n  - repository: acme/answered\n"
	if err := errors.Join(os.MkdirAll(calling, 0o750), os.WriteFile(filepath.Join(calling, "fleet.yml"), []byte(list), 0o600)); err != nil {
		t.Fatal(err)
	}
	before := put(
		`-o "parts/fleet-part-$SHARD"`,
		"-o part",
		"          path: parts # the folder in it says which shard, however many are downloaded\n",
		"          path: part\n",
		"          # Without this one part comes to lie in the path itself, and several in a folder each.\n          merge-multiple: true\n",
		"",
	)
	one := put(`"$RINGFENCE" fleet scan "$@"`, `[ "$SHARD" != 2 ] || exit 1; "$RINGFENCE" fleet scan "$@"`)
	for _, c := range []struct {
		name    string
		shards  int
		change  func(string) string
		missing int
		scan    string
	}{
		{"one", 1, nil, 0, "success"},
		{"three", 3, nil, 0, "success"},
		{"one as before", 1, before, 3, "success"},
		{"three as before", 3, before, 0, "success"},
		{"three unmerged", 3, cut("          merge-multiple: true\n"), 3, "success"},
		{"one of three fails", 3, one, 1, "failure"},
		{"one of three fails, fast", 3, func(s string) string { return put("fail-fast: false", "fail-fast: true")(one(s)) }, 3, "failure"},
		{"built as asked", 1, nil, 0, "success"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fleetRun{
				t:       t,
				calling: calling,
				server:  server,
				change:  c.change,
				inputs:  map[string]any{"shards": float64(c.shards), "build": c.name == "built as asked"},
			}
			f.run()
			var got fleet.Report
			if err := json.Unmarshal(f.whole.Artifacts.Of["fleet-report"]["fleet.json"], &got); err != nil {
				t.Fatalf("%v\n%s", err, f.log())
			}
			if len(got.Missing) != c.missing || got.Complete != (c.missing == 0) || f.whole.Jobs["scan"].Result != c.scan {
				t.Errorf("%d are missing, want %d; scan %s\n%s", len(got.Missing), c.missing, f.whole.Jobs["scan"].Result, f.log())
			}
			if c.missing > 0 && f.whole.Jobs["merge"].Result != "failure" {
				t.Error("a report with holes passes")
			}
			if c.missing == 1 && !strings.Contains(f.whole.Jobs["merge"].Summary, "shard 2") {
				t.Errorf("the summary does not name the shard that is missing:\n%s", f.whole.Jobs["merge"].Summary)
			}
			if warned := strings.Contains(f.log(), "belongs to no release"); warned == (c.name == "built as asked") {
				t.Errorf("warned of a build: %t", warned)
			}
		})
	}
}

// Without a plan nothing is scanned and nothing merged, and a commit that is not whole
// runs nothing of its own.
func TestTheFleetsWorkflowWithoutAPlan(t *testing.T) {
	for what, inputs := range map[string]map[string]any{"no list": {}, "a tag": {"ringfence": "v1"}} {
		f := &fleetRun{t: t, calling: t.TempDir(), server: t.TempDir(), inputs: inputs}
		f.run()
		if got := f.whole.Jobs; got["plan"].Result != "failure" || got["scan"].Result != "skipped" || got["merge"].Result != "skipped" ||
			strings.Contains(f.log(), "builds ringfence") != (what == "no list") {
			t.Errorf("%s: %s", what, f.log())
		}
	}
}
