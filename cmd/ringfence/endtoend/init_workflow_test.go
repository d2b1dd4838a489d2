package endtoend

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/scaffold"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// initialised is a GitHub with an extension and what ringfence init writes for it,
// and a flow over it.
func initialised(t *testing.T) *flow {
	t.Helper()
	return initialisedOver(t, extensionFiles(t, mainJS))
}

// initialisedOver is the same over other files.
func initialisedOver(t *testing.T, files map[string]string) *flow {
	t.Helper()
	written, err := scaffold.Files(scaffold.Settings{Commit: strings.Repeat("0123456789", 4), Branch: "main", Folder: "."})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range written {
		files[name] = string(data)
	}
	h := github.New(t, "acme/tool", files)
	h.Permit("ann", "write")
	h.Permit("bea", "write")
	return &flow{t: t, hub: h, built: t.TempDir()}
}

// In the workflow of init a change is built in a job without permissions and judged
// in one that runs none of it, whoever it is from; nothing is committed.
func TestTheWorkflowOfInitOnPullRequests(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the workflow; the one on pushes stays")
	}
	for _, c := range []struct {
		name, branch, actor string
		files               map[string]string
		results             map[string]string
		comments            int
		said                string
	}{
		{"a fork", "fred:change", "fred", map[string]string{"README.md": "x"}, let(), 0, "from a fork or by Dependabot only reads"},
		{"a fork that wants more", "fred:change", "fred", map[string]string{"main.js": widerJS}, stopped(), 0, "fails    widening"},
		{"Dependabot", "dependabot/npm/x", "dependabot[bot]", map[string]string{"README.md": "x"}, let(), 0,
			"from a fork or by Dependabot only reads"},
		{"a change of its own gate", "change", "ann",
			map[string]string{"main.js": widerJS, ".ringfence/config.yml": "fail-on: none\n", ".ringfence/accepted.json": "{}"}, stopped(), 1,
			"fails    settings"},
		{"a policy that is a link", "change", "ann", map[string]string{".ringfence/policy.json": github.Link("/etc/passwd")}, stopped(), 1,
			"unknown  drift"},
		{"a package that cannot be read", "change", "ann", map[string]string{"package.json": "{"}, stopped(), 0, "the gates were not judged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := initialised(t)
			f.hub.Push(c.branch, c.actor, "a change", c.files)
			f.event = github.Event{Name: "pull_request", Action: "opened", Actor: c.actor, Pull: f.hub.Open(c.branch, c.actor, "A change")}
			graph := f.hub.Graph()
			f.run(scaffold.Workflow)
			f.wants(c.results)
			if got := f.hub.Comments(); len(got) != c.comments || f.hub.Graph() != graph {
				t.Errorf("%d comments, want %d\n%s", len(got), c.comments, f.hub.Graph())
			}
			if !strings.Contains(f.log["analyze"], c.said) {
				t.Errorf("the log lacks %q:\n%s", c.said, f.log["analyze"])
			}
		})
	}
}

// After a push that drifted the third job proposes what is generated, once, and
// the second says that it is missing.
func TestTheWorkflowOfInitOnPushes(t *testing.T) {
	f := initialised(t)
	before := f.hub.Head("main")
	f.hub.Push("main", "ann", "needs docker", map[string]string{"main.js": widerJS})
	f.event = github.Event{Name: "push", Actor: "ann", Before: before}
	results := map[string]string{"build": "success", "analyze": "failure", "commit": "success"}
	f.run(scaffold.Workflow)
	f.wants(results)
	graph := f.hub.Graph()
	if pulls := f.hub.Pulls(); len(pulls) != 1 || pulls[0].Author != robot ||
		!strings.Contains(graph, "ringfence/policy\n  "+robot+": ringfence: generated policy M:.ringfence/policy.json\n") {
		t.Errorf("%+v\n%s", f.hub.Pulls(), graph)
	}
	judged := maps.Clone(f.judged["commit"])
	f.run(scaffold.Workflow)
	f.wants(results)
	if f.hub.Graph() != graph || len(f.hub.Pulls()) != 1 || judged["category"] != "sandbox" {
		t.Errorf("the second run changed something:\n%s", f.hub.Graph())
	}
}

