package build

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// How an extension is built is read off its files, and nothing of them runs.
func TestHowAnExtensionIsBuilt(t *testing.T) {
	type said struct {
		Manager, Lock, Likely, Prepublish string
		Entries                           []string
	}
	const head = `{"name": "tool", "publisher": "acme", "version": "1.2.3", "engines": {"vscode": "^1.90.0"}, `
	for name, c := range map[string]struct {
		files map[string]string
		want  said
	}{
		"nothing to build": {map[string]string{"a/package.json": head + `"main": "./main.js"}`},
			said{Manager: "npm", Entries: []string{"main.js"}}},
		"vsce runs it": {map[string]string{"a/package.json": head +
			`"main": "./dist/x", "browser": "dist/web.js", "scripts": {"vscode:prepublish": "npm run build", "build": "tsc"}}`,
			"package-lock.json": "{}"},
			said{Manager: "npm", Lock: "package-lock.json", Prepublish: "npm run build", Entries: []string{"dist/x", "dist/web.js"}}},
		"a script that is called so": {map[string]string{"a/package.json": head +
			`"main": "./out/main.js", "scripts": {"watch": "tsc -w", "compile": "tsc", "build": "rollup -c", "package": "vsce package"}}`,
			"a/yarn.lock": ""},
			said{Manager: "yarn 1.22.22", Lock: "a/yarn.lock", Likely: "yarn run build", Entries: []string{"out/main.js"}}},
		"one that packages is none": {map[string]string{"a/package.json": head +
			`"main": "./out/main.js", "scripts": {"build": "vsce package", "compile": "tsc"}}`},
			said{Manager: "npm", Likely: "npm run compile", Entries: []string{"out/main.js"}}},
		"build makes another part": {map[string]string{"a/package.json": head +
			`"main": "./dist/ext/main.js", "packageManager": "pnpm@9.15.9", "scripts": {"build": "pnpm -r run compile", "build:ext": "esbuild ` +
			`src/main.ts --outfile=dist/ext/main.js"}}`},
			said{Manager: "pnpm 9.15.9", Likely: "pnpm run build:ext", Entries: []string{"dist/ext/main.js"}}},
		"a name that a shell would read": {map[string]string{"a/package.json": head +
			`"main": "./dist/main.js", "scripts": {"build; id": "esbuild --outfile=dist/main.js"}}`},
			said{Manager: "npm", Entries: []string{"dist/main.js"}}},
	} {
		dir := t.TempDir()
		lay(t, dir, c.files)
		d, err := Describe(dir, "a")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.want, said{d.Manager, d.Lock, d.Likely(), d.Prepublish, d.Entries}); diff != "" {
			t.Errorf("%s: wanted (-), found (+):\n%s", name, diff)
		}
	}
	dir := t.TempDir()
	lay(t, dir, map[string]string{"a/package.json": `{"name": "library"}`})
	if _, err := Describe(dir, "a"); err == nil {
		t.Error("a library is described as an extension")
	}
}
