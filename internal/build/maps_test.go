package build

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/extension"
)

func TestCommandLinesForMaps(t *testing.T) {
	for _, c := range []struct {
		scripts map[string]string
		command string
		want    []string
	}{
		{map[string]string{"vscode:prepublish": "webpack --mode production && npm run copy"}, "",
			[]string{"webpack --mode production --devtool hidden-source-map"}},
		{map[string]string{"vscode:prepublish": "npm run package", "package": "yarn clean && yarn compile", "clean": "rm -rf out",
			"compile": "tsc -p ./"}, "", []string{"tsc -p ./ --sourceMap"}},
		{map[string]string{"vscode:prepublish": "npm run check && cross-env NODE_ENV=production rollup -c", "check": "tsc --noEmit"}, "",
			[]string{"NODE_ENV=production rollup -c --sourcemap hidden"}},
		{map[string]string{"bundle": "npx esbuild a.ts --bundle --outfile=b.js"}, "npm run bundle",
			[]string{"esbuild a.ts --bundle --outfile=b.js --sourcemap=external"}},
		// A program of their own is not ours to turn, and nothing is put together with a shell's own words.
		{map[string]string{"vscode:prepublish": "node build.mjs --production"}, "", nil},
		{map[string]string{"vscode:prepublish": "webpack $(cat args) > log; webpack | tee log"}, "", nil},
		{map[string]string{"vscode:prepublish": "npm run a", "a": "npm run b", "b": "npm run a"}, "", nil},
		{nil, "", nil},
	} {
		if diff := cmp.Diff(c.want, mapping(c.scripts, c.command)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c.scripts, diff)
		}
	}
}

// A map is kept when the script it lies beside is the packaged one.
func TestMapsOfThePackagedScripts(t *testing.T) {
	dir := t.TempDir()
	write := func(folder, name, text string) {
		t.Helper()
		file := filepath.Join(dir, folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("packaged", "package.json", `{"name":"a","publisher":"b","version":"1.0.0","engines":{"vscode":"*"}}`)
	for name, texts := range map[string][2]string{
		"dist/same.js":   {"a()\n", "a()\n"},
		"dist/named.js":  {"a()\n", "a()\n//# sourceMappingURL=named.js.map\n"},
		"dist/other.js":  {"a()\n", "b()\n"},
		"dist/hidden.js": {"a()\n", "b()\n//# sourceMappingURL=x.map\na()\n"},
	} {
		write("packaged", name, texts[0])
		write("built", name, texts[1])
		write("built", name+".map", "{}")
	}
	write("packaged", "dist/linked.js", "a()\n")
	write("built", "dist/linked.js", "a()\n")
	write("built", "secret", "{}")
	if err := os.Symlink("../secret", filepath.Join(dir, "built/dist/linked.js.map")); err != nil {
		t.Fatal(err)
	}
	ext, err := extension.LoadAs(t.Context(), filepath.Join(dir, "packaged"), extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	got := map[string][]byte{}
	lacking, err := mapsOf(ext, filepath.Join(dir, "built"), got)
	if err != nil || !lacking {
		t.Errorf("lacking %t: %v", lacking, err)
	}
	var names []string
	for n := range got {
		names = append(names, n)
	}
	slices.Sort(names)
	if want := "dist/named.js.map dist/same.js.map"; strings.Join(names, " ") != want {
		t.Errorf("kept %q, want %q", names, want)
	}
}

// The whole build is run again as it was run before, and only for an entry without a map.
func TestWhatIsBuiltAgain(t *testing.T) {
	for _, c := range []struct {
		manager, script, command string
		want                     []string
	}{
		{npmName, "node esbuild.js", "", []string{"npm run vscode:prepublish"}},
		{pnpmName, "node esbuild.js", "pnpm run build", []string{"pnpm run build", "npm run vscode:prepublish"}},
		{berryName, "yarn build", "", []string{"yarn run vscode:prepublish"}},
		{npmName, "", "npm run build", []string{"npm run build"}},
		{npmName, "", "", nil},
	} {
		p := planned{manager: manager{name: c.manager}, scripts: map[string]string{prepublish: c.script}}
		if diff := cmp.Diff(c.want, p.whole(c.command)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c, diff)
		}
	}
	dir := t.TempDir()
	lay(
		t,
		dir,
		map[string]string{
			"package.json":         manifest("tool"),
			"out/main.js":          "a()",
			"out/web/index.js":     "b()",
			"out/web/index.js.map": "{}",
			"media/view.js":        "c()",
		},
	)
	ext, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	for _, c := range []struct {
		main, browser string
		maps          []string
		want          bool
	}{
		{"./out/main", "", nil, true},
		{"./out/main.js", "", []string{"out/main.js.map"}, false},
		{"", "out/web", nil, false},
		{"out/main", "out/web", nil, true},
		{"", "", nil, false},
	} {
		p := planned{manifest: &extension.Manifest{Main: c.main, Browser: c.browser}}
		maps := map[string][]byte{}
		for _, name := range c.maps {
			maps[name] = []byte("{}")
		}
		if got := p.entryLacks(ext, maps); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}
