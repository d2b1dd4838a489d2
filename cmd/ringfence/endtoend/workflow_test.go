package endtoend

import (
	"bytes"
	"encoding/json"
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
	"github.com/ringfence-dev/ringfence/internal/testkit/workflow"
	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
)

// flow lets the workflows that ringfence init writes run as on GitHub
// (testkit/workflow), over a repository of the stand-in for GitHub: each job has a
// machine of its own with a token that has the job's permissions and no others.
// A step that uses ringfence runs action.yml itself, with the real installer, from a
// checkout of a commit that is no release; the program that is built there is the
// one of this test. Checkouts are shallow, as theirs are.
type flow struct {
	t     *testing.T
	hub   *github.Hub
	event github.Event
	// built is a folder of the packages that were built, by what they were built of:
	// the same sources are not built twice in one test.
	built string
	// change rewrites the workflow before it runs; cancel names the job in which the
	// run is cancelled.
	change func(string) string
	cancel string
	// lets is that Dependabot's token may do what a workflow asks for.
	lets bool
	// environments are the repository's, with what became of the approval; approve
	// decides about them in a run that has begun.
	environments map[string]string
	approve      func(run int64)
	// what became of the run: the jobs' results, their logs, and the step of
	// ringfence in each.
	result map[string]string
	log    map[string]string
	judged map[string]map[string]string
	whole  *workflow.Run
}

// run runs the jobs of a workflow.
func (f *flow) run(name string) {
	f.t.Helper()
	at := f.hub.Start(f.t, f.event)
	f.event.Run = at.ID // which all of its jobs are
	defer func() { f.event.Run = 0 }()
	if f.approve != nil {
		f.approve(at.ID)
	}
	text, ok := f.hub.File(at.SHA, name)
	if !ok {
		f.t.Fatalf("there is no %s", name)
	}
	if f.change != nil {
		was := text
		if text = f.change(text); text == was {
			f.t.Fatal("the workflow is what it was")
		}
	}
	if p, ok := yamljson.Value(f.t, text).(map[string]any)["permissions"].(map[string]any); !ok || len(p) != 0 {
		f.t.Errorf("%s gives permissions to every job", name)
	}
	r := &workflow.Run{
		T:            f.t,
		Text:         text,
		Event:        f.event.Name,
		Action:       f.event.Action,
		Branch:       f.hub.Default,
		GitHub:       contextOf(f.t, at),
		Cancel:       f.cancel,
		Environments: f.environments,
		Machine:      f.machine,
		Checkouts:    map[string]string{"ringfence-dev/ringfence": f.action()},
		Actions: map[string]func(*workflow.Step) error{
			"actions/checkout":   f.checkout,
			"actions/setup-node": only("node-version", "node-version-file", "package-manager-cache"),
			"actions/setup-go":   setsUpGo,
		},
	}
	if !r.Starts() {
		f.t.Fatalf("%s is not started by %s %s", name, f.event.Name, f.event.Action)
	}
	r.Go()
	f.whole, f.result, f.log, f.judged = r, map[string]string{}, map[string]string{}, map[string]map[string]string{}
	for id, job := range r.Jobs {
		f.result[id], f.log[id], f.judged[id] = job.Result, job.Log, job.Used["ringfence-dev/ringfence"]
	}
}

// contextOf is the context github of a run, from what its environment says.
func contextOf(t *testing.T, run github.Run) map[string]any {
	t.Helper()
	out := map[string]any{}
	for _, kv := range run.Env {
		name, value, _ := strings.Cut(kv, "=")
		if short, ok := strings.CutPrefix(name, "GITHUB_"); ok {
			out[strings.ToLower(short)] = value
		}
	}
	data, err := os.ReadFile(fmt.Sprint(out["event_path"]))
	var event map[string]any
	if err = errors.Join(err, json.Unmarshal(data, &event)); err != nil {
		t.Fatal(err)
	}
	out["event"] = event
	return out
}

// machine is a new one, with a token. That of a fork's pull request only reads,
// whatever the workflow asks for, and so does that of Dependabot's unless the
// repository's owner lets it (docs/guide/github-action.md).
func (f *flow) machine(j *workflow.Job) {
	run := f.hub.Start(f.t, f.event)
	if err := os.RemoveAll(run.Workspace); err != nil {
		f.t.Fatal(err)
	}
	may := map[string]string{}
	for name, level := range j.Permissions {
		may[strings.ReplaceAll(name, "-", "_")] = level
	}
	for _, p := range f.hub.Pulls() {
		if p.Number == f.event.Pull && (p.HeadRepository != f.hub.Name || f.event.Actor == "dependabot[bot]" && !f.lets) {
			may = readOnly(may)
		}
	}
	j.Token = f.hub.Token(robot, may)
	j.Workspace, j.Temp, j.Env = run.Workspace, run.Temp(), append(run.Env, "RINGFENCE_BLOCKLISTS_URL="+closed(f.t))
}

// only is an action that does nothing here, with the inputs that are known.
func only(names ...string) func(*workflow.Step) error {
	return func(s *workflow.Step) error {
		for name := range s.With {
			if !strings.Contains(" "+strings.Join(names, " ")+" ", " "+name+" ") {
				s.T.Errorf("an input that this test does not know: %s", name)
			}
		}
		return nil
	}
}

// setsUpGo is asked for where the program is built, with the version of go.mod.
func setsUpGo(s *workflow.Step) error {
	t, _ := s.T.(*testing.T)
	if want := goVersion(t); s.With["go-version"] != want || s.With["cache"] != "false" {
		t.Errorf("Go is set up with %v, want %s and no cache", s.With, want)
	}
	return nil
}

