package facts_test

import "testing"

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
