package facts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// head is what every folded expression may use.
const foldHead = `
const fs = require("fs"), path = require("path"), os = require("os"), cp = require("child_process");
const vscode = require("vscode"), url = require("url");
function activate(context) { const unknown = context.nothingOfTheKind; `

// foldCases are expressions and what they fold to as the argument of a call.
// A mirror is the same idea where less is known.
var foldCases = []struct{ name, expr, want string }{
	{"path.resolve absolute later", `path.resolve("/a", "/b")`, "/b"},
	{"extensionPath escape", `path.join(context.extensionPath, "../../x")`, "${extension}/../../x"},
	{"__dirname join", `path.join(__dirname, "..", "x")`, "${extension}/../x"},
	{"path.join hole up", `path.join("a", unknown, "..", "c")`, "a/<unknown>/../c"},
	{"path.posix.join", `path.posix.join("a", "b")`, "a/b"},
	{"path.normalize", `path.normalize("a/../b")`, "b"},
	{"env", `process.env.HOME`, "${env:HOME}"},
	{"env default", `process.env.HOME || "/root"`, "${env:HOME} | /root"},
	{"a piece of a text", `"git log -1".split(" ")[0]`, "git"},
	{"a later piece of a text", `"git log -1".split(" ")[2]`, "-1"},
	{"a piece before what nobody knows", `("git log " + unknown).split(" ")[0]`, "git"},
	{"a piece that may go on", `("git log" + unknown).split(" ")[1]`, "<unknown>"},
	{"the first of a list of places", `(os.homedir() + "/.kube/config").split(path.delimiter)[0]`, "${home}/.kube/config"},
	{"the first of two places", `(os.homedir() + "/a:" + unknown).split(":")[0]`, "${home}/a"},
	{"a later place", `(os.homedir() + "/a").split(":")[1]`, "<unknown>"},
	{"a place before what nobody knows", `(os.homedir() + unknown).split(":")[0]`, "<unknown>"},
	{"a piece of what nobody knows", `unknown.split(" ")[0]`, "<unknown>"},
	{"a piece at nobody knows what", `"git log".split(unknown)[0]`, "<unknown> ..."},
	{"a piece of one of two texts", `(unknown ? "git log" : "hg id").split(" ")[0]`, "git | hg"},
	{"a property that holds a place or a text", `(unknown ? {at: process.execPath} : {at: "x"}).at`, "${node} | x"},
	{"a property that holds a place alone", `({at: process.execPath}).at`, "${node}"},
	{"a property that holds a place or what nobody knows", `(unknown ? {at: process.execPath} : {at: unknown}).at`, "${node} | <unknown> ..."},
	{"a list that holds a variable or a text", `[process.env.HOME, "x"][unknown ? 0 : 1]`, "${env:HOME} | x"},
	{"env index", `process.env["A" + "B"]`, "${env:AB}"},
	{"joinPath", `vscode.Uri.joinPath(context.extensionUri, "a", "b").fsPath`, "${extension}/a/b"},
	{"joinPath uri", `vscode.Uri.joinPath(context.globalStorageUri, "db")`, "${globalStorage}/db"},
	{"Uri.file", `vscode.Uri.file("/a/b").fsPath`, "/a/b"},
	{"Uri.parse authority", `vscode.Uri.parse("https://a.example/b").authority`, "a.example"},
	{"Uri.parse scheme", `vscode.Uri.parse("https://a.example/b").scheme`, "https"},
	{"Uri.parse authority that may go on", `vscode.Uri.parse("https://a.example" + unknown).authority`, "<unknown>"},
	{"join of one of two lists", `(unknown ? ["a", "b"] : ["c"]).join("/")`, "a/b | c"},
	{"Uri.parse", `vscode.Uri.parse("https://a.example/b")`, "https://a.example/b"},
	{"workspace folder", `vscode.workspace.workspaceFolders[0].uri.fsPath`, "${workspace}"},
	{"workspace folder by a name that may be empty", `vscode.workspace.workspaceFolders[unknown ? "" : "0"].uri.fsPath`, "${workspace}"},
	{"spread object", `({...unknown, shell: true})`, "...{shell: true}"},
	{"string", `"a/b"`, "a/b"},
	{"number", `7`, "7"},
	{"unknown variable", `unknown`, "<unknown> ..."},
	{"undeclared", `nobodyKnows`, "<unknown> ..."},
	{"concatenation", `"a" + "b" + "c"`, "abc"},
	{"concatenation with a hole", `"a/" + unknown + ".txt"`, "a/<unknown>.txt"},
	{"a process's own number", `"kill " + process.ppid`, "kill ${number}"},
	{"another's number", `"kill " + cp.spawn("x").pid`, "kill ${number}"},
	{"a number of nobody knows what", `"kill " + unknown.pid`, "kill <unknown>"},
	{"number in concatenation", `"a" + 1`, "a1"},
	{"template", "`a/${'b'}/c`", "a/b/c"},
	{"template with a hole", "`a/${unknown}/c`", "a/<unknown>/c"},
	{"tagged template", "tag`a`", "<unknown> ..."},
	{"path.join", `path.join("a", "b", "../c")`, "a/c"},
	{"path.join below nothing", `path.join(unknown ? "" : context.extensionPath, "c")`, "${extension}/c | c"},
	{"path.join below what is none", `path.join(unknown ? null : context.extensionPath, "c")`, "${extension}/c"},
	{"path.join with a hole", `path.join("a", unknown, "c")`, "a/<unknown>/c"},
	{"path.join spread", `path.join("a", ...unknown)`, "a/<unknown> ..."},
	{"path.resolve", `path.resolve("/a", "b")`, "/a/b"},
	{"path.dirname", `path.dirname("/a/b/c")`, "/a/b"},
	{"path.dirname of extension", `path.dirname(path.join(context.extensionPath, "a/b"))`, "${extension}/a"},
	{"path.dirname of a hole", `path.dirname(unknown)`, "<unknown> ..."},
	{"path.basename", `path.basename("/a/b.txt")`, "b.txt"},
	{"path.sep", `"a" + path.sep + "b"`, "a/b"},
	{"extensionPath", `context.extensionPath`, "${extension}"},
	{"extensionPath join", `path.join(context.extensionPath, "server", "x.js")`, "${extension}/server/x.js"},
	{"extensionPath concat", `context.extensionPath + "/x"`, "${extension}/x"},
	{"extensionUri", `context.extensionUri.fsPath`, "${extension}"},
	{"asAbsolutePath", `context.asAbsolutePath("server/x.js")`, "${extension}/server/x.js"},
	{"asAbsolutePath join", `context.asAbsolutePath(path.join("server", "x.js"))`, "${extension}/server/x.js"},
	{"asAbsolutePath hole", `context.asAbsolutePath(unknown)`, "${extension}/<unknown>"},
	{"globalStorageUri.fsPath", `context.globalStorageUri.fsPath`, "${globalStorage}"},
	{"globalStoragePath", `context.globalStoragePath`, "${globalStorage}"},
	{"storageUri", `context.storageUri.fsPath`, "${workspaceStorage}"},
	{"logUri", `context.logUri.fsPath`, "${logs}"},
	{"own object's extensionPath", `({extensionPath: unknown}).extensionPath`, "<unknown> ..."},
	{"__dirname", `__dirname`, "${extension}"},
	{"__filename", `__filename`, "${extension}/main.js"},
	{"homedir", `os.homedir()`, "${home}"},
	{"homedir join", `path.join(os.homedir(), ".ssh", "id_rsa")`, "${home}/.ssh/id_rsa"},
	{"homedir uncalled", `os.homedir`, "<unknown> ..."},
	{"tmpdir", "`${os.tmpdir()}/x`", "${tmp}/x"},
	{"env unknown", `process.env[unknown]`, "${env:*}"},
	{"own env", `({env: {HOME: "/h"}}).env.HOME`, "/h"},
	{"setting", `vscode.workspace.getConfiguration("a").get("b")`, "${config:a.b}"},
	{"setting in a path", `path.join(vscode.workspace.getConfiguration("a").get("b"), "bin")`, "${config:a.b}/bin"},
	{"setting default", `vscode.workspace.getConfiguration("a").get("b", "dflt")`, "${config:a.b} | dflt"},
	{"setting whole", `vscode.workspace.getConfiguration().get("a.b")`, "${config:a.b}"},
	{"setting unknown", `vscode.workspace.getConfiguration("a").get(unknown)`, "${config:a.?} ..."},
	{"rootPath", `path.join(vscode.workspace.rootPath, ".x")`, "${workspace}/.x"},
	{"or", `unknown ? "a" : "b"`, "a | b"},
	{"or 2", `unknown || "b"`, "<unknown> | b ..."},
	{"nullish", `unknown ?? "b"`, "<unknown> | b ..."},
	{"or constants", `pick || "a"`, "<unknown> | a ..."},
	{"comma", `(unknown, "a")`, "a"},
	{"list join", `["a", "b"].join("/")`, "a/b"},
	{"list join hole", `["a", unknown].join("/")`, "a/<unknown>"},
	{"list join 0", `["a", "b"].join()`, "a,b"},
	{"trim", `" a ".trim()`, "a"},
	{"toString", `"a".toString()`, "a"},
	{"replace", `"a".replace("a", "b")`, "b"},
	{"replace a part", `"~/.x/y".replace("~", os.homedir())`, "${home}/.x/y"},
	{"replace what is not there", `"/x".replace("~", os.homedir())`, "/x"},
	{"replace what nobody knows", `"~/x".replace(unknown, "b")`, "~/x<unknown>"},
	{"replace in what is known in part", `("~/" + unknown).replace("~", "b")`, "~/<unknown>"},
	{"replace by a part of it", `"ab".replace("a", "$&")`, "<unknown>b"},
	{"replace by what a function says", `"ab".replace("a", () => unknown)`, "<unknown>b"},
	{"replace the first of two", `"a/a".replace("a", "b")`, "b/a"},
	{"replace both", `"a/a".replaceAll("a", "b")`, "a/a<unknown>"},
	{"replace by an expression", `"~/x".replace(/^~/, os.homedir())`, "${home}/x"},
	{"replace by an expression that looks ahead", `"~/x".replace(/^~(?=$|\/|\\)/, os.homedir())`, "${home}/x"},
	{"replace by an expression that looks ahead in one of two", `"ab".replace(/a|x(?=y)/, "c")`, "ab<unknown>"},
	{"replace by an expression that Go reads otherwise", `"a".replace(/\A/, "c")`, "a<unknown>"},
	{"replace by an expression of a class", `"a-b".replace(/[-_]/, "c")`, "acb"},
	{"replace by an expression that finds nothing", `"/~".replace(/^~/, "b")`, "/~"},
	{"replace by an expression that finds several", `"aa".replace(/a/g, "b")`, "aa<unknown>"},
	{"replace by an expression that Go has not", `"aa".replace(/(a)\1/, "b")`, "aa<unknown>"},
	{"slice", `"~/x".slice(2)`, "x"},
	{"slice to", `"abcd".slice(1, 3)`, "bc"},
	{"slice of a beginning", `("~/" + unknown).slice(2)`, "<unknown> ..."},
	{"slice in a path", `path.join(os.homedir(), (unknown || "~/.x/y").slice(2))`, "${home}/.x/y | ${home}/<unknown>"},
	{"slice behind the beginning", `("~/" + unknown + "x").slice(3)`, "<unknown> ..."},
	{"slice in the beginning", `("~/a" + unknown).slice(2)`, "a<unknown>"},
	{"slice from the end", `"abc".slice(-1)`, "<unknown> ..."},
	{"slice of letters that count twice", `"\u{1F600}b".slice(2)`, "<unknown> ..."},
	{"slice that keeps the beginning", `"abc".slice(0, 2) + "d"`, "<unknown>d"},
	{"slice of a list", `["a", "b"].slice(1)`, "<unknown> ...[a, b]"},
	{"substr", `"abcd".substr(1, 2)`, "bc"},
	{"substring", `"abcd".substring(1, 2)`, "b"},
	{"substring past the end", `"ab".substring(5)`, ""},
	{"concat", `"a".concat("b")`, "ab"},
	{"String", `String("a")`, "a"},
	{"atob", `atob("YQ==")`, "<unknown> | a ..."},
	{"Buffer", `Buffer.from("YQ==", "base64").toString()`, "<unknown> | a ..."},
	{"bytes of hex", `Buffer.from("00ff", "hex")`, "<bytes 00ff>"},
	{"bytes of base64", `Buffer.from("AP8=", "base64")`, "<bytes 00ff>"},
	{"bytes of text", `Buffer.from("ab")`, "<bytes 6162>"},
	{"bytes of numbers", `new Uint8Array([0, 255])`, "<bytes 00ff>"},
	{"bytes of numbers, in a variable", `(() => { const iv = [1, 2]; return Buffer.from(iv); })()`, "<bytes 0102>"},
	{"bytes of numbers and one nobody knows", `Buffer.from([0, unknown])`, "<unknown> ..."},
	{"zeros", `Buffer.alloc(4)`, "<bytes 00000000>"},
	{"zeros of a typed array", `new Uint8Array(4)`, "<bytes 00000000>"},
	{"zeros in a variable that somebody fills", `(() => { const iv = Buffer.alloc(4); unknown(iv); return iv; })()`, "<unknown> ..."},
	{"zeros in a variable, one of them set", `(() => { const iv = Buffer.alloc(4); iv[unknown] = 1; return iv; })()`, "<unknown> ..."},
	{"zeros in a variable that are filled", `(() => { const iv = new Uint8Array(4); iv.fill(unknown); return iv; })()`, "<unknown> ..."},
	{"zeros in an object", `({iv: new Uint8Array(2)})`, "{iv: <bytes 0000>}"},
	{"too many zeros", `Buffer.alloc(100000)`, "<unknown> ..."},
	{"filled with something", `Buffer.alloc(4, unknown)`, "<unknown> ..."},
	{"encoded text", `new TextEncoder().encode("ab")`, "<bytes 6162>"},
	{"encoded text, in variables", `(() => { const e = new TextEncoder(); return e.encode("ab"); })()`, "<bytes 6162>"},
	{"somebody else's encode", `unknown.encode("ab")`, "<unknown> ..."},
	{"bytes in an encoding nobody knows", `Buffer.from("ab", unknown)`, "<unknown> ..."},
	{"bytes of what nobody knows", `Buffer.from(unknown)`, "<unknown> ..."},
	{"random bytes", `require("crypto").randomBytes(4)`, "<unknown> ..."},
	{"bytes as text", `"a" + Buffer.from("b")`, "a<unknown>"},
	{"text of bytes", `"" + Buffer.from("b") + "c"`, "<unknown>c"},
	{"repeat", `"ab".repeat(2)`, "abab"},
	{"repeat how often", `"ab".repeat(unknown)`, "<unknown> ..."},
	{"repeat too often", `"ab".repeat(1e9)`, "<unknown> ..."},
	{"function", `() => 1`, "func"},
	{"await", `(async () => "a")()`, "a"},
	{"array", `["a", unknown, "c"]`, "[a, <unknown> ..., c]"},
	{
		"object",
		`({shell: true, cwd: context.extensionPath, n: unknown, f() {}})`,
		"{cwd: ${extension}, f: func, n: <unknown> ..., shell: true}",
	},
	{"new URL", `new URL("https://a.example/x")`, "https://a.example/x"},
	{"pathToFileURL", `url.pathToFileURL("/a/b").href`, "/a/b"},
	{"encodeURIComponent", `"https://a.example/?q=" + encodeURIComponent(unknown)`, "https://a.example/?q=<unknown>"},
}

