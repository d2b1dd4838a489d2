package policy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

const canonical = `{
  "schemaVersion": 1,
  "extension": "acme.tool",
  "modules": {
    "child_process": [
      "spawn"
    ],
    "fs": [
      "promises.readFile",
      {"function": "readFileSync", "trustedOnly": true},
      {"function": "writeFile", "mark": "imprecise", "question": "The module is handed on in dist/a.js; which functions are used?"}
    ],
    "net": [
      ""
    ]
  },
  "files.read": [
    "${extension}/**",
    {"path": "${workspace}/**", "mark": "unresolved", "question": "Which files does <open> read?"}
  ],
  "network.connect": [
    "https://api.example.com/v1/**"
  ],
  "processes": [
    {"command": "git", "args": ["status", "...", "x"]},
    {"shell": "npm run *", "trustedOnly": true}
  ],
  "env.read": [
    "PATH"
  ],
  "vscode": [
    "clipboard",
    {"surface": "command", "resource": "git.*"}
  ],
  "code": [
    {"code": "fork", "path": "${extension}/dist/server.js"},
    "wasm"
  ],
  "denied": {
    "files.read": [
      "${workspace}/secret/**"
    ]
  },
  "marks": [
    {"mark": "incomplete", "question": "dist/b.js could not be parsed"}
  ]
}
`

func document() string { return strings.Replace(canonical, `"...", "x"`, `"x", "..."`, 1) }

