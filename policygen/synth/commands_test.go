package synth

import (
	"slices"
	"testing"
)

// A name of the editor's is taken from everybody, so the policy says it; the extension's own
// names need no line.
func TestRegisteringTheEditorsCommands(t *testing.T) {
	const named = `{"name": "tool", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js",
	"contributes": {"commands": [{"command": "sayHello", "title": "x"}, {"command": "editor.acme.go", "title": "x"}]}}`
	for _, c := range []struct {
		name, code string
		want       []string
	}{
		{"what is typed", `registerCommand("type", f)`, []string{"modules: vscode.commands.registerCommand"}},
		{"by another function", `registerTextEditorCommand("editor.action.x", f)`,
			[]string{"modules: vscode.commands.registerTextEditorCommand"}},
		{"one of two", `registerCommand(f() ? "acme.a" : "workbench.action.x", f)`, []string{"modules: vscode.commands.registerCommand"}},
		{"a word with a hyphen, as a server names its own", `registerCommand("import-artifact", f)`, nil},
		{"a word with a slash, as a server names its own", `registerCommand("acme/fix", f)`, nil},
		{"the editor's with a slash", `registerCommand("workbench/x", f)`, []string{"modules: vscode.commands.registerCommand"}},
		{"one's own", `registerCommand("acme.a", f)`, nil},
		{"one's own by the manifest", `registerCommand("sayHello", f)`, nil},
		{"one's own by the manifest, in a group of the editor's", `registerCommand("editor.acme.go", f)`, nil},
		{"nobody knows which", `registerCommand(f(), f)`, nil},
		{"a name with a part that nobody knows", `registerCommand("acme." + f(), f)`, nil},
	} {
		got := lines(synthesize(t, map[string]string{"package.json": named, "main.js": `const vscode = require("vscode");
exports.activate = () => { vscode.commands.` + c.code + ` };`}).Policy)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A key of conditions that stands in the code stands in the policy, unless its name says that it is the extension's own: others'
// menus go by theirs, and the editor by its own.
func TestKeysOfConditionsAreGrantedByName(t *testing.T) {
	const named = `{"name": "git-stash", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js",
	"contributes": {"commands": [{"command": "gstash.show", "title": "x"}, {"command": "editor.go", "title": "x"}],
	"menus": {"view/title": [{"command": "gstash.show", "when": "hasGitRepository"}]}}}`
	const plain = "vscode: command setContext"
	key := func(name string) string { return `vscode: command "setContext ` + name + `"` }
	for _, c := range []struct {
		name, code string
		want       []string
	}{
		{"one that its manifest reads", `"setContext", "hasGitRepository", true`, []string{plain, key("hasGitRepository")}},
		{"the editor's own", `"setContext", "editorTextFocus", false`, []string{plain, key("editorTextFocus")}},
		{"another's", `"setContext", "victim:enabled", false`, []string{plain, key("victim:enabled")}},
		{"one of two", `"setContext", f() ? "inDebugMode" : "gstash.on", false`, []string{plain, key("inDebugMode")}},
		{"as a command of its own in a group of the editor's", `"setContext", "editor.busy", 1`, []string{plain, key("editor.busy")}},
		{"its own by its name", `"setContext", "git-stash.busy", true`, []string{plain}},
		{"its own by its publisher", `"setContext", "acme.git-stash.busy", true`, []string{plain}},
		{"its own by its commands", `"setContext", "gstash:busy", true`, []string{plain}},
		{"nobody knows which", `"setContext", f(), true`, []string{plain}},
		{"a name with a part that nobody knows", `"setContext", "victim." + f(), true`, []string{plain}},
		{"the loader's", `"setContext", "ringfence.on", true`, []string{plain}},
		{"a star", `"setContext", "victim.*", true`, []string{plain}},
		{"another command", `"gstash.set", "editorTextFocus", true`, []string{"vscode: command gstash.set"}},
	} {
		got := lines(synthesize(t, map[string]string{"package.json": named, "main.js": `const vscode = require("vscode");
exports.activate = () => { vscode.commands.executeCommand(` + c.code + `) };`}).Policy)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