func TestAnArgumentFolds(t *testing.T) {
	for _, c := range foldCases {
		t.Run(c.name, func(t *testing.T) {
			p := analyze(t, files{"main.js": foldHead + "fs.readFileSync(" + c.expr + ") }\nexports.activate = activate;\n"})
			got := "no call"
			if found := calls(p, "fs.readFileSync"); len(found) == 1 {
				got = showAll(found[0].Args)
			}
			if got != c.want {
				t.Errorf("%s folds to %q, want %q", c.expr, got, c.want)
			}
		})
	}
}

// TestWhatIsWrittenOutIsKnownPastTheBudget: the quote behind a name that takes all steps to look for closes the line.
func TestWhatIsWrittenOutIsKnownPastTheBudget(t *testing.T) {
	names, sum := []string{}, []string{}
	for i := range 400 {
		names = append(names, fmt.Sprintf("%q", fmt.Sprint("n", i%7)))
		sum = append(sum, "pick()")
	}
	code := "const names = [" + strings.Join(names, ", ") + "]; const pick = () => names[unknown]; " +
		"cp.exec('tool \"' + " + strings.Join(sum, " + ") + " + '\"'); }\nexports.activate = activate;\n"
	found := calls(analyze(t, files{"main.js": foldHead + code}), "child_process.exec")
	if len(found) != 1 || len(found[0].Args[0].Alts) == 0 {
		t.Fatalf("%d calls", len(found))
	}
	for _, p := range found[0].Args[0].Alts {
		if got := p.String(); !strings.HasPrefix(got, `tool "`) || !strings.HasSuffix(got, `"`) {
			t.Errorf("the line is %q", got)
		}
	}
}