// A change that cannot be built fails the required check, whoever it is from; the
// page and the comment are there all the same. Without its condition the job would be
// skipped, and what is skipped passes.
func TestAChangeThatCannotBeBuiltIsRed(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the workflow; the one on pushes stays")
	}
	results := map[string]string{"build": "failure", "analyze": "failure", "commit": "skipped"}
	for _, c := range []struct {
		branch, actor string
		comments      int
	}{{"change", "ann", 1}, {"fred:change", "fred", 0}} {
		f := initialised(t)
		f.pull(c.branch, c.actor, map[string]string{"build.sh": "exit 1\n", "main.js": widerJS})
		f.run(scaffold.Workflow)
		f.wants(results)
		if f.whole.Passes("analyze") || !strings.Contains(f.log["analyze"], "::error title=the change was not built::") ||
			!strings.Contains(f.log["build"], "::error title=not built::") {
			t.Errorf("%s: the required check passes, or does not say why:\n%s", c.branch, f.log["analyze"])
		}
		if got := len(f.hub.Comments()); got != c.comments || !strings.Contains(f.whole.Jobs["analyze"].Summary, "ringfence") {
			t.Errorf("%s: %d comments, want %d; the page: %q", c.branch, got, c.comments, f.whole.Jobs["analyze"].Summary)
		}
		if f.whole.Jobs["base"].Result != "success" {
			t.Errorf("the base: %s", f.whole.Jobs["base"].Result)
		}

		f.change = cut("    if: ${{ always() }}\n")
		f.run(scaffold.Workflow)
		f.wants(map[string]string{"build": "failure", "analyze": "skipped", "commit": "skipped"})
		if !f.whole.Passes("analyze") {
			t.Error("the stand-in does not know that what is skipped passes")
		}
	}
}

// cut takes a part out of a workflow.
func cut(part string) func(string) string { return put(part, "") }

// put replaces parts of a workflow.
func put(pairs ...string) func(string) string {
	return func(text string) string {
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(text, pairs[i]) {
				return text // which is what it was, and ends the test
			}
			text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
		}
		return text
	}
}

// pull opens a pull request with files.
func (f *flow) pull(branch, actor string, files map[string]string, gone ...string) {
	f.hub.Push(branch, actor, "a change", files, gone...)
	f.event = github.Event{Name: "pull_request", Action: "opened", Actor: actor, Pull: f.hub.Open(branch, actor, "A change")}
}

// A base that cannot be built does not decide: a change that repairs it passes, with a
// warning that says what was not compared. Neither does a base whose machine dies, for
// it does not take the change's build with it.
func TestABaseThatCannotBeBuiltDecidesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the workflow; the one on pushes stays")
	}
	broken := extensionFiles(t, mainJS)
	broken["build.sh"] = "exit 1\n"
	f := initialisedOver(t, broken)
	f.pull("repair", "ann", map[string]string{"README.md": "built again"}, "build.sh")
	f.run(scaffold.Workflow)
	f.wants(let())
	if !strings.Contains(f.log["base"], "::warning title=base not built::") || f.whole.Artifacts.Of["ringfence-base"] != nil ||
		!f.whole.Passes("analyze") {
		t.Errorf("%s\n%v", f.log["base"], f.whole.Artifacts.Of)
	}

	f.change = put("            echo '::warning title=base not built", "            exit 1\n            echo '::warning title=base not built")
	f.run(scaffold.Workflow)
	f.wants(map[string]string{"base": "failure", "build": "success", "analyze": "success", "commit": "skipped"})
}

