package sourcemap

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// The folder holds files that the repository does not track; tracked names those
// that it does.
func treeOf(dir, folder string, tracked ...string) *Tree {
	slices.Sort(tracked)
	return &Tree{Folder: folder, Files: tracked, Read: func(name string) ([]byte, error) {
		if !slices.Contains(tracked, name) {
			return nil, errors.New("not tracked")
		}
		return os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	}}
}

// A place stands in a tracked source or in the file that ships, whatever a map
// says: here the map is the build's own, gone, or lies.
func TestAPlaceMovesIntoWhatIsTracked(t *testing.T) {
	all := []string{"package.json", "src/extension.ts", "src/launch.ts"}
	const right, nowhere = "src/launch.ts:7:19 in launch", ""
	mapOf := func(t *testing.T, dir string, change func(m map[string]any)) {
		data, err := os.ReadFile(filepath.Join(dir, "dist/extension.js.map"))
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		change(m)
		if data, err = json.Marshal(m); err != nil {
			t.Fatal(err)
		}
		write(t, dir, "dist/extension.js.map", string(data))
	}
	rename := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			mapOf(t, dir, func(m map[string]any) {
				names := m["sources"].([]any)
				for i := range names {
					if strings.HasSuffix(names[i].(string), "src/launch.ts") {
						names[i] = name
					}
				}
			})
		}
	}
	for _, c := range []struct {
		name    string
		change  func(t *testing.T, dir string)
		tracked []string
		want    string
	}{
		{"nothing changed", nil, all, right},
		{"no map: the words alone show it", func(t *testing.T, dir string) { remove(t, dir, "dist/extension.js.map") }, all, right},
		{"a source that is ignored or not added", nil, []string{"package.json", "src/extension.ts"}, nowhere},
		{"no source is tracked", nil, []string{"package.json"}, nowhere},
		{"a map that names another file", rename("../src/extension.ts"), all, right},
		{"a map that names a file above", rename("../../src/launch.ts"), all, right},
		{"a map that names an absolute file", rename("/etc/passwd"), all, right},
		{"a map that names an address", rename("https://example.org/src/launch.ts"), all, right},
		{"a map that names an address, and no words", func(t *testing.T, dir string) {
			rename("https://example.org/src/launch.ts")(t, dir)
		}, []string{"package.json"}, nowhere},
		{"a map that names what only lies there", rename("../generated/launch.ts"), []string{"package.json", "src/extension.ts"}, nowhere},
		{"the texts of other files", func(t *testing.T, dir string) { swapContents(t, dir) }, all, right},
		{"the right text and the first line", func(t *testing.T, dir string) {
			mapOf(t, dir, func(m map[string]any) {
				for i, n := range m["sources"].([]any) {
					if strings.HasSuffix(n.(string), "src/launch.ts") {
						m["sources"], m["sourcesContent"] = []any{n}, []any{m["sourcesContent"].([]any)[i]}
						break
					}
				}
				m["mappings"] = "AAAA"
			})
		}, all, nowhere},
		{"a map of sections in sections", func(t *testing.T, dir string) {
			write(t, dir, "dist/extension.js.map",
				strings.Repeat(`{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":`, 500)+`{}`+strings.Repeat("}]}", 500))
		}, all, right},
		{"another line ending", func(t *testing.T, dir string) {
			data, err := os.ReadFile(filepath.Join(dir, "src/launch.ts"))
			if err != nil {
				t.Fatal(err)
			}
			write(t, dir, "src/launch.ts", strings.ReplaceAll(string(data), "\n", "\r\n"))
		}, all, right},
		{"a function that was copied", func(t *testing.T, dir string) {
			remove(t, dir, "dist/extension.js.map")
			data, err := os.ReadFile(filepath.Join(dir, "src/launch.ts"))
			if err != nil {
				t.Fatal(err)
			}
			write(t, dir, "src/copy.ts", string(data))
		}, append([]string{"src/copy.ts"}, all...), nowhere},
		{"code that the sources do not have", func(t *testing.T, dir string) {
			write(t, dir, "src/launch.ts", "import { exec } from \"child_process\";\n\nexport function launch() {\n\texec(\"true\");\n}\n")
		}, all, nowhere},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := project(t)
			if c.change != nil {
				c.change(t, dir)
			}
			f := NewFinder(load(t, dir), Options{Tree: treeOf(dir, ".", c.tracked...)})
			got := nowhere
			if o, ok := f.FindNamed(place(t, dir, `exec(o+" --verbose"`), "child_process.exec"); ok && o.InTree {
				got = finding.At(finding.Location{}, &o)
				if err := o.Validate(); err != nil {
					t.Error(err)
				}
			}
			if got != c.want {
				t.Errorf("stands at %q, want %q", got, c.want)
			}
		})
	}
}

