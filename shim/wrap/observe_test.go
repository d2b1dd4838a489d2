package wrap_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// watched is an extension that does what its commands are told, which no analysis
// can know; of programs it names git alone.
const watched = `
const fs = require('fs'), cp = require('child_process'), vscode = require('vscode')
exports.activate = context => {
  const command = (name, f) => context.subscriptions.push(vscode.commands.registerCommand('watched.' + name, f))
  command('read', file => fs.readFileSync(file, 'utf8'))
  command('run', (file, ...args) => cp.execFileSync(file, args, { encoding: 'utf8' }))
  command('shell', line => cp.execSync(line, { encoding: 'utf8' }))
  const loaders = vscode.Uri.joinPath(context.globalStorageUri, '..', 'ringfence', 'acme.watched')
  command('forget', () => fs.rmSync(loaders.fsPath, { recursive: true }))
  command('tamper', () => fs.writeFileSync(loaders.fsPath + '/state.json', '{}'))
  command('remove', () => vscode.workspace.fs.delete(vscode.Uri.joinPath(loaders, '..'), { recursive: true }))
  command('empty', () => {
    fs.mkdirSync(context.globalStorageUri.fsPath, { recursive: true })
    fs.rmSync(context.globalStorageUri.fsPath, { recursive: true })
  })
}
const tool = 'git'
`

const watchedPolicy = `{"schemaVersion": 1, "extension": "acme.watched",
"modules": {"child_process": ["execFileSync", "execSync"], "fs": ["mkdirSync", "readFileSync", "rmSync", "writeFileSync"]},
"files.read": [{"path": "${workspace}/**", "mark": "unresolved", "question": "Which files?"}],
"files.write": ["${globalStorage}/**"],
"processes": [{"command": "${extension}/**", "args": ["..."], "mark": "unresolved", "question": "Which programs?"}],
"vscode": [{"surface": "files.write", "resource": "${globalStorage}/**"}]}`

// stage is where an observed extension runs again and again.
type stage struct {
	t                        *testing.T
	dir, data, home, outside string
}

