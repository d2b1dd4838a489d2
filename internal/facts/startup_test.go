package facts_test

import "testing"

func TestTrustReadAtStartup(t *testing.T) {
	for _, c := range []struct {
		name, code string
		want       bool
	}{
		{"in activate", `exports.activate = () => { const t = vscode.workspace.isTrusted; use(t); };`, true},
		{"in a declared activate",
			`function activate(context) { if (!vscode.workspace.isTrusted) return; use(context); } module.exports = { activate };`, true},
		{"in the file", `const t = vscode.workspace.isTrusted; exports.activate = () => use(t);`, true},
		{"destructured in activate", `exports.activate = () => { const { isTrusted } = vscode.workspace; use(isTrusted); };`, true},
		{"in a handler", `exports.activate = () => { vscode.commands.registerCommand('x', () => use(vscode.workspace.isTrusted)); };`, false},
		{"in a function", `function trusted() { return vscode.workspace.isTrusted; } exports.activate = () => use(trusted);`, false},
		{"in another export", `exports.activate = () => {}; exports.deactivate = () => use(vscode.workspace.isTrusted);`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := analyze(t, files{"main.js": "const vscode = require('vscode');\n" + c.code + "\n"})
			seen := false
			for _, u := range p.Uses {
				if u.Module == "vscode" && u.Member == "workspace.isTrusted" {
					seen = true
					if u.Startup != c.want {
						t.Errorf("startup %t, want %t", u.Startup, c.want)
					}
				} else if u.Startup {
					t.Errorf("%+v", u)
				}
			}
			if !seen {
				t.Error("the read was not seen")
			}
		})
	}
}

func TestFilesThatAskForAScheme(t *testing.T) {
	for code, want := range map[string]bool{
		`if (folder.uri.scheme === 'file') go();`:   true,
		`const { scheme } = folder.uri; go(scheme)`: true,
		`go('scheme');`:                        false,
		`const x = { scheme: 'file' }; go(x);`: false,
	} {
		p := analyze(t, files{"main.js": "exports.activate = (folder, go) => {" + code + "};\n"})
		if got := p.Modules[0].AsksScheme; got != want {
			t.Errorf("%s: %t, want %t", code, got, want)
		}
	}
}
