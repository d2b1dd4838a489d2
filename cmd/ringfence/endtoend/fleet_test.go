package endtoend

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/fleet"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The fleet: nine repositories of real extensions, and three that were made.
var real9 = []string{
	"vscode.gulp", "vscode.grunt", "vscode.jake", "vscode.debug-auto-launch", "vscode.git-base", "vscode.media-preview",
	"vscode.merge-conflict", "vscode.npm", "vscode.tunnel-forwarding",
}

const centralFile = `fail-on: [high]
answers: [ignore]
ceilings:
  - {of: process.shell, at-most: none}
  - {of: code.eval, at-most: none}
waivers:
  - {ceiling: process.shell, repository: acme/shell, reason: read by two, owner: jo, until: 2027-01-31}
  - {ceiling: process.shell, repository: acme/npm, reason: was right once, owner: jo, until: 2026-01-31}
  - {ceiling: code.eval, repository: acme/gone, reason: nobody remembers, owner: jo, until: 2027-01-31}
`

// made writes the three repositories that no corpus has: two extensions in one, one
// that needs a waiver, and one whose configuration answers a finding.
func made(t *testing.T, root string) {
	t.Helper()
	manifest := func(name string) string {
		return fmt.Sprintf(
			`{"name": %q, "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js"}`+"\n",
			name,
		)
	}
	for name, text := range map[string]string{
		"acme/two/packages/a/package.json":    manifest("a"),
		"acme/two/packages/a/main.js":         `exports.activate = () => {};` + "\n",
		"acme/two/packages/b/package.json":    manifest("b"),
		"acme/two/packages/b/main.js":         `exports.activate = () => eval(process.env.X);` + "\n",
		"acme/shell/package.json":             manifest("shell"),
		"acme/shell/main.js":                  `exports.activate = () => require("child_process").exec("git log");` + "\n",
		"acme/answered/package.json":          manifest("answered"),
		"acme/answered/.vscodeignore":         "x\n",
		"acme/answered/main.js":               `exports.run = (line) => require("child_process").execFile(line);` + "\n",
		"acme/answered/.ringfence/config.yml": "ignore:\n  - {check: code_dynamic_process, reason: chosen by the user}\n",
		"central.yml":                         centralFile,
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o750), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

// merge runs fleet merge and gives its report and its exit code.
func merge(t *testing.T, dir string, args ...string) (fleet.Report, int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ringfence", append([]string{"fleet", "merge", "--plan", "plan.json", "-f", "json"}, args...)...)
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	code := 0
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		code = ended.ExitCode()
	}
	if err != nil && code != exit.No {
		t.Fatalf("merging %q: %v\n%s", args, err, said.Bytes())
	}
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(docs(t), "schemas", "fleet.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(v); err != nil {
		t.Errorf("the report does not follow its schema: %v", err)
	}
	var r fleet.Report
	d := json.NewDecoder(bytes.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		t.Fatal(err)
	}
	return r, code
}

