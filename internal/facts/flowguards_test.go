package facts_test

import (
	"strings"
	"testing"
)

var guardCases = []struct{ name, code, want string }{
	{
		"early return",
		`function run() { if (!vscode.workspace.isTrusted) { warn(); return; } cp.exec(setting.get("path")); } run()`,
		"setting go.path > shell command guarded",
	},
	{
		"early return after",
		`function run() { cp.exec(setting.get("path")); if (!vscode.workspace.isTrusted) { return; } } run()`,
		"setting go.path > shell command",
	},
	{
		"early return of another block",
		`function run() { { if (!vscode.workspace.isTrusted) { return; } } } run(); cp.exec(setting.get("path"))`,
		"setting go.path > shell command",
	},
	{
		"throw",
		`if (!vscode.workspace.isTrusted) throw new Error("no"); cp.exec(setting.get("path"))`,
		"setting go.path > shell command guarded",
	},
	{"a warning only", `if (!vscode.workspace.isTrusted) { warn(); } cp.exec(setting.get("path"))`, "setting go.path > shell command"},
	{"if", `if (vscode.workspace.isTrusted) { cp.exec(setting.get("path")); }`, "setting go.path > shell command guarded"},
	{"else", `if (vscode.workspace.isTrusted) { } else { cp.exec(setting.get("path")); }`, "setting go.path > shell command"},
	{"if not, else", `if (!vscode.workspace.isTrusted) { } else { cp.exec(setting.get("path")); }`, "setting go.path > shell command guarded"},
	{"and", `vscode.workspace.isTrusted && cp.exec(setting.get("path"))`, "setting go.path > shell command guarded"},
	{"or", `vscode.workspace.isTrusted || cp.exec(setting.get("path"))`, "setting go.path > shell command"},
	{"and more", `if (x && vscode.workspace.isTrusted === true && y) cp.exec(setting.get("path"))`, "setting go.path > shell command guarded"},
	{"or something else", `if (x || vscode.workspace.isTrusted) cp.exec(setting.get("path"))`, "setting go.path > shell command"},
	{"ternary", `vscode.workspace.isTrusted ? cp.exec(setting.get("path")) : 0`, "setting go.path > shell command guarded"},
	{"ternary, the other side", `vscode.workspace.isTrusted ? 0 : cp.exec(setting.get("path"))`, "setting go.path > shell command"},
	{"variable", `const t = vscode.workspace.isTrusted; if (t) cp.exec(setting.get("path"))`, "setting go.path > shell command guarded"},
	{"another variable", `const t = vscode.workspace.isTrusted; if (u) cp.exec(setting.get("path"))`, "setting go.path > shell command"},
	{
		"function",
		`const ok = () => vscode.workspace.isTrusted; if (!ok()) return; cp.exec(setting.get("path"))`,
		"setting go.path > shell command guarded",
	},
	{
		"error or not trusted",
		`fs.stat("x", (err) => { if (err || !vscode.workspace.isTrusted) return; cp.exec(setting.get("path")); })`,
		"setting go.path > shell command guarded",
	},
	{
		"error and not trusted",
		`fs.stat("x", (err) => { if (err && !vscode.workspace.isTrusted) return; cp.exec(setting.get("path")); })`,
		"setting go.path > shell command",
	},
	{
		"callers",
		`function run(c) { cp.exec(c); } if (vscode.workspace.isTrusted) { run(setting.get("path")); }`,
		"setting go.path > shell command guarded",
	},
	{
		"one of two callers",
		`function run(c) { cp.exec(c); } const p = setting.get("path"); if (vscode.workspace.isTrusted) { run(p); } run(p)`,
		"setting go.path > shell command",
	},
	{
		"callers through a list",
		`const load1 = (f) => import(String(f)); async function load(list) { const r = await Promise.all(list.map((x) => load1(x)));` +
			` return r; } (async () => { const f = setting.get("x"); if (vscode.workspace.isTrusted) { const c = await load(f); } })()`,
		"setting go.x > code command guarded",
	},
	{
		"read under trust",
		`let p = "go"; if (vscode.workspace.isTrusted) { p = setting.get("path"); } cp.exec(p)`,
		"setting go.path > shell command guarded",
	},
	{
		"granted",
		`vscode.workspace.onDidGrantWorkspaceTrust(() => { cp.exec(setting.get("path")); })`,
		"setting go.path > shell command guarded",
	},
	{
		"granted by name",
		`function start() { cp.exec(setting.get("path")); } vscode.workspace.onDidGrantWorkspaceTrust(start)`,
		"setting go.path > shell command guarded",
	},
	{"changed", `vscode.workspace.onDidChangeConfiguration(() => { cp.exec(setting.get("path")); })`, "setting go.path > shell command"},
	{
		"registered under trust",
		`if (vscode.workspace.isTrusted) { vscode.commands.registerCommand("a", () => cp.exec(setting.get("path"))); }`,
		"setting go.path > shell command guarded",
	},

	{"allow-list", `const OK = ["go", "gofmt"]; const p = setting.get("path"); if (OK.includes(p)) { cp.exec(p); }`, ""},
	{
		"allow-list, early return",
		`const OK = new Set(["go", "gofmt"]); const p = setting.get("path"); if (!OK.has(p)) { return; } cp.exec(p + " version")`,
		"",
	},
	{
		"allow-list of another",
		`const OK = ["go", "gofmt"]; const p = setting.get("path"), q = setting.get("other"); if (OK.includes(q)) { cp.exec(p); }`,
		"setting go.path > shell command",
	},
	{
		"not in the list",
		`const OK = ["go", "gofmt"]; const p = setting.get("path"); if (!OK.includes(p)) { cp.exec(p); }`,
		"setting go.path > shell command",
	},
	{
		"a list that is somebody's",
		`const p = setting.get("path"); if (setting.get("allowed").includes(p)) { cp.exec(p); }`,
		"setting go.path > shell command",
	},
	{
		"after the check",
		`const OK = ["go"]; const p = setting.get("path"); if (OK.includes(p)) { log(p); } cp.exec(p)`,
		"setting go.path > shell command",
	},
	{"passed on", `const OK = ["go"]; function run(c) { cp.exec(c); } const p = setting.get("path"); if (OK.includes(p)) { run(p); }`, ""},
	{"assigned anew", `const OK = ["go"]; let p = setting.get("path"); if (OK.includes(p)) { p = setting.get("other"); } cp.exec(p)`,
		"setting go.other > shell command\nsetting go.path > shell command"},
	{"property", `const OK = ["go"]; panel.webview.onDidReceiveMessage(m => { if (OK.includes(m.cmd)) { cp.exec(m.cmd); } })`, ""},
	{
		"another property",
		`const OK = ["go"]; panel.webview.onDidReceiveMessage(m => { if (OK.includes(m.cmd)) { cp.exec(m.arg); } })`,
		"webview vscode.Webview.onDidReceiveMessage > shell command",
	},
	{"equal", `const p = setting.get("path"); if (p === "go") { cp.exec(p); }`, ""},
	{"unequal", `const p = setting.get("path"); if (p !== "go") { cp.exec(p); }`, "setting go.path > shell command"},
	{"switch", `const p = setting.get("path"); switch (p) { case "go": case "gofmt": cp.exec(p); break; default: log(p); }`, ""},
	{
		"switch default",
		`const p = setting.get("path"); switch (p) { case "go": log(p); break; default: cp.exec(p); }`,
		"setting go.path > shell command",
	},
	{
		"switch, fallen through",
		`const p = setting.get("path"); switch (p) { default: log(p); case "go": cp.exec(p); }`,
		"setting go.path > shell command",
	},
	{"table", `const T = {a: "go", b: "gofmt"}; cp.exec(T[setting.get("tool")])`, ""},
	{"map", `const T = new Map([["a", "go"]]); cp.exec(T.get(setting.get("tool")))`, ""},
	{"pattern", `const p = setting.get("path"); if (!/^[\w.-]+$/.test(p)) { return; } cp.exec(p)`, ""},
	{
		"a function that tests",
		`const re = /^[\w.-]+$/; function ok(s) { return re.test(s); } const p = setting.get("path"); if (!ok(p)) { return; } cp.exec(p)`,
		"",
	},
	{
		"a function that tests, the other way round",
		`const re = /^[\w.-]+$/; function ok(s) { return re.test(s); } const p = setting.get("path"); if (ok(p)) { return; } cp.exec(p)`,
		"setting go.path > shell command",
	},
	{
		"a function that tests another",
		`const re = /^[\w.-]+$/; function ok(s) { return re.test(p0); } const p0 = "a", p = setting.get("path"); if (!ok(p)) { return;` +
			` } cp.exec(p)`,
		"setting go.path > shell command",
	},
	{
		"a function that tests loosely",
		`const re = /[\w.-]+/; function ok(s) { return re.test(s); } const p = setting.get("path"); if (!ok(p)) { return; } cp.exec(p)`,
		"setting go.path > shell command",
	},
	{
		"a function that only sometimes tests",
		`const re = /^[\w.-]+$/; function ok(s, x) { if (x) return true; return re.test(s); } const p = setting.get("path");` +
			` if (!ok(p)) { return; } cp.exec(p)`,
		"setting go.path > shell command",
	},
	{
		"a name of JavaScript in a shell",
		`const p = setting.get("path"); if (!/^[a-z_$][\w$]*$/i.test(p)) { return; } cp.exec(p)`,
		"setting go.path > shell command",
	},
	{"a name of JavaScript in code", `const p = setting.get("path"); if (!/^[a-z_$][\w$]*$/i.test(p)) { return; } eval(p)`, ""},
	{
		"pattern that is not anchored",
		`const p = setting.get("path"); if (!/[\w.-]+/.test(p)) { return; } cp.exec(p)`,
		"setting go.path > shell command",
	},
	{
		"pattern with anything",
		`const p = setting.get("path"); if (!/^go.*$/.test(p)) { return; } cp.exec(p)`,
		"setting go.path > shell command",
	},
	{
		"a predicate by its name",
		`const h = require("./h"); async function run(p) { if (!h.isValidName(p)) return; cp.exec(p); } run(setting.get("path"))`,
		"",
	},
	{
		"a predicate of the other side",
		`const h = require("./h"); const p = setting.get("path"); if (h.isValidName(p)) return; cp.exec(p)`,
		"setting go.path > shell command",
	},
	{
		"a predicate that says the opposite",
		`const h = require("./h"); const p = setting.get("path"); if (!h.isInvalidName(p)) return; cp.exec(p)`,
		"setting go.path > shell command",
	},
	{
		"a predicate about another",
		`const h = require("./h"); const p = setting.get("path"), q = setting.get("other"); if (!h.isSafe(q)) return; cp.exec(p)`,
		"setting go.path > shell command",
	},
	{
		"below a root",
		`const p = path.resolve(root, setting.get("out")); if (!p.startsWith(root + path.sep)) { return; } fs.writeFileSync(p, "x")`,
		"",
	},
	{
		"below a root, not checked",
		`const p = path.resolve(root, setting.get("out")); if (!p.startsWith("a")) { return; } fs.writeFileSync(p, "x")`,
		"setting go.out > write path",
	},
	{
		"relative",
		`const p = path.resolve(root, setting.get("out")); const r = path.relative(root, p); if (r.startsWith("..") || path.isAbsolute(r)) { ` +
			`return; } fs.writeFileSync(p, "x")`,
		"",
	},
	{"host", `const u = new URL(setting.get("url")); if (u.host !== "x.example") { return; } fetch(u)`, ""},
	{"only words", `cp.exec("go " + setting.get("p").replace(/[^\w-]/g, ""))`, ""},
	{"only some", `cp.exec("go " + setting.get("p").replace(/[^\w;-]/g, ""))`, "setting go.p > shell command"},
	{
		"request below a root",
		`http.createServer((req, res) => { const p = path.join(root, req.url); if (!p.startsWith(root)) return; fs.readFile(p, () => {}); })`,
		"",
	},
	{
		"request reads",
		`http.createServer((req, res) => { const p = path.join(root, req.url); fs.readFile(p, () => {}); })`,
		"request http.createServer > read path",
	},
	{
		"a pathname",
		`http.createServer((req, res) => { const u = new URL(req.url, "http://x"); fs.readFile(path.join(root, u.pathname), () => {}); })`,
		"",
	},
	{
		"a pathname, decoded",
		`http.createServer((req, res) => { const u = new URL(req.url, "http://x"); fs.readFile(path.join(root, ` +
			`decodeURIComponent(u.pathname)), () => {}); })`,
		"request http.createServer > read path",
	},
	{"joined with nothing", `function run(o) { cp.exec(path.join(vscode.workspace.rootPath, o.runtime)); } run({command: "x"})`, ""},
	{
		"joined with something",
		`function run(o) { cp.exec(path.join(vscode.workspace.rootPath, o.runtime)); } run({runtime: "x"})`,
		"file vscode.workspace.workspaceFolders > shell command",
	},
	{"inspected global value", `cp.execFile(setting.inspect("path").globalValue)`, ""},
}

func TestGuards(t *testing.T) {
	for _, c := range guardCases {
		t.Run(c.name, func(t *testing.T) {
			p := analyze(t, files{"main.js": flowHead + "exports.activate = () => {\n" + c.code + ";\n};\n"})
			if got := strings.Join(flowWords(p), "\n"); got != c.want {
				t.Errorf("%s\ngives %q\nwant  %q", c.code, got, c.want)
			}
		})
	}
}
