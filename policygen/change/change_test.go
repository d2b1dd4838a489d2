package change

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

func sample(t *testing.T) Diff {
	t.Helper()
	docker := policy.Grant{Section: policy.Processes, Pattern: "docker", Args: []string{"run", "a`b``</code><script>", "..."}}
	read := policy.Grant{Section: policy.FilesRead, Pattern: "${workspace}/**"}
	old := policy.New("acme.tool", policy.Grant{Section: policy.EnvRead, Pattern: "PATH"}, read)
	read.Pattern = "${workspace}/a"
	e := evidence.Document{Lines: []evidence.Line{{Grant: docker.Key(), More: 2}}}
	for i := range 5 {
		e.Lines[0].Places = append(
			e.Lines[0].Places,
			evidence.Place{
				Where:  finding.Location{File: "dist/a.js", Line: i + 1, Column: 1},
				Symbol: "child_process.spawn",
				Path:   []string{"activate", "run"},
			},
		)
	}
	d, err := Between(old, policy.New("acme.tool", docker, read), e)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestText(t *testing.T) {
	want := "Wider: the new policy allows more, so it does not pass (exit code 1):\n" +
		"  + processes: docker run a`b``</code><script> ...\n" +
		"      the old policy allows nothing of processes\n" +
		"      dist/a.js:1:1 child_process.spawn (activate > run)\n" +
		"      dist/a.js:2:1 child_process.spawn (activate > run)\n" +
		"      dist/a.js:3:1 child_process.spawn (activate > run)\n" +
		"      and 4 more places\n" +
		"Narrower: the new policy allows less, which is fine:\n" +
		"  - files.read: ${workspace}/**\n" +
		"      no longer granted\n" +
		"  - env.read: PATH\n" +
		"      no longer granted\n" +
		"What the signs mean:\n" +
		"  ... any further arguments\n" +
		"  ** in a path: all files and folders below\n" +
		"  ${workspace} the folders that are open\n" +
		"  all signs: " + policy.SignsPage + "\n" +
		"Next: see what needs it, and take that out:\n" +
		"  ringfence policy explain . 'processes: docker run a`b``</code><script> ...'\n" +
		"Or accept it: approve the pull request, or have this in the base's .ringfence/policy.override.json:\n" +
		`  {"allow": {"processes": {"command": "docker", "args": ["run", "a` + "`b``" + `</code><script>", "..."]}}, "reason": "…"}` + "\n"
	if diff := cmp.Diff(want, sample(t).Text()); diff != "" {
		t.Error(diff)
	}
	if got := (Diff{}).Text(); got != "The policies allow the same: it passes.\n" {
		t.Errorf("no difference is %q", got)
	}
}

// How it ends: what is narrower alone passes, and a denial that is gone needs no line of the code.
func TestNext(t *testing.T) {
	d := sample(t)
	d.Wider = nil
	if got := d.Text(); !strings.HasSuffix(got, "\nIt passes: nothing is wider.\n") {
		t.Errorf("narrower is %q", got)
	}
	spawn := policy.Grant{Section: policy.Modules, Name: "child_process", Pattern: "spawn"}
	d.Wider = append([]Line{{Change: policy.Change{Grant: spawn, Reason: "the old policy does not allow it"}}}, sample(t).Wider...)
	if got := d.Text(); !strings.Contains(got, "ringfence policy explain . 'processes: docker run") {
		t.Errorf("the function stands before the program: %q", got)
	}
	path := policy.Grant{Section: policy.EnvRead, Pattern: "PATH"}
	d.Wider = []Line{{Change: policy.Change{Denial: true, Grant: path, Reason: "no longer denied"}}}
	const back = "\nNext: put the denial back into .ringfence/policy.override.json, or accept that it is gone.\n"
	if got := d.Text(); !strings.HasSuffix(got, back) {
		t.Errorf("a denial that is gone is %q", got)
	}
}

func TestMarkdownCannotBeLeft(t *testing.T) {
	want := "### Permissions that are wider\n\n" +
		"- ```processes: docker run a`b``</code><script> ...```: `the old policy allows nothing of processes`\n" +
		"  - `dist/a.js:1:1 child_process.spawn (activate > run)`\n" +
		"  - `dist/a.js:2:1 child_process.spawn (activate > run)`\n" +
		"  - `dist/a.js:3:1 child_process.spawn (activate > run)`\n\n" +
		"### Permissions that are narrower\n\n" +
		"- `files.read: ${workspace}/**`: `no longer granted`\n" +
		"- `env.read: PATH`: `no longer granted`\n"
	if diff := cmp.Diff(want, sample(t).Markdown()); diff != "" {
		t.Error(diff)
	}
	for text, want := range map[string]string{"`": "`` ` ``", "": "`  `", "a\n# b": "`a\\n# b`", "a``": "``` a`` ```"} {
		if got := span(text); got != want {
			t.Errorf("%q becomes %s, want %s", text, got, want)
		}
	}
}

func TestJSON(t *testing.T) {
	data, err := sample(t).JSON()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Wider []struct {
			Grant  map[string]any
			Reason string
			Places []any
			More   int
		}
		Narrower []struct{ Text string }
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Wider) != 1 || len(got.Wider[0].Places) != 5 || got.Wider[0].More != 2 ||
		got.Wider[0].Reason != "the old policy allows nothing of processes" ||
		fmt.Sprint(got.Wider[0].Grant) != "map[processes:map[args:[run a`b``</code><script> ...] command:docker]]" {
		t.Errorf("%s", data)
	}
	if len(got.Narrower) != 2 || got.Narrower[1].Text != "env.read: PATH" {
		t.Errorf("%s", data)
	}
	again, err := sample(t).JSON()
	if err != nil || string(again) != string(data) {
		t.Error("the second time it is written otherwise")
	}
}

// The page's example is what the command prints.
func TestThePagesExample(t *testing.T) {
	page, err := os.ReadFile("../../docs/guide/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "ringfence policy diff - .ringfence/policy.json\n")
	want, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatal("there is no example")
	}
	docker := policy.Grant{Section: policy.Processes, Pattern: "docker", Args: []string{"run", "..."}}
	d, err := Between(policy.New("acme.tool"), policy.New("acme.tool", docker), evidence.Document{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, d.Text()); diff != "" {
		t.Error(diff)
	}
}
