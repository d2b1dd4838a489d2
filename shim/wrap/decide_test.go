package wrap_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/policygen/observation"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

const decideDocument = `{"schemaVersion": 1, "extension": "acme.toy",
"modules": {"fs": ["readFile", {"function": "writeFile", "mark": "unresolved", "question": "Which?"}]},
"files.read": [{"path": "${workspace}/**", "mark": "unresolved", "question": "Which files?"}],
"network.connect": [{"address": "https://*.example.org", "mark": "unresolved", "question": "Which hosts?"}],
"processes": [{"command": "${config:toy.tool}", "args": ["..."], "trustedOnly": true, "mark": "unresolved", "question": "Which program?"}],
"env.read": [{"name": "ACME_X", "mark": "unresolved", "question": "Which variables?"}],
"files.write": ["${home}/tools/**", "${extension}/cache/**"],
"vscode": [{"surface": "command", "resource": "toy.*", "mark": "unresolved", "question": "Which commands?"},
{"surface": "terminal", "resource": "toy.*", "mark": "unresolved", "question": "Which terminals?"},
{"surface": "settings.write", "resource": "acme.*", "mark": "unresolved", "question": "Which settings?"}],
"code": [{"code": "fork", "path": "${extension}/out/**", "mark": "unresolved", "question": "Which files?"}]}`

const decideCode = `spawn('git'); fetch("https://api.example.com/x"); env['ACME_NAMED']; run("other.command"); run("vscode.open");` +
	` set("toy.flag"); fork('./server.js');` +
	` spawn("sh"); spawn("python3"); env["GOENV"]; fork("./x.js"); fork("./made.js"); ways("unix"); at("toy.sock")`

// decideLog is what a run may leave: each line with the roots of its run.
var decideLog = strings.ReplaceAll(
	`{"e":"roots","roots":{"home":["/home/u"],"workspace":["/home/u/w"],"extension":["/e"],"globalStorage":["/home/u/.config/Code/User/`+
		`globalStorage/acme.toy"]}}
{"e":"use","section":"files.read","path":"/etc/toy.conf","granted":false}
{"e":"use","section":"files.read","path":"/home/u/.ssh/config","granted":false}
{"e":"use","section":"files.read","path":"/home/u/notes","granted":false}
{"e":"use","section":"files.read","path":"/home/u/.config/Code/User/globalStorage/acme.toy/x","granted":false}
{"e":"use","section":"files.read","path":"/home/u/.config/Code/User/globalStorage/other.one/x","granted":false}
{"e":"use","section":"files.read","path":"/tmp/**","granted":false}
{"e":"use","section":"files.write","path":"/home/u/w/out","granted":false}
{"e":"use","section":"network.connect","address":"https://api.example.com:443/v1/x","granted":false}
{"e":"use","section":"network.connect","address":"tcp://db.example.com:5432","granted":false}
{"e":"use","section":"network.connect","address":"https://evil.example.net:443/","granted":false}
{"e":"use","section":"network.connect","address":"unix:/srv/toy.sock","granted":false}
{"e":"use","section":"network.connect","address":"unix:/srv/other.sock","granted":false}
{"e":"use","section":"processes","program":"git","args":["log","--dir=/home/u/w/a"],"path":"/usr/bin/git","granted":false}
{"e":"use","section":"processes","program":"git","args":["status","-z","--porcelain"],"path":"/usr/bin/git","granted":false}
{"e":"use","section":"processes","program":"/usr/bin/git","args":["--version"],"path":"/usr/bin/git","granted":false}
{"e":"use","section":"processes","program":"git","args":["-c","alias.x=!id","x"],"path":"/usr/bin/git","granted":false}
{"e":"use","section":"processes","program":"git","args":["rev-parse","HEAD"],"path":"/home/u/w/bin/git","granted":false}
{"e":"use","section":"processes","program":"git","args":["rev-parse","--git-dir"],"path":"/home/u/tools/git","granted":false}
{"e":"use","section":"processes","program":"git","args":["rev-parse","--short","HEAD"],"granted":false}
{"e":"use","section":"processes","program":"git","args":["version"],"path":"/usr/bin/git","granted":false}
{"e":"use","section":"processes","program":"git","args":["version"],"path":"/tmp/git","granted":false}
{"e":"use","section":"processes","program":"git","args":["version"],"path":"/home/u/w/git","granted":false}
{"e":"use","section":"processes","program":"/home/u/w/git","args":["status"],"path":"/home/u/w/git","granted":false}
{"e":"use","section":"processes","program":"/opt/git","args":["status"],"path":"/opt/git","granted":false}
{"e":"use","section":"processes","program":"python3","args":["--version"],"path":"/usr/bin/python3","granted":false}
{"e":"use","section":"files.write","path":"/e/lib/made.js","granted":false}
{"e":"use","section":"code","name":"fork","path":"/e/lib/made.js","granted":false}
{"e":"use","section":"code","name":"fork","path":"/e/cache/x.js","granted":false}
{"e":"use","section":"code","name":"fork","path":"/opt/x.js","granted":false}
{"e":"use","section":"env.read","text":"GOENV","granted":false}
{"e":"use","section":"vscode","name":"terminal","text":"sh","granted":false}
{"e":"use","section":"processes","program":"curl","args":["x"],"granted":false}
{"e":"use","section":"processes","program":"sh","args":["x.sh"],"granted":false}
{"e":"use","section":"processes","program":"git","args":["a","b…"],"granted":false}
{"e":"use","section":"processes","program":"git","args":["cut"],"cut":true,"granted":false}
{"e":"use","section":"processes","program":"tool","args":["{\"glob\":\"**/*.js\"}","...","C:\\x"],"path":"/usr/bin/tool","granted":false}
{"e":"use","section":"processes","program":"tool","args":["é*"],"path":"/usr/bin/tool","granted":false}
{"e":"use","section":"processes","text":"echo a","granted":false}
{"e":"use","section":"processes","text":"\"C:\\Program Files\\t.exe\" a","granted":false}
{"e":"use","section":"processes","text":"php -r \"`+strings.Repeat("echo 1;", 90)+`\"","granted":false}
{"e":"use","section":"processes","text":"php -r \"`+strings.Repeat("écho 1;", 140)+`\"","granted":false}
{"e":"use","section":"processes","text":"two\nlines","granted":false}
{"e":"use","section":"processes","text":"**","granted":false}
{"e":"use","section":"processes","text":"rm *.txt","granted":false}
{"e":"use","section":"processes","text":"echo ${HOME}","granted":false}
{"e":"use","section":"processes","text":"re:echo a","granted":false}
{"e":"use","section":"processes","text":"npm run re:build","granted":false}
{"e":"use","section":"env.read","text":"ACME_NAMED","granted":false}
{"e":"use","section":"env.read","text":"AWS_SECRET_ACCESS_KEY","granted":false}
{"e":"use","section":"vscode","name":"command","text":"other.command","granted":false}
{"e":"use","section":"vscode","name":"command","text":"workbench.action.terminal.sendSequence","granted":false}
{"e":"use","section":"vscode","name":"command","text":"vscode.open","granted":false}
{"e":"use","section":"vscode","name":"settings.write","text":"toy.flag","granted":false}
{"e":"use","section":"modules","name":"vscode","text":"commands.registerCommand","granted":false}
{"e":"use","section":"vscode","name":"command","granted":false}
{"e":"use","section":"vscode","name":"clipboard","granted":false}
{"e":"use","section":"code","name":"fork","path":"/e/lib/server.js","granted":false}
{"e":"use","section":"code","name":"fork","path":"/home/u/w/x.js","granted":false}
{"e":"use","section":"code","name":"eval","granted":false}
{"e":"use","section":"modules","name":"fs","text":"rmSync","granted":false}
{"e":"use","section":"modules","name":"net","text":"connect","granted":false}
`,
	`{"e"`,
	`{"t":1,"x":"acme.toy","e"`,
)

