package wrap_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// installed unpacks a .vsix as the editor does: what is below extension/, the manifest
// of the archive beside it, and package.json written anew with what the editor adds.
func installed(t *testing.T, vsix string) string {
	t.Helper()
	r, err := zip.OpenReader(vsix)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	dir := filepath.Join(t.TempDir(), "acme.tool-1.0.0")
	for _, f := range r.File {
		name, ok := strings.CutPrefix(f.Name, "extension/")
		if f.Name == "extension.vsixmanifest" {
			name, ok = ".vsixmanifest", true
		}
		if !ok || strings.HasSuffix(name, "/") {
			continue
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if name == "package.json" {
			var manifest map[string]any
			if err := json.Unmarshal(data, &manifest); err != nil {
				t.Fatal(err)
			}
			manifest["__metadata"] = map[string]any{"installedTimestamp": 1790000000000, "targetPlatform": "undefined", "size": 12345}
			if data, err = json.MarshalIndent(manifest, "", "\t"); err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, f.Mode()); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// reading reads a file, and says how that went.
const reading = `
exports.activate = c => c.subscriptions.push(require('vscode').commands.registerCommand('NAME.read', file => {
  try { return require('fs').readFileSync(file, 'utf8') } catch (e) { return e.ringfence || e.code || e.message }
}))`

// reader wraps an extension that may read the files below one folder.
func reader(t *testing.T, name, folderPath, out string, change func(*wrap.Options)) {
	t.Helper()
	p, err := policy.Parse(
		"policy.json",
		fmt.Appendf(
			nil,
			`{"schemaVersion": 1, "extension": "acme.%s", "modules": {"fs": ["readFileSync"]}, "files.read": ["%s/**"]}`,
			name,
			folderPath,
		),
	)
	if err != nil {
		t.Fatal(err)
	}
	o := withLoader(t)
	o.Mode, o.Policy = wrap.Enforce, p
	if change != nil {
		change(&o)
	}
	mustWrap(t, folder(t, map[string]string{
		"package.json": `{"name": "` + name +
			`", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js", "activationEvents": ["*"]}`,
		"main.js": strings.Replace(reading, "NAME", name, 1),
	}), out, o)
}

// written returns a folder with a file in it.
func written(t *testing.T, text string) (dir, file string) {
	t.Helper()
	dir = t.TempDir()
	file = filepath.Join(dir, "file.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, file
}

// TestAnInstalledArchiveIsFenced on every host: a .vsix that was wrapped activates from
// where the editor puts it, may what its policy says, and nothing else.
func TestAnInstalledArchiveIsFenced(t *testing.T) {
	inHost(t)
	allowed, inside := written(t, "text")
	_, outside := written(t, "secret")
	vsix := filepath.Join(t.TempDir(), "tool.vsix")
	reader(t, "tool", allowed, vsix, nil)
	dir := installed(t, vsix)
	for _, kit := range exthost.Kits() {
		for file, want := range map[string]string{inside: `"text"`, outside: `"RF_DENIED_CALL"`} {
			r, err := exthost.Run(t.Context(), exthost.Options{Kit: kit, Extension: dir, Commands: [][]any{{"tool.read", file}}})
			if err != nil {
				t.Fatal(err)
			}
			if got := string(r.Results["tool.read"]); !r.Activated || got != want {
				t.Errorf("%s: activated %t %s, reading gives %s, want %s", kit, r.Activated, r.Error, got, want)
			}
		}
	}
}

// TestLoadersOfTwoVersionsShareAHost, whichever of them is first: each extension has its
// own policy, and not the other's.
func TestLoadersOfTwoVersionsShareAHost(t *testing.T) {
	inHost(t)
	oneFolder, oneFile := written(t, "of one")
	twoFolder, twoFile := written(t, "of two")
	one, two := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two")
	reader(t, "one", oneFolder, one, nil)
	reader(t, "two", twoFolder, two, func(o *wrap.Options) { o.Bundle = "// another version\n" + o.Bundle })
	for name, order := range map[string][]string{"one first": {one, two}, "two first": {two, one}} {
		for _, c := range []struct{ file, one, two string }{
			{oneFile, `"of one"`, `"RF_DENIED_CALL"`}, {twoFile, `"RF_DENIED_CALL"`, `"of two"`},
		} {
			r, err := exthost.Run(t.Context(), exthost.Options{Extension: order[0], Siblings: order[1:], Commands: [][]any{
				{"workbench:activate", "acme.one"}, {"workbench:activate", "acme.two"}, {"one.read", c.file}, {"two.read", c.file},
			}})
			if err != nil {
				t.Fatal(err)
			}
			if got := string(r.Results["one.read"]); got != c.one {
				t.Errorf("%s: one reads %s, want %s: %v", name, got, c.one, r.Failed)
			}
			if got := string(r.Results["two.read"]); got != c.two {
				t.Errorf("%s: two reads %s, want %s: %v", name, got, c.two, r.Failed)
			}
		}
	}
}
