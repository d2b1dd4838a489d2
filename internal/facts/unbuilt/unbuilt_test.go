package unbuilt

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const activates = "export function activate() {}"

func find(files map[string]string, built string, hosted bool) []string {
	f := New(slices.Collect(maps.Keys(files)), func(name string) (string, bool) { text, ok := files[name]; return text, ok })
	var out []string
	for _, s := range f.Sources(built, hosted) {
		out = append(out, s.File+" by "+s.Why)
	}
	return out
}

// Each case is the layout of a real repository, cut down to what decides.
func TestSourcesAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		built string
		want  []string
	}{
		"tsc, outDir and rootDir": {
			map[string]string{"tsconfig.json": `{"compilerOptions": {"outDir": "out", "rootDir": "src"}}`, "src/extension.ts": activates,
				"src/other.ts": ""},
			"./out/extension", []string{"src/extension.ts by tsconfig.json"},
		},
		"tsc, comments and no rootDir": {
			map[string]string{"tsconfig.json": "{ // how we build\n \"compilerOptions\": { \"outDir\": \"./lib\", }, }", "src/main.ts": activates},
			"lib/main.js", []string{"src/main.ts by tsconfig.json"},
		},
		"tsc, the layout of the whole": {
			map[string]string{"tsconfig.json": `{"compilerOptions": {"outDir": "out"}}`, "src/extension.ts": activates, "test/a.ts": ""},
			"./out/src/extension.js", []string{"src/extension.ts by tsconfig.json"},
		},
		"a client in a folder of its own": {
			map[string]string{"tsconfig.json": `{"references": []}`,
				"client/tsconfig.json": `{"compilerOptions": {"outDir": "out", "rootDir": "src"}}`, "client/src/extension.ts": activates,
				"server/src/server.ts": ""},
			"./client/out/extension", []string{"client/src/extension.ts by client/tsconfig.json"},
		},
		"webpack, an entry by its key": {
			map[string]string{
				"webpack.config.js": "module.exports = [{entry: {\n  extension: './src/node/clientMain.ts',\n" +
					"  server: './src/node/server.ts'}}, {entry: {'extension-web': './src/web/clientMain.ts'}}]",
				"src/node/clientMain.ts":          activates,
				"src/web/clientMain.ts":           activates,
				"src/node/server.ts":              "",
				"node_modules/x/src/extension.ts": activates,
			},
			"./dist/extension", []string{"src/node/clientMain.ts by webpack.config.js"},
		},
		"webpack, the one for browsers": {
			map[string]string{
				"webpack.config.js": "module.exports = [{entry: {\n  extension: './src/node/clientMain.ts'}}, {entry: {'extension-web': " +
					"'./src/web/clientMain.ts'}}]",
				"src/node/clientMain.ts": activates, "src/web/clientMain.ts": activates,
			},
			"./dist/extension-web.js", []string{"src/web/clientMain.ts by webpack.config.js"},
		},
		"esbuild, the nearer of two": {
			map[string]string{
				"esbuild.mjs": "build({ entryPoints: ['./src/start.ts'], outfile: 'dist/main.js' });\n" +
					"build({ entryPoints: ['./src/worker.ts'], outfile: 'dist/worker.js' });",
				"src/start.ts":   activates,
				"src/worker.ts":  activates,
				"src/another.ts": activates,
			},
			"dist/main.js", []string{"src/start.ts by esbuild.mjs"},
		},
		"a command line": {
			map[string]string{"package.json": `{"scripts": {"vscode:prepublish": "esbuild ./code/begin.ts --bundle --outfile=out/main.js"}}`,
				"code/begin.ts": activates},
			"out/main.js", []string{"code/begin.ts by package.json"},
		},
		"custom": {
			map[string]string{"src/extension.ts": activates},
			"dist/extension.js", []string{"src/extension.ts by its name"},
		},
		"a folder": {
			map[string]string{"src/extension/index.ts": activates},
			"dist/extension.js", []string{"src/extension/index.ts by its name"},
		},
		"JavaScript": {
			map[string]string{"src/extension.js": "module.exports = { activate }"},
			"dist/extension.js", []string{"src/extension.js by its name"},
		},
		"TypeScript beside it": {
			map[string]string{"extension.ts": activates},
			"./extension", []string{"extension.ts by its name"},
		},
		"nothing but what it exports": {
			map[string]string{"app/begin.ts": activates, "app/other.ts": "export const x = 1", "test/mock.ts": activates},
			"bundle/all.js", []string{"app/begin.ts by its export activate"},
		},
		"the name is another file's": {
			map[string]string{"tsconfig.json": `{"compilerOptions": {"outDir": "dist"}}`, "src/index.ts": "export const helper = 1",
				"src/app.ts": activates, "esbuild.js": "build({entryPoints: ['src/app.ts'], outdir: 'dist'}) // index.js"},
			"dist/index.js", []string{"src/app.ts by esbuild.js"},
		},
		"what is built is not its own source": {
			map[string]string{"dist/extension.js": activates, "src/extension.ts": activates},
			"dist/extension.js", []string{"src/extension.ts by its name"},
		},
		"nothing": {map[string]string{"src/a.ts": "1", "readme.js": "2"}, "dist/extension.js", nil},
		"tests":   {map[string]string{"src/test/extension.ts": activates, "src/extension.test.ts": activates}, "dist/extension.js", nil},
		"types":   {map[string]string{"src/extension.d.ts": activates}, "dist/extension.js", nil},
	} {
		if diff := cmp.Diff(c.want, find(c.files, c.built, true)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A server is started by its name, and exports nothing.
func TestAServerIsFound(t *testing.T) {
	files := map[string]string{
		"server/tsconfig.json":    `{"compilerOptions": {"outDir": "./out", "rootDir": "./src"}}`,
		"server/src/server.ts":    "createConnection()",
		"client/src/extension.ts": activates,
	}
	if got := find(files, "server/out/server.js", false); !slices.Equal(got, []string{"server/src/server.ts by server/tsconfig.json"}) {
		t.Errorf("got %q", got)
	}
	if got := find(files, "server/out/other.js", false); got != nil {
		t.Errorf("a file nobody wrote comes from %q", got)
	}
}

// Where nothing tells which, all are read: a decoy beside the real one hides
// nothing.
func TestSeveralThatCannotBeToldApart(t *testing.T) {
	files := map[string]string{
		"webpack.config.js": "entry: {extension: './a/main.ts'}; entry: {extension: './b/main.ts'}",
		"a/main.ts":         activates,
		"b/main.ts":         activates,
	}
	want := []string{"a/main.ts by webpack.config.js", "b/main.ts by webpack.config.js"}
	if diff := cmp.Diff(want, find(files, "dist/extension.js", true)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHostileNamesFindNothing(t *testing.T) {
	files := map[string]string{
		"tsconfig.json":     `{"compilerOptions": {"outDir": "../../..", "rootDir": "/etc"}}`,
		"webpack.config.js": "entry: { extension: '../../../etc/passwd.ts', 'x': '/etc/passwd.js' }" + strings.Repeat("'a':'./b',", 50_000),
		"a/tsconfig.json":   `{"compilerOptions": {"outDir": 3, "rootDir": {"outDir": "` + strings.Repeat("x/", 5000) + `"}}}`,
	}
	for _, built := range []string{"dist/extension.js", "../x.js", "/etc/passwd", "", ".", strings.Repeat("a/", 3000) + "x.js", `..\x`,
		"a\x00b"} {
		if got := find(files, built, true); got != nil {
			t.Errorf("%q comes from %q", built, got)
		}
	}
}

// What builds is not what is built, although it has exports and is named.
func TestAConfigurationIsNoSource(t *testing.T) {
	files := map[string]string{
		"webpack/webpack.config.js": "module.exports = { entry: { extension: './src/extension.ts' } }",
		"src/extension.ts":          "const activate = () => 1; export { activate };",
		"package.json":              `{"scripts": {"build": "webpack --config webpack/webpack.config.js", "after": "tsx scripts/post-build.ts"}}`,
		"scripts/post-build.ts":     "write('dist/extension.d.ts', 'export * from \\'./src/extension\\'')",
	}
	if got := find(files, "out/extension", true); !slices.Equal(got, []string{"src/extension.ts by webpack/webpack.config.js"}) {
		t.Errorf("got %q", got)
	}
}

// What no compiler makes of a source has none, and neither has a file that a
// configuration does not name.
func TestWhatIsNotBuiltOfASource(t *testing.T) {
	files := map[string]string{"webpack.config.js": "entry: './src/a.ts'", "src/a.ts": activates}
	for _, name := range []string{"res/logo.svg", "dist/other.js"} {
		if got := find(files, name, false); got != nil {
			t.Errorf("%s comes from %q", name, got)
		}
	}
}
