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
