package facts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// manifest is a package.json with the given further members.
func manifest(members string) string {
	return `{"name": "t", "publisher": "p", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, ` + members + `}`
}

// entryCases are extensions, what starts in them ("file kind via"), which
// files are reached and which are blind.
var entryCases = []struct {
	name                    string
	in                      files
	entries, reached, blind []string
}{
	{name: "main",
		in:      files{"package.json": manifest(`"main": "./main.js"`), "main.js": "1", "loose.js": "1"},
		entries: []string{"main.js main main"}, reached: []string{"main.js"}},
	{name: "main without its ending",
		in:      files{"package.json": manifest(`"main": "./out/main"`), "out/main.js": "1"},
		entries: []string{"out/main.js main main"}, reached: []string{"out/main.js"}},
	{name: "main is missing",
		in:    files{"package.json": manifest(`"main": "./out/main.js"`), "loose.js": "1"},
		blind: []string{"out/main.js"}},
	{name: "main does not parse, and runs all the same",
		in:      files{"package.json": manifest(`"main": "./main.js"`), "main.js": "let = ="},
		entries: []string{"main.js main main"}, reached: []string{"main.js"}, blind: []string{"main.js"}},
	{name: "a worker without a way to Node",
		in:      files{"main.js": "const {Worker} = require('worker_threads'); new Worker(__dirname + '/w.js')", "w.js": "fetch(x)"},
		entries: []string{"main.js main main", "w.js worker main.js: worker_threads.Worker"}, reached: []string{"main.js", "w.js"}},
	{name: "main and browser",
		in:      files{"package.json": manifest(`"main": "./main.js", "browser": "./web.js"`), "main.js": "1", "web.js": "1"},
		entries: []string{"main.js main main", "web.js browser browser"}, reached: []string{"main.js", "web.js"}},
	{name: "a plugin of the server of TypeScript",
		in: files{"package.json": manifest(`"main": "./main.js", "contributes": {"typescriptServerPlugins": [{"name": "plug"}]}`), "main.js": "1",
			"node_modules/plug/package.json": `{"name": "plug", "main": "./lib"}`, "node_modules/plug/lib.js": "1"},
		entries: []string{"main.js main main", "node_modules/plug/lib.js fork contributes.typescriptServerPlugins"},
		reached: []string{"main.js", "node_modules/plug/lib.js"}},
	{name: "browser is missing beside a main",
		in:      files{"package.json": manifest(`"main": "./main.js", "browser": "./web.js"`), "main.js": "1"},
		entries: []string{"main.js main main"}, reached: []string{"main.js"}},
	{name: "browser alone is missing",
		in:    files{"package.json": manifest(`"browser": "./web.js"`), "loose.js": "1"},
		blind: []string{"web.js"}},
	{name: "no entry at all",
		in: files{"package.json": manifest(`"contributes": {}`), "loose.js": "1"}},
	{name: "files required from main are reached",
		in:      files{"main.js": "require('./lib/a')", "lib/a.js": "require('./b.js')", "lib/b.js": "1", "lib/c.js": "1"},
		entries: []string{"main.js main main"}, reached: []string{"lib/a.js", "lib/b.js", "main.js"}},
	{name: "and those imported",
		in:      files{"main.js": "import('./a.js')", "a.js": "export * from './b.js'", "b.js": "export {}", "c.js": "1"},
		entries: []string{"main.js main main"}, reached: []string{"a.js", "b.js", "main.js"}},
	{name: "a require of a name nobody knows reaches all",
		in:      files{"main.js": "require('fs'); require(process.argv[2])", "a.js": "require('fs')"},
		entries: []string{"main.js main main"}, reached: []string{"a.js", "main.js"}},
	{
		name: "a require of one of two names reaches both",
		in: files{
			"main.js": "const which = process.env.X ? './a' : './b'; require(which)",
			"a.js":    "require('fs')",
			"b.js":    "require('fs')",
			"c.js":    "require('fs')",
		},
		entries: []string{"main.js main main"},
		reached: []string{"a.js", "b.js", "main.js"},
	},
	{
		name: "a package in node_modules",
		in: files{
			"main.js":                       "require('dep')",
			"node_modules/dep/package.json": `{"main": "lib/x.js"}`,
			"node_modules/dep/lib/x.js":     "1",
			"node_modules/dep/lib/y.js":     "1",
		},
		entries: []string{"main.js main main"},
		reached: []string{"main.js", "node_modules/dep/lib/x.js"},
	},
	{
		name: "debugger",
		in: files{
			"package.json": manifest(`"main": "./main.js", "contributes": {"debuggers": [{"type": "x", "program": "./adapter.js"}]}`),
			"main.js":      "1",
			"adapter.js":   "1",
		},
		entries: []string{"adapter.js debugger contributes.debuggers", "main.js main main"},
		reached: []string{"adapter.js", "main.js"},
	},
	{
		name: "a debugger that is no script",
		in: files{
			"package.json": manifest(`"main": "./main.js", "contributes": {"debuggers": [{"type": "x", "program": "./adapter.exe"}]}`),
			"main.js":      "1",
			"adapter.exe":  "MZ",
		},
		entries: []string{"main.js main main"},
		reached: []string{"main.js"},
	},
	{
		name: "uninstall",
		in: files{
			"package.json": manifest(`"main": "./main.js", "scripts": {"vscode:uninstall": "node ./clean.js --all"}`),
			"main.js":      "1",
			"clean.js":     "1",
		},
		entries: []string{"clean.js uninstall scripts.vscode:uninstall", "main.js main main"},
		reached: []string{"clean.js", "main.js"},
	},
	{
		name: "another script is not run",
		in: files{
			"package.json": manifest(`"main": "./main.js", "scripts": {"postinstall": "node ./clean.js"}`),
			"main.js":      "1",
			"clean.js":     "1",
		},
		entries: []string{"main.js main main"},
		reached: []string{"main.js"},
	},
	{name: "fork",
		in:      files{"main.js": "require('child_process').fork(require('path').join(__dirname, 'child.js'))", "child.js": "require('net')"},
		entries: []string{"child.js fork main.js: child_process.fork", "main.js main main"}, reached: []string{"child.js", "main.js"}},
	{name: "fork of who knows what",
		in:      files{"main.js": "require('child_process').fork(process.argv[2])", "child.js": "require('net')"},
		entries: []string{"main.js main main"}, reached: []string{"main.js"}},
	{name: "spawn of Node",
		in:      files{"main.js": "require('child_process').spawn(process.execPath, [__dirname + '/child.js'])", "child.js": "require('net')"},
		entries: []string{"child.js fork main.js: child_process.spawn", "main.js main main"}, reached: []string{"child.js", "main.js"}},
	{
		name: "worker",
		in: files{
			"main.js": "const {Worker} = require('worker_threads'); new Worker(require('path').resolve(__dirname, 'w.js'))",
			"w.js":    "require('net')",
		},
		entries: []string{"main.js main main", "w.js worker main.js: worker_threads.Worker"},
		reached: []string{"main.js", "w.js"},
	},
	{
		name: "language server by asAbsolutePath",
		in: files{
			"main.js": "const {LanguageClient} = require('lc');\nexports.activate = (context) => { const module = " +
				"context.asAbsolutePath(require('path').join('server', 'server.js')); new LanguageClient('x', {run: {module}}); };",
			"server/server.js": "require('fs').readFileSync('a')",
		},
		entries: []string{
			"main.js main main",
			"server/server.js fork main.js: vscode.ExtensionContext.asAbsolutePath",
		},
		reached: []string{"main.js", "server/server.js"},
	},
	{
		name: "asAbsolutePath of an image",
		in: files{
			"main.js":  "exports.activate = (context) => { show(context.asAbsolutePath('icon.png')); };",
			"icon.png": "x",
			"loose.js": "1",
		},
		entries: []string{"main.js main main"},
		reached: []string{"main.js"},
	},
}

