package facts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

// A webpack bundle: a table of modules by id, a require that looks into it,
// and chunks that are loaded by require and add to the table.
const (
	webpackRuntime = `(() => { var t = {%s}, cache = {};
function r(id) { var c = cache[id]; if (c !== undefined) return c.exports; var m = cache[id] = {exports: {}}; t[id](m, m.exports, r);` +
		` return m.exports; }
r.m = t; r.n = (m) => { var g = m && m.__esModule ? () => m.default : () => m; r.d(g, {a: g}); return g; };
r.d = (e, d) => { for (var k in d) if (r.o(d, k) && !r.o(e, k)) Object.defineProperty(e, k, {enumerable: true, get: d[k]}); };
r.o = (o, k) => Object.prototype.hasOwnProperty.call(o, k);
r.f = {}; r.e = (id) => Promise.all(Object.keys(r.f).reduce((all, k) => (r.f[k](id, all), all), []));
r.u = (id) => id + ".js";
var installed = {792: 1}, install = (chunk) => { var more = chunk.modules, ids = chunk.ids; for (var id in more) if (r.o(more, id)) ` +
		`r.m[id] = more[id]; for (var i = 0; i < ids.length; i++) installed[ids[i]] = 1; };
r.f.require = (id, all) => { if (!installed[id]) install(require("./" + r.u(id))); };
%s })();`
	webpackChunk = `exports.id = %d; exports.ids = [%d]; exports.modules = {%s};`
)

func webpack(table, start string) string { return fmt.Sprintf(webpackRuntime, table, start) }

func chunk(id int, table string) string { return fmt.Sprintf(webpackChunk, id, id, table) }

var bundleCases = []struct {
	name string
	in   files
	want string // "file:line module.member(args)" of every call of a power
}{
	{"in one file", files{"main.js": webpack("1: (m) => { m.exports = require('fs'); }", "\nr(1).readFileSync('a');")},
		"main.js:11 fs.readFileSync(a)"},
	{"from the chunk, a module of the main file", files{
		"main.js": webpack("1: (m) => { m.exports = require('fs'); }", "r.e(5).then(r.bind(r, 7));"),
		"5.js":    chunk(5, "7: (m, e, r) => {\nr(1).readFileSync('a'); }"),
	}, "5.js:2 fs.readFileSync(a)"},
	{"from the main file, a module of the chunk", files{
		"main.js": webpack("2: (m, e, r) => { r.e(5).then(() => {\nr(8).readFileSync('a'); }); }", "r(2);"),
		"5.js":    chunk(5, "8: (m) => { m.exports = require('fs'); }"),
	}, "main.js:2 fs.readFileSync(a)"},
	{"from one chunk a module of another", files{
		"main.js": webpack("", "r.e(5).then(r.bind(r, 7)); r.e(6);"),
		"5.js":    chunk(5, "7: (m, e, r) => {\nr(8).readFileSync('a'); }"),
		"6.js":    chunk(6, "8: (m) => { m.exports = require('fs'); }"),
	}, "5.js:2 fs.readFileSync(a)"},
	{"a chunk's module under a default import", files{
		"main.js": webpack("", "r.e(5).then(r.bind(r, 7)); r.e(6);"),
		"5.js":    chunk(5, "7: (m, e, r) => { var x = r(8), y = r.n(x);\ny().readFileSync('a'); }"),
		"6.js":    chunk(6, "8: (m) => { m.exports = require('fs'); }"),
	}, "5.js:2 fs.readFileSync(a)"},
	{"a function of another chunk", files{
		"main.js": webpack("1: (m) => { m.exports = require('fs'); }", "r.e(5).then(r.bind(r, 7)); r.e(6);"),
		"5.js":    chunk(5, "7: (m, e, r) => { r(8).read('a'); }"),
		"6.js":    chunk(6, "8: (m, e, r) => { const fs = r(1); e.read = (p) =>\nfs.readFileSync(p); }"),
	}, "6.js:2 fs.readFileSync(a)"},
	{"mirror: the other chunk's module is another one", files{
		"main.js": webpack("", "r.e(5).then(r.bind(r, 7)); r.e(6);"),
		"5.js":    chunk(5, "7: (m, e, r) => { r(9).readFileSync('a'); }"),
		"6.js":    chunk(6, "8: (m) => { m.exports = require('fs'); }, 9: (m) => { m.exports = {readFileSync() {}}; }"),
	}, ""},
}

func TestBundledModulesAreFoundAcrossChunks(t *testing.T) {
	for _, c := range bundleCases {
		t.Run(c.name, func(t *testing.T) {
			p := analyze(t, c.in)
			var got []string
			for _, u := range p.Uses {
				if u.Module == "fs" && u.Kind == "call" {
					got = append(got, fmt.Sprintf("%s:%d %s.%s(%s)", u.Where.File, u.Where.Line, u.Module, u.Member, showAll(u.Args)))
				}
			}
			slices.Sort(got)
			if text := strings.Join(got, ", "); text != c.want {
				t.Errorf("found %q, want %q", text, c.want)
			}
		})
	}
}

// rollup copies a module it does not bundle property by property, and keeps the getters that are there.
const rollupNamespace = `function _interopNamespaceDefault(e) {
	var n = Object.create(null);
	if (e) {
		Object.keys(e).forEach(function (k) {
			if (k !== 'default') {
				var d = Object.getOwnPropertyDescriptor(e, k);
				Object.defineProperty(n, k, d.get ? d : { enumerable: true, get: function () { return e[k]; } });
			}
		});
	}
	n.default = e;
	return Object.freeze(n);
}
`

// A module that rollup's helper copied is what is used of it, and not all of it.
func TestRollupsNamespaceIsTheModule(t *testing.T) {
	p := analyze(t, files{
		"package.json": `{"name": "x", "version": "1.0.0", "publisher": "acme", "engines": {"vscode": "^1.90.0"}, "main": "./main.js"}`,
		"main.js": `'use strict'; var vscode = require('vscode'), fs = require('fs');` + rollupNamespace + `
			var vscode__namespace = /*#__PURE__*/_interopNamespaceDefault(vscode);
			var fs__namespace = /*#__PURE__*/_interopNamespaceDefault(fs);
			exports.activate = () => { vscode__namespace.env.clipboard.readText(); fs__namespace.readFileSync('a'); };`,
	})
	if len(calls(p, "vscode.env.clipboard.readText")) != 1 || len(calls(p, "fs.readFileSync")) != 1 {
		t.Errorf("the calls are not seen: %v", p.Uses)
	}
	for _, u := range p.Uses {
		if u.Kind == facts.Escape {
			t.Errorf("%s.%s escapes as a whole", u.Module, u.Member)
		}
	}
}