func docs(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", "..", "docs"))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestTwelveRepositoriesOverFourShards scans a fleet in shards and each of its
// extensions alone: every sum of the merged report is the sum of the single runs.
// Then it takes one thing away at a time, and nothing of that is silent.
func TestTwelveRepositoriesOverFourShards(t *testing.T) {
	if testing.Short() {
		t.Skip("short: scans nine extensions of the corpus twice; fleet.txtar stays")
	}
	dir, err := corpus.Fetch(t.Context())
	fetched(t, err)
	work := t.TempDir()
	root := filepath.Join(work, "repositories")
	made(t, root)
	list := "extensions:\n  - repository: acme/two\n  - {repository: acme/shell, size: 3000000}\n  - repository: acme/answered\n"
	singles := []string{"acme/two/packages/a", "acme/two/packages/b", "acme/shell", "acme/answered"}
	for _, id := range real9 {
		name := "acme/" + strings.TrimPrefix(id, "vscode.")
		if err := os.CopyFS(filepath.Join(root, filepath.FromSlash(name)), os.DirFS(filepath.Join(dir, id))); err != nil {
			t.Fatal(err)
		}
		list += "  - repository: " + name + "\n"
		singles = append(singles, name)
	}
	if err := os.WriteFile(filepath.Join(work, "fleet.yml"), []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	ringfence(t, work, "fleet", "plan", "--list", "fleet.yml", "--root", "repositories", "-n", "4")
	judged := []string{"--org", filepath.Join(root, "central.yml"), "--today", "2027-01-15"}
	for shard := 1; shard <= 4; shard++ {
		ringfence(
			t,
			work,
			append(
				[]string{
					"fleet",
					"scan",
					"--plan",
					"plan.json",
					"--root",
					"repositories",
					"--shard",
					fmt.Sprint(shard),
					"-o",
					fmt.Sprintf("part-%d", shard),
				},
				judged...)...)
	}
	parts := []string{"part-1", "part-2", "part-3", "part-4"}
	got, code := merge(t, work, append([]string{"--sarif", "sarif"}, parts...)...)
	if !got.Complete || got.Passes || code != exit.No || len(got.Missing) != 0 || got.Totals.Repositories != 12 ||
		got.Totals.Extensions != 13 {
		t.Fatalf("complete %t, passes %t, exit %d, missing %+v, %+v", got.Complete, got.Passes, code, got.Missing, got.Totals)
	}
	again, _ := merge(t, work, "part-4", "part-2", "part-1", "part-3")
	if !cmp.Equal(got, again, cmpopts.IgnoreUnexported(fleet.Extension{})) {
		t.Error("the order in which parts are brought counts")
	}
	t.Run("sums", func(t *testing.T) { sumsOfSingles(t, work, root, singles, judged, got) })
	t.Run("what is central", func(t *testing.T) { central12(t, got) })
	t.Run("sarif", func(t *testing.T) {
		data, err := os.ReadFile(filepath.Join(work, "sarif", "fleet-001.sarif"))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range sarif.Check(data) {
			t.Error(p)
		}
		if n := bytes.Count(data, []byte(`"automationDetails"`)); n != 13 {
			t.Errorf("%d runs of 13 extensions", n)
		}
	})
	t.Run("what is not in", func(t *testing.T) { notIn(t, work, parts, got) })
}

// sumsOfSingles scans every extension by itself and adds up its JSON without this
// program's own types.
func sumsOfSingles(t *testing.T, work, root string, singles, judged []string, got fleet.Report) {
	type finding struct {
		Check, Severity string
		Suppressed      *struct{}
	}
	type single struct {
		Verdict struct {
			Category                string
			NeedsReview, Incomplete bool
			Fails                   []string
		}
		Organisation struct{ State string }
		Findings     []finding
	}
	var want fleet.Totals
	checks := map[string]int{}
	for _, name := range singles {
		out := filepath.Join(work, "single.json")
		repository := strings.Join(strings.Split(name, "/")[:2], "/")
		cmd := exec.CommandContext(
			t.Context(),
			"ringfence",
			append([]string{"scan", name, "--repository", repository, "-f", "json", "-o", out}, judged...)...)
		cmd.Dir = root
		if said, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != exit.No {
			t.Fatalf("%s: %v\n%s", name, err, said)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		var s single
		if err := json.Unmarshal(data, &s); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(got.Repositories, func(r fleet.Repository) bool { return r.Name == repository })
		k := slices.IndexFunc(got.Repositories[i].Extensions, func(e fleet.Extension) bool { return e.Subject == name })
		if k < 0 {
			t.Fatalf("%s is not in the merged report", name)
		}
		e := got.Repositories[i].Extensions[k]
		whole, err := os.ReadFile(filepath.Join(work, fmt.Sprintf("part-%d", e.Shard), e.Report.Name))
		if err != nil || !bytes.Equal(whole, data) {
			t.Errorf("%s: the shard's report is not that of a single run (%v)", name, err)
		}
		want.Extensions++
		switch s.Verdict.Category {
		case "reject":
			want.Reject++
		case "sandbox":
			want.Sandbox++
		default:
			want.Unrestricted++
		}
		for holds, n := range map[*int]bool{
			&want.NeedsReview: s.Verdict.NeedsReview, &want.Incomplete: s.Verdict.Incomplete,
			&want.Failing: len(s.Verdict.Fails) > 0, &want.Above: s.Organisation.State == "broken" || s.Organisation.State == "unproven",
		} {
			if n {
				*holds++
			}
		}
		for _, f := range s.Findings {
			n := map[string]*int{"critical": &want.Findings.Critical, "high": &want.Findings.High, "medium": &want.Findings.Medium,
				"low": &want.Findings.Low, "none": &want.Findings.None}[f.Severity]
			if f.Suppressed != nil {
				n = &want.Findings.Answered
			}
			*n++
			checks[f.Check]++
		}
	}
	want.Targets, want.Repositories = 12, 12
	if diff := cmp.Diff(want, got.Totals); diff != "" {
		t.Errorf("(-singles +merged):\n%s", diff)
	}
	if want.Findings.Answered == 0 || want.Findings.Medium == 0 || want.Unrestricted == 0 || want.Above == 0 {
		t.Errorf("the fleet does not show enough: %+v", want)
	}
	for _, c := range got.Checks {
		f := c.Findings
		if n := f.Critical + f.High + f.Medium + f.Low + f.None + f.Answered; n != checks[c.Name] {
			t.Errorf("%s: %d findings, and single runs have %d", c.Name, n, checks[c.Name])
		}
		delete(checks, c.Name)
	}
	if len(checks) > 0 {
		t.Errorf("checks that the merged report lacks: %v", checks)
	}
}

// central12 looks at the ceilings and waivers of the fleet.
func central12(t *testing.T, got fleet.Report) {
	if len(got.Organisations) != 1 || got.Organisations[0].Extensions != 13 {
		t.Errorf("%+v", got.Organisations)
	}
	shell := got.Ceilings[0]
	if shell.Of != "process.shell" || shell.Waived != 1 || !slices.Contains(shell.Above, "acme/npm") ||
		slices.Contains(shell.Above, "acme/shell") ||
		shell.Broken+shell.Unproven != len(shell.Above) {
		t.Errorf("%+v", shell)
	}
	if eval := got.Ceilings[1]; !slices.Contains(eval.Above, "acme/two/packages/b") || slices.Contains(eval.Above, "acme/two/packages/a") {
		t.Errorf("%+v", eval)
	}
	uses := []string{}
	for _, w := range got.Waivers {
		uses = append(uses, fmt.Sprintf("%s %s %d", w.Repository, w.Use, w.Extensions))
	}
	if diff := cmp.Diff([]string{"acme/shell used 1", "acme/npm expired 1", "acme/gone elsewhere 0"}, uses); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// notIn takes a part away, tears it, doubles it and exchanges it.
func notIn(t *testing.T, work string, parts []string, whole fleet.Report) {
	copied := func(part string, change func(dir string)) string {
		dir := filepath.Join(t.TempDir(), "part")
		if err := os.CopyFS(dir, os.DirFS(filepath.Join(work, part))); err != nil {
			t.Fatal(err)
		}
		change(dir)
		return dir
	}
	edit := func(name, old, text string) func(string) {
		return func(dir string) {
			file := filepath.Join(dir, name)
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			changed := bytes.Replace(data, []byte(old), []byte(text), 1)
			if bytes.Equal(changed, data) {
				t.Fatalf("%s has no %q", name, old)
			}
			if err := os.WriteFile(file, changed, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	// A report of the first shard, and how many extensions the shard has.
	var name string
	first := 0
	for _, r := range whole.Repositories {
		for _, e := range r.Extensions {
			if e.Shard == 1 {
				first++
				name = e.Report.Name
			}
		}
	}
	cut := func(file string) func(string) {
		return func(dir string) {
			if err := os.Truncate(filepath.Join(dir, file), 100); err != nil {
				t.Fatal(err)
			}
		}
	}
	rest := parts[1:]
	for _, c := range []struct {
		name  string
		parts []string
		state fleet.ShardState
		lost  int // extensions
		why   string
	}{
		{"missing", rest, fleet.Absent, first, "nobody brought it"},
		{"no document", append([]string{copied("part-1", func(dir string) { _ = os.Remove(filepath.Join(dir, fleet.PartFile)) })}, rest...),
			fleet.Absent, first, "there is no shard.json"},
		{"the document cut", append([]string{copied("part-1", cut(fleet.PartFile))}, rest...), fleet.Absent, first, "reading shard.json"},
		{"a report cut", append([]string{copied("part-1", cut(name))}, rest...), fleet.Torn, 1, "it is not the one that the shard wrote"},
		{"a report gone", append([]string{copied("part-1", func(dir string) { _ = os.Remove(filepath.Join(dir, name)) })}, rest...), fleet.Torn,
			1, "no such file"},
		{"a report changed", append([]string{copied("part-1", edit(name, `"sandbox"`, `"unrestricted"`))}, rest...), fleet.Torn, 1,
			"not the one"},
		{"a report that is a link", append([]string{copied("part-1", func(dir string) {
			_ = os.Remove(filepath.Join(dir, name))
			_ = os.Symlink(filepath.Join(work, "part-1", name), filepath.Join(dir, name))
		})}, rest...), fleet.Torn, 1, "does not count"},
		{"a report outside", append([]string{copied("part-1", edit(fleet.PartFile, `"name": "`, `"name": "../`))}, rest...), fleet.Absent, first,
			"not as a run names one"},
		{"twice", append([]string{"part-1"}, parts...), fleet.Doubled, 0, "counts once"},
		{"twice and not the same", append([]string{copied("part-1", edit(fleet.PartFile, `"unreachable": []`, `"unreachable": [
        "x"
      ]`))}, parts...), fleet.Torn, first, "neither counts"},
		{"of another plan", append([]string{copied("part-1", edit(fleet.PartFile, whole.Plan, strings.Repeat("0", 64)))}, rest...), fleet.Absent,
			first, "another plan"},
		{"another shard's number", append([]string{copied("part-1", edit(fleet.PartFile, `"shard": 1`, `"shard": 2`))}, parts[2:]...),
			fleet.Absent, 0, "which is not its target"},
	} {
		got, code := merge(t, work, c.parts...)
		if got.Complete || got.Passes || code != exit.No {
			t.Errorf("%s: complete %t, passes %t, exit %d", c.name, got.Complete, got.Passes, code)
		}
		said := fmt.Sprintf("%+v %+v", got.Shards, got.Missing)
		if i := slices.IndexFunc(
			got.Shards,
			func(s fleet.State) bool { return s.Shard == 1 },
		); got.Shards[i].State != c.state ||
			!strings.Contains(said, c.why) {
			t.Errorf("%s: %s, and not %s with %q", c.name, said, c.state, c.why)
		}
		if c.lost > 0 && got.Totals.Extensions != whole.Totals.Extensions-c.lost {
			t.Errorf("%s: %d extensions of %d are in, %d should be lost", c.name, got.Totals.Extensions, whole.Totals.Extensions, c.lost)
		}
		if c.lost > 0 && len(got.Missing) == 0 {
			t.Errorf("%s: no target is named", c.name)
		}
		if got.Totals.Targets != whole.Totals.Targets || len(got.Repositories) != len(whole.Repositories) {
			t.Errorf("%s: %d targets of %d", c.name, got.Totals.Targets, whole.Totals.Targets)
		}
	}
}
