package synth

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

const manifest = `{"name": "tool", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js",
	"capabilities": {"untrustedWorkspaces": {"supported": "limited", "restrictedConfigurations": ["tool.closed"]}},
	"contributes": {"configuration": {"properties": {"tool.open": {}, "tool.closed": {}, "tool.machine": {"scope": "machine"},
	"tool.named": {"default": "mytool"}, "tool.server": {"default": "https://api.example/v1"}, "tool.home": {"default": "/opt/tool"},
	"tool.list": {"default": ["lister", "-r"]}, "tool.map": {"default": {"left": "lefty", "right": "righty", "n": 1}}, "tool.sites": {},
	"tool.loose": {"default": ["python", "-m", "check", "${file}"]},
	"tool.relative": {"default": "bin/tool"}, "tool.where": {"default": "db.example"}}}}}`

// synthesize makes the policy of an extension of these files.
func synthesize(t *testing.T, files map[string]string) Result {
	t.Helper()
	dir := t.TempDir()
	if files["package.json"] == "" {
		files["package.json"] = manifest
	}
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ext, err := extension.Load(t.Context(), dir, extension.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ext.Close() })
	p, err := facts.Analyze(t.Context(), ext, facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return Synthesize(Input{ext, p, catalog.Default()})
}

func lines(p policy.Policy) []string {
	var out []string
	for _, g := range p.Grants {
		out = append(out, g.String())
	}
	return out
}

const before = `const fs = require("fs"), path = require("path"), cp = require("child_process"), net = require("net"), vscode = ` +
	`require("vscode");
exports.activate = (context) => { const conf = vscode.workspace.getConfiguration("tool");
`

