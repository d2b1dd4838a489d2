package githubaction_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/githubaction"
	"github.com/ringfence-dev/ringfence/internal/review/result"
)

// run is a step with an environment and what it said.
func run(t *testing.T, env map[string]string) (*githubaction.Runner, *bytes.Buffer, string) {
	t.Helper()
	dir := t.TempDir()
	all := map[string]string{
		"GITHUB_EVENT_NAME": "pull_request",
		"GITHUB_REPOSITORY": "owner/repo",
		"GITHUB_SHA":        strings.Repeat("a", 40),
		"GITHUB_OUTPUT": filepath.Join(
			dir,
			"output",
		),
		"GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"),
		"GITHUB_EVENT_PATH":   filepath.Join(dir, "event.json"),
	}
	for k, v := range env {
		all[k] = v
	}
	var out bytes.Buffer
	return githubaction.NewRunner(&out, func(k string) string { return all[k] }), &out, dir
}

// An annotation stands in the source, with the function around it; a report that
// leads out of the repository is not followed.
func TestAnnotationsStandInSources(t *testing.T) {
	for file, want := range map[string]string{
		"src/a.ts":              "::error col=5,file=packages/x/src/a.ts,line=7,title=a_check::high: in Runner.start: m",
		"../shared/a.ts":        "::error col=5,file=packages/shared/a.ts,line=7,title=a_check::high: in Runner.start: m",
		"../../../etc/hosts.ts": "::error col=900,file=packages/x/dist/a.js,line=1,title=a_check::high: m",
	} {
		r, out, _ := run(t, nil)
		f := finding.Finding{
			Check: "a_check", Severity: finding.High, Message: "m", Where: finding.Location{File: "dist/a.js", Line: 1, Column: 900},
			Origin: &finding.Origin{File: file, Line: 7, Column: 5, InTree: true, Function: "Runner.start"},
		}
		if err := r.Annotate([]githubaction.Placed{{Prefix: "packages/x/", Findings: []finding.Finding{f}}}, 0); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(out.String()); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", file, got, want)
		}
	}
}

// TestAnnotations: at most ten of each kind, one line each, the worst first, and
// how many are missing is said.
func TestAnnotations(t *testing.T) {
	r, out, _ := run(t, nil)
	var fs []finding.Finding
	for i := range 30 {
		fs = append(
			fs,
			finding.Finding{
				Check:    "a_check",
				Severity: finding.Low + finding.Severity(i%4),
				Message:  "m" + fmt.Sprint(i),
				Where:    finding.Location{File: "a,b:c\n.js", Line: i + 1, Column: 2},
			},
		)
	}
	fs = append(fs, finding.Finding{Check: "a_check", Severity: finding.Critical, Message: "answered", Suppressed: &finding.Suppression{}})
	before := fmt.Sprint(fs)
	if err := r.Annotate([]githubaction.Placed{{Prefix: "packages/x/", Findings: fs}}, 0); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	errors, warnings := 0, 0
	for _, l := range lines {
		switch {
		case strings.HasPrefix(l, "::error "):
			errors++
		case strings.HasPrefix(l, "::warning"):
			warnings++
		default:
			t.Errorf("no command: %q", l)
		}
	}
	if errors > 10 || warnings > 10 || errors == 0 || warnings == 0 {
		t.Errorf("%d errors and %d warnings", errors, warnings)
	}
	if want := "::error col=2,file=packages/x/a%2Cb%3Ac%0A.js,line=4,title=a_check::critical: m3"; lines[0] != want {
		t.Errorf("the first is %q, want %q", lines[0], want)
	}
	if last := lines[len(lines)-1]; !strings.Contains(last, fmt.Sprint(30-errors-(warnings-1))+" more") {
		t.Errorf("the last is %q with %d and %d before", last, errors, warnings)
	}
	if strings.Contains(out.String(), "answered") || fmt.Sprint(fs) != before {
		t.Error("an answered finding is annotated, or the list was changed")
	}
}