func goVersion(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(docs(t), "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	return string(regexp.MustCompile(`(?m)^go (\S+)$`).FindSubmatch(text)[1])
}

// builder is the program in the checkout of the action: ringfence, but for the verb
// build. Where BUILD is real that one is ringfence too, which fetches vsce for each
// build (make walks); elsewhere the sources are packed as they are, after build.sh of
// theirs where there is one, for ringfence build has tests of its own. The same tree is
// not built twice.
const builder = `dir=%[1]q program=%[2]q
[ "$1" = build ] || exec "$program" "$@"
[ "$3 $4 $5 $6" = "--repository source --out extension.vsix" ] || { echo "not the command that is known: $*"; exit 2; }
[ %[3]t = true ] || [ $# = 6 ] || { echo "not the command that is known: $*"; exit 2; }
tree=$(git -C source rev-parse "HEAD^{tree}")
if [ ! -f "$dir/$tree.vsix" ]; then
	if [ %[3]t = true ]; then "$program" "$@"; else
		[ ! -f "$2/build.sh" ] || sh "$2/build.sh" || { echo "the build failed"; exit 1; }
		pack-stand-in "$2" extension.vsix
	fi || exit
	cp extension.vsix "$dir/$tree.vsix"
	[ ! -f extension.maps.zip ] || cp extension.maps.zip "$dir/$tree.maps.zip"
fi
cp "$dir/$tree.vsix" extension.vsix
[ ! -f "$dir/$tree.maps.zip" ] || cp "$dir/$tree.maps.zip" extension.maps.zip
[ ! -f "$2/build.maps.zip" ] || cp "$2/build.maps.zip" extension.maps.zip
`

// packFolder is the program pack-stand-in FOLDER OUT.vsix.
func packFolder() {
	if err := pack(os.Args[1], os.Args[2], ".git", ".github", ".ringfence", "build.sh", "build.maps.zip"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// action is a checkout of the action whose program is the builder.
func (f *flow) action() string {
	f.t.Helper()
	program, err := exec.LookPath("ringfence")
	if err != nil {
		f.t.Fatal(err)
	}
	script := filepath.Join(f.built, "builder.sh")
	if err := os.WriteFile(script, fmt.Appendf(nil, builder, f.built, program, os.Getenv("BUILD") == "real"), 0o600); err != nil {
		f.t.Fatal(err)
	}
	return actionCheckout(f.t, filepath.Join(f.built, "action"), script)
}

// actionCheckout is a checkout of the action's repository at a commit that is no
// release, as every commit of a branch is: action.yml, the installer and its table are
// the real ones, and the program that is built from it runs a script of the test's.
func actionCheckout(t *testing.T, dir, script string) string {
	t.Helper()
	files := map[string]string{
		"go.mod": "module example.org/action\n\ngo " + goVersion(t) + "\n",
		"cmd/ringfence/main.go": "package main\n\nimport (\n\t\"os\"\n\t\"os/exec\"\n)\n\nfunc main() {\n" +
			"\tc := exec.Command(\"sh\", append([]string{`" + script + "`}, os.Args[1:]...)...)\n" +
			"\tc.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr\n\t_ = c.Run()\n\tos.Exit(c.ProcessState.ExitCode())\n}\n",
	}
	for _, name := range []string{"action.yml", "release/install.sh", "release/checksums.txt"} {
		text, err := os.ReadFile(filepath.Join(docs(t), "..", name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	for name, text := range files {
		at := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// checkout clones what the event is about, as deep as it is asked to.
func (f *flow) checkout(s *workflow.Step) error {
	if s.With["persist-credentials"] != "false" {
		f.t.Errorf("job %s leaves its token in the checkout", s.Job.ID)
	}
	if err := only("path", "fetch-depth", "persist-credentials", "submodules")(s); err != nil {
		return err
	}
	dir, depth := filepath.Join(s.Workspace, s.With["path"]), s.With["fetch-depth"]
	if depth == "" {
		depth = "1"
	}
	ref, sha := fmt.Sprint(s.GitHub["ref"]), fmt.Sprint(s.GitHub["sha"])
	for _, args := range [][]string{
		{"init", "-q", "-b", "main", dir},
		{"-C", dir, "fetch", "-q", "--depth", depth, "file://" + f.hub.Dir, "+" + ref + ":refs/run"},
		{"-C", dir, "checkout", "-q", "--detach", sha},
	} {
		cmd := exec.CommandContext(f.t.Context(), "git", args...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + f.built, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C"}
		if out, err := cmd.CombinedOutput(); err != nil {
			f.t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	return nil
}

// wants holds a run to what became of its jobs.
func (f *flow) wants(results map[string]string) {
	f.t.Helper()
	for id, want := range results {
		if f.result[id] != want {
			f.t.Errorf("job %s: %s, want %s\n%s", id, f.result[id], want, bytes.TrimSpace([]byte(f.log[id])))
		}
	}
	// Nobody is asked to confirm where no label asks for it, and a push has no base.
	for id, as := range map[string][]string{"confirm": {"skipped"}, "base": {"skipped", "success"}} {
		if _, said := results[id]; !said && slices.Contains(as, f.result[id]) {
			delete(f.result, id)
		}
	}
	if len(f.result) != len(results) {
		f.t.Errorf("jobs %v, want %v", f.result, results)
	}
}