// grants is what one statement needs, beside the modules' functions: each line
// is a section and what follows.
var grants = []struct{ name, code, want string }{
	{"a constant path", `fs.readFileSync("/etc/hosts")`, "files.read: /etc/hosts"},
	{"a root and unknown text", `fs.readFileSync(context.asAbsolutePath("data/" + x()))`, "files.read: ${extension}/data/**"},
	{
		"a name with unknown text",
		`fs.writeFileSync(path.join(context.globalStorageUri.fsPath, "log-" + x() + ".txt"), "")`,
		"files.write: ${globalStorage}/log-*.txt",
	},
	{
		"a line that ends in a space", `cp.execSync("git remote " + (x() ? "" : "show"))`,
		"processes: shell \"git remote \"\nprocesses: shell \"git remote show\"",
	},
	{"a program by its name on Windows", `cp.spawn(x() ? "git" : "git.exe", ["log"])`, "processes: git log"},
	{"an unknown path", `fs.readFileSync(x())`, "files.read: ${extension}/** (unresolved)\nfiles.read: ${workspace}/** (unresolved)"},
	{"the extension is not written by default", `fs.writeFileSync(x(), "")`, "files.write: ${workspace}/** (unresolved)"},
	{"storage that is asked for is in the default", `fs.rmSync(x()); y(context.globalStorageUri)`,
		"files.write: ${globalStorage}/** (unresolved)\nfiles.write: ${workspace}/** (unresolved)"},
	{
		"the whole disk is no bound",
		`fs.readFileSync("/" + x())`,
		"files.read: ${extension}/** (unresolved)\nfiles.read: ${workspace}/** (unresolved)",
	},
	{"the file of a document lies in the workspace",
		`fs.readFileSync(vscode.window.activeTextEditor.document.fileName)`, "files.read: ${workspace}/**"},
	{"beside a document",
		`const f = vscode.workspace.textDocuments[0].fileName; fs.statSync(path.dirname(f) + "/.rc"); fs.statSync(path.join(f, "..", "a"))`,
		"files.read: ${workspace}/**/.rc\nfiles.read: ${workspace}/**/a"},
	{"a name that begins with the document's", `vscode.workspace.onDidSaveTextDocument(d => fs.writeFileSync(d.fileName + ".bak", ""))`,
		"files.write: ${workspace}/**/*.bak\nvscode: documents"},
	{"the document that a provider is asked about",
		`vscode.languages.registerHoverProvider("x", {provideHover(doc) { this.look(doc) }, look(d) { fs.statSync(d.fileName) }})`,
		"files.read: ${workspace}/**"},
	{"what a person picks lies anywhere", `vscode.window.showOpenDialog().then(l => fs.readFileSync(l[0].fsPath))`,
		"files.read: ${extension}/** (unresolved)\nfiles.read: ${workspace}/** (unresolved)"},
	{"above a document's folder", `fs.readFileSync(path.dirname(path.dirname(vscode.window.activeTextEditor.document.fileName)))`,
		"files.read: ${extension}/** (unresolved)\nfiles.read: ${workspace}/** (unresolved)"},
	{"a document may lie anywhere for a program",
		`cp.spawn("fmt", ["-i", vscode.window.activeTextEditor.document.fileName])`, "processes: fmt -i *"},
	{"a program beside a document", `cp.spawn(path.join(path.dirname(vscode.window.activeTextEditor.document.fileName), "run"), [])`,
		`processes: **/run (imprecise)`},
	{"a file that was found",
		`vscode.workspace.findFiles("**/*.x").then(l => { for (const f of l) fs.readFileSync(f.fsPath); fs.readFileSync(l[0].fsPath) })`,
		"files.read: ${workspace}/**"},
	{"the home folder is asked about", `fs.readFileSync(path.join(require("os").homedir(), x()))`, "files.read: ${home}/** (imprecise)"},
	{"copying reads and writes", `fs.copyFileSync(context.asAbsolutePath("a"), "/tmp/b")`, "files.read: ${extension}/a\nfiles.write: /tmp/b"},
	{"opening to read", `fs.openSync("/a", "r")`, "files.read: /a"},
	{"opening to write", `fs.openSync("/a", "w")`, "files.write: /a"},
	{"opening for who knows", `fs.openSync("/a", x())`, "files.read: /a\nfiles.write: /a"},
	{"handed on and never called", `y(fs.readFileSync)`, "files.read: ${extension}/** (unresolved)\nfiles.read: ${workspace}/** (unresolved)"},
	{"handed on and called: the call speaks", `y(fs.readFileSync); fs.readFileSync("/a")`, "files.read: /a"},
	{
		"one grant in another",
		`fs.readFileSync(context.asAbsolutePath(x())); fs.readFileSync(context.asAbsolutePath("a"))`,
		"files.read: ${extension}/**",
	},

	{"a program and its arguments", `cp.spawn("git", ["log", "-n" + x()])`, "processes: git log -n*"},
	{"a program with arguments nobody knows", `cp.spawn("git", x())`, "processes: git ..."},
	{"no arguments", `cp.execFile("git")`, "processes: git"},
	{"a shell's line", `cp.exec("npm run " + x())`, `processes: shell "npm run *"`},
	{"a shell's line with a star", `cp.exec("grep -E '.*' " + x())`, `processes: shell "re:grep -E '\\.\\*' [0-9A-Za-z_./:@+,=-]*"`},
	{"a program that cannot be", `cp.execFile("*")`, "processes: ${extension}/** ... (unresolved)"},
	{"a shell where it is proven, and the program where none is", `cp.spawn("npm", ["run", "build"], {shell: true})`,
		"processes: npm run build\nprocesses: shell \"npm run build\""},
	{"a line with its options where a list would be", `cp.spawn("lint --version", {shell: true})`, "processes: shell \"lint --version\""},
	{"a program with its options where a list would be", `cp.spawn("lint", {cwd: x()})`, "processes: lint"},
	{"a list that may be options", `cp.spawn("lint", x() ? ["-a"] : {})`, "processes: lint ..."},
	{"a shell's line with an argument nobody knows", `cp.spawn("npm", ["run", x()], {shell: true})`,
		"processes: npm run *\nprocesses: shell \"npm run *\""},
	{"no shell where it is not", `cp.spawn("npm", ["run", "build"], {shell: x()})`, "processes: npm run build"},
	{"a program nobody knows", `cp.spawn(x(), [])`, "processes: ${extension}/** ... (unresolved)"},
	{"a line nobody knows", `cp.exec(x())`, "processes: ${extension}/** ... (unresolved)"},
	{"a setting that a workspace sets", `cp.spawn(conf.get("open"), ["-v"])`,
		"processes: ${config:tool.open} -v (trusted workspaces only)"},
	{"a setting with a default", `cp.spawn(conf.get("named"), ["-v"])`,
		"processes: ${config:tool.named} -v (trusted workspaces only)\nprocesses: mytool -v"},
	{"a line of a shell with a default", "cp.exec(`${conf.get('named')} -v`)",
		"processes: ${config:tool.named} -v (trusted workspaces only)" +
			"\nprocesses: shell \"mytool -v\" (trusted workspaces only)"},
	{"a shell's line with a quoted program of a setting", "cp.exec(`\"${conf.get('closed')}\" --file \"${x()}\"`)",
		"processes: ${config:tool.closed} --file *"},
	{"a shell's line with a setting's program and more that nobody knows", "cp.exec(`${conf.get('closed')} run ${x()}`)",
		"processes: ${config:tool.closed} run ..."},
	{"a shell's line that is more than a setting's program", "cp.exec(`${conf.get('closed')} -v | cat`)",
		"processes: ${extension}/** ... (unresolved)"},
	{"a shell and a file of the extension", `cp.spawn("make", ["-C", context.extensionPath], {shell: true})`,
		"processes: make -C ${extension}"},
	{"an address that a setting has by default", `require("https").get(conf.get("server") + "/x")`,
		"network.connect: 127.0.0.1:* (trusted workspaces only) (unresolved)\nnetwork.connect: https://* (trusted workspaces only) (unresolved)" +
			"\nnetwork.connect: https://api.example"},
	{"a folder below a default", "fs.readFileSync(conf.get('home') + '/x')",
		"files.read: ${config:tool.home}/x (trusted workspaces only)\nfiles.read: ${extension}/** (unresolved)" +
			"\nfiles.read: ${workspace}/** (unresolved)\nfiles.read: /opt/tool/x"},
	{"a default that lies nobody knows where", "fs.readFileSync(conf.get('relative') + '/x')",
		"files.read: ${config:tool.relative}/x (trusted workspaces only)\nfiles.read: ${extension}/** (unresolved)" +
			"\nfiles.read: ${workspace}/** (unresolved)"},
	{"a setting that is closed to it", `cp.spawn(conf.get("closed"), ["-v"])`,
		"processes: ${config:tool.closed} -v"},
	{"a setting of the machine", `cp.spawn(conf.get("machine"), ["-v"])`,
		"processes: ${config:tool.machine} -v"},
	{"the first word of a list that is a setting", `const l = conf.get("list"); cp.spawn(l[0], l.slice(1))`,
		"processes: ${config:tool.list.0} ... (trusted workspaces only)\nprocesses: lister ..."},
	{"a shell that stands first in a list keeps what follows it", `const l = conf.get("loose"); cp.spawn(l[0], l.slice(1))`,
		"processes: ${config:tool.loose.0} ... (trusted workspaces only)\nprocesses: python -m check * ..."},
	{"a member of an object", `cp.spawn(conf.get("map").left, ["-v"])`,
		"processes: ${config:tool.map.left} -v (trusted workspaces only)\nprocesses: lefty -v"},
	{"any member of an object", `cp.spawn(conf.get("map")[x()], ["-v"])`,
		"processes: ${config:tool.map.*} -v (trusted workspaces only)\nprocesses: lefty -v\nprocesses: righty -v"},
	{"a list in an object in a list", `for (const site of conf.get("sites")) cp.spawn(site.before[0], [])`,
		"processes: ${config:tool.sites.*.before.0} (trusted workspaces only)"},
	{"what the manifest says of a list", `const {defaultValue: d} = conf.inspect("list"); cp.spawn(d[0], ["-v"])`,
		"processes: ${config:tool.list.0} -v (trusted workspaces only)\nprocesses: lister -v"},
	{"a member of what nobody knows", `cp.spawn(x().left, ["-v"])`, "processes: ${extension}/** ... (unresolved)"},
	{"how many there are", `cp.spawn(conf.get("list").length, [])`, "processes: ${extension}/** ... (unresolved)"},

	{"a host", `fetch("https://api.example.com/v1?x=" + x())`, "network.connect: https://api.example.com"},
	{"a part of a host", `fetch("https://" + x() + ".example.com/v1")`, "network.connect: https://*.example.com"},
	{
		"a host that may go on",
		`fetch("https://example.com" + x())`,
		"network.connect: 127.0.0.1:* (unresolved)\nnetwork.connect: https://* (unresolved)",
	},
	{"a host by any scheme", `fetch(x() + "://example.com/v1")`, "network.connect: example.com:*"},
	{
		"this machine or a socket",
		`net.createServer().listen(x(), "127.0.0.1"); y(require("os").tmpdir())`,
		"network.listen: 127.0.0.1:*\nnetwork.listen: unix:${tmp}/** (unresolved)",
	},
	{"this machine", `net.createServer().listen(0, "127.0.0.1")`, "network.listen: 127.0.0.1:*"},
	{"every network", `net.createServer().listen(8080)`, "network.listen: *:8080"},
	{"every network, unless the options say a host", `net.createServer().listen({...x(), port: 8080})`,
		"network.listen: *:8080\nnetwork.listen: 127.0.0.1:* (unresolved)"},
	{"any port, as libraries look for one that is free", `net.createServer().listen({...x(), port: x()})`, "network.listen: *:*"},
	{"a host, and more options", `net.createServer().listen({...x(), host: "127.0.0.1", port: x()})`, "network.listen: 127.0.0.1:*"},
	{"a port of this machine", `net.connect(8080)`, "network.connect: localhost:8080"},
	{"a port of this machine, of options", `net.connect({port: 8080})`, "network.connect: localhost:8080"},
	{"what may be a port of this machine", `net.connect(x())`,
		"network.connect: 127.0.0.1:* (unresolved)\nnetwork.connect: https://* (unresolved)\nnetwork.connect: localhost:*"},
	{"a host and a port that settings hold", `net.connect({host: conf.get("host", "localhost"), port: conf.get("port", 6379)})`,
		"network.connect: 127.0.0.1:* (trusted workspaces only) (unresolved)" +
			"\nnetwork.connect: https://* (trusted workspaces only) (unresolved)\nnetwork.connect: localhost:*"},
	{"a host by default", `net.connect({host: conf.get("where"), port: 6379})`,
		"network.connect: 127.0.0.1:* (trusted workspaces only) (unresolved)" +
			"\nnetwork.connect: db.example:6379\nnetwork.connect: https://* (trusted workspaces only) (unresolved)"},
	{"a socket that a setting names", `net.connect(conf.get("home"))`, "network.connect: unix:${config:tool.home} (trusted workspaces only)"},
	{"a socket", `net.createServer().listen(path.join(require("os").tmpdir(), "a-" + x() + ".sock"))`, "network.listen: unix:${tmp}/a-*.sock"},

	{
		"a socket behind what gives the server",
		`net.createServer().on("error", x).unref().listen(path.join(require("os").tmpdir(), "a.sock"))`,
		"network.listen: unix:${tmp}/a.sock",
	},
	{"a place that a service keeps", `fs.readFileSync(path.join(x().context.globalStorageUri.fsPath, "a"))`,
		"files.read: ${extension}/** (unresolved)\nfiles.read: ${globalStorage}/a\nfiles.read: ${workspace}/** (unresolved)"},
	{"a name that is not set in one case", "fs.readFileSync(path.join(context.globalStorageUri.fsPath, `a/${x() ? undefined : 'b'}/c`))",
		"files.read: ${globalStorage}/a/b/c"},
	{"a name that is not set in any case", "fs.readFileSync(path.join(context.globalStorageUri.fsPath, `a/${undefined}/c`))",
		"files.read: ${globalStorage}/a/undefined/c"},
	{"a name in front that is not set in one case", "fs.readFileSync(path.join(context.globalStorageUri.fsPath, x() ? undefined : 'b'))",
		"files.read: ${globalStorage}/b"},
	{"a folder that is not set in one case", `const w = x() ? context.globalStorageUri.fsPath : ""; fs.readFileSync(w + "/a")`,
		"files.read: ${globalStorage}/a"},
	{"a folder that is not set in any case", `const w = ""; fs.readFileSync(w + "/a/b")`, "files.read: /a/b"},
	{"a property that is known is not guessed at", `const o = {storagePath: "/a"}; fs.readFileSync(o.storagePath)`, "files.read: /a"},

	{"a variable", `y(process.env.ACME)`, "env.read: ACME"},
	{"a variable by a computed name", `y(process.env[x()])`, "env.read: * (imprecise)"},
	{"a variable that is asked for", `if (process.env.hasOwnProperty("ACME")) y()`, "env.read: ACME"},
	{"a variable that is looked for", `const {env} = process; if ("ACME" in env) y()`, "env.read: ACME"},
	{"a member that is looked for", `if ("acme" in process.env || "readFile" in fs) y()`, ""},
	{"any variable that is asked for", `if (process.env.hasOwnProperty(x())) y()`, "env.read: * (imprecise)"},
	{"a method is no variable", `const e = x() ? process.env : "abc"; y(e.slice(1), e.toString, e.ACME.match(/a/))`, "env.read: ACME"},
	{"all variables", `y(Object.keys(process.env))`, "env.read: * (imprecise)"},
	{"all variables, by a loop", `for (const k in process.env) if (k.startsWith("ACME_")) y(k)`, "env.read: * (imprecise)"},
	{"a loop over something else", `for (const k in {env: process.env.ACME}) y(k)`, "env.read: ACME"},
	{"all variables, copied", `y({...process.env, A: 1})`, "env.read: * (imprecise)"},

	{"a command", `vscode.commands.executeCommand("git.sync")`, "vscode: command git.sync"},
	{"a command nobody knows", `vscode.commands.executeCommand(x())`, "vscode: command (unresolved)"},
	{"an address is opened", `vscode.env.openExternal(vscode.Uri.parse("https://Docs.example/a?x=1"))`, "vscode: open https://docs.example/*"},
	{"an address that ends in unknown text", "vscode.env.openExternal(vscode.Uri.parse(`https://docs.example/${x()}`))",
		"vscode: open https://docs.example/*"},
	{"a server that may go on", "vscode.env.openExternal(vscode.Uri.parse(`https://docs.example${x()}`))", "vscode: open (unresolved)"},
	{"a server by a name before it", "vscode.env.openExternal(vscode.Uri.parse(`https://${x()}.docs.example/a`))",
		"vscode: open https://*.docs.example/*"},
	{"a server with another before it", `vscode.env.openExternal(vscode.Uri.parse("https://docs.example@a.example/"))`,
		"vscode: open (unresolved)"},
	{"this machine at a port nobody knows", "vscode.env.openExternal(vscode.Uri.parse(`http://localhost:${x()}/`))",
		"vscode: open http://localhost:*/*"},
	{"a mail", `vscode.env.openExternal(vscode.Uri.parse("mailto:a@docs.example"))`, "vscode: open mailto:a@docs.example"},
	{"an address nobody knows", `vscode.env.openExternal(x())`, "vscode: open (unresolved)"},
	{"opening that is handed on", `y(vscode.env.openExternal)`, "vscode: open (unresolved)"},
	{"an address that a setting has by default, opened", `vscode.env.openExternal(vscode.Uri.parse(conf.get("server")))`,
		"vscode: open (trusted workspaces only) (unresolved)\nvscode: open https://api.example/*"},
	{"an address by a command", `const u = "https://docs.example/b"; vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(u))`,
		"vscode: command vscode.open\nvscode: open https://docs.example/*"},
	{"one of two addresses by a command",
		`vscode.commands.executeCommand("simpleBrowser.show", x() ? "https://a.example" : "http://b.example/c")`,
		"vscode: command simpleBrowser.show\nvscode: open http://b.example/*\nvscode: open https://a.example"},
	{"an address in what a command is told", `vscode.commands.executeCommand("workbench.action.browser.open", {url: "https://a.example/b"})`,
		"vscode: command workbench.action.browser.open\nvscode: open https://a.example/*"},
	{"an address by another's command", `vscode.commands.executeCommand("other.preview", 1, [vscode.Uri.parse("https://a.example/b")])`,
		"vscode: command other.preview\nvscode: open https://a.example/*"},
	{"a file by a command", `vscode.commands.executeCommand("vscode.open", vscode.Uri.joinPath(context.extensionUri, "a"), {}, "x: y")`,
		"vscode: command vscode.open"},
	{"a new document by a command", `vscode.commands.executeCommand("vscode.open", vscode.Uri.parse("untitled:" + x()))`,
		"vscode: command vscode.open"},
	{"nobody knows what by a command", `vscode.commands.executeCommand("vscode.open", x())`,
		"vscode: command vscode.open\nvscode: open (unresolved)"},
	{"a setting is written", `conf.update("open", 1)`, "vscode: settings.read\nvscode: settings.write tool.open"},
	{
		"a file through the editor",
		`vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, "a"))`,
		"vscode: files.read ${extension}/a",
	},

	{
		"a method of a base class whose this is handed on",
		`class Base { constructor(id) { vscode.commands.registerCommand(id, this.close, this) }
			close() { return vscode.commands.executeCommand("setContext", this.where, false) } }
		class A extends Base { constructor() { super("tool.a"); this.where = "other.open" } }
		new A()`,
		"vscode: command setContext\nvscode: command \"setContext other.open\"",
	},
	{
		"a listener of a base class whose this is handed on",
		`class Base { constructor() { vscode.workspace.onDidSaveTextDocument(this.close, this) }
			close() { require("fs").unlinkSync(this.file) } }
		class A extends Base { constructor() { super(); this.file = "/srv/a" } }
		new A()`,
		"files.write: ${workspace}/** (unresolved)\nfiles.write: /srv/a\nvscode: documents",
	},

	{"a new notebook of a kind", `vscode.workspace.openNotebookDocument("toy-book", y())`, ""},
	{
		"a notebook",
		`vscode.workspace.openNotebookDocument(vscode.Uri.file("/srv/x.ipynb"))`,
		"vscode: files.read /srv/x.ipynb",
	},
	{
		"an edit of files through the editor",
		`const e = new vscode.WorkspaceEdit(); e.insert(x(), y(), "a"); vscode.workspace.applyEdit(e)`,
		"vscode: documents\nvscode: files.write ${workspace}/** (unresolved)\nvscode: settings.read",
	},
	{
		"a file that an edit makes",
		`const e = new vscode.WorkspaceEdit(); e.createFile(vscode.Uri.joinPath(context.extensionUri, "a")); y(e)`,
		"vscode: files.write ${extension}/a",
	},

	{"code from text", `new Function(x())`, "code: eval"},
	{"a module by a computed name", `require(x())`, "code: load (unresolved)"},
	{"a chunk beside the file", "require(`./${x()}.js`)", ""},
	{"a class is no code", `y(x instanceof Function)`, ""},
	{
		"a worker that ships",
		`new (require("worker_threads").Worker)(context.asAbsolutePath("worker.js"))`,
		"code: worker ${extension}/worker.js",
	},
	{"a worker beside the file", "new (require(\"worker_threads\").Worker)(`${__dirname}/worker.js`)", "code: worker ${extension}/worker.js"},
	{"a fork by its name without ending", `cp.fork(context.asAbsolutePath("worker"))`, "code: fork ${extension}/worker.js"},
	{"a text in place of a script, as language servers look for a library",
		`cp.fork("", [], {cwd: where, execArgv: ["-e", "process.send(1)"]})`,
		"code: eval"},
	{"flags that say nothing of what runs", `cp.fork(context.asAbsolutePath("worker"), [], {execArgv: ["--nolazy"]})`,
		"code: fork ${extension}/worker.js"},
	{"a fork that does not ship", `cp.fork(context.asAbsolutePath("server"))`, ""},
	{"a Node that is asked for by name is a fork too", `cp.spawn("node", [context.asAbsolutePath("worker.js"), "--stdio"])`,
		"processes: node ${extension}/worker.js --stdio\ncode: fork ${extension}/worker.js"},
	{"a Node that is asked for by name on a script elsewhere", `cp.spawn("node", ["/srv/worker.js"])`, "processes: node /srv/worker.js"},
	{"Node on a script is a fork", `cp.spawn(process.execPath, [context.asAbsolutePath("worker.js")])`, "code: fork ${extension}/worker.js"},
	{"a list whose first word was taken off", `const l = ["git", "log"], at = l.shift(); cp.spawn(at, l)`,
		"processes: ${extension}/** ... (unresolved)\nprocesses: git ...\nprocesses: log ..."},
	{"a list in which something was put at the front",
		`const l = ["log"]; l.splice(0, 0, "-c", "a=b"); cp.spawn("git", l)`, "processes: git ..."},
	{"a list that was turned round", `const l = ["log", "-1"]; l.reverse(); cp.spawn("git", l)`, "processes: git ..."},
	{"a list that was walked over", `const l = ["log", "-1"]; l.forEach((w) => x(w)); cp.spawn("git", l)`, "processes: git log -1"},
	{"another list was taken from", `const l = ["log", "-1"], m = ["a"]; m.shift(); cp.spawn("git", l)`, "processes: git log -1"},
	{"a line that is split", `const p = "git log -1".split(" "); cp.spawn(p[0], p.slice(1))`, "processes: git ..."},
	{"a line that is taken apart", `const [at, ...rest] = "git log -1".split(" "); cp.spawn(at, rest)`, "processes: git ..."},
	{"a line that is split by a function",
		`const run = (l) => { const p = l.split(" "); cp.spawn(p[0], p.slice(1)); }; run("git log"); run("hg id")`,
		"processes: git ...\nprocesses: hg ..."},
	{"a line that is split and shifted", `const p = "git log -1".split(" "); p.shift(); cp.spawn(p[0], p)`,
		"processes: ${extension}/** ... (unresolved)"},
	{"a program or Node, as a function answers",
		`const found = (f, a) => f.endsWith(".js") ? {cmd: process.execPath, args: [f]} : {cmd: f, args: a};
		const at = found("git", ["status"]); cp.spawn(at.cmd, at.args)`,
		"processes: git ...\ncode: fork ${extension}/** (unresolved)"},
	{"Node alone, as a function answers",
		`const found = (f) => ({cmd: process.execPath, args: [f]}); ` +
			`const at = found(context.asAbsolutePath("worker.js")); cp.spawn(at.cmd, at.args)`,
		"code: fork ${extension}/worker.js"},
}