// newStage wraps main under a policy and gives it folders that stay.
func newStage(t *testing.T, main, document string, change func(*wrap.Options)) stage {
	t.Helper()
	inHost(t)
	s := stage{t, filepath.Join(t.TempDir(), "wrapped"), t.TempDir(), t.TempDir(), t.TempDir()}
	id := document[strings.Index(document, "acme."):]
	id = id[:strings.IndexByte(id, '"')]
	p, err := policy.Parse("policy.json", []byte(document))
	if err != nil {
		t.Fatal(err)
	}
	o := withLoader(t)
	o.Mode, o.ObserveDays, o.Policy = wrap.Observe, 7, p
	if change != nil {
		change(&o)
	}
	mustWrap(t, folder(t, map[string]string{
		"package.json": fmt.Sprintf(
			`{"name": %q, "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js", "activationEvents": `+
				`["*"]}`,
			strings.TrimPrefix(id, "acme."),
		),
		"main.js": main,
	}), s.dir, o)
	for _, f := range []string{filepath.Join(s.outside, "notes.txt"), filepath.Join(s.outside, "other.txt"),
		filepath.Join(s.home, ".ssh", "config")} {
		if err := os.MkdirAll(filepath.Dir(f), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, []byte("text of "+filepath.Base(f)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// run starts a host with its clock moved by shift.
func (s stage) run(shift time.Duration, o exthost.Options, commands ...[]any) exthost.Result {
	s.t.Helper()
	clock := filepath.Join(s.t.TempDir(), "clock.js")
	text := fmt.Sprintf("const now = Date.now; Date.now = () => now() + %d\n", shift.Milliseconds())
	if err := os.WriteFile(clock, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
	o.Extension, o.Data, o.Env, o.ExecArgv, o.Commands, o.Timeout = s.dir, s.data, map[string]string{
		"HOME": s.home,
	}, []string{
		"--require",
		clock,
	}, commands, 90*time.Second
	r, err := exthost.Run(s.t.Context(), o)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

// storage is a file of what the loader keeps.
func (s stage) storage(name string) string {
	s.t.Helper()
	found, err := filepath.Glob(filepath.Join(s.data, "globalStorage", "ringfence", "*", name))
	if err != nil || len(found) != 1 {
		s.t.Fatalf("%s: %v %v", name, found, err)
	}
	return found[0]
}

func (s stage) text(name string) string {
	s.t.Helper()
	data, err := os.ReadFile(s.storage(name))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

// state is what the loader remembers.
func (s stage) state() (out struct {
	Observed float64
	Ended    bool
	Granted  []struct {
		Section string
		Entry   any
	}
	Waiting []struct {
		Section, Reason string
		Entry           any
	}
}) {
	s.t.Helper()
	if err := json.Unmarshal([]byte(s.record()), &out); err != nil {
		s.t.Fatal(err)
	}
	return out
}

// secrets is the file of the stand-in for the editor's secret storage: names and texts.
func (s stage) secrets() (file string, all [][2]string) {
	s.t.Helper()
	file = filepath.Join(s.data, "secrets.json")
	data, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := json.Unmarshal(data, &all); err != nil {
		s.t.Fatal(err)
	}
	return file, all
}

// record is what the loader keeps there.
func (s stage) record() string {
	s.t.Helper()
	_, all := s.secrets()
	for _, e := range all {
		if strings.HasSuffix(e[0], ":ringfence.record") {
			return e[1]
		}
	}
	s.t.Fatalf("no record among %v", all)
	return ""
}

// keep puts another record there; "": none.
func (s stage) keep(text string) {
	s.t.Helper()
	file, all := s.secrets()
	all = slices.DeleteFunc(all, func(e [2]string) bool { return strings.HasSuffix(e[0], ":ringfence.record") })
	if text != "" {
		all = append(all, [2]string{"acme.watched:ringfence.record", text})
	}
	data, err := json.Marshal(all)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		s.t.Fatal(err)
	}
}

const day = 24 * time.Hour

// TestObservationEndsByItself: eight days later the policy is enforced, with what
// answers its open questions and nothing else.
func TestObservationEndsByItself(t *testing.T) {
	s := newStage(t, watched, watchedPolicy, nil)
	notes, other, keys := filepath.Join(s.outside, "notes.txt"), filepath.Join(s.outside, "other.txt"), filepath.Join(s.home, ".ssh", "config")
	first := s.run(0, exthost.Options{},
		[]any{"watched.read", notes}, []any{"watched.run", "git", "--version"}, []any{"ringfence.permissions.acme.watched"})
	second := s.run(
		3*day,
		exthost.Options{},
		[]any{"watched.read", keys},
		[]any{"watched.run", "uname", "-s"},
		[]any{"watched.shell", "echo shell"},
	)
	for _, r := range []exthost.Result{first, second} {
		for step, how := range r.Steps {
			if how != "ok" {
				t.Errorf("observed: %s: %s", step, how)
			}
		}
	}
	// What was read and what a program answered is nowhere in it.
	if log := s.text(
		"ringfence.jsonl",
	); !strings.Contains(log, notes) || strings.Contains(log, "text of") ||
		strings.Contains(log, "git version") {
		t.Errorf("the log has contents, or no paths: %s", log)
	}
	if got := s.state(); got.Ended || time.Duration(got.Observed)*time.Millisecond < 3*day {
		t.Errorf("after three days: %+v", got)
	}
	if status := fmt.Sprint(second.Status); !strings.Contains(status, "observed, 4 days left") {
		t.Errorf("the status is %s", status)
	}
	if text := first.Pages["ringfence.acme.watched"]; !strings.Contains(text, "may read:\n  ${workspace}/**") ||
		!strings.Contains(text, "7 days left") || !strings.Contains(text, "in place for less than a day") {
		t.Errorf("the permissions in words: %q %v", text, first.Steps)
	}

	third := s.run(8*day, exthost.Options{Answers: map[string]string{"ringfence:": ""}},
		[]any{"watched.read", notes}, []any{"watched.run", "git", "--version"})
	for step, how := range third.Steps {
		if how != "ok" {
			t.Errorf("what was observed and named: %s: %s", step, how)
		}
	}
	for _, c := range [][]any{{"watched.read", other}, {"watched.read", keys}, {"watched.run", "uname", "-s"}, {"watched.shell", "echo shell"},
		{"watched.run", "git", "status"}} {
		r := s.run(8*day, exthost.Options{}, c)
		if got := r.Steps["command "+c[0].(string)]; !strings.Contains(got, "EACCES") {
			t.Errorf("%v is not denied: %q %s", c, got, r.Results)
		}
	}
	if !slices.ContainsFunc(third.Messages, func(m string) bool {
		return strings.Contains(m, "is enforced from now on. 3 things it did wait for your consent")
	}) {
		t.Errorf("the messages are %q", third.Messages)
	}
	got := map[string]string{}
	for _, w := range s.state().Waiting {
		got[fmt.Sprint(w.Section, " ", w.Entry)] = w.Reason
	}
	want := map[string]string{
		"files.read ${home}/.ssh/config":         "it lies in a sensitive place",
		"processes map[shell:echo shell]":        "it is a line for a shell",
		"processes map[args:[-s] command:uname]": "the code does not name it",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("what waits (-want +got):\n%s", d)
	}
	// The clock set back starts no new observation.
	if r := s.run(-30*day, exthost.Options{}, []any{"watched.read", other}); !strings.Contains(r.Steps["command watched.read"], "EACCES") {
		t.Errorf("with the clock set back: %v", r.Steps)
	}
}

// TestObservationGrantsNoProgramThatRunsOthers: what an extension did while nobody
// held it back, with programs that its code names, is not granted for that: whoever may
// run an interpreter may do everything.
func TestObservationGrantsNoProgramThatRunsOthers(t *testing.T) {
	s := newStage(t, watched+"const tools = ['perl', 'env', 'find', 'awk', 'xargs', 'tool']\n", watchedPolicy, nil)
	tool := filepath.Join(s.home, "tool")
	if err := os.WriteFile(tool, []byte("#!/bin/sh\necho ran\n"), 0o755); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	attacks := [][]any{
		{"watched.run", "perl", "-e", "print 1"},
		{"watched.run", "env", "true"},
		{"watched.run", "find", "/dev/null", "-exec", "true", ";"},
		{"watched.run", "awk", "BEGIN{exit}"},
		{"watched.run", "xargs", "--version"},
		{"watched.run", "git", "-c", "alias.x=!true", "x"},
		{"watched.run", "/usr/bin/git", "-c", "alias.x=!true", "x"},
		{"watched.run", tool},
	}
	ordinary := []any{"watched.run", "git", "--version"}
	for _, c := range append(slices.Clone(attacks), ordinary) {
		if r := s.run(0, exthost.Options{}, c); r.Steps["command watched.run"] != "ok" {
			t.Fatalf("observed: %v: %v", c, r.Steps)
		}
	}
	if r := s.run(8*day, exthost.Options{Answers: map[string]string{"ringfence:": ""}}, ordinary); r.Steps["command watched.run"] != "ok" {
		t.Errorf("what does no harm: %v", r.Steps)
	}
	for _, c := range attacks {
		if r := s.run(8*day, exthost.Options{}, c); !strings.Contains(r.Steps["command watched.run"], "EACCES") {
			t.Errorf("%v is not denied: %v", c, r.Steps)
		}
	}
	for _, w := range s.state().Waiting {
		if w.Reason != "it is no program that observation grants by itself" {
			t.Errorf("%v waits because %s", w.Entry, w.Reason)
		}
	}
	// By its whole path it is the git that PATH gives: one line waits for both.
	want := len(attacks)
	if path, err := exec.LookPath("git"); err == nil && path == "/usr/bin/git" {
		want--
	}
	if n := len(s.state().Waiting); n != want {
		t.Errorf("%d wait, want %d", n, want)
	}
}

// TestConsentOpensWhatWaited, and holds; a clock set back neither ends an observation nor
// makes it longer than it is.
func TestConsentOpensWhatWaited(t *testing.T) {
	s := newStage(t, watched, watchedPolicy, nil)
	s.run(0, exthost.Options{}, []any{"watched.run", "uname", "-s"}, []any{"watched.read", filepath.Join(s.home, ".ssh", "config")})
	before := s.state().Observed
	s.run(-5*day, exthost.Options{}, []any{"watched.run", "uname", "-s"})
	if got := s.state(); got.Ended || got.Observed < before || time.Duration(got.Observed)*time.Millisecond > time.Hour {
		t.Errorf("with the clock set back: %+v", got)
	}
	// The workbench presses Review and takes the first thing that waits.
	r := s.run(9*day, exthost.Options{}, []any{"workbench:wait", 1500}, []any{"watched.run", "uname", "-s"})
	if r.Steps["command watched.run"] != "ok" {
		t.Errorf("after consent: %v %q %+v", r.Steps, r.Messages, s.state())
	}
	r = s.run(9*day, exthost.Options{}, []any{"watched.read", filepath.Join(s.home, ".ssh", "config")})
	if !strings.Contains(r.Steps["command watched.read"], "EACCES") {
		t.Errorf("a sensitive place was offered: %v", r.Steps)
	}
}

// TestAKilledHostLosesASecond of the log at most.
func TestAKilledHostLosesASecond(t *testing.T) {
	s := newStage(t, watched, watchedPolicy, nil)
	notes, other := filepath.Join(s.outside, "notes.txt"), filepath.Join(s.outside, "other.txt")
	s.run(0, exthost.Options{}, []any{"watched.read", notes}, []any{"workbench:wait", 1300}, []any{"workbench:kill"})
	if log := s.text("ringfence.jsonl"); !strings.Contains(log, notes) {
		t.Fatalf("what was done more than a second before is lost: %s", log)
	}
	// The host may die in the middle of a line as well.
	torn := strings.TrimRight(s.text("ringfence.jsonl"), "\n") + "\n" + `{"t":1,"x":"acme.watched","e":"use","section":"files.re`
	if err := os.WriteFile(s.storage("ringfence.jsonl"), []byte(torn), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := s.run(day, exthost.Options{}, []any{"watched.read", other}); !r.Activated {
		t.Fatalf("with a torn log: %s", r.Error)
	}
	r := s.run(8*day, exthost.Options{}, []any{"watched.read", notes})
	if r.Steps["command watched.read"] != "ok" || len(s.state().Granted) != 2 {
		t.Errorf("after a torn log: %v %+v", r.Steps, s.state())
	}
}

// TestDamageDeniesTheExtensionAndNotTheHost, with a message that says what to do.
func TestDamageDeniesTheExtensionAndNotTheHost(t *testing.T) {
	s := newStage(t, watched, watchedPolicy, nil)
	s.run(0, exthost.Options{}, []any{"watched.read", filepath.Join(s.outside, "notes.txt")})
	loader := filepath.Join(s.dir, "ringfence.main.cjs")
	log := s.storage("ringfence.jsonl")
	for name, c := range map[string]struct {
		file string
		to   func(string) string
		want string
	}{
		"a line of somebody else's": {log, func(s string) string { return "{\"x\":1}\n" + s }, "RF_LOG"},
		"a line that is no JSON":    {log, func(s string) string { return strings.Replace(s, `"e":"use"`, `"e:"use"`, 1) }, "RF_LOG"},
		"the policy": {loader, func(s string) string {
			return strings.Replace(s, `"path":"${workspace}/**"`, `"path":"${workspace}/*?"`, 1)
		}, "RF_CHANGED_FILE"},
		"the loader": {loader, func(s string) string {
			return strings.Replace(s, "module.exports = {", "module.exports ={ ", 1)
		}, "RF_CHANGED_FILE"},
		"the loader cut": {loader, func(s string) string { return s[:len(s)/2] }, ""},
	} {
		data, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		if c.to == nil {
			err = os.Remove(c.file)
		} else {
			changed := c.to(string(data))
			if changed == string(data) {
				t.Fatalf("%s: nothing was changed", name)
			}
			err = os.WriteFile(c.file, []byte(changed), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		beside := neighbour(t)
		r := s.run(0, exthost.Options{Siblings: []string{beside}}, []any{"workbench:activate", "acme.neighbour"}, []any{"neighbour.works"})
		if r.Activated || !strings.Contains(r.Error, c.want) {
			t.Errorf("%s: activated %t, %q", name, r.Activated, r.Error)
		} else {
			t.Logf("%s: %s", name, r.Error)
		}
		if !slices.Contains(r.Active, "acme.neighbour") {
			t.Errorf("%s: the host did not live on: %v %v %v", name, r.Active, r.Failed, r.Steps)
		}
		if err := os.WriteFile(c.file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if r := s.run(0, exthost.Options{}); !r.Activated {
		t.Errorf("mended, it does not activate: %s", r.Error)
	}
}

// neighbour is an extension without a fence in the same host.
func neighbour(t *testing.T) string {
	t.Helper()
	return folder(t, map[string]string{
		"package.json": `{"name": "neighbour", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": ` +
			`"./main.js", "activationEvents": ["onStartupFinished"]}`,
		"main.js": "exports.activate = c => c.subscriptions.push(require('vscode').commands.registerCommand('neighbour.works', () => " +
			"'yes'))",
	})
}
