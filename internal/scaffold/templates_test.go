package scaffold

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sample = "0123456789abcdef0123456789abcdef01234567"

func workflow(t *testing.T, s Settings) string {
	t.Helper()
	files, err := Files(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(files[Workflow])
}

func release(t *testing.T, s Settings) string {
	t.Helper()
	files, err := ReleaseFiles(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(files[Release])
}

// The linters of workflows read the examples of the documentation.
func TestTheExamplesAreWhatInitWrites(t *testing.T) {
	s := Settings{Commit: sample, Branch: "main", Folder: "extensions/tool"}
	for name, got := range map[string]string{"ringfence.yml": workflow(t, s), "ringfence-release.yml": release(t, s)} {
		file := filepath.Join("..", "..", "docs", "examples", name)
		if os.Getenv("UPDATE") == "1" {
			if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("the example has (-), init writes (+); UPDATE=1 records it:\n%s", diff)
		}
	}
}

// An organisation's file is named to the job that judges, and to no other.
func TestTheOrganisationsFileIsNamed(t *testing.T) {
	const org = "acme/central/rules/all.yml@" + sample
	with := jobs(t, workflow(t, Settings{Commit: sample, Branch: "main", Folder: ".", Org: org}))
	without := jobs(t, workflow(t, Settings{Commit: sample, Branch: "main", Folder: "."}))
	for name, job := range with {
		if line := "          org: '" + org + "'\n"; strings.Replace(job, line, "", 1) != without[name] ||
			strings.Contains(job, line) != (name == "analyze") {
			t.Errorf("%s:\n%s", name, cmp.Diff(without[name], job))
		}
	}
}

// builds reports a job that builds: the change, or what it is compared with.
func builds(job string) bool { return job == "build" || job == "base" }

// What was detected stands in the jobs that build, and nowhere else.
func TestTheBuildIsToldWhatWasDetected(t *testing.T) {
	plain := Settings{Commit: sample, Branch: "main", Folder: "."}
	for _, c := range []struct {
		name  string
		s     Settings
		lines []string
	}{
		{"nothing", plain, []string{"          node-version: 22\n"}},
		{"a file with the version of Node", Settings{Commit: sample, Branch: "main", Folder: ".", NodeFile: ".nvmrc", NodeVersion: "24"},
			[]string{"          node-version-file: 'source/.nvmrc'\n"}},
		{"a version", Settings{Commit: sample, Branch: "main", Folder: ".", NodeVersion: "24"}, []string{"          node-version: 24\n"}},
		{"a command", Settings{Commit: sample, Branch: "main", Folder: ".", Command: "npm run build"},
			[]string{"--repository source --out extension.vsix --command 'npm run build'"}},
	} {
		for file, text := range map[string]string{Workflow: workflow(t, c.s), Release: release(t, c.s)} {
			times := map[string]int{Workflow: 2, Release: 1}[file]
			for name, job := range jobs(t, text) {
				for _, line := range c.lines {
					if got := strings.Contains(job, line); got != builds(name) {
						t.Errorf("%s: %s: job %s: %q is there: %t", c.name, file, name, line, got)
					}
				}
			}
			if strings.Count(text, "node-version") != times || strings.Contains(text, "@NODE@") || strings.Contains(text, "@COMMAND@") ||
				strings.Contains(text, "--command") != (c.s.Command != "") {
				t.Errorf("%s: %s:\n%s", c.name, file, text)
			}
		}
	}
}

// Several extensions of a repository have a workflow each. They share no name: the
// runs of one would end the other's, and a required check would mean either.
func TestSeveralExtensionsHaveAWorkflowEach(t *testing.T) {
	a := Settings{Commit: sample, Branch: "main", Folder: "packages/a", Apart: true}
	b := a
	b.Folder = "packages/b"
	if a.WorkflowFile() != ".github/workflows/ringfence-packages-a.yml" ||
		a.ReleaseFile() != ".github/workflows/ringfence-release-packages-a.yml" ||
		a.CheckName() != "analyze packages/a" {
		t.Errorf("%s, %s, %s", a.WorkflowFile(), a.ReleaseFile(), a.CheckName())
	}
	first, err := Files(a)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Files(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"name: ringfence-packages-a\n", "  group: ringfence-packages-a-${{ github.ref }}\n",
		"    name: 'analyze packages/a'\n", "          branch: 'ringfence/policy-packages-a'\n"} {
		if !strings.Contains(string(first[a.WorkflowFile()]), line) || strings.Contains(string(second[b.WorkflowFile()]), line) {
			t.Errorf("%q is not the first's alone", line)
		}
	}
	alone := Settings{Commit: sample, Branch: "main", Folder: "packages/a"}
	if text := workflow(
		t,
		alone,
	); alone.CheckName() != "analyze" || strings.Contains(text, "name: 'analyze") || !strings.Contains(text, "\nname: ringfence\n") ||
		!strings.Contains(text, "  group: ringfence-${{ github.ref }}\n") {
		t.Errorf("one extension:\n%s", text)
	}
}

// jobs cuts a workflow into its jobs.
func jobs(t *testing.T, text string) map[string]string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "\njobs:\n")
	if !ok {
		t.Fatal("no jobs")
	}
	found, name := map[string]string{}, ""
	for line := range strings.Lines(rest) {
		if m := regexp.MustCompile(`^  ([a-z]+):\n$`).FindStringSubmatch(line); m != nil {
			name = m[1]
		}
		found[name] += line
	}
	return found
}

