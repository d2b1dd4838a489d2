package facts_test

import (
	"slices"
	"strings"
	"testing"
)

var settingCases = []struct{ name, code, want string }{
	{"null section", `vscode.workspace.getConfiguration(null).get("go.gopath")`, "go.gopath"},
	{"undefined section", `vscode.workspace.getConfiguration(undefined, uri).get("go.gopath")`, "go.gopath"},
	{"property", `vscode.workspace.getConfiguration("go").gopath`, "go.gopath"},
	{"destructured setting", `const {gopath} = vscode.workspace.getConfiguration("go")`, "go.gopath"},
	{"section and key", `vscode.workspace.getConfiguration("go").get("gopath")`, "go.gopath"},
	{"whole id", `vscode.workspace.getConfiguration().get("go.gopath")`, "go.gopath"},
	{"default value", `vscode.workspace.getConfiguration("go").get("gopath", "/x")`, "go.gopath"},
	{"scope", `vscode.workspace.getConfiguration("go", uri).get("gopath")`, "go.gopath"},
	{"variable", `const c = vscode.workspace.getConfiguration("go"); c.get("gopath"); c.get("goroot")`, "go.gopath go.goroot"},
	{
		"variable across functions",
		`const c = () => vscode.workspace.getConfiguration("go"); function f() { return c().get("gopath"); } f()`,
		"go.gopath",
	},
	{
		"field",
		`class A { constructor() { this.c = vscode.workspace.getConfiguration("go"); } f() { return this.c.get("gopath"); } } new A().f()`,
		"go.gopath",
	},
	{"parameter", `function f(c) { return c.get("gopath"); } f(vscode.workspace.getConfiguration("go"))`, "go.gopath"},
	{"destructured workspace", `const {workspace} = vscode; workspace.getConfiguration("go").get("gopath")`, "go.gopath"},
	{"has", `vscode.workspace.getConfiguration("go").has("gopath")`, "go.gopath"},
	{"inspect", `vscode.workspace.getConfiguration("go").inspect("gopath")`, "go.gopath"},
	{"unknown key", `vscode.workspace.getConfiguration("go").get(name)`, "go.?"},
	{"unknown section", `vscode.workspace.getConfiguration(name).get("gopath")`, "?.gopath"},
	{"all unknown", `vscode.workspace.getConfiguration(name).get(name)`, "?.?"},
	{"folded key", "vscode.workspace.getConfiguration('go').get('tools' + '.' + 'lint')", "go.tools.lint"},
	{"two keys", `vscode.workspace.getConfiguration("go").get(x ? "a" : "b")`, "go.a go.b"},
	{"wrapper", `const get = (k) => vscode.workspace.getConfiguration("go").get(k); get("a"); get("b")`, "go.a go.b"},
	{"update is no read", `vscode.workspace.getConfiguration("go").update("gopath", "x")`, ""},
	{"somebody else's configuration", `mine.workspace.getConfiguration("go").get("gopath")`, ""},
	{"a map", `new Map().get("go.gopath")`, ""},
}

func TestSettingReads(t *testing.T) {
	for _, c := range settingCases {
		t.Run(c.name, func(t *testing.T) {
			p := analyze(t, files{"main.js": "const vscode = require('vscode');\n" + c.code + ";\n"})
			var ids []string
			for _, s := range p.Settings {
				if s.Where.Line != 2 {
					t.Errorf("%s is read on line %d, want 2", s.ID, s.Where.Line)
				}
				ids = append(ids, s.ID)
			}
			slices.Sort(ids)
			if got := strings.Join(ids, " "); got != c.want {
				t.Errorf("%s reads %q, want %q", c.code, got, c.want)
			}
		})
	}
}

func TestSettingWrites(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"section and key", `vscode.workspace.getConfiguration("go").update("gopath", "x")`, "go.gopath=x"},
		{"whole id", `vscode.workspace.getConfiguration().update("security.workspace.trust.enabled", false, true)`,
			"security.workspace.trust.enabled=false"},
		{"variable", `const c = vscode.workspace.getConfiguration("go"); c.update("a", name)`, "go.a=<unknown>"},
		{"wrapper", `const set = (k, v) => vscode.workspace.getConfiguration("go").update(k, v); set("a", 1); set("b", "y")`, "go.a=1 go.b=y"},
		{"two values", `vscode.workspace.getConfiguration("go").update("a", x ? "y" : "z")`, "go.a=y|z"},
		{"unknown key", `vscode.workspace.getConfiguration("go").update(name, "x")`, "go.?=x"},
		{"a read", `vscode.workspace.getConfiguration("go").get("a")`, ""},
		{"somebody else's update", `hash.update("go.a", "x")`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := analyze(t, files{"main.js": "const vscode = require('vscode');\n" + c.code + ";\n"})
			var got []string
			for _, w := range p.SettingWrites {
				if w.Where.Line != 2 {
					t.Errorf("%s is written on line %d, want 2", w.ID, w.Where.Line)
				}
				var values []string
				for _, v := range w.Value.Alts {
					values = append(values, v.String())
				}
				got = append(got, w.ID+"="+strings.Join(values, "|"))
			}
			slices.Sort(got)
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("%s writes %q, want %q", c.code, got, c.want)
			}
		})
	}
}
