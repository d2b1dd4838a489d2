package facts_test

import (
	"testing"
)

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