func TestGrants(t *testing.T) {
	for _, c := range grants {
		t.Run(c.name, func(t *testing.T) {
			r := synthesize(t, map[string]string{"main.js": before + c.code + "};", "worker.js": ""})
			var got []string
			for _, l := range lines(r.Policy) {
				if !strings.HasPrefix(l, "modules:") && !(strings.HasPrefix(l, "vscode: settings.read") && !strings.HasPrefix(c.want, "vscode")) {
					got = append(got, l)
				}
			}
			want := []string(nil)
			if c.want != "" {
				want = strings.Split(c.want, "\n")
			}
			if c.want != "" && strings.HasPrefix(c.want, "vscode:") && !strings.Contains(c.want, "settings.read") {
				want = append(want, "vscode: settings.read")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s\n%s", c.code, diff)
			}
			for _, g := range r.Policy.Grants {
				if err := g.Validate(); err != nil {
					t.Error(err)
				}
				if g.Mark != policy.Sure && g.Question == "" {
					t.Errorf("%s asks nothing", g)
				}
			}
		})
	}
}

func TestModulesAreWhatIsUsed(t *testing.T) {
	r := synthesize(
		t,
		map[string]string{
			"main.js": `const fs = require("node:fs"), p = require("fs/promises"), path = require("path"), os = require("os"), net = require("net");
		require("tls"); exports.activate = () => { fs.existsSync(path.join("/a", os.EOL)); p.readFile("/a");` +
				` net.createServer().listen(0, "127.0.0.1").close(); }`,
		},
	)
	want := []string{
		"modules: fs.existsSync",
		"modules: fs.promises.readFile",
		"modules: net.Server().listen",
		"modules: net.createServer",
		"modules: os (loading it)",
		"modules: tls (loading it)",
	}
	if diff := cmp.Diff(want, lines(policy.New("", r.Policy.In(policy.Modules)...))); diff != "" {
		t.Error(diff)
	}
}