// Every job of a run may write its artifacts, and take away those of another: the one
// that runs the change's code can put its own package in the base's place, and then
// nothing of the change is new. By the digest that the base's job says it is found out.
func TestAChangeReplacesTheBase(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the workflow; the one on pushes stays")
	}
	const upload = "      - uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1\n"
	// The base's artifact is gone, and the change's job has written one of the name.
	forged := []string{
		"          if-no-files-found: error\n\n  # What the change",
		"          if-no-files-found: error\n" + upload +
			"        with:\n          name: ringfence-base\n          path: extension.vsix\n\n  # What the change",
		upload + "        if: steps.build.outputs.digest",
		upload + "        if: false && steps.build.outputs.digest",
	}
	for _, c := range []struct {
		name   string
		change []string
		said   string
		passes bool
	}{
		{"it is found out", nil, "::error title=the base's package was replaced::", false},
		{"nobody looks at the digest", []string{`[ "$(sha256sum < "$base" | cut -d ' ' -f 1)" != "$DIGEST" ]`, "false"},
			"reject    the verdict is not reject\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := initialised(t)
			f.pull("change", "ann", map[string]string{"README.md": "words"})
			f.change = put(append(slices.Clone(forged), c.change...)...)
			f.run(scaffold.Workflow)
			if f.whole.Passes("analyze") != c.passes || !strings.Contains(f.log["analyze"], c.said) {
				t.Errorf("passes %t, want %t; the log is to say %q:\n%s", f.whole.Passes("analyze"), c.passes, c.said, f.log["analyze"])
			}
		})
	}
}

// Where the base has no such extension there is one artifact, not two, as on a push;
// it is found all the same. With the layout that was there before, it is not.
func TestOneArtifactIsFoundAsTwoAre(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the workflow; the one on pushes stays")
	}
	before := []string{
		"          pattern: ringfence-head\n          merge-multiple: true\n          path: ${{ runner.temp }}/packages/head",
		"          pattern: ringfence-*\n          path: ${{ runner.temp }}/packages",
		`head="$RUNNER_TEMP/packages/head/extension.vsix"`,
		`head="$RUNNER_TEMP/packages/ringfence-head/extension.vsix"`,
		"        if: needs.base.result == 'success' && needs.base.outputs.digest != ''\n",
		"        if: false\n",
		"          [ -n \"$DIGEST\" ] || exit 0\n",
		"          exit 0\n",
	}
	const found, lost = "there is a package", "::error title=the change was not built::"
	for _, c := range []struct {
		name      string
		event     func(*flow)
		now, then string
	}{
		{"push", func(f *flow) {
			before := f.hub.Head("main")
			f.hub.Push("main", "ann", "words", map[string]string{"README.md": "x"})
			f.event = github.Event{Name: "push", Actor: "ann", Before: before}
		}, found, lost},
		{"a base without it", func(f *flow) {
			files := extensionFiles(t, mainJS)
			f.pull("first", "ann", files)
		}, found, lost},
		{"both", func(f *flow) { f.pull("change", "ann", map[string]string{"README.md": "x"}) }, found, found},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := initialised(t)
			if c.name == "a base without it" {
				f = initialisedOver(t, map[string]string{"README.md": "nothing yet"})
			}
			c.event(f)
			for _, run := range []struct {
				change func(string) string
				want   string
			}{{nil, c.now}, {put(before...), c.then}} {
				f.change = run.change
				f.run(scaffold.Workflow)
				got := found
				if strings.Contains(f.log["analyze"], lost) {
					got = lost
				}
				if got != run.want || got == lost && f.result["analyze"] != "failure" || f.judged["analyze"]["category"] == "" {
					t.Errorf("changed %t: %s, want %s\n%s", run.change != nil, got, run.want, f.log["analyze"])
				}
			}
		})
	}
}

