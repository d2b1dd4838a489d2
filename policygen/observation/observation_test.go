package observation_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/policygen/observation"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

const code = "const a = require('child_process').spawn(\"git\", args); fetch('https://api.example.com/v1' + x);" +
	" process.env['ACME_HOME']; run('docker build'); run('python3'); process.env['GOENV']; fork('server.js'); go('cargo');" +
	" vscode.commands.executeCommand('git.refresh'); f('revealInExplorer'); c.update('toy.flag')"

// static leaves every kind of question open but that of Node's modules.
func static() policy.Policy {
	mark := func(g policy.Grant) policy.Grant {
		g.Mark, g.Question = policy.Unresolved, "Which?"
		return g
	}
	return policy.New("acme.toy",
		policy.Grant{Section: policy.Modules, Name: "fs", Pattern: "readFile"},
		mark(policy.Grant{Section: policy.FilesRead, Pattern: "${workspace}/**"}),
		mark(policy.Grant{Section: policy.Processes, Pattern: "${config:acme.tool}", Args: []string{"..."}, TrustedOnly: true}),
		mark(policy.Grant{Section: policy.NetworkConnect, Pattern: "https://*.example.org"}),
		mark(policy.Grant{Section: policy.EnvRead, Pattern: "ACME_X"}),
		mark(policy.Grant{Section: policy.VSCode, Name: "command", Pattern: "acme.*"}),
		mark(policy.Grant{Section: policy.VSCode, Name: "terminal", Pattern: "acme.*"}),
		mark(policy.Grant{Section: policy.VSCode, Name: "settings.write", Pattern: "acme.*"}),
		mark(policy.Grant{Section: policy.Modules, Name: "vscode", Pattern: "workspace.findFiles"}),
		mark(policy.Grant{Section: policy.Code, Name: "fork", Pattern: "${extension}/none/**"}),
		policy.Grant{Section: policy.FilesWrite, Pattern: "${home}/tools/**"},
		policy.Grant{Section: policy.Processes, Pattern: "/usr/bin/toolchain", Args: []string{"-v"}, TrustedOnly: true},
		policy.Grant{Section: policy.FilesWrite, Pattern: "${extension}/cache/**"},
	)
}