func permissions(job string) []string {
	_, rest, _ := strings.Cut(job, "    permissions:\n")
	var list []string
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "      ") {
			break
		}
		text, _, _ := strings.Cut(line, "#")
		list = append(list, strings.TrimSpace(text))
	}
	return list
}

func TestEachJobHasThePermissionsItNeeds(t *testing.T) {
	text := workflow(t, Settings{Commit: sample, Branch: "main", Folder: "."})
	if !strings.Contains(text, "\npermissions: {}\n") {
		t.Error("the workflow as a whole has permissions")
	}
	got := map[string][]string{}
	for name, job := range jobs(t, text) {
		got[name] = permissions(job)
	}
	want := map[string][]string{
		"build":   {"contents: read"},
		"base":    {"contents: read"},
		"analyze": {"actions: read", "contents: read", "issues: read", "pull-requests: write", "security-events: write"},
		"commit":  {"contents: write", "pull-requests: write"},
		"confirm": nil, // it waits, and does nothing
	}
	text = release(t, Settings{Commit: sample, Branch: "main", Folder: "."})
	if !strings.Contains(text, "\npermissions: {}\n") {
		t.Error("the workflow of releases has permissions as a whole")
	}
	for name, job := range jobs(t, text) {
		got["release "+name] = permissions(job)
	}
	want["release build"], want["release attach"] = []string{"contents: read"}, []string{"contents: write"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wanted (-), found (+):\n%s", diff)
	}
}

// Code of the repository runs in the jobs that build and in no other, and they are
// handed nothing.
func TestOnlyTheJobWithoutSecretsRunsTheChangesCode(t *testing.T) {
	s := Settings{Commit: sample, Branch: "main", Folder: "."}
	all := jobs(t, release(t, s))
	for text, want := range map[string]int{workflow(t, s): 4, release(t, s): 2} {
		if strings.Contains(text, "pull_request_target") || strings.Contains(text, "workflow_run") {
			t.Error("a token that writes meets a stranger's code")
		}
		checkouts := strings.Count(text, "uses: actions/checkout@")
		if kept := strings.Count(text, "persist-credentials: false"); kept != checkouts || checkouts != want {
			t.Errorf("%d checkouts, %d leave no token behind", checkouts, kept)
		}
	}
	for name, job := range jobs(t, workflow(t, s)) {
		if all[name+" of pull requests"] = job; name != "build" {
			all[name] = job
		}
	}
	for name, job := range all {
		name, _, _ = strings.Cut(name, " ")
		if runs := strings.Contains(job, "npm ") || strings.Contains(job, `"$PROGRAM" build`); runs != builds(name) {
			t.Errorf("%s: that it builds is %t", name, runs)
		}
		if builds(name) && regexp.MustCompile(`secrets\.|github\.token|GITHUB_TOKEN|token:`).MatchString(job) {
			t.Errorf("%s is handed a secret:\n%s", name, job)
		}
		if name == "commit" && !strings.Contains(job, "if: github.event_name == 'push'") {
			t.Error("a pull request commits")
		}
	}
}

