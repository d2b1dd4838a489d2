package facts_test

import (
	"slices"
	"testing"
)

// What VS Code's two hosts run never meets, though both write members of one name; what both load does.
func TestTheBundlesOfTwoHostsDoNotMeet(t *testing.T) {
	const reads = `const vscode = require("vscode"); exports.activate = () => { globalThis.store = {text: vscode.workspace.getConfiguration("a").get("b")}; };`
	const runs = `exports.activate = () => { new Function(globalThis.store.text)(); };`
	flows := func(in files) []string { return flowWords(analyze(t, in)) }
	two := manifest(`"main": "./main.js", "browser": "./web.js"`)
	if got := flows(files{"package.json": two, "main.js": runs, "web.js": reads}); len(got) != 0 {
		t.Errorf("from the web's bundle into Node's: %q", got)
	}
	want := flows(files{"package.json": manifest(`"main": "./main.js"`), "main.js": `require("./set");` + runs, "set.js": reads + `exports.activate();`})
	if len(want) != 1 {
		t.Fatalf("in one host: %q", want)
	}
	// A file that both load keeps them together.
	shared := files{"package.json": two, "main.js": `require("./both");` + runs, "web.js": `require("./both");` + reads, "both.js": "1"}
	if got := flows(shared); !slices.Equal(got, want) {
		t.Errorf("with a file that both load: %q, want %q", got, want)
	}
	// Each is read for itself.
	each := files{"package.json": two, "main.js": reads + `exports.run = () => new Function(globalThis.store.text)();exports.run();`, "web.js": runs}
	if got := flows(each); !slices.Equal(got, want) {
		t.Errorf("in Node's bundle alone: %q, want %q", got, want)
	}
}
