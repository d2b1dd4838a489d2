package facts_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

// A file that ships, that is no JavaScript and that the code has what it takes to run was not read: no word of what the
// code does not do covers it.
func TestWhatIsStartedWasNotRead(t *testing.T) {
	const script = "import os\n"
	for _, c := range []struct {
		name, ships, code string
		unread            bool
	}{
		{"a script that is started", "python/sort.py", `require("child_process").spawn("python3", [ctx.asAbsolutePath("python/sort.py")])`, true},
		{
			"the same by a helper", "python/sort.py",
			`const run = (c, a) => require("child_process").spawn(c, a); run("python3", [x, "sort.py"])`, true,
		},
		{"a script that nobody names", "python/sort.py", `require("child_process").spawn("python3", ["--version"])`, false},
		{"a script that is shown", "python/sort.py", `vscode.workspace.openTextDocument(ctx.asAbsolutePath("python/sort.py"))`, false},
		{"a program of Java", "server/lib.jar", `require("child_process").spawn("java", ["-jar", "server/lib.jar"])`, true},
		{"machine code", "build/a.node", `require("./build/a.node")`, true},
		{"WebAssembly", "core.wasm", `WebAssembly.instantiate(require("fs").readFileSync(ctx.asAbsolutePath("core.wasm")))`, true},
		{"WebAssembly that is copied", "core.wasm", `require("fs").copyFileSync(ctx.asAbsolutePath("core.wasm"), x)`, false},
	} {
		p := analyze(t, files{
			"package.json": `{"name": "x", "version": "1.0.0", "publisher": "acme", "engines": {"vscode": "^1.90.0"}, "main": "./main.js"}`,
			"main.js": `const vscode = require("vscode"); exports.activate = (ctx) => { const x = ctx.globalStorageUri.fsPath; ` +
				c.code + ` };`,
			c.ships: script,
		})
		got := false
		for _, b := range p.BlindSpots {
			got = got || b.File == c.ships && strings.Contains(b.Reason, "main.js names it")
		}
		if got != c.unread {
			t.Errorf("%s: unread %t, want %t", c.name, got, c.unread)
		}
		if !slices.ContainsFunc(p.Modules, func(m facts.Module) bool { return m.Path == "main.js" && m.Reached }) {
			t.Errorf("%s: main.js is not reached", c.name)
		}
	}
}