// argCases are programs and what all arguments of their calls of
// child_process fold to.
var argCases = []struct{ name, code, want string }{
	{"shell decided", `cp.spawn("git", [], {shell: process.platform === "win32"});`, "(git; []; {shell: <unknown> ...})"},
	{"list push", `const a = ["log"]; a.push("-n"); cp.spawn("git", a);`, "(git; ...[log])"},
	{"list push only", `const a = []; a.push("-c"); cp.spawn("sh", a);`, "(sh; ...[])"},
	{"list spread", `const rest = ["-n", "1"]; cp.spawn("git", ["log", ...rest]);`, "(git; ...[log])"},
	{
		"options spread",
		`const d = {shell: true}; cp.spawn("git", [], {...d, cwd: "/w"});`,
		"(git; []; ...{cwd: /w | <unknown> ..., shell: true})",
	},
	{"options assigned", `cp.spawn("git", [], Object.assign({}, {shell: true}, {cwd: "/w"}));`, "(git; []; ...{cwd: /w, shell: true})"},
	{"list and options", `cp.spawn("git", ["log", "-n", "1"], {shell: true});`, "(git; [log, -n, 1]; {shell: true})"},
	{"options unknown", `cp.spawn("git", ["log"], options);`, "(git; [log]; <unknown> ...)"},
	{"options in a variable", `const o = {shell: true}; o.cwd = "/w"; cp.spawn("git", [], o);`, "(git; []; {cwd: /w, shell: true})"},
	{"arguments spread", `const all = ["git", ["log"]]; cp.spawn(...all);`, "(git; [log])"},
	{"arguments spread unknown", `cp.spawn("git", ...unknown);`, "(git)..."},
	{"apply", `cp.spawn.apply(cp, ["git", ["log"]]);`, "(git; [log])"},
	{"call", `cp.spawn.call(cp, "git", ["log"]);`, "(git; [log])"},
	{"bind", `const s = cp.spawn.bind(cp, "git"); s(["log"]);`, "(git; [log])"},
	{"platform", `cp.spawn(process.platform === "win32" ? "git.exe" : "git", []);`, "(git | git.exe; [])"},
	{"callback", `cp.execFile("git", (e, out) => out);`, "(git; func)"},
	{"wrapper once", `function run(cmd) { cp.execSync(cmd); } run("a");`, "(a)"},
	{"wrapper twice", `function run(cmd) { cp.execSync(cmd); } run("a"); run("b");`, "(a | b)"},
	{"wrapper with a prefix", `const git = (sub) => cp.execSync("git " + sub); git("log"); git("show");`, "(git log | git show)"},
	{"wrapper uncalled", `exports.run = function (cmd) { cp.execSync(cmd); };`, "(<unknown> ...)"},
	{"wrapper known and not", `function run(cmd) { cp.execSync(cmd); } run("a"); run(unknown());`, "(<unknown> | a ...)"},
	{"wrapper returns", `const full = (x) => "/opt/" + x; cp.spawn(full("a"), []); cp.spawn(full("b"), []);`, "(/opt/a; [])(/opt/b; [])"},
	{"method", `class Git { run(a) { cp.execFileSync("git", a); } } new Git().run(["log"]);`, "(git; [log])"},
	{"field", `class Git { constructor(b) { this.bin = b; } run() { cp.execFileSync(this.bin); } } new Git("/bin/git").run();`, "(/bin/git)"},
	{"reassigned", `let c = "a"; if (x) c = "b"; cp.execSync(c);`, "(a | b)"},
	{"appended", `let c = "a"; c += " b"; cp.execSync(c);`, "(<unknown> b | a)"},
	{"default parameter", `function run(cmd = "a") { cp.execSync(cmd); } run(); run("b");`, "(a | b)"},
	{"destructured", `const {bin} = {bin: "a"}; cp.execSync(bin);`, "(a)"},
	{"table", `const t = {linux: "a", win32: "b"}; cp.execSync(t[process.platform]);`, "(a | b)"},
	{"table named", `const t = {linux: "a", win32: "b"}; cp.execSync(t.linux);`, "(a)"},
	{"table unknown name", `const t = {linux: "a"}; cp.execSync(t.darwin);`, "(<unknown> ...)"},
	{"enum", `var E; (function (E) { E["A"] = "a"; E["B"] = "b"; })(E || (E = {})); cp.execSync(E.A);`, "(a)"},
	{"fork", `cp.fork(__filename, ["x"], {execArgv: []});`, "(${extension}/main.js; [x]; {execArgv: []})"},
}