// TestTheLoaderDecidesAsTheCommandDoes: what the loader grants by itself after an
// observation is what "ringfence observe" takes over, line for line.
func TestTheLoaderDecidesAsTheCommandDoes(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip(err)
	}
	static, err := policy.Parse("policy.json", []byte(decideDocument))
	if err != nil {
		t.Fatal(err)
	}
	log := &observation.Log{Extension: "acme.toy"}
	if err := log.Read(strings.NewReader(decideLog)); err != nil {
		t.Fatal(err)
	}
	var code observation.Code
	code.Add(decideCode)
	want, err := observation.Decide(log, static, code.Names)
	if err != nil {
		t.Fatal(err)
	}

	in, err := json.Marshal(
		map[string]any{"extension": "acme.toy", "document": json.RawMessage(decideDocument), "log": decideLog, "code": decideCode},
	)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "testdata/decide.js")
	cmd.Stdin = bytes.NewReader(in)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	type line struct {
		Section, Name string
		Entry         any
	}
	var got struct{ Granted, Waiting []line }
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	// as writes lines as a policy does, so that the two can be compared.
	as := func(lines []line) []string {
		t.Helper()
		doc := map[string]any{"schemaVersion": 1, "extension": "acme.toy"}
		modules := map[string][]any{}
		for _, l := range lines {
			if l.Section == "modules" {
				modules[l.Name] = append(modules[l.Name], l.Entry)
				continue
			}
			list, _ := doc[l.Section].([]any)
			doc[l.Section] = append(list, l.Entry)
		}
		doc["modules"] = modules
		data, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		p, err := policy.Parse("decided.json", data)
		if err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		return texts(p.Grants)
	}
	if d := cmp.Diff(texts(want.Observed.Grants), as(got.Granted)); d != "" {
		t.Errorf("granted (-Go +loader):\n%s", d)
	}
	if d := cmp.Diff(texts(want.Proposals.Policy().Grants), as(got.Waiting)); d != "" {
		t.Errorf("waiting (-Go +loader):\n%s", d)
	}
	if len(got.Granted) < 6 || len(got.Waiting) < 10 {
		t.Errorf("%d granted, %d waiting: the log does not try enough", len(got.Granted), len(got.Waiting))
	}
}

func texts(grants []policy.Grant) []string {
	var out []string
	for _, g := range grants {
		text := g.String()
		if g.TrustedOnly {
			text += " trustedOnly"
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return out
}
