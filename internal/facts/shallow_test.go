package facts_test

import (
	"strings"
	"testing"
)

// shallowCases are extensions and, for one file, whether it is shallow and
// what is found in it. Shallow code has no way to Node, so what it does with
// globals is all it can do.
var shallowCases = []struct {
	name    string
	in      files
	shallow bool
	want    string
}{
	{
		"webview script",
		files{"media/view.js": "fetch('/x'); eval(location.hash); new WebSocket('wss://x.example')"},
		true,
		"globals.WebSocket globals.eval globals.fetch",
	},
	{"aliased global", files{"media/view.js": "const f = window.fetch; f('/x')"}, true, "globals.fetch"},
	{"own fetch", files{"media/view.js": "function fetch() {} fetch('/x')"}, true, ""},
	{"no power at all", files{"media/view.js": "document.body.append('fs')"}, true, ""},
	{"a method that takes a module's name", files{"media/view.js": "list.append('path'); x.get('fs')"}, true, ""},
	{"requires fs", files{"media/view.js": "require('fs').readFileSync('a')"}, false, "fs.readFileSync"},
	{"requires node:fs", files{"media/view.js": "require('node:fs').readFileSync('a')"}, false, "fs.readFileSync"},
	{"imports fs", files{"media/view.mjs": "import fs from 'fs'; fs.readFileSync('a')"}, false, "fs.readFileSync"},
	{"imports fs later", files{"media/view.js": "import('fs').then((fs) => fs.readFileSync('a'))"}, false, "fs.readFileSync"},
	{"requires under another name", files{"media/view.js": "const r = require; r('fs').readFileSync('a')"}, false, "fs.readFileSync"},
	{"requires what nobody knows", files{"media/view.js": "require(name)"}, false, "module.require"},
	{
		"builtin module",
		files{"media/view.js": "process.getBuiltinModule('fs').readFileSync('a')"},
		false,
		"fs.readFileSync process.getBuiltinModule",
	},
	{
		"connected to a file that requires fs",
		files{"media/view.js": "require('./low').read('a')", "media/low.js": "exports.read = require('fs').readFileSync"},
		false,
		"fs.readFileSync",
	},
	{
		"connected to a file that does not",
		files{"media/view.js": "require('./low').go('a')", "media/low.js": "exports.go = 1; fetch('/y')"},
		true,
		"",
	},
	{
		"required by a file that requires fs",
		files{"media/view.js": "exports.f = (fs) => fs.readFileSync('a')", "media/up.js": "require('./view').f(require('fs'))"},
		false,
		"fs.readFileSync",
	},
	{
		"three files in a row",
		files{"media/view.js": "require('./b')", "media/b.js": "require('./c')", "media/c.js": "require('vscode').env.openExternal('x')"},
		false,
		"",
	},
	{"required by main", files{"media/view.js": "fetch('/x')", "main.js": "require('./media/view')"}, false, "globals.fetch"},
}

func TestShallowFiles(t *testing.T) {
	for _, c := range shallowCases {
		t.Run(c.name, func(t *testing.T) {
			if _, ok := c.in["main.js"]; !ok {
				c.in["main.js"] = "require('vscode').window.showInformationMessage('a')"
			}
			p := analyze(t, c.in)
			var found []string
			seen := false
			for _, s := range symbols(p) {
				for _, u := range calls(p, s) {
					if strings.HasPrefix(u.Where.File, "media/view.") && (len(found) == 0 || found[len(found)-1] != s) {
						found = append(found, s)
					}
				}
			}
			for _, m := range p.Modules {
				if strings.HasPrefix(m.Path, "media/view.") {
					seen = true
					if m.Shallow != c.shallow {
						t.Errorf("shallow is %v, want %v", m.Shallow, c.shallow)
					}
				}
				if m.Path == "main.js" && m.Shallow {
					t.Error("the entry is shallow")
				}
			}
			if got := strings.Join(found, " "); got != c.want || !seen {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}