func TestArgumentsFoldTogether(t *testing.T) {
	for _, c := range argCases {
		t.Run(c.name, func(t *testing.T) {
			p := analyze(t, files{"main.js": "const cp = require('child_process');\n" + c.code})
			got := ""
			for _, u := range p.Uses {
				if u.Module == "child_process" && u.Kind == "call" {
					got += "(" + showAll(u.Args) + ")"
					if u.Spread {
						got += "..."
					}
				}
			}
			if got != c.want {
				t.Errorf("%s\ngives %q\n want %q", c.code, got, c.want)
			}
		})
	}
}

// TestElementsOfTheWorkspaceAreItsFolders: whoever walks over the folders has one.
func TestElementsOfTheWorkspaceAreItsFolders(t *testing.T) {
	for code, want := range map[string]string{
		`for (const f of v.workspace.workspaceFolders) ` +
			`read(f)`: "${workspace}/x",
		`v.workspace.workspaceFolders.forEach(f => ` +
			`read(f))`: "${workspace}/x",
		`v.workspace.workspaceFolders.map(f => ` +
			`read(f))`: "${workspace}/x",
		`class D { constructor(f) { this.f = f } go() { read(this.f) } } for (const f of v.workspace.workspaceFolders) new ` +
			`D(f).go()`: "${workspace}/x",
		`for (const f of other()) read(f)`: "<unknown>/x",
	} {
		p := analyze(t, files{"main.js": `const v = require("vscode"), fs = require("fs"), path = require("path");
			function read(f) { fs.readFileSync(path.join(f.uri.fsPath, "x")) }` + code})
		found := calls(p, "fs.readFileSync")
		if len(found) != 1 || show(found[0].Args[0]) != want {
			t.Errorf("%s: %v, want %s", code, found, want)
		}
	}
}