// TestHostileCommands: no text starts a command of its own.
func TestHostileCommands(t *testing.T) {
	r, out, _ := run(t, nil)
	text := "x\n::set-output name=a::b\r\n::stop-commands::t%0A::error::"
	if err := r.Annotate(
		[]githubaction.Placed{
			{
				Prefix:   text,
				Findings: []finding.Finding{{Check: "c", Severity: finding.High, Message: text, Where: finding.Location{File: text, Line: 1}}},
			},
		},
		0,
	); err != nil {
		t.Fatal(err)
	}
	for _, say := range []func(string) error{r.Warn, r.Error} {
		if err := say(text); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(strings.TrimSpace(out.String()), "\n"); n != 2 {
		t.Errorf("three commands are %d lines:\n%s", n+1, out)
	}
}

// TestOutputs: what could be read as two outputs is refused and nothing is
// written.
func TestOutputs(t *testing.T) {
	r, _, dir := run(t, nil)
	if err := r.SetOutput("category", "sandbox"); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(filepath.Join(dir, "output"))
	if err != nil || !strings.Contains(string(good), "category<<") || !strings.Contains(string(good), "\nsandbox\n") {
		t.Fatalf("%q, %v", good, err)
	}
	for name, value := range map[string]string{"a\nb": "", "a<<b": "", "": "", "path": "x\n_GitHubActionsFileCommandDelimeter_\nrisk=none"} {
		if err := r.SetOutput(name, value); err == nil {
			t.Errorf("%q=%q was written", name, value)
		}
	}
	if after, _ := os.ReadFile(filepath.Join(dir, "output")); !bytes.Equal(after, good) {
		t.Errorf("the file changed: %q", after)
	}
	if r, _, _ := run(
		t,
		map[string]string{"GITHUB_OUTPUT": "", "GITHUB_STEP_SUMMARY": ""},
	); r.SetOutput("a", "b") == nil ||
		r.AddSummary("x") == nil {
		t.Error("outside a run there is nothing to write to")
	}
	if r, _, _ := run(t, map[string]string{"GITHUB_OUTPUT": filepath.Join(dir, "no", "such")}); r.SetOutput("a", "b") == nil {
		t.Error("a file that cannot be written is no error")
	}
}

// TestSummaryIsBounded: with what is there already.
func TestSummaryIsBounded(t *testing.T) {
	r, _, _ := run(t, nil)
	half := strings.Repeat("x", result.MaxPage/2)
	if err := r.AddSummary(half); err != nil {
		t.Fatal(err)
	}
	if err := r.AddSummary(half); err == nil {
		t.Error("two halves and two line ends are more than the whole")
	}
}

const pullEvent = `{"action":"labeled","number":7,"label":{"name":"ringfence: accept"},"sender":{"login":"alice","type":"User"},
"repository":{"default_branch":"main"},"pull_request":{"number":7,"draft":false,"user":{"login":"mallory"},
"head":{"ref":"x","sha":"%s","repo":%s},"base":{"ref":"main","sha":"%s","repo":{"full_name":"owner/repo"}}}}`

// TestEvents reads a pull request from the repository, from a fork and from a
// fork that is gone.
func TestEvents(t *testing.T) {
	a, b := strings.Repeat("a", 40), strings.Repeat("b", 64)
	for _, c := range []struct {
		name, repo, actor string
		fork, readOnly    bool
	}{
		{"the same repository", `{"full_name":"Owner/repo"}`, "mallory", false, false},
		{"a fork", `{"full_name":"mallory/repo"}`, "mallory", true, true},
		{"a deleted fork", `null`, "mallory", true, true},
		{"dependabot", `{"full_name":"owner/repo"}`, githubaction.Dependabot, false, true},
	} {
		r, _, dir := run(t, map[string]string{"GITHUB_ACTOR": c.actor})
		write(t, dir, fmt.Sprintf(pullEvent, a, c.repo, b))
		e, err := r.ReadEvent()
		if err != nil {
			t.Fatal(err)
		}
		if e.Pull.Fork() != c.fork || e.ReadOnly() != c.readOnly {
			t.Errorf("%s: fork %v, read-only %v", c.name, e.Pull.Fork(), e.ReadOnly())
		}
		if diff := cmp.Diff(
			[]string{"alice", "mallory", "ringfence: accept", "labeled", "main", a, b},
			[]string{e.Sender, e.Pull.Author, e.Label, e.Action, e.Default, e.Pull.Head.SHA, e.Pull.Base.SHA},
		); diff != "" {
			t.Error(diff)
		}
	}
}

// TestBrokenEvents: each is an error that names what is wrong.
func TestBrokenEvents(t *testing.T) {
	good := fmt.Sprintf(pullEvent, strings.Repeat("a", 40), "null", strings.Repeat("b", 40))
	for _, c := range []struct {
		want, event string
		env         map[string]string
	}{
		{"not a step of a run", good, map[string]string{"GITHUB_EVENT_NAME": ""}},
		{"owner/name", good, map[string]string{"GITHUB_REPOSITORY": "../../x"}},
		{"not a commit", good, map[string]string{"GITHUB_SHA": "main; rm -rf"}},
		{"GITHUB_EVENT_PATH", good, map[string]string{"GITHUB_EVENT_PATH": ""}},
		{"no JSON", "{", nil},
		{"without commits", strings.ReplaceAll(good, "aaaa", "AAAA"), nil},
		{"without commits", strings.ReplaceAll(good, `"number":7,"draft"`, `"number":-1,"draft"`), nil},
	} {
		r, _, dir := run(t, c.env)
		write(t, dir, c.event)
		if _, err := r.ReadEvent(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

func write(t *testing.T, dir, event string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "event.json"), []byte(event), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestMask: short values would hide half the log.
func TestMask(t *testing.T) {
	r, out, _ := run(t, nil)
	for _, v := range []string{"", "abc", "ghs_0123456789\nsecond line of it"} {
		if err := r.Mask(v); err != nil {
			t.Fatal(err)
		}
	}
	if want := "::add-mask::ghs_0123456789\n::add-mask::second line of it\n"; out.String() != want {
		t.Errorf("%q, want %q", out, want)
	}
}