func read(t *testing.T, text string) *observation.Log {
	t.Helper()
	l := &observation.Log{Extension: "acme.toy"}
	if err := l.Read(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return l
}

func lines(bodies ...string) string {
	var b strings.Builder
	b.WriteString(`{"t":1,"x":"acme.toy","e":"roots","roots":{"workspace":["/home/me/project"],"home":["/home/me"],` +
		`"extension":["/ext"],"nonsense":["/x"]}}` + "\n")
	for _, body := range bodies {
		b.WriteString(`{"t":2,"x":"Acme.Toy","e":"use",` + body + "}\n")
	}
	return b.String()
}

func decide(t *testing.T, p policy.Policy, bodies ...string) observation.Decision {
	t.Helper()
	var c observation.Code
	c.Add(code)
	d, err := observation.Decide(read(t, lines(bodies...)), p, c.Names)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestOnlyOpenQuestionsAreAnsweredByThemselves(t *testing.T) {
	for name, c := range map[string]struct{ body, observed, proposed, reason string }{
		"granted":     {`"section":"files.read","path":"/home/me/project/a.txt"`, "", "", ""},
		"a file":      {`"section":"files.read","path":"/etc/hosts"`, "files.read: /etc/hosts", "", ""},
		"at home":     {`"section":"files.read","path":"/home/me/.toy/x"`, "files.read: ${home}/.toy/x", "", ""},
		"a secret":    {`"section":"files.read","path":"/home/me/.ssh/id_rsa"`, "", "files.read: ${home}/.ssh/id_rsa", "sensitive"},
		"no question": {`"section":"files.write","path":"/tmp/x"`, "", "files.write: /tmp/x", "no such question"},
		"a module":    {`"section":"modules","name":"fs","text":"writeFile"`, "", "modules: fs.writeFile", "no such question"},
		"a function of the editor's": {`"section":"modules","name":"vscode","text":"commands.registerCommand"`,
			"", "modules: vscode.commands.registerCommand", "no such question"},
		"a module's call": {`"section":"modules","name":"fs","text":"readFile"`, "", "", ""},
		"a program": {`"section":"processes","program":"/usr/bin/git","args":["status","--porcelain","-z"],"path":"/usr/bin/git"`,
			"processes: /usr/bin/git status --porcelain -z (trusted workspaces only)", "", ""},
		"a program by its name": {`"section":"processes","program":"git","args":["--version"],"path":"/usr/bin/git"`,
			"processes: git --version (trusted workspaces only)", "", ""},
		"a program with a path of the workspace": {
			`"section":"processes","program":"/usr/bin/git","args":["status","--dir=/home/me/project/x"],"path":"/usr/bin/git"`,
			"", "processes: /usr/bin/git status --dir=${workspace}/x (trusted workspaces only)", "no program that observation"},
		"git that is told of a program": {`"section":"processes","program":"git","args":["-c","alias.x=!id","x"],"path":"/usr/bin/git"`,
			"", "processes: git -c alias.x=!id x (trusted workspaces only)", "no program that observation"},
		"an interpreter": {`"section":"processes","program":"python3","args":["--version"],"path":"/usr/bin/python3"`,
			"", "processes: python3 --version (trusted workspaces only)", "no program that observation"},
		"a program that the workspace steers": {`"section":"processes","program":"cargo","args":["--version"],"path":"/usr/bin/cargo"`,
			"", "processes: cargo --version (trusted workspaces only)", "no program that observation"},
		"a program of that name elsewhere": {`"section":"processes","program":"/opt/x/git","args":["status"],"path":"/opt/x/git"`,
			"", "processes: /opt/x/git status (trusted workspaces only)", "no program that observation"},
		"a program in the workspace": {`"section":"processes","program":"/home/me/project/git","args":["status"],"path":"/home/me/project/git"`,
			"", "processes: ${workspace}/git status (trusted workspaces only)", "able to change it"},
		"a name that leads into the workspace": {`"section":"processes","program":"git","args":["status"],"path":"/home/me/project/tools/git"`,
			"", "processes: git status (trusted workspaces only)", "able to change it"},
		"a name that leads to a file it may write": {`"section":"processes","program":"git","args":["status"],"path":"/home/me/tools/git"`,
			"", "processes: git status (trusted workspaces only)", "able to change it"},
		"a name of which nobody knows where it leads": {`"section":"processes","program":"git","args":["status"]`,
			"", "processes: git status (trusted workspaces only)", "able to change it"},
		"a script": {
			`"section":"code","name":"fork","path":"/ext/out/server.js"`,
			"code: fork ${extension}/out/server.js", "", "",
		},
		"a script that it may write": {
			`"section":"code","name":"fork","path":"/ext/cache/server.js"`,
			"", "code: fork ${extension}/cache/server.js", "able to change it",
		},
		"a script of the workspace": {
			`"section":"code","name":"fork","path":"/home/me/project/server.js"`,
			"", "code: fork ${workspace}/server.js", "able to change it",
		},
		"a script elsewhere": {
			`"section":"code","name":"fork","path":"/opt/server.js"`, "", "code: fork /opt/server.js", "able to change it",
		},
		"a variable that steers": {`"section":"env.read","text":"GOENV"`, "", "env.read: GOENV", "decides what a tool runs"},
		"a terminal": {
			`"section":"vscode","name":"terminal","text":"git"`,
			"", "vscode: terminal git", "runs programs through it",
		},
		"an unnamed program": {`"section":"processes","program":"curl","args":["x"]`, "", "processes: curl x (trusted workspaces only)",
			"not name it"},
		"a shell":                         {`"section":"processes","text":"git status"`, "", `processes: shell "git status"`, "shell"},
		"a shell's line with a backslash": {`"section":"processes","text":"C:\\t.exe a"`, "", `processes: shell "C:\\t.exe a"`, "shell"},
		"too many arguments": {`"section":"processes","program":"git","args":["log"],"cut":true,"path":"/usr/bin/git"`, "",
			"processes: git log ... (trusted workspaces only)", "more arguments"},
		"a host": {`"section":"network.connect","address":"https://api.example.com:443/v1/x"`,
			"network.connect: https://api.example.com", "", ""},
		"an unnamed host": {`"section":"network.connect","address":"https://evil.example.com:443/"`, "",
			"network.connect: https://evil.example.com", "not name it"},
		"part of a host": {`"section":"network.connect","address":"https://example.com:443/"`, "", "network.connect: https://example.com",
			"not name it"},
		"a variable":       {`"section":"env.read","text":"ACME_HOME"`, "env.read: ACME_HOME", "", ""},
		"another variable": {`"section":"env.read","text":"AWS_SECRET_ACCESS_KEY"`, "", "env.read: AWS_SECRET_ACCESS_KEY", "not name it"},
		"a command":        {`"section":"vscode","name":"command","text":"revealInExplorer"`, "vscode: command revealInExplorer", "", ""},
		"another's command": {`"section":"vscode","name":"command","text":"git.refresh"`, "", "vscode: command git.refresh",
			"no command of the editor's"},
		"a setting": {`"section":"vscode","name":"settings.write","text":"toy.flag"`, "", "vscode: settings.write toy.flag",
			"a setting decides"},
		"another command": {`"section":"vscode","name":"command","text":"git.push"`, "", "vscode: command git.push", "not name it"},
		// A call that names nothing is about all of them.
		"a list of all":   {`"section":"vscode","name":"command"`, "", "vscode: command", "not name it"},
		"another surface": {`"section":"vscode","name":"clipboard"`, "", "vscode: clipboard", "no such question"},
		"code from text":  {`"section":"code","name":"eval"`, "", "code: eval", "no such question"},
		// What is granted in trusted workspaces only is granted there.
		"a trusted one": {`"section":"processes","program":"/usr/bin/toolchain","args":["-v"]`, "", "", ""},
		"an untrusted one": {`"section":"processes","program":"/usr/bin/toolchain","args":["-v"],"trusted":false`, "",
			"processes: /usr/bin/toolchain -v (trusted workspaces only)", "not name it"},
	} {
		d := decide(t, static(), c.body)
		var observed, proposed, reason string
		for _, g := range d.Observed.Grants {
			observed += g.String()
		}
		for _, p := range d.Proposals.Entries {
			proposed += p.Grant.String()
			reason = p.Reason
		}
		if observed != c.observed || proposed != c.proposed || !strings.Contains(reason, c.reason) {
			t.Errorf("%s: observed %q, proposed %q (%s)", name, observed, proposed, reason)
		}
		if (d.Granted == 1) != (c.observed+c.proposed == "") || d.Unwritable > 0 {
			t.Errorf("%s: %d granted, %d unwritable", name, d.Granted, d.Unwritable)
		}
		if _, err := policy.Parse("observed.json", d.Observed.Bytes()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := policy.ParseProposals("proposals.json", d.Proposals.Bytes()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A stranger who chooses the name of a file must not choose a pattern.
func TestNamesThatWouldBePatternsGrantNothing(t *testing.T) {
	for _, body := range []string{
		`"section":"files.read","path":"/etc/**"`, `"section":"files.read","path":"**"`, `"section":"files.read","path":"${home}/**"`,
		`"section":"files.read","path":"/home/me/${workspace}"`,
		`"section":"files.read","path":"/etc/re:.*"`, `"section":"files.read","path":"${config:x}"`,
		`"section":"processes","program":"git","args":["${home}*"]`, `"section":"processes","program":"git","args":["é*"]`,
		`"section":"processes","program":"**","args":[]`,
		`"section":"processes","text":"**"`, `"section":"processes","text":"rm *"`, `"section":"processes","text":"a\nb"`,
		`"section":"processes","text":"echo ${HOME}"`, `"section":"processes","text":"re:.*"`, `"section":"env.read","text":"*"`,
		`"section":"network.connect","address":"https://*:443/"`, `"section":"vscode","name":"command","text":"*"`,
		`"section":"modules","name":"fs","text":"*"`, `"section":"files.read","path":""`,
		`"section":"files.read","path":"../x"`, `"section":"vscode","name":"nonsense"`,
	} {
		d := decide(t, static(), body)
		if len(d.Observed.Grants)+len(d.Proposals.Entries) > 0 || d.Unwritable != 1 {
			t.Errorf("%s: %v %v", body, d.Observed.Grants, d.Proposals.Entries)
		}
	}
}

// An argument that would be a pattern is written as an expression that takes it alone, and waits.
func TestArgumentsThatWouldBePatternsAreWrittenExactly(t *testing.T) {
	for arg, want := range map[string]string{"...": `re:\.\.\.`, "*": `re:\*`, `{"a":["**/x.js"]}`: `re:\{"a":\["\*\*\/x\.js"\]\}`} {
		text, err := json.Marshal(arg)
		if err != nil {
			t.Fatal(err)
		}
		d := decide(t, static(), `"section":"processes","program":"tool","args":["-v",`+string(text)+`]`)
		if len(d.Observed.Grants) > 0 || len(d.Proposals.Entries) != 1 {
			t.Fatalf("%s: %v %v", arg, d.Observed.Grants, d.Proposals.Entries)
		}
		g := d.Proposals.Entries[0].Grant
		if !slices.Equal(g.Args, []string{"-v", want}) || g.Validate() != nil {
			t.Errorf("%s is written as %q, %v", arg, g.Args, g.Validate())
		}
	}
}

// Two runs that found another file of the same name: one of them may be the extension's.
func TestAProgramThatOnceLayElsewhereWaits(t *testing.T) {
	const body = `"section":"processes","program":"git","args":["status"],"path":`
	d := decide(t, static(), body+`"/usr/bin/git"`, body+`"/home/me/project/tools/git"`)
	if len(d.Observed.Grants) > 0 || len(d.Proposals.Entries) != 1 {
		t.Errorf("%v %v", d.Observed.Grants, d.Proposals.Entries)
	}
}

// A file that was written while the extension was observed is its own, whatever the
// policy says.
func TestAScriptThatWasWrittenWaits(t *testing.T) {
	for _, wrote := range []string{"/ext/out/server.js", "/ext/out"} {
		d := decide(t, static(), `"section":"files.write","path":"`+wrote+`"`, `"section":"code","name":"fork","path":"/ext/out/server.js"`)
		if len(d.Observed.Grants) > 0 {
			t.Errorf("after a write of %s: %v", wrote, d.Observed.Grants)
		}
	}
}

// Whatever runs others is none that observation grants, in any spelling.
func TestNothingThatRunsOthersIsGrantedByItself(t *testing.T) {
	for _, line := range []string{
		"python3 -c x", "python3.12 -", "perl -e x", "ruby -e x", "node -e x", "bun run x", "deno eval x", "php -r x", "lua -e x",
		"awk BEGIN{}", "gawk -f x", "find . -exec id ;", "env id", "xargs id", "nice id", "nohup id", "timeout 1 id", "sudo id", "ssh host id",
		"git -c alias.x=!id x", "git x", "git log", "git status --ext-diff", "git rev-parse --exec-path=x", "git submodule foreach id",
		"tar --to-command=id -xf x", "make", "npx x", "npm run x", "npm --version", "yarn x", "cargo run", "cargo --version", "go run x",
		"go version", "docker run x", "busybox sh", "setsid id", "stdbuf id", "script -c id", "vim -c x", "ed", "sed e", "dd if=x",
		"rsync -e id x y", "java -jar x", "dotnet --version", "dotnet x.dll", "msbuild x", "cmake -P x", "gdb -ex x", "strace id",
		"gcc x.c", "gcc -wrapper id", "date -s 0", "uname /x", "id root", "which git",
	} {
		words := strings.Fields(line)
		args, err := json.Marshal(words[1:])
		if err != nil {
			t.Fatal(err)
		}
		for _, program := range []string{words[0], "/usr/bin/" + words[0]} {
			body := `"section":"processes","program":"` + program + `","args":` + string(args) + `,"path":"/usr/bin/` + words[0] + `"`
			d, err := observation.Decide(read(t, lines(body)), static(), func(string) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Observed.Grants) > 0 {
				t.Errorf("granted by itself: %v", d.Observed.Grants)
			}
		}
	}
}

// A socket that is a file is named by the file: that the code has the word "unix" says nothing of which.
func TestASocketIsNamedByItsFile(t *testing.T) {
	const use = `"section":"network.connect","address":"unix:/srv/NAME"`
	decision := func(name string) observation.Decision {
		d, err := observation.Decide(read(t, lines(strings.Replace(use, "NAME", name, 1))), static(),
			func(text string) bool { return text == "unix" || text == "toy.sock" })
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if d := decision("toy.sock"); len(d.Observed.Grants) != 1 {
		t.Errorf("a socket that the code names: %+v", d)
	}
	if d := decision("other.sock"); len(d.Observed.Grants) != 0 || len(d.Proposals.Policy().Grants) != 1 {
		t.Errorf("a socket that it does not name: %+v", d)
	}
}

func TestWhatIsPassedOverIsCounted(t *testing.T) {
	use := `"e":"use","section":"files.read","path":"/etc/hosts"`
	l := read(t, `{"x":"acme.toy",`+use+"}\n"+`{"x":"acme.toy",`+use+"}\n"+ // the same twice
		`{"x":"acme.other",`+use+"}\n"+
		"nonsense\n\n[1]\n{}\n"+
		`{"x":"acme.toy","e":"party"}`+"\n"+`{"x":"acme.toy","e":"full"}`+"\n"+`{"x":"acme.toy","e":"torn"}`+"\n"+
		`{"x":"acme.toy","e":"use","section":"secrets"}`+"\n"+
		`{"x":"acme.toy","e":"use","section":"files.read","path":"/etc/ghp_…"}`+"\n"+
		`{"x":"acme.toy","e":"denied","section":"files.read","path":"/etc/passwd"}`+"\n"+
		`{"x":"acme.toy","e":"failure","code":"RF_X"}`+"\n"+
		strings.Repeat("x", observation.MaxLine+10)+"\n"+
		`{"x":"acme.toy",`+use[:30])
	want := &observation.Log{
		Extension: "acme.toy", Uses: []observation.Use{{Section: policy.FilesRead, Path: "/etc/hosts"}},
		Others: 2, Redacted: 1, Denied: 1, Failures: 1, Unread: 5, Torn: 1, Full: 1,
	}
	l2 := *l
	if d := cmp.Diff(want, &l2, cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".seen" }, cmp.Ignore())); d != "" {
		t.Error(d)
	}
}

// A program that was looked for along PATH is one of those that the policy grants by the variable, wherever it lay; a file
// elsewhere, one below such a folder and one that is written are not.
func TestALookAlongPathIsGrantedByTheVariable(t *testing.T) {
	p := static()
	p.Grants = append(p.Grants, policy.Grant{Section: policy.FilesRead, Pattern: "${env:PATH}/*", Mark: policy.Unresolved})
	const roots = `{"t":1,"x":"acme.toy","e":"roots","roots":{"home":["/home/me"],"env:PATH":["/opt/bin","/home/me/bin"]}}` + "\n"
	for body, want := range map[string]string{
		`"section":"files.read","path":"/opt/bin/tool"`:     "",
		`"section":"files.read","path":"/home/me/bin/tool"`: "",
		`"section":"files.read","path":"/opt/bin/a/tool"`:   "files.read: /opt/bin/a/tool",
		`"section":"files.read","path":"/opt/other/tool"`:   "files.read: /opt/other/tool",
		`"section":"files.read","path":"/opt/bins/tool"`:    "files.read: /opt/bins/tool",
		`"section":"files.write","path":"/opt/bin/tool"`:    "files.write: /opt/bin/tool",
	} {
		use := `{"t":2,"x":"acme.toy","e":"use",` + body + "}\n"
		d, err := observation.Decide(read(t, roots+use), p, func(string) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, g := range d.Observed.Grants {
			got += g.String()
		}
		for _, e := range d.Proposals.Entries {
			got += e.Grant.String()
		}
		if got != want || (d.Granted == 1) != (want == "") {
			t.Errorf("%s: %q, %d granted, want %q", body, got, d.Granted, want)
		}
	}
}

func TestSeveralLogsAreOne(t *testing.T) {
	l := read(t, lines(`"section":"env.read","text":"A"`))
	if err := l.Read(strings.NewReader(lines(`"section":"env.read","text":"A"`, `"section":"env.read","text":"B"`))); err != nil {
		t.Fatal(err)
	}
	if len(l.Uses) != 2 {
		t.Errorf("%+v", l.Uses)
	}
}

func TestLogsAreBounded(t *testing.T) {
	l := &observation.Log{Extension: "acme.toy"}
	if err := l.Read(&endless{}); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("an endless log: %v", err)
	}
	if err := l.Read(iotest.ErrReader(errors.New("disk"))); err == nil {
		t.Error("a broken disk is no error")
	}
}

// endless is an empty line after another.
type endless struct{}

func (*endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '\n'
	}
	return len(p), nil
}

func FuzzLog(f *testing.F) {
	f.Add([]byte(lines(`"section":"files.read","path":"/etc/hosts"`, `"section":"processes","program":"git","args":["status"]`)))
	f.Add(
		[]byte(
			lines(
				`"section":"network.connect","address":"https://[::1]:8080/x"`,
				`"section":"network.connect","address":"unix:/x"`,
				`"section":"vscode","name":"files.write","path":"/x"`,
			),
		),
	)
	f.Add([]byte(`{"x":"acme.toy","e":"roots","roots":{"workspace":["/","//","C:\\x",""]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		l := &observation.Log{Extension: "acme.toy"}
		if err := l.Read(strings.NewReader(string(data))); err != nil {
			t.Fatal(err)
		}
		p := static()
		d, err := observation.Decide(l, p, func(string) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := policy.Parse("observed.json", d.Observed.Bytes()); err != nil {
			t.Errorf("what is observed does not read back: %v", err)
		}
		if _, err := policy.ParseProposals("proposals.json", d.Proposals.Bytes()); err != nil {
			t.Errorf("what is proposed does not read back: %v", err)
		}
		for _, g := range d.Observed.Grants {
			if g.Shell || len(policy.Sensitive(g)) > 0 || strings.Contains(g.Pattern, "*") {
				t.Errorf("granted by itself: %s", g)
			}
		}
	})
}