// What comes from a package is the package's, also where a copy of its text is
// tracked.
func TestAPackageKeepsItsName(t *testing.T) {
	dir := project(t)
	o, ok := NewFinder(load(t, dir), Options{Tree: treeOf(dir, ".", "src/launch.ts")}).Find(place(t, dir, "execSync(c+"))
	if !ok || o.InTree || o.Package != "runner" {
		t.Errorf("%+v, found %t", o, ok)
	}
}

// In a repository of several packages a place may stand beside the extension.
func TestAPlaceInAnotherFolder(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "packages", "one")
	if err := os.MkdirAll(filepath.Join(top, "shared"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS("testdata/project")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "src"), filepath.Join(top, "shared", "src")); err != nil {
		t.Fatal(err)
	}
	o, ok := NewFinder(load(t, dir), Options{Tree: treeOf(top, "packages/one", "packages/one/package.json", "shared/src/launch.ts")}).
		Find(place(t, dir, `exec(o+" --verbose"`))
	if !ok || o.File != "../../shared/src/launch.ts" || o.By != finding.ByWords {
		t.Errorf("%+v, found %t", o, ok)
	}
	at, ok := finding.Shown(finding.Location{}, &o).Below("packages/one")
	if !ok || at.File != "shared/src/launch.ts" {
		t.Errorf("from the top: %+v, %t", at, ok)
	}
}

// Maps that the build kept beside the package count as those in it.
func TestMapsBesideThePackage(t *testing.T) {
	dir := project(t)
	data, err := os.ReadFile(filepath.Join(dir, "dist/extension.js.map"))
	if err != nil {
		t.Fatal(err)
	}
	remove(t, dir, "dist/extension.js.map")
	ext, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ext.Close() })
	o, ok := NewFinder(
		ext,
		Options{Maps: func(name string) ([]byte, bool) { return data, name == "dist/extension.js.map" }, Tree: treeOf(dir, ".", "src/launch.ts")},
	).
		Find(
			place(t, dir, `exec(o+" --verbose"`),
		)
	if !ok || !o.InTree || o.By != "" {
		t.Errorf("%+v, found %t", o, ok)
	}
}

// What is installed from elsewhere shares words with the sources and does not come
// from them; a package that is developed in the repository does.
func TestAnInstalledPackageIsNoPlaceToWork(t *testing.T) {
	for _, c := range []struct {
		name, manifest string
		tracked        []string
		want           bool
	}{
		{"of another repository", `{"name": "project"}`, []string{"package.json"}, false},
		{"developed here", `{"name": "helper"}`, []string{"package.json", "packages/helper/package.json"}, true},
		{"a manifest that nobody tracks", `{"name": "helper"}`, []string{"package.json"}, false},
		{"a manifest below node_modules", `{"name": "helper"}`, []string{"package.json", "node_modules/helper/package.json"}, false},
		{"no manifest", `{`, []string{"package.json", "packages/helper/package.json"}, false},
	} {
		dir := project(t)
		bundle, err := os.ReadFile(filepath.Join(dir, "dist/extension.js"))
		if err != nil {
			t.Fatal(err)
		}
		const name = "node_modules/helper/index.js"
		for _, folder := range []string{"node_modules/helper", "packages/helper"} {
			if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(folder)), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		write(t, dir, name, string(bundle))
		write(t, dir, "packages/helper/package.json", c.manifest)
		write(t, dir, "node_modules/helper/package.json", c.manifest)
		edit(t, dir, "package.json", "{", `{"dependencies": {"helper": "1.0.0"},`)
		f := NewFinder(load(t, dir), Options{Tree: treeOf(dir, ".", append(c.tracked, "src/extension.ts", "src/launch.ts")...)})
		at := place(t, dir, `exec(o+" --verbose"`)
		at.File = name
		o, ok := f.Find(at)
		if ok != c.want || ok && o.File != "src/launch.ts" {
			t.Errorf("%s: %t %+v, want %t", c.name, ok, o, c.want)
		}
	}
}
