package facts_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/facts/worker"
)

// idioms are what bundlers and people write to get at a module.
var idioms = []string{
	"const {readFile: r = x, ...rest} = require('node:fs'); r('a'); rest.stat('b');",
	"var fs_1 = __importStar(require('fs')); (0, fs_1.readFile)('a');",
	"var import_fs = __toESM(require('fs')); import_fs.default.readFile('a');",
	webpack("1: (m) => { m.exports = require('fs'); }, 2: (m, e, r) => { var n = r.n(r(1)); n().stat('a'); }", "r(2);"),
	chunk(5, "8: (m, e, r) => { r(8).readFileSync('a'); }"),
	"var require_a = __commonJS({'a.js'(exports, module) { module.exports = require('fs'); }}); require_a().stat('a');",
	"import {createRequire} from 'module'; createRequire(import.meta.url)('fs').stat('a');",
	"process.getBuiltinModule('fs').stat('a'); process.binding('fs');",
	"import('fs').then(({stat}) => stat('a')); (await import(`f${'s'}`)).default.stat('b');",
	"const p = require('util').promisify(require('fs').readFile); p.call(null, 'a'); p.apply(null, ['b']); p.bind(null)('c');",
	"Reflect.apply(require('fs').stat, null, ['a']); Reflect.get(fs, 'stat')();",
	"class A { #f = require('fs'); constructor(x) { this.fs = x; } m() { return this.fs.stat(...arguments) ?? this.#f;" +
		" } } new A(require('fs')).m('a');",
	"for (const k of ['readFile', 'stat']) out[k] = p(fs[k]); Object.assign(exports, require('fs'), out);",
	"var E; (function (E) { E[E.A = 0] = 'A'; })(E || (E = {})); module.exports = new Proxy(require('fs'), {get: (t, k) => t[k]});",
	"const o = {get a() { return o.b; }, set a(v) { o.b = v; }, ...o}; o.a = require('fs'); o.a.stat('a'); o.o = o;",
	"exports.activate = (c) => { c.subscriptions.push(vscode.commands.registerCommand('x', () => c.asAbsolutePath('./main.js'))); };" +
		" const vscode = require('vscode');",
	"vscode.workspace.getConfiguration('a').get('b' + x, require('os').homedir()); const vscode = require('vscode');",
	"let s = 'a'; while (x) s += s + '/' + path.join(s, '..', __dirname); require('child_process').exec(s, {shell: s});" +
		" const path = require('path');",
	"function* g() { yield* g(); } async function h() { for await (const x of g()) await h(x); } g().next().value.stat();",
	"with (require('fs')) { stat('a'); } eval('require')('fs').stat('a'); Function('return this')().process.exit();",
	"require('./main.js').x = module; (0, eval)('x'); new (require('worker_threads').Worker)(__filename); require(process.argv[2]);",
	"Object.defineProperty(exports, '__esModule', {value: true}); Object.entries(require('fs')).forEach(([k, v]) => { exports[k] = v(k); });",
}

// FuzzAnalyze: whatever the code, there is a program, each of whose places has
// a file and whose lists are sorted.
func FuzzAnalyze(f *testing.F) {
	for _, code := range idioms {
		f.Add(code, "require('./main')")
	}
	dir := f.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			f.Fatal(err)
		}
	}
	write("package.json", plainManifest)
	f.Fuzz(func(t *testing.T, code, other string) {
		if len(code)+len(other) > 1<<13 {
			return // size is the matter of another test
		}
		for name, text := range map[string]string{"main.js": code, "other.js": other} {
			if _, err := worker.Lower(name, text); err != nil && name == "main.js" {
				return // it does not parse
			}
			write(name, text)
		}
		ext, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		defer ext.Close()
		p, err := facts.Analyze(t.Context(), ext, facts.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sound(t, p)
	})
}

// sound fails the test when a program is not what it promises to be.
func sound(t *testing.T, p *facts.Program) {
	t.Helper()
	if !slices.IsSortedFunc(p.Uses, func(a, b facts.Use) int { return a.Where.Compare(b.Where) }) {
		t.Error("the uses are not sorted")
	}
	if !slices.IsSortedFunc(p.Strings, func(a, b facts.String) int { return a.Where.Compare(b.Where) }) ||
		!slices.IsSortedFunc(p.Imports, func(a, b facts.Import) int { return a.Where.Compare(b.Where) }) ||
		!slices.IsSortedFunc(p.Settings, func(a, b facts.Setting) int { return a.Where.Compare(b.Where) }) {
		t.Error("the strings, imports or settings are not sorted")
	}
	for _, u := range p.Uses {
		if err := u.Where.Validate(); err != nil || u.Where.Line == 0 || u.Module == "" || u.Kind == "" {
			t.Errorf("a use is not whole: %+v: %v", u, err)
		}
		for _, a := range u.Args {
			if len(a.Alts) > 16 || len(a.Items) > 48 || len(a.Props) > 24 {
				t.Errorf("an argument is over the bounds: %s", show(a))
			}
		}
	}
	for _, e := range p.Entries {
		if !slices.ContainsFunc(p.Modules, func(m facts.Module) bool { return m.Path == e.File && m.Reached }) {
			t.Errorf("the entry %s is no module that is reached", e.File)
		}
	}
	for _, s := range p.Settings {
		if s.ID == "" || s.Where.Line == 0 {
			t.Errorf("a setting is not whole: %+v", s)
		}
	}
}
