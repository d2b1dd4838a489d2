//go:build unix

package build

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// In the second run the bundlers' own switches are on, however they are called; what
// is asked for already, or of another form, is left as it is.
func TestTheSecondRunOfABuild(t *testing.T) {
	node := program(t, "node")
	const prints = `console.log(JSON.stringify(process.argv.slice(2)))`
	// As esbuild's: getters that nobody can set.
	const esbuild = `const all = {}; for (const f of ["build", "buildSync", "context", "version"]) Object.defineProperty(all, f, { ` +
		`enumerable: true, get: () => (o) => console.log(f + JSON.stringify(o)) });
module.exports = Object.defineProperty(all, "__esModule", { value: true }); 0 && (module.exports = { build, buildSync, context, version });`
	const webpack = `module.exports = (o, done) => done(null, JSON.stringify(o)); module.exports.version = "5";`
	for name, c := range map[string]struct {
		files map[string]string
		args  []string
		want  string
	}{
		"esbuild's API": {map[string]string{"esbuild/lib/main.js": esbuild, "b.js": `require("esbuild").build({ outfile: "x" })`},
			[]string{"b.js"}, `build{"outfile":"x","sourcemap":"external","sourcesContent":true}`},
		"of a module": {map[string]string{"esbuild/lib/main.js": esbuild, "esbuild/package.json": `{"main": "lib/main.js"}`,
			"b.mjs": `import { context } from "esbuild"; context({ outdir: "x", sourcemap: false })`}, []string{"b.mjs"},
			`context{"outdir":"x","sourcemap":"external","sourcesContent":true}`},
		"maps are there": {map[string]string{"esbuild/lib/main.js": esbuild,
			"b.js": `require("esbuild").buildSync({ outfile: "x", sourcemap: "inline" })`}, []string{"b.js"},
			`buildSync{"outfile":"x","sourcemap":"inline"}`},
		"it writes itself": {map[string]string{"esbuild/lib/main.js": esbuild,
			"b.js": `require("esbuild").build({ outfile: "x", write: false })`}, []string{"b.js"}, `build{"outfile":"x","write":false}`},
		"another form": {map[string]string{"esbuild/lib/main.js": `module.exports = null`, "b.js": `console.log(require("esbuild"))`},
			[]string{"b.js"}, `null`},
		"webpack's API": {map[string]string{"webpack/lib/webpack.js": webpack,
			"b.js": `const w = require("webpack/lib/webpack.js"); w([{ devtool: "nosources-source-map" }, {}, { devtool: "eval" }], (e, o) => ` +
				`console.log(w.version + o))`}, []string{"b.js"},
			`5[{"devtool":"hidden-source-map"},{"devtool":"hidden-source-map"},{"devtool":"eval"}]`},
		"esbuild's line": {map[string]string{"esbuild/bin/esbuild": prints},
			[]string{"node_modules/esbuild/bin/esbuild", "a.ts", "--outfile=x", "--minify"},
			`["a.ts","--outfile=x","--minify","--sourcemap=external"]`},
		"it prints": {map[string]string{"esbuild/bin/esbuild": prints}, []string{"node_modules/esbuild/bin/esbuild", "a.ts"},
			`["a.ts"]`},
		"tsc's line": {map[string]string{"typescript/bin/tsc": prints}, []string{"node_modules/typescript/bin/tsc", "-b"},
			`["-b","--sourceMap"]`},
		"types only": {map[string]string{"typescript/bin/tsc": prints}, []string{"node_modules/typescript/bin/tsc", "--noEmit"},
			`["--noEmit"]`},
		"vite builds": {map[string]string{"vite/bin/vite.js": prints}, []string{"node_modules/vite/bin/vite.js", "build"},
			`["build","--sourcemap","hidden"]`},
		"vite serves": {map[string]string{"vite/bin/vite.js": prints}, []string{"node_modules/vite/bin/vite.js", "preview"},
			`["preview"]`},
		"a program that is not": {map[string]string{"b.js": prints}, []string{"b.js", "--outfile=x"}, `["--outfile=x"]`},
	} {
		dir := t.TempDir()
		files := map[string]string{"node_modules/esbuild/package.json": `{"main": "lib/main.js"}`}
		for file, text := range c.files {
			if strings.Contains(file, "/") {
				file = "node_modules/" + file
			}
			files[file] = text
		}
		preload := filepath.Join(dir, "a folder", "keepmaps.cjs")
		lay(t, dir, files)
		lay(t, dir, map[string]string{"a folder/keepmaps.cjs": string(keepMaps)})
		cmd := exec.CommandContext(t.Context(), node, c.args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "NODE_OPTIONS="+preloads(preload))
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != c.want {
			t.Errorf("%s: %v, %s, want %s", name, err, got, c.want)
		}
	}
}