func TestWhatNeverRunsIsNotGranted(t *testing.T) {
	r := synthesize(
		t,
		map[string]string{
			"main.js":     `exports.activate = () => {}`,
			"test/run.js": `require("child_process").exec("ls")`,
			"web.js":      `fetch("https://a.example")`,
		},
	)
	if len(r.Policy.Grants) > 0 {
		t.Errorf("%v", lines(r.Policy))
	}
	r = synthesize(t, map[string]string{"main.js": `require("./test/run.js")`, "test/run.js": `require("child_process").exec("ls")`})
	if len(r.Policy.Grants) != 2 {
		t.Errorf("%v", lines(r.Policy))
	}
}

func TestWhatIsBlindIsSaid(t *testing.T) {
	r := synthesize(t, map[string]string{"main.js": `this is (`})
	if len(r.Policy.Notes) != 1 || !strings.HasPrefix(r.Policy.Notes[0].Question, "main.js was not seen: ") || len(r.Policy.Grants) > 0 {
		t.Errorf("%+v", r.Policy)
	}
	if r := Synthesize(Input{Catalog: catalog.Default()}); len(r.Policy.Notes) != 1 || r.Policy.Notes[0].Mark != policy.Incomplete {
		t.Errorf("%+v", r.Policy)
	}
}