// The source maps that a build leaves beside the package come to lie beside it again.
func TestTheMapsComeWithThePackage(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the workflow; the one on pushes stays")
	}
	f := initialised(t)
	f.pull("maps", "ann", map[string]string{"build.maps.zip": "PK\x05\x06" + strings.Repeat("\x00", 18)})
	f.run(scaffold.Workflow)
	f.wants(let())
	got := slices.Sorted(maps.Keys(f.whole.Artifacts.Of["ringfence-head"]))
	if !slices.Equal(got, []string{"extension.maps.zip", "extension.vsix"}) || len(f.whole.Artifacts.Of["ringfence-base"]) != 1 {
		t.Errorf("%v, %d", got, len(f.whole.Artifacts.Of["ringfence-base"]))
	}
	// What was said is kept whole: upload-artifact leaves out names with a dot before them.
	kept := slices.Sorted(maps.Keys(f.whole.Artifacts.Of["ringfence"]))
	if !slices.Contains(kept, "gate.json") || !slices.Contains(kept, "results.sarif") {
		t.Errorf("%v", kept)
	}
	dir := f.judged["analyze"]["directory"]
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if rel, _ := filepath.Rel(dir, name); err == nil && !d.IsDir() && !slices.Contains(kept, filepath.ToSlash(rel)) {
			t.Errorf("the artifact lacks %s", rel)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A run that is cancelled while it builds judges nothing and passes nothing. A
// condition that asks whether it was cancelled would let the job be skipped.
func TestARunThatIsCancelledPassesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the workflow; the one on pushes stays")
	}
	f := initialised(t)
	f.pull("change", "ann", map[string]string{"main.js": widerJS})
	f.cancel = "build"
	f.run(scaffold.Workflow)
	f.wants(map[string]string{"build": "cancelled", "analyze": "failure", "commit": "skipped"})
	if f.whole.Passes("analyze") || len(f.hub.Comments()) != 0 || f.judged["analyze"]["category"] != "" ||
		!strings.Contains(f.log["analyze"], "the job build ended with cancelled") {
		t.Errorf("%d comments\n%s", len(f.hub.Comments()), f.log["analyze"])
	}
	f.change = put("if: ${{ always() }}", "if: ${{ !cancelled() }}")
	f.run(scaffold.Workflow)
	if f.result["analyze"] != "skipped" || !f.whole.Passes("analyze") {
		t.Errorf("%v", f.result)
	}
}

// A pull request brings its own workflow, and GitHub runs that one. While the gate
// runs, it says so; a change that takes the gate out is stopped by nothing here, and
// the page says by what (docs/guide/github-action.md).
func TestAPullRequestEditsTheWorkflow(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the workflow; the one on pushes stays")
	}
	f := initialised(t)
	text, _ := f.hub.File(f.hub.Head("main"), scaffold.Workflow)
	f.pull("later", "ann", map[string]string{scaffold.Workflow: strings.Replace(text, "timeout-minutes: 30", "timeout-minutes: 60", 1)})
	f.run(scaffold.Workflow)
	f.wants(stopped())
	if !strings.Contains(f.log["analyze"], "fails    settings") {
		t.Error(f.log["analyze"])
	}

	f = initialised(t)
	f.pull(
		"none",
		"ann",
		map[string]string{
			"main.js":         widerJS,
			scaffold.Workflow: "on: pull_request\npermissions: {}\njobs:\n  analyze:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: 'true'\n",
		},
	)
	f.run(scaffold.Workflow)
	page, err := os.ReadFile(filepath.Join(docs(t), "guide", "github-action.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !f.whole.Passes("analyze") {
		t.Error("something stops it: the page is to say what")
	}
	for _, word := range []string{"CODEOWNERS", "ruleset", "required workflow", "always()",
		"Allow GitHub Actions to create and approve pull requests"} {
		if !strings.Contains(string(page), word) {
			t.Errorf("the page does not name %s", word)
		}
	}
}

// Dependabot's token writes where the owner lets it, and then the comment is there.
func TestDependabotWithATokenThatWrites(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the workflow; the one on pushes stays")
	}
	f := initialised(t)
	f.lets = true
	f.pull("dependabot/npm/x", "dependabot[bot]", map[string]string{"README.md": "x"})
	f.run(scaffold.Workflow)
	f.wants(let())
	if len(f.hub.Comments()) != 1 {
		t.Errorf("%d comments", len(f.hub.Comments()))
	}
}
