package org

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

func read(t testing.TB, text string) *Organisation {
	t.Helper()
	o, err := Parse("org.yml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func judge(t testing.TB, o *Organisation, in Input) *Outcome {
	t.Helper()
	in.File = "org.yml"
	out, err := o.Judge(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Validate(); err != nil {
		t.Fatalf("an outcome that a saved report could not hold: %v", err)
	}
	return out
}

// grant reads one grant as a policy has it.
func grant(t testing.TB, text string) policy.Grant {
	t.Helper()
	p, err := policy.ParseOverride(
		"o.json",
		[]byte(`{"schemaVersion": 1, "extension": "a.b", "overrides": [{"allow": `+text+`, "reason": "x"}]}`),
	)
	if err != nil {
		t.Fatal(err)
	}
	return p.Rulings[0].Grant
}

// TestCeilings shows for each ceiling a grant above it and the nearest one that
// is not.
func TestCeilings(t *testing.T) {
	for _, c := range []struct{ ceiling, above, below string }{
		{`of: process.shell, at-most: none`, `{"processes": {"shell": "git log"}}`, `{"processes": {"command": "git", "args": ["log"]}}`},
		{`of: process.shell, at-most: none`, `{"processes": {"command": "bash", "args": ["-c", "..."]}}`,
			`{"processes": {"command": "bashful", "args": ["..."]}}`},
		{`of: process.shell, at-most: none`, `{"processes": {"command": "/usr/bin/zsh", "args": []}}`,
			`{"processes": {"command": "/usr/bin/git", "args": []}}`},
		{`of: process.shell, at-most: none`, `{"processes": {"command": "C:/Windows/System32/cmd.exe", "args": ["..."]}}`,
			`{"processes": {"command": "${extension}/bin/*-lsp", "args": ["..."]}}`},
		{`of: process.shell, at-most: none`, `{"processes": {"command": "**", "args": ["..."]}}`,
			`{"processes": {"command": "python*", "args": ["..."]}}`},
		{`of: process.shell, at-most: none`, `{"processes": {"command": "b*", "args": ["x"]}}`,
			`{"processes": {"command": "g*", "args": ["x"]}}`},
		{`of: process.shell, at-most: ["git *"]`, `{"processes": {"shell": "git log --all"}}`, `{"processes": {"shell": "git log"}}`},
		{`of: process.run, at-most: [git]`, `{"processes": {"command": "npm", "args": ["..."]}}`, `{"processes": {"shell": "npm"}}`},
		{`of: processes, at-most: [git]`, `{"processes": {"shell": "git log"}}`, `{"processes": {"command": "git", "args": ["log"]}}`},
		{`of: processes, at-most: [[git, log, "..."]]`, `{"processes": {"command": "git", "args": ["push"]}}`,
			`{"processes": {"command": "git", "args": ["log", "-1"]}}`},
		{`of: network, at-most: ["*.corp.example:443"]`, `{"network.connect": "api.example.com:443"}`,
			`{"network.connect": "api.corp.example:443"}`},
		{`of: network, at-most: ["*.corp.example:443"]`, `{"network.listen": "127.0.0.1:8000"}`,
			`{"network.connect": "https://api.corp.example"}`},
		{`of: network.connect, at-most: none`, `{"network.connect": "api.example.com:443"}`, `{"network.listen": "127.0.0.1:8000"}`},
		{`of: files.write, at-most: ["${workspace}/**"]`, `{"files.write": "${home}/x"}`, `{"files.write": "${workspace}/out/*.js"}`},
		{`of: files.write, at-most: ["${workspace}/**"]`, `{"files.write": "**"}`, `{"files.read": "**"}`},
		{`of: files, at-most: ["${home}/**"]`, `{"files.read": "${home}/.ssh/config"}`, `{"files.read": "${home}/x"}`},
		{`of: env.read, at-most: [PATH, HOME]`, `{"env.read": "AWS_*"}`, `{"env.read": "PATH"}`},
		{`of: code.eval, at-most: none`, `{"code": "eval"}`, `{"code": "wasm"}`},
		{`of: code, at-most: [wasm, worker]`, `{"code": "eval"}`, `{"code": {"code": "worker", "path": "${extension}/w.js"}}`},
		{`of: code.worker, at-most: ["${extension}/dist/**"]`, `{"code": {"code": "worker", "path": "${workspace}/w.js"}}`,
			`{"code": {"code": "worker", "path": "${extension}/dist/w.js"}}`},
		{`of: vscode.terminal, at-most: none`, `{"vscode": "terminal"}`, `{"vscode": "clipboard"}`},
		{`of: vscode.command, at-most: ["git.*"]`, `{"vscode": "command"}`, `{"vscode": {"surface": "command", "resource": "git.pull"}}`},
		{`of: vscode, at-most: [command]`, `{"vscode": "terminal"}`, `{"vscode": {"surface": "command", "resource": "x"}}`},
		{`of: modules.dgram, at-most: none`, `{"modules": {"dgram": "createSocket"}}`, `{"modules": {"fs": "readFile"}}`},
		{`of: modules, at-most: [fs, path]`, `{"modules": {"inspector": "open"}}`, `{"modules": {"fs": "readFile"}}`},
		{`of: modules.fs, at-most: [readFile]`, `{"modules": {"fs": "*"}}`, `{"modules": {"fs": "readFile"}}`},
	} {
		o := read(t, "ceilings:\n  - {"+c.ceiling+"}\n")
		above := judge(t, o, Input{Policy: policy.New("a.b", grant(t, c.above))})
		if above.State != Broken || len(above.Ceilings[0].Breaches) != 1 || above.Ceilings[0].Breaches[0].Kind != Outside || !above.Stands() {
			t.Errorf("{%s}: %s is not above: %+v", c.ceiling, c.above, above.Ceilings)
		}
		if below := judge(t, o, Input{Policy: policy.New("a.b", grant(t, c.below))}); below.State != Holds || below.Stands() {
			t.Errorf("{%s}: %s is above: %+v", c.ceiling, c.below, below.Ceilings)
		}
	}
}

// TestWhatIsNotKnownIsNotBelow: a grant that stands in for something unknown, a
// policy of code that was not all seen, a denial that binds nobody. The mirror is
// an organisation whose extensions run behind the fence.
func TestWhatIsNotKnownIsNotBelow(t *testing.T) {
	const text = "ceilings:\n  - {of: files.write, at-most: ['${workspace}/**']}\n"
	guess := grant(t, `{"files.write": "${workspace}/**"}`)
	guess.Mark, guess.Question = policy.Unresolved, "Which files are written?"
	wide := grant(t, `{"files.write": "${home}/**"}`)
	sure := policy.New("a.b", grant(t, `{"files.write": "${workspace}/x"}`))
	denied, noted := sure, sure
	denied.Denied = []policy.Grant{wide}
	noted.Notes = []policy.Note{{Mark: policy.Incomplete, Question: "main.js could not be parsed"}}
	outside := guess
	outside.Pattern = "${home}/**"
	for name, c := range map[string]struct {
		policy       policy.Policy
		kind         Kind
		open, fenced State
	}{
		"a default scope below":  {policy.New("a.b", guess), Unresolved, Unproven, Holds},
		"a default scope beyond": {policy.New("a.b", outside), Unresolved, Unproven, Broken},
		"code that was not seen": {noted, Unseen, Unproven, Holds},
		"a denial":               {denied, Unseen, Unproven, Holds},
		"all is known":           {sure, "", Holds, Holds},
	} {
		out := judge(t, read(t, text), Input{Policy: c.policy})
		if out.State != c.open || c.kind != "" && out.Ceilings[0].Breaches[0].Kind != c.kind {
			t.Errorf("%s: %+v", name, out.Ceilings)
		}
		if out := judge(t, read(t, "fenced: true\n"+text), Input{Policy: c.policy}); out.State != c.fenced {
			t.Errorf("%s, fenced: %+v", name, out.Ceilings)
		}
	}
	// Nothing at all is another thing than nothing that is known.
	if out := judge(
		t,
		read(t, "ceilings:\n  - {of: files.write, at-most: none}\n"),
		Input{Policy: policy.New("a.b", guess)},
	); out.State != Broken {
		t.Errorf("a file is written, whichever: %+v", out.Ceilings)
	}
}

func TestBreachesNameTheirPlaces(t *testing.T) {
	g := grant(t, `{"processes": {"shell": "git log"}}`)
	line := evidence.Line{Grant: g.Key(), More: 2}
	for i := range 5 {
		line.Places = append(line.Places, evidence.Place{
			Where: finding.Location{
				File:   "main.js",
				Line:   i + 1,
				Column: 1,
			},
			Symbol: "child_process.exec",
			Path:   []string{"activate main.js:1", "run main.js:2"},
		})
	}
	out := judge(
		t,
		read(t, "ceilings:\n  - {of: process.shell, at-most: none}\n"),
		Input{Policy: policy.New("a.b", g), Evidence: evidence.Document{Lines: []evidence.Line{line}}},
	)
	b := out.Ceilings[0].Breaches[0]
	if got, want := b.Places[0].Text(), "main.js:1:1 child_process.exec, by activate main.js:1 > run main.js:2"; got != want ||
		len(b.Places) != 3 ||
		b.More != 4 {
		t.Errorf("%q, %d places and %d more; want %q, 3 and 4", got, len(b.Places), b.More, want)
	}
	if want := `processes: shell "git log": nothing of process.shell is allowed`; b.Text() != want {
		t.Errorf("%q, want %q", b.Text(), want)
	}
}

// TestWaivers takes a waiver that counts and changes one thing at a time.
func TestWaivers(t *testing.T) {
	const line = `{ceiling: process.shell, extension: acme.tools, repository: acme/tools, reason: x, owner: jo, until: 2027-01-31%s}`
	in := Input{
		Extension:  "Acme.Tools",
		Repository: "ACME/tools",
		Today:      "2027-01-31",
		Policy:     policy.New("acme.tools", grant(t, `{"processes": {"shell": "git log"}}`)),
	}
	for _, c := range []struct {
		name, waiver string
		change       func(*Input)
		state        State
		use          Use
		answered     int
	}{
		{"on its last day", line, nil, Waived, Used, 1},
		{"a day later", line, func(in *Input) { in.Today = "2027-02-01" }, Broken, Expired, 1},
		{"on a day nobody knows", line, func(in *Input) { in.Today = "" }, Broken, Expired, 1},
		{"another extension", line, func(in *Input) { in.Extension = "acme.other" }, Broken, Elsewhere, 0},
		{"another repository", line, func(in *Input) { in.Repository = "acme/other" }, Broken, Elsewhere, 0},
		{"a repository nobody named", line, func(in *Input) { in.Repository = "" }, Broken, Elsewhere, 0},
		{"the very line", strings.Replace(line, "%s", `, grant: 'processes: shell "git log"'%s`, 1), nil, Waived, Used, 1},
		{"another line", strings.Replace(line, "%s", `, grant: 'processes: shell "git push"'%s`, 1), nil, Broken, Unused, 0},
		{"nothing to waive", line, func(in *Input) { in.Policy = policy.New("acme.tools") }, Holds, Unused, 0},
		{"one line of two", strings.Replace(line, "%s", `, grant: 'processes: shell "git log"'%s`, 1), func(in *Input) {
			in.Policy = policy.New("acme.tools", append(in.Policy.Grants, grant(t, `{"processes": {"shell": "rm x"}}`))...)
		}, Broken, Used, 1},
	} {
		o := read(t, "ceilings:\n  - {of: process.shell, at-most: none}\nwaivers:\n  - "+fmt.Sprintf(c.waiver, "")+"\n")
		in := in
		if c.change != nil {
			c.change(&in)
		}
		out := judge(t, o, in)
		if w := out.Waivers[0]; out.State != c.state || w.Use != c.use || w.Answered != c.answered {
			t.Errorf("%s: %s, waiver %s, answered %d; want %s, %s, %d", c.name, out.State, w.Use, w.Answered, c.state, c.use, c.answered)
		}
	}
}

func TestManyBreachesAreCounted(t *testing.T) {
	var grants []policy.Grant
	for i := range 120 {
		grants = append(grants, policy.Grant{Section: policy.FilesWrite, Pattern: fmt.Sprintf("${home}/f%03d", i)})
	}
	text := "ceilings:\n  - {of: files.write, at-most: none}\nwaivers:\n  - {ceiling: files.write, extension: a.b, grant: 'files.write: " +
		"${home}/f000', reason: x, owner: y, until: 2027-01-31}\n"
	out := judge(t, read(t, text), Input{Extension: "a.b", Policy: policy.New("a.b", grants...), Today: "2027-01-01"})
	c := out.Ceilings[0]
	if len(c.Breaches) != maxBreaches || c.More != 120-maxBreaches || c.State != Broken {
		t.Errorf("%d and %d more, %s", len(c.Breaches), c.More, c.State)
	}
	if slices.ContainsFunc(c.Breaches, func(b Breach) bool { return b.Waiver != "" }) {
		t.Error("what is waived stands before what is not")
	}
}

func TestARepositoryCanOnlyBeStricter(t *testing.T) {
	all := []config.Kind{config.Severity, config.Ignore, config.Exception}
	demands := func(reject verdict.RejectOn, fail []string, require ...finding.Module) verdict.Demands {
		return verdict.Demands{RejectOn: reject, FailOn: fail, Require: require}
	}
	for _, c := range []struct {
		name, org string
		in, want  config.Config
		notes     int
	}{
		{"both say nothing", "", config.Config{}, config.Config{Profile: "default", Withheld: all}, 0},
		{"more is more", "fail-on: [high]\nrequire: [code]\n",
			config.Config{Demands: demands("", []string{"incomplete"}, finding.ManifestModule)},
			config.Config{Profile: "default", Demands: demands("", []string{"incomplete", "high"}, finding.ManifestModule, finding.CodeModule),
				Withheld: all}, 0},
		{"less does not count", "fail-on: [high]\n",
			config.Config{Profile: "paper", Demands: demands(verdict.OnConfirmed, []string{"none"})},
			config.Config{Profile: "default", Demands: demands(verdict.OnLikely, []string{"high"}), Withheld: all}, 3},
		{"nothing is less than the default", "",
			config.Config{Demands: demands("", []string{"none"})},
			config.Config{Profile: "default", Withheld: all}, 1},
		{"an organisation that fails on nothing", "fail-on: none\nreject-on: confirmed\nprofile: paper\n",
			config.Config{}, config.Config{Profile: "paper", Demands: demands(verdict.OnConfirmed, []string{"none"}), Withheld: all}, 0},
		{"and a repository that does", "fail-on: none\nreject-on: confirmed\n",
			config.Config{Demands: demands(verdict.OnLikely, []string{"high"})},
			config.Config{Profile: "default", Demands: demands(verdict.OnLikely, []string{"high"}), Withheld: all}, 0},
		{"answers that count", "answers: [ignore]\n", config.Config{},
			config.Config{Profile: "default", Withheld: []config.Kind{config.Severity, config.Exception}}, 0},
	} {
		got := c.in
		notes := read(t, c.org).Tighten(&got)
		if len(got.FailOn) == 0 {
			got.FailOn = nil
		}
		if diff := cmp.Diff(c.want, got); diff != "" || len(notes) != c.notes {
			t.Errorf("%s: %q (-want +got):\n%s", c.name, notes, diff)
		}
	}
}

// TestAnswersThatDoNotCount is the other half of Tighten: what a configuration
// under an organisation does to findings.
func TestAnswersThatDoNotCount(t *testing.T) {
	const text = "severity:\n  - {check: code_x, level: %s, reason: r}\n"
	found := []finding.Finding{{Check: "code_x", Severity: finding.Medium}}
	parse := func(text string) *config.Config {
		c, err := config.Parse("c.yml", []byte(text), config.Words{Checks: []string{"code_x"}})
		if err != nil {
			t.Fatal(err)
		}
		read(t, "").Tighten(c)
		return c
	}
	for level, want := range map[string]finding.Severity{"low": finding.Medium, "high": finding.High} {
		got, _ := parse(fmt.Sprintf(text, level)).Apply(found, config.Day{})
		if got[0].Severity != want {
			t.Errorf("rated %s: %s, want %s", level, got[0].Severity, want)
		}
	}
	ignore := "ignore:\n  - {check: code_x, reason: r}\n"
	got, outcomes := parse(ignore).Apply(found, config.Day{})
	if got[0].Suppressed != nil || outcomes[0].State != config.Refused ||
		!strings.Contains(outcomes[0].Text, "the organisation takes no ignore") {
		t.Errorf("%+v, %+v", got[0].Suppressed, outcomes)
	}
	free, err := config.Parse("c.yml", []byte(ignore), config.Words{Checks: []string{"code_x"}})
	if err != nil {
		t.Fatal(err)
	}
	read(t, "answers: ignore\n").Tighten(free)
	if got, _ := free.Apply(found, config.Day{}); got[0].Suppressed == nil {
		t.Error("an organisation that takes ignores does not")
	}
}