func TestTheOneFormOfAPolicy(t *testing.T) {
	p, err := Parse("policy.json", []byte(document()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(document(), string(p.Bytes())); diff != "" {
		t.Error(diff)
	}
	// The mirror: another order and other spaces are read and not written.
	mixed := `{"extension":"acme.tool","modules":{"net":[""],"fs":[{"mark":"imprecise","function":"x"},{"function":"x"}]},"env.read":["B",` +
		`"A","B",{"name":"A"}],"schemaVersion":1}`
	q, err := Parse("policy.json", []byte(mixed))
	if err != nil {
		t.Fatal(err)
	}
	want := New("acme.tool", Grant{Section: Modules, Name: "fs", Pattern: "x"}, Grant{Section: Modules, Name: "net"},
		Grant{Section: EnvRead, Pattern: "A"}, Grant{Section: EnvRead, Pattern: "B"})
	if diff := cmp.Diff(want, q); diff != "" {
		t.Error(diff)
	}
}

// What a reviewer would not see is written as its number, and read back.
func TestNothingIsInvisible(t *testing.T) {
	p := New(
		"acme.tool",
		Grant{Section: FilesRead, Pattern: "${home}/a\u202eb\u200bc\U000e0041"},
		Grant{Section: FilesRead, Pattern: "${home}/é文🙂"},
	)
	data := string(p.Bytes())
	for _, want := range []string{`"${home}/a\u202eb\u200bc\udb40\udc41"`, `"${home}/é文🙂"`} {
		if !strings.Contains(data, want) {
			t.Errorf("%s is not in\n%s", want, data)
		}
	}
	again, err := Parse("policy.json", []byte(data))
	if diff := cmp.Diff(p, again); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
}

func TestProblemsHavePlaces(t *testing.T) {
	text := `{
  "schemaVersion": 1,
  "extension": "acme.tool",
  "module": {},
  "files.read": [
    "${worksapce}/**",
    {"path": "/a", "trustedonly": true},
    {"path": "/a/../b"}, 7
  ],
  "processes": ["git", {"command": "git"}],
  "vscode": ["terminals"],
  "env.read": ["A"], "env.read": ["A\u001b=B"]
}`
	_, err := Parse(".ringfence/policy.json", []byte(text))
	want := `.ringfence/policy.json:4:3: a policy has no member "module"; did you mean modules?
.ringfence/policy.json:6:5: path pattern "${worksapce}/**": no root is named "worksapce"; did you mean workspace?
.ringfence/policy.json:7:20: an entry of files.read has no member "trustedonly"; did you mean trustedOnly?
.ringfence/policy.json:8:5: path pattern "/a/../b": "." and ".." are not names
.ringfence/policy.json:8:26: an entry of files.read is a string or an object, not a number
.ringfence/policy.json:10:17: an entry of processes is an object, not a string
.ringfence/policy.json:10:24: "args" is missing; ["..."] is any arguments, [] is none
.ringfence/policy.json:11:14: no surface is named "terminals"; did you mean terminal?
.ringfence/policy.json:12:22: "env.read" is said twice
.ringfence/policy.json:12:35: pattern "A\x1b=B": no variable's name holds a =`
	if diff := cmp.Diff(want, fmt.Sprint(err)); diff != "" {
		t.Error(diff)
	}
}

func TestBounds(t *testing.T) {
	many := `{"schemaVersion":1,"extension":"a.b","env.read":["A"` + strings.Repeat(`,"A"`, MaxGrants) + `]}`
	for name, text := range map[string]string{
		"too many grants": many, "too long": strings.Repeat(" ", MaxBytes+1), "no JSON": "{", "a comment": "// x\n{}",
		"too deep": strings.Repeat("[", 50) + strings.Repeat("]", 50), "nothing": "",
	} {
		if _, err := Parse("policy.json", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), "policy.json:") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Parse("policy.json", []byte(strings.Replace(many, `,"A"`, "", 1))); err != nil {
		t.Errorf("as many as may be: %v", err)
	}
	_, err := Parse("policy.json", []byte(`{"schemaVersion":1,"extension":"a.b","env.read":[`+strings.Repeat("1,", 99)+"1]}"))
	if lines := strings.Split(fmt.Sprint(err), "\n"); len(lines) != maxProblems+1 || lines[maxProblems] != "policy.json: and 80 more" {
		t.Errorf("a hundred problems are %q", lines)
	}
}

// Each case: the wider grant, the narrower one, and why the first is wider than
// a policy with the second alone. The mirror says nothing.
func TestWider(t *testing.T) {
	file := func(p string) Grant { return Grant{Section: FilesRead, Pattern: p} }
	in := func(s Section, p string) Grant { return Grant{Section: s, Pattern: p} }
	run := func(words ...string) Grant {
		return Grant{Section: Processes, Pattern: words[0], Args: words[1:]}
	}
	for _, c := range []struct {
		wide, narrow Grant
		reason       string
	}{
		{file("${workspace}/**"), file("${workspace}/a"), "the old policy does not allow it"},
		{file("${home}/**"), file("${home}/a"), "the old policy does not allow it"},
		{in(NetworkConnect, "*.a.com:443"), in(NetworkConnect, "https://b.a.com"), "the old policy does not allow it"},
		{run("git", "..."), run("git", "status"), "the old policy does not allow it"},
		{in(EnvRead, "*"), in(EnvRead, "PATH"), "the old policy does not allow it"},
		{Grant{Section: Modules, Name: "fs", Pattern: "*"}, Grant{Section: Modules, Name: "fs", Pattern: "readFile"},
			"the old policy does not allow it"},
		{Grant{Section: Modules, Name: "fs", Pattern: "readFile"}, Grant{Section: Modules, Name: "fs"}, "the old policy does not allow it"},
		{Grant{Section: VSCode, Name: "command"}, Grant{Section: VSCode, Name: "command", Pattern: "git.*"}, "the old policy does not allow it"},
		{Grant{Section: Code, Name: Native, Pattern: "${extension}/a.node", Mark: Unresolved},
			Grant{Section: Code, Name: Native, Pattern: "${extension}/a.node", SHA256: strings.Repeat("a", 64)}, "the old policy does not allow it"},
		{file("${workspace}/a"), Grant{Section: FilesRead, Pattern: "${workspace}/**", TrustedOnly: true},
			"holds in every workspace, and did in a trusted one only"},
		{Grant{Section: Processes, Pattern: "**", Shell: true}, run("**", "..."), "the old policy does not allow it"},
	} {
		got := mustWider(t, New("a.b", c.narrow), New("a.b", c.wide))
		if len(got) != 1 || got[0].Reason != c.reason || Compare(got[0].Grant, c.wide) != 0 {
			t.Errorf("%s beside %s: %v", c.wide, c.narrow, got)
		}
		if c.narrow.TrustedOnly || c.narrow.Section == Processes && c.wide.Shell {
			continue
		}
		if back := mustWider(t, New("a.b", c.wide), New("a.b", c.narrow)); len(back) > 0 {
			t.Errorf("%s beside %s: %v", c.narrow, c.wide, back)
		}
	}
}

// A narrower grant that names a sensitive place is wider than a broad one that
// does not.
func TestASensitivePlaceIsNamed(t *testing.T) {
	broad, keys := Grant{Section: FilesRead, Pattern: "${home}/**"}, Grant{Section: FilesRead, Pattern: "${home}/.ssh/config"}
	got := mustWider(t, New("a.b", broad), New("a.b", keys))
	if len(got) != 1 || got[0].Reason != "opens the sensitive place ${home}/.ssh/**" {
		t.Errorf("%v", got)
	}
	place := Grant{Section: FilesRead, Pattern: "${home}/.ssh/**"}
	if got := mustWider(t, New("a.b", place), New("a.b", keys)); len(got) > 0 {
		t.Errorf("within the place: %v", got)
	}
	for grant, want := range map[string]string{
		"${home}/**": "[]", "${home}/.ssh/id_rsa": "[ssh]", "${home}/.*/config": "[]", "${workspace}/.git/config": "[]", "**": "[]",
		"${globalStorage}/**": "[]", "${home}/.config/Code/User/globalStorage/x.y/**": "[editor-state]",
		// The same places by other names, each beside what is none.
		"/root/.ssh/id_rsa": "[ssh]", "/root/ssh/id_rsa": "[]", "/home/*/.ssh/id_rsa": "[ssh]", "/home/*/x/.ssh/id_rsa": "[]",
		"C:/Users/*/.SSH/*":              "[ssh]",
		"/Users/me/Library/Keychains/**": "[keychain]", "/Users/me/Library/Fonts/**": "[]", "**/.aws/credentials": "[aws]",
		"**/aws/credentials":      "[]",
		"${env:HOME}/.ssh/id_rsa": "[ssh]", "${env:APPDATA}/Mozilla/Firefox/**": "[browser-firefox]", "${env:APPDATA}/acme/**": "[]",
		"${env:LOCALAPPDATA}/Google/Chrome/User Data/**": "[browser-chrome]", "${env:XDG_CONFIG_HOME}/gh/hosts.yml": "[gh]",
		"${env:XDG_CONFIG_HOME}/acme": "[]",
		"${env:GNUPGHOME}/**":         "[gnupg]", "${env:KUBECONFIG}": "[kube]", "${env:CARGO_HOME}/credentials.toml": "[cargo]",
		"${env:CARGO_HOME}/bin/*": "[]",
		"/proc/self/environ":      "[system]", "/proc/*/task/*/environ": "[system]", "/proc/1/task/2/mem": "[system]", "/proc/self/status": "[]",
		"/proc/kcore": "[system]",
		"/dev/mem":    "[system]", "/dev/null": "[]", "C:/Windows/System32/config/SAM": "[system]", "${workspace}/.npmrc": "[]",
	} {
		if got := fmt.Sprint(Sensitive(Grant{Section: FilesRead, Pattern: grant})); got != want {
			t.Errorf("reading %s opens %s, want %s", grant, got, want)
		}
	}
	for socket, want := range map[string]string{"unix:/run/user/*/bus": "[system]", "unix:/tmp/ssh-*/agent.*": "[ssh-agent]",
		"unix:${tmp}/x.sock": "[]", "unix:/run/user/*/x.sock": "[]"} {
		if got := fmt.Sprint(Sensitive(Grant{Section: NetworkConnect, Pattern: socket})); got != want {
			t.Errorf("connecting to %s opens %s, want %s", socket, got, want)
		}
	}
	if got := Sensitive(Grant{Section: FilesWrite, Pattern: "${workspace}/.git/config"}); fmt.Sprint(got) != "[repository-hooks]" {
		t.Errorf("writing a repository's configuration opens %v", got)
	}
}

func TestDenials(t *testing.T) {
	all := New("a.b", Grant{Section: FilesRead, Pattern: "${workspace}/**"})
	fenced := all
	fenced.Denied = []Grant{{Section: FilesRead, Pattern: "${workspace}/secret/**"}}
	if got := mustWider(t, fenced, all); len(got) != 1 || !got[0].Denial || got[0].Reason != "no longer denied" {
		t.Errorf("a denial that is gone: %v", got)
	}
	if got := mustWider(t, all, fenced); len(got) > 0 {
		t.Errorf("a denial more: %v", got)
	}
	narrower, err := Narrower(all, fenced)
	if err != nil || len(narrower) != 1 || narrower[0].Reason != "denied now" {
		t.Errorf("%v, %v", narrower, err)
	}
	for path, want := range map[string]bool{"/w/a": true, "/w/secret/a": false, "/w/secret": false, "/x": false} {
		if got := allows(t, fenced, Access{Section: FilesRead, Path: path}); got != want {
			t.Errorf("%s is allowed: %t", path, got)
		}
	}
	// Denying one function leaves the module.
	p := New("a.b", Grant{Section: Modules, Name: "fs", Pattern: "*"})
	p.Denied = []Grant{{Section: Modules, Name: "fs", Pattern: "writeFile"}}
	for function, want := range map[string]bool{"": true, "readFile": true, "writeFile": false} {
		if got := allows(t, p, Access{Section: Modules, Name: "fs", Text: function}); got != want {
			t.Errorf("fs.%s is allowed: %t", function, got)
		}
	}
}

// What a denial takes whole is no permission, and a denied function leaves the
// loading of its module.
func TestDenialsInWider(t *testing.T) {
	p := New("a.b", Grant{Section: FilesRead, Pattern: "${home}/a"}, Grant{Section: Modules, Name: "fs"})
	p.Denied = []Grant{{Section: FilesRead, Pattern: "${home}/*"}, {Section: Modules, Name: "fs", Pattern: "writeFile"}}
	if got := mustWider(t, New("a.b"), p); len(got) != 1 || got[0].Grant.Section != Modules {
		t.Errorf("%v", got)
	}
	p.Denied = nil
	if got := mustWider(t, New("a.b"), p); len(got) != 2 {
		t.Errorf("without denials: %v", got)
	}
}

// A broad grant leaves sensitive places closed; one that names them opens them,
// and the extension's own folders are its own.
func TestSensitivePlacesAreClosed(t *testing.T) {
	for _, c := range []struct {
		section Section
		grant   string
		path    string
		want    bool
	}{
		{FilesRead, "${home}/**", "/home/u/a", true}, {FilesRead, "${home}/**", "/home/u/.ssh/config", false},
		{FilesRead, "**", "/home/u/.ssh/config", false},
		{FilesRead, "${home}/.ssh/config", "/home/u/.ssh/config", true}, {FilesRead, "${home}/.ssh/**", "/home/u/.ssh/id_rsa", true},
		{FilesRead, "${home}/.*/config", "/home/u/.ssh/config", false}, {FilesRead, "${home}/.*/config", "/home/u/.x/config", true},
		{FilesRead, "${home}/**", "/home/u/.bashrc", true}, {FilesWrite, "${home}/**", "/home/u/.bashrc", false},
		{FilesWrite, "${home}/.bashrc", "/home/u/.bashrc", true},
		{FilesWrite, "${workspace}/**", "/w/a", true}, {FilesWrite, "${workspace}/**", "/w/.git/hooks/x", false},
		{FilesWrite, "${workspace}/.git/hooks/*", "/w/.git/hooks/x", true},
		{FilesWrite, "${globalStorage}/**", "/home/u/.config/Code/User/globalStorage/acme.tool/x", true},
		{FilesWrite, "${home}/.config/**", "/home/u/.config/Code/User/globalStorage/acme.tool/x", false},
		{FilesWrite, "${globalStorage}/**", "/home/u/.config/Code/User/globalStorage/acme.tool/.git/hooks/x", false},
		{FilesRead, "/proc/**", "/proc/9/task/9/environ", false}, {FilesRead, "/proc/**", "/proc/9/task/9/status", true},
		{FilesRead, "**", "/srv/data/Mozilla/Firefox/x", false},
		{FilesRead, "**", "/srv/data/Mozilla/x", true}, {FilesRead, "${env:APPDATA}/Mozilla/Firefox/**", "/srv/data/Mozilla/Firefox/x", true},
		{FilesRead, "${home}/.config/gh/hosts.yml", "/home/u/.config/gh/hosts.yml", true},
		{FilesRead, "${env:XDG_CONFIG_HOME}/gh/*", "/home/u/.config/gh/hosts.yml", true},
		{FilesRead, "${env:XDG_CONFIG_HOME}/**", "/home/u/.config/gh/hosts.yml", false}, {NetworkConnect, "unix:**", "/run/user/1000/bus", false},
		{FilesRead, "${extension}/**", "/home/u/.vscode/extensions/acme.tool-1/a.js", true},
		{FilesWrite, "${home}/**", "/home/u/.vscode/extensions/other-1/a.js", false},
		{NetworkConnect, "unix:/run/**", "/run/docker.sock", false}, {NetworkConnect, "unix:/run/docker.sock", "/run/docker.sock", true},
		{NetworkConnect, "unix:/run/**", "/run/x.sock", true}, {FilesWrite, "**", "/ringfence-unknown", false},
		// A surface about files that names no place.
		{VSCode, "files.read", "/home/u/a", true}, {VSCode, "files.read", "/home/u/.ssh/config", false},
		{VSCode, "files.read", "/w/.git/hooks/x", true}, {VSCode, "files.write", "/w/.git/hooks/x", false},
		{VSCode, "files.read", "", true}, {VSCode, "files.write", "/ringfence-unknown", false},
		{VSCode, "files.write", "/home/u/.config/Code/User/globalStorage/acme.tool/x", true},
	} {
		a := Access{Section: c.section, Path: c.path}
		if c.section == VSCode {
			a.Name = c.grant
			if got := allows(t, New("a.b", Grant{Section: VSCode, Name: c.grant}), a); got != c.want {
				t.Errorf("the surface %s allows %s: %t", c.grant, c.path, got)
			}
			continue
		}
		if c.section == NetworkConnect {
			a = Access{Section: c.section, Endpoint: pattern.Endpoint{Socket: c.path}}
		}
		if got := allows(t, New("a.b", Grant{Section: c.section, Pattern: c.grant}), a); got != c.want {
			t.Errorf("%s %s allows %s: %t", c.section, c.grant, c.path, got)
		}
	}
}

func TestOverridesWin(t *testing.T) {
	p := New(
		"acme.tool",
		Grant{Section: Processes, Pattern: "docker", Args: []string{"..."}},
		Grant{Section: Processes, Pattern: "git", Args: []string{"..."}},
	)
	o, err := ParseOverride("policy.override.json", []byte(`{"schemaVersion": 1, "extension": "acme.tool", "overrides": [
		{"deny": {"processes": {"command": "docker", "args": ["..."]}}, "reason": "no containers"},
		{"allow": {"env.read": "HOME"}, "reason": "needed", "until": "2027-01-31"},
		{"allow": {"env.read": "OLD"}, "reason": "was needed", "until": "2026-12-31"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	got, over, err := p.Apply(o, "2027-01-31")
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "schemaVersion": 1,
  "extension": "acme.tool",
  "processes": [
    {"command": "git", "args": ["..."]}
  ],
  "env.read": [
    "HOME"
  ],
  "denied": {
    "processes": [
      {"command": "docker", "args": ["..."]}
    ]
  }
}
`
	if diff := cmp.Diff(want, string(got.Bytes())); diff != "" {
		t.Error(diff)
	}
	if len(over) != 1 || over[0].Grant.Pattern != "OLD" || over[0].Line != 4 {
		t.Errorf("expired: %v", over)
	}
	if _, over, _ := p.Apply(o, ""); len(over) != 2 {
		t.Errorf("on an unknown day %d are over", len(over))
	}
	other := o
	other.Extension = "evil.tool"
	if _, _, err := p.Apply(other, "2027-01-01"); err == nil {
		t.Error("another extension's override was applied")
	}
	_, err = ParseOverride("o.json", []byte(`{"schemaVersion": 1, "extension": "acme.tool", "overrides": [
		{"deny": {"files.read": "${home}/**"}, "reason": "r"},
		{"allow": {"files.read": "${home}/a"}, "reason": "r"}]}`))
	if want := "o.json:3:1: files.read: ${home}/a is allowed here and denied on line 2; take one of them out"; fmt.Sprint(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestMergeRefusesTwoExtensions(t *testing.T) {
	if _, err := Merge(New("a.b"), New("a.c")); err == nil {
		t.Error("two extensions became one")
	}
	if p, err := Merge(New("a.b"), New("")); err != nil || p.Extension != "a.b" {
		t.Errorf("%v %v", p, err)
	}
}

func TestGrantsForPeople(t *testing.T) {
	for want, g := range map[string]Grant{
		"modules: fs.promises.readFile":                          {Section: Modules, Name: "fs", Pattern: "promises.readFile"},
		"modules: net (loading it)":                              {Section: Modules, Name: "net"},
		`processes: git log "a b" "" ...`:                        {Section: Processes, Pattern: "git", Args: []string{"log", "a b", "", "..."}},
		`processes: shell "npm run *" (trusted workspaces only)`: {Section: Processes, Pattern: "npm run *", Shell: true, TrustedOnly: true},
		"vscode: command git.* (imprecise)":                      {Section: VSCode, Name: "command", Pattern: "git.*", Mark: Imprecise},
		`env.read: A\u202eB`:                                     {Section: EnvRead, Pattern: "A\u202eB"},
	} {
		if got := g.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A document made to be slow or large is refused, or compared in bounded time
// with whatever is not proven called wider.
func TestHostileDocuments(t *testing.T) {
	large := `{"schemaVersion":1,"extension":"a.b","env.read":["A"` + strings.Repeat(`,"re:(a{60}){60}"`, 2000) + `]}`
	if _, err := Parse("p", []byte(large)); err == nil || !strings.Contains(err.Error(), "states together") {
		t.Errorf("%v", err)
	}
	var a, b Policy
	for i := range 3000 {
		a.Grants = append(a.Grants, Grant{Section: EnvRead, Pattern: fmt.Sprintf("re:(a|b)*a(a|b){12}%d", i)})
		b.Grants = append(b.Grants, Grant{Section: EnvRead, Pattern: fmt.Sprintf("re:(b|a)*a(b|a){12}%d", i)})
	}
	if got := mustWider(t, a, b); len(got) != 3000 {
		t.Errorf("%d of 3000 unproven lines are wider", len(got))
	}
	if got := mustWider(t, a, a); len(got) > 0 {
		t.Errorf("wider than itself: %v", got[0])
	}
}
