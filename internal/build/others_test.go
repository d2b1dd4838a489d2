package build

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What may build is what a script runs before it calls vsce, then the scripts; never what was
// tried a moment ago, what packages itself or what never ends.
func TestOtherCommands(t *testing.T) {
	dir := t.TempDir()
	manifest := `{"name": "tool", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "dist/main.js",
	"scripts": {"build": "node prepare.js && vsce package --yarn", "ship": "vsce package", "compile": "tsc -p .", "webpack": "webpack",
		"webpack-dev": "webpack --watch", "all": "webpack --watch && vsce package"}}`
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := Describe(dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	for tried, want := range map[string][]string{
		"":                {"node prepare.js", "npm run compile", "npm run webpack"},
		"npm run compile": {"node prepare.js", "npm run webpack"},
		"node prepare.js": {"npm run compile", "npm run webpack"},
	} {
		if got := d.Others(tried); !slices.Equal(got, want) {
			t.Errorf("after %q: %q, want %q", tried, got, want)
		}
	}
}