// The helpers by which compilers run an async function, as they write them and as a minifier leaves them.
var awaiters = map[string]string{
	"TypeScript": `var run = (this && this.__awaiter) || function (thisArg, _arguments, P, generator) {
		function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
		return new (P || (P = Promise))(function (resolve, reject) {
			function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
			function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
			function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
			step((generator = generator.apply(thisArg, _arguments || [])).next());
		});
	};`,
	"TypeScript, minified": `var run=this&&this.__awaiter||function(e,t,n,r){return new(n||(n=Promise))((function(i,o){` +
		`function s(e){try{c(r.next(e))}catch(e){o(e)}}function a(e){try{c(r.throw(e))}catch(e){o(e)}}` +
		`function c(e){e.done?i(e.value):function(e){return e instanceof n?e:new n((function(t){t(e)}))}(e.value).then(s,a)}` +
		`c((r=r.apply(e,t||[])).next())}))};`,
	esbuildMinified: `var run=(e,t,n)=>new Promise((r,i)=>{var o=t=>{try{a(n.next(t))}catch(e){i(e)}},` +
		`s=t=>{try{a(n.throw(t))}catch(e){i(e)}},a=t=>t.done?r(t.value):Promise.resolve(t.value).then(o,s);a((n=n.apply(e,t)).next())});`,
}