func TestEntriesAndWhatTheyReach(t *testing.T) {
	for _, c := range entryCases {
		t.Run(c.name, func(t *testing.T) {
			p := analyze(t, c.in)
			var entries, reached, blind []string
			for _, e := range p.Entries {
				entries = append(entries, fmt.Sprintf("%s %s %s", e.File, e.Kind, e.Via))
			}
			for _, m := range p.Modules {
				if m.Reached {
					reached = append(reached, m.Path)
				}
			}
			for _, b := range p.BlindSpots {
				blind = append(blind, b.File)
				if b.Reason == "" {
					t.Errorf("%s is blind for no reason", b.File)
				}
			}
			if diff := cmp.Diff([][]string{c.entries, c.reached, c.blind}, [][]string{entries, reached, blind}); diff != "" {
				t.Errorf("entries, reached, blind (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWhatAServerDoesIsFound: code that is forked is code of the extension.
func TestWhatAServerDoesIsFound(t *testing.T) {
	p := analyze(t, files{
		"main.js":  "require('child_process').fork(__dirname + '/child.js')",
		"child.js": "require('net').connect(1)",
	})
	if got := strings.Join(symbols(p), " "); got != "child_process.fork net.connect" {
		t.Errorf("uses %s", got)
	}
}

func TestDependenciesAreNamed(t *testing.T) {
	for path, want := range map[string]string{
		"main.js":                                "",
		"node_modules/a/i.js":                    "a",
		"node_modules/@s/a/i.js":                 "@s/a",
		"node_modules/a/node_modules/b/lib/i.js": "b",
		"server/node_modules/a/i.js":             "a",
		"not_node_modules/a/i.js":                "",
		"src/node_modules.js":                    "",
	} {
		p := analyze(t, files{"main.js": "1", path: "1"})
		for _, m := range p.Modules {
			if m.Path == path && m.Dependency != want {
				t.Errorf("%s belongs to %q, want %q", path, m.Dependency, want)
			}
		}
	}
}

// What VS Code's two hosts run never meets, though both write members of one name; what both load does.
func TestTheBundlesOfTwoHostsDoNotMeet(t *testing.T) {
	const reads = `const vscode = require("vscode");
		exports.activate = () => { globalThis.store = {text: vscode.workspace.getConfiguration("a").get("b")}; };`
	const runs = `exports.activate = () => { new Function(globalThis.store.text)(); };`
	flows := func(in files) []string { return flowWords(analyze(t, in)) }
	two := manifest(`"main": "./main.js", "browser": "./web.js"`)
	if got := flows(files{"package.json": two, "main.js": runs, "web.js": reads}); len(got) != 0 {
		t.Errorf("from the web's bundle into Node's: %q", got)
	}
	want := flows(files{"package.json": manifest(`"main": "./main.js"`), "main.js": `require("./set");` + runs,
		"set.js": reads + `exports.activate();`})
	if len(want) != 1 {
		t.Fatalf("in one host: %q", want)
	}
	// A file that both load keeps them together.
	shared := files{"package.json": two, "main.js": `require("./both");` + runs, "web.js": `require("./both");` + reads, "both.js": "1"}
	if got := flows(shared); !slices.Equal(got, want) {
		t.Errorf("with a file that both load: %q, want %q", got, want)
	}
	// Each is read for itself.
	each := files{"package.json": two, "web.js": runs,
		"main.js": reads + `exports.run = () => new Function(globalThis.store.text)();exports.run();`}
	if got := flows(each); !slices.Equal(got, want) {
		t.Errorf("in Node's bundle alone: %q, want %q", got, want)
	}
}
