package facts_test

import "testing"

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
	{"setting", `vscode.workspace.getConfiguration("a").get("b")`, "${config:a.b} ..."},
	{"setting in a path", `path.join(vscode.workspace.getConfiguration("a").get("b"), "bin")`, "${config:a.b}/bin ..."},
	{"setting default", `vscode.workspace.getConfiguration("a").get("b", "dflt")`, "${config:a.b} | dflt ..."},
	{"setting whole", `vscode.workspace.getConfiguration().get("a.b")`, "${config:a.b} ..."},
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
	{"replace", `"a".replace("a", "b")`, "a<unknown>"},
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