const esbuildMinified = "esbuild, minified"

// A file has one helper for all its async functions, and what one of them is given meets nothing of the others.
func TestAsyncFunctionsOfCompilersAreKeptApart(t *testing.T) {
	const methods = 12 // more than a value may have functions
	for name, helper := range awaiters {
		call := func(body string) string {
			if name == esbuildMinified {
				return "{ return run(this, null, function* () { " + body + " }); }"
			}
			return "{ return run(this, void 0, void 0, function* () { " + body + " }); }"
		}
		var b strings.Builder
		b.WriteString(helper + ` const cp = require("child_process");
			class Shell { sync(line) { return cp.execSync(line); } }
			class Sender { constructor(shell) { this.shell = shell; } where() ` + call(`return "far";`) + `
				send(line) ` + call(`const to = yield this.where(); return this.shell.sync(line + " " + to);`) + ` }
			class Device { constructor(sender) { this.sender = sender; }`)
		var want []string
		for i := range methods {
			fmt.Fprintf(&b, "\nm%d() %s", i, call(fmt.Sprintf(`return yield this.sender.send("line %d");`, i)))
			want = append(want, fmt.Sprintf("line %d far", i))
		}
		b.WriteString("}\nexports.activate = () => { const d = new Device(new Sender(new Shell()));")
		for i := range methods {
			fmt.Fprintf(&b, " d.m%d();", i)
		}
		b.WriteString(" };")
		var got []string
		for _, u := range calls(analyze(t, files{"main.js": b.String()}), "child_process.execSync") {
			for _, p := range u.Args[0].Alts {
				got = append(got, p.String())
			}
		}
		for _, line := range want {
			if !slices.Contains(got, line) {
				t.Errorf("%s: %q is not among %q", name, line, got)
			}
		}
	}
}

// What is no such helper stays what it is: it runs another function than the one it is given last, or hands it another this.
func TestWhatOnlyLooksLikeAnAwaiterIsCalled(t *testing.T) {
	for _, code := range []string{
		`function run(thisArg, args, other, f) { f = f.apply(other, args); return f; } run({}, [], {}, function () { fs.readFileSync("/a"); });`,
		`function run(thisArg, f, args) { f = f.apply(thisArg, args); return f; } run({}, function () { fs.readFileSync("/a"); }, []);`,
		`function run(thisArg, args, f) { fs.readFileSync(thisArg); f = f.apply(thisArg, args); return f; } run("/a", [], function () {});`,
		`function run(thisArg, args, f) { fs.readFileSync(args[0]); f = f.apply(thisArg, args); return f; } run({}, ["/a"], function () {});`,
	} {
		found := calls(analyze(t, files{"main.js": `const fs = require("fs"); exports.activate = () => {}; ` + code}), "fs.readFileSync")
		if len(found) != 1 || show(found[0].Args[0]) != "/a" {
			t.Errorf("%s: %v", code, found)
		}
	}
}
