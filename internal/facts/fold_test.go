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
	{"string", `"a/b"`, "x"},
	{"number", `7`, "x"},
	{"unknown variable", `unknown`, "x"},
	{"undeclared", `nobodyKnows`, "x"},
	{"concatenation", `"a" + "b" + "c"`, "x"},
	{"concatenation with a hole", `"a/" + unknown + ".txt"`, "x"},
	{"number in concatenation", `"a" + 1`, "x"},
	{"template", "`a/${'b'}/c`", "x"},
	{"template with a hole", "`a/${unknown}/c`", "x"},
	{"tagged template", "tag`a`", "x"},
	{"path.join", `path.join("a", "b", "../c")`, "x"},
	{"path.join with a hole", `path.join("a", unknown, "c")`, "x"},
	{"path.join hole up", `path.join("a", unknown, "..", "c")`, "x"},
	{"path.join spread", `path.join("a", ...unknown)`, "x"},
	{"path.posix.join", `path.posix.join("a", "b")`, "x"},
	{"path.resolve", `path.resolve("/a", "b")`, "x"},
	{"path.resolve absolute later", `path.resolve("/a", "/b")`, "x"},
	{"path.resolve relative", `path.resolve("a")`, "x"},
	{"path.dirname", `path.dirname("/a/b/c")`, "x"},
	{"path.dirname of extension", `path.dirname(path.join(context.extensionPath, "a/b"))`, "x"},
	{"path.dirname of a hole", `path.dirname(unknown)`, "x"},
	{"path.basename", `path.basename("/a/b.txt")`, "x"},
	{"path.normalize", `path.normalize("a/../b")`, "x"},
	{"path.sep", `"a" + path.sep + "b"`, "x"},
	{"extensionPath", `context.extensionPath`, "x"},
	{"extensionPath join", `path.join(context.extensionPath, "server", "x.js")`, "x"},
	{"extensionPath escape", `path.join(context.extensionPath, "../../x")`, "x"},
	{"extensionPath concat", `context.extensionPath + "/x"`, "x"},
	{"extensionUri", `context.extensionUri.fsPath`, "x"},
	{"asAbsolutePath", `context.asAbsolutePath("server/x.js")`, "x"},
	{"asAbsolutePath join", `context.asAbsolutePath(path.join("server", "x.js"))`, "x"},
	{"asAbsolutePath hole", `context.asAbsolutePath(unknown)`, "x"},
	{"globalStorageUri.fsPath", `context.globalStorageUri.fsPath`, "x"},
	{"globalStoragePath", `context.globalStoragePath`, "x"},
	{"storageUri", `context.storageUri.fsPath`, "x"},
	{"logUri", `context.logUri.fsPath`, "x"},
	{"own object's extensionPath", `({extensionPath: unknown}).extensionPath`, "x"},
	{"__dirname", `__dirname`, "x"},
	{"__dirname join", `path.join(__dirname, "..", "x")`, "x"},
	{"__filename", `__filename`, "x"},
	{"homedir", `os.homedir()`, "x"},
	{"homedir join", `path.join(os.homedir(), ".ssh", "id_rsa")`, "x"},
	{"homedir uncalled", `os.homedir`, "x"},
	{"tmpdir", "`${os.tmpdir()}/x`", "x"},
	{"env", `process.env.HOME`, "x"},
	{"env default", `process.env.HOME || "/root"`, "x"},
	{"env index", `process.env["A" + "B"]`, "x"},
	{"env unknown", `process.env[unknown]`, "x"},
	{"own env", `({env: {HOME: "/h"}}).env.HOME`, "x"},
	{"setting", `vscode.workspace.getConfiguration("a").get("b")`, "x"},
	{"setting in a path", `path.join(vscode.workspace.getConfiguration("a").get("b"), "bin")`, "x"},
	{"setting default", `vscode.workspace.getConfiguration("a").get("b", "dflt")`, "x"},
	{"setting whole", `vscode.workspace.getConfiguration().get("a.b")`, "x"},
	{"setting unknown", `vscode.workspace.getConfiguration("a").get(unknown)`, "x"},
	{"map get", `new Map([["b", "c"]]).get("b")`, "x"},
	{"joinPath", `vscode.Uri.joinPath(context.extensionUri, "a", "b").fsPath`, "x"},
	{"joinPath uri", `vscode.Uri.joinPath(context.globalStorageUri, "db")`, "x"},
	{"joinPath hole", `vscode.Uri.joinPath(context.extensionUri, unknown)`, "x"},
	{"Uri.file", `vscode.Uri.file("/a/b").fsPath`, "x"},
	{"Uri.parse", `vscode.Uri.parse("https://a.example/b")`, "x"},
	{"workspace folder", `vscode.workspace.workspaceFolders[0].uri.fsPath`, "x"},
	{"rootPath", `path.join(vscode.workspace.rootPath, ".x")`, "x"},
	{"or", `unknown ? "a" : "b"`, "x"},
	{"or 2", `unknown || "b"`, "x"},
	{"nullish", `unknown ?? "b"`, "x"},
	{"or constants", `pick || "a"`, "x"},
	{"and", `unknown && "a"`, "x"},
	{"comma", `(unknown, "a")`, "x"},
	{"list join", `["a", "b"].join("/")`, "x"},
	{"list join hole", `["a", unknown].join("/")`, "x"},
	{"list join 0", `["a", "b"].join()`, "x"},
	{"trim", `" a ".trim()`, "x"},
	{"toString", `"a".toString()`, "x"},
	{"replace", `"a".replace("a", "b")`, "x"},
	{"concat", `"a".concat("b")`, "x"},
	{"String", `String("a")`, "x"},
	{"atob", `atob("YQ==")`, "x"},
	{"Buffer", `Buffer.from("YQ==", "base64").toString()`, "x"},
	{"function", `() => 1`, "x"},
	{"await", `(async () => "a")()`, "x"},
	{"array", `["a", unknown, "c"]`, "x"},
	{"object", `({shell: true, cwd: context.extensionPath, n: unknown, f() {}})`, "x"},
	{"nested", `({a: {b: ["c"]}})`, "x"},
	{"spread object", `({...unknown, shell: true})`, "x"},
	{"new URL", `new URL("https://a.example/x")`, "x"},
	{"pathToFileURL", `url.pathToFileURL("/a/b").href`, "x"},
	{"encodeURIComponent", `"https://a.example/?q=" + encodeURIComponent(unknown)`, "x"},
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