func TestEverythingIsPinnedAndNothingIsAScript(t *testing.T) {
	s := Settings{Commit: sample, Branch: "main", Folder: "."}
	text := workflow(t, s) + release(t, s)
	uses := regexp.MustCompile(`(?m)uses: *(\S+)`).FindAllStringSubmatch(text, -1)
	if len(uses) < 14 {
		t.Fatalf("only %d actions: this test does not see them", len(uses))
	}
	for _, m := range uses {
		if !regexp.MustCompile(`^[a-z-]+/[a-z-]+@[0-9a-f]{40}$`).MatchString(m[1]) {
			t.Errorf("%s is not pinned", m[1])
		}
	}
	// An expression in a script would be a stranger's text run as one.
	for _, script := range regexp.MustCompile(`(?m)^ +run: (?:\|\n(?: {10}.*\n)+|.*\n)`).FindAllString(text, -1) {
		if strings.Contains(script, "${{") {
			t.Errorf("an expression stands in a script:\n%s", script)
		}
	}
}

func TestNamesThatMeanSomethingAreRefused(t *testing.T) {
	good := Settings{
		Commit: sample,
		Branch: "release/1.x",
		Folder: "extensions/my-tool_2",
		Org:    "https://acme.example/a-b.yml#sha256:" + sample,
	}
	good.NodeFile, good.NodeVersion, good.Command = "extensions/my-tool_2/.nvmrc", "24", "npm run build:prod && npm run copy"
	if _, err := Files(good); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []Settings{
		{Commit: "", Branch: "main", Folder: "."}, {Commit: "v1", Branch: "main", Folder: "."},
		{Commit: sample[:39], Branch: "main", Folder: "."}, {Commit: sample + "\n", Branch: "main", Folder: "."},
		{Commit: strings.ToUpper(sample), Branch: "main", Folder: "."},
		{Commit: sample, Branch: "", Folder: "."}, {Commit: sample, Branch: "x']\npermissions: write-all", Folder: "."},
		{Commit: sample, Branch: "${{ x }}", Folder: "."}, {Commit: sample, Branch: "*", Folder: "."},
		{Commit: sample, Branch: "-x", Folder: "."},
		{Commit: sample, Branch: "main", Folder: ""}, {Commit: sample, Branch: "main", Folder: "../up"},
		{Commit: sample, Branch: "main", Folder: "/abs"}, {Commit: sample, Branch: "main", Folder: "a'; rm -rf /"},
		{Commit: sample, Branch: "main", Folder: "$(id)"}, {Commit: sample, Branch: "main", Folder: "a b"},
		{Commit: sample, Branch: "main", Folder: "a//b"}, {Commit: sample, Branch: "main", Folder: "a\n"},
		{Commit: sample, Branch: "main", Folder: ".."},
		{Commit: sample, Branch: "main", Folder: ".", Org: "x'\n          token: y"},
		{Commit: sample, Branch: "main", Folder: ".", Org: "${{ x }}"}, {Commit: sample, Branch: "main", Folder: ".", Org: "a b"},
		{Commit: sample, Branch: "main", Folder: ".", NodeVersion: "22\n"}, {Commit: sample, Branch: "main", Folder: ".", NodeVersion: "lts"},
		{Commit: sample, Branch: "main", Folder: ".", NodeFile: "../.nvmrc"},
		{Commit: sample, Branch: "main", Folder: ".", NodeFile: "a'b/.nvmrc"},
		{Commit: sample, Branch: "main", Folder: ".", NodeFile: "${{ x }}"},
		{Commit: sample, Branch: "main", Folder: ".", Command: "npm run x'; id #"},
		{Commit: sample, Branch: "main", Folder: ".", Command: "npm run ${{ github.token }}"},
		{Commit: sample, Branch: "main", Folder: ".", Command: "npm run a\nnpm run b"},
		{Commit: sample, Branch: "main", Folder: ".", Command: "$(id)"}, {Commit: sample, Branch: "main", Folder: ".", Command: "-x"},
		{Commit: sample, Branch: "main", Folder: ".", Command: "a`id`"},
	} {
		if _, err := Files(bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
		if _, err := ReleaseFiles(bad); err == nil {
			t.Errorf("%+v is taken for releases", bad)
		}
	}
}