func TestWhatLiesBesideABuiltInExtensionLiesInTheEditor(t *testing.T) {
	code := `const fs = require("fs"), path = require("path"); exports.activate = () => {
		fs.readFileSync(path.join(__dirname, "../node_modules/typescript", x())); fs.readFileSync(path.join(__dirname, "../../a"));` +
		` fs.readFileSync(path.join(__dirname, "../../../far")) }`
	for publisher, want := range map[string]string{
		"vscode": "files.read: ${app}/a files.read: ${app}/extensions/node_modules/typescript/**", "acme": "",
	} {
		r := synthesize(
			t,
			map[string]string{"main.js": code, "package.json": strings.Replace(manifest, `"publisher": "acme"`, `"publisher": "`+publisher+`"`, 1)},
		)
		var app []string
		for _, l := range lines(r.Policy) {
			if strings.Contains(l, "${app}") || strings.Contains(l, "far") {
				app = append(app, l)
			}
		}
		if got := strings.Join(app, " "); got != want {
			t.Errorf("%s: %q, want %q", publisher, got, want)
		}
	}
}

func TestNativeAddonsAreGrantedByTheirBytes(t *testing.T) {
	r := synthesize(t, map[string]string{"main.js": `require("./build/a.node")`, "build/a.node": "x", "build/b.node": "y"})
	code := r.Policy.In(policy.Code)
	if len(code) != 1 || code[0].Pattern != "${extension}/build/a.node" ||
		code[0].SHA256 != "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881" {
		t.Errorf("%+v", code)
	}
}

func TestEveryGrantHasItsPlaces(t *testing.T) {
	r := synthesize(t, map[string]string{"main.js": before + `fs.readFileSync(context.asAbsolutePath(x()));
fs.readFileSync(context.asAbsolutePath("a")) };`})
	if len(r.Reasons) != len(r.Policy.Grants) {
		t.Fatalf("%d reasons for %d grants", len(r.Reasons), len(r.Policy.Grants))
	}
	for _, x := range r.Reasons {
		if len(x.Places) == 0 {
			t.Errorf("%s has no place", x.Grant)
		}
		if x.Grant.Section == policy.FilesRead && fmt.Sprint(x.Places[0].Where.Line, x.Places[1].Where.Line) != "3 4" {
			t.Errorf("a grant that includes another has not its places: %v", x.Places)
		}
	}
}
