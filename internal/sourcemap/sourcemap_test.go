package sourcemap

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// testdata/project was bundled by `esbuild src/extension.ts --bundle --minify
// --platform=node --external:vscode --sourcemap`; its package.json says that
// dist ships and that sources and maps do not.
func TestPlacesOfABundle(t *testing.T) {
	dir := project(t)
	for _, c := range []struct {
		at   string // text of the bundle at whose start the place is
		want finding.Origin
	}{
		{`execSync(c+`, finding.Origin{File: "node_modules/runner/index.js", Line: 4, Column: 22, Package: "runner"}},
		{`exec(o+" --verbose"`, finding.Origin{File: "src/launch.ts", Line: 7, Column: 19, InTree: true, Function: "launch"}},
		{`registerCommand("project.run"`, finding.Origin{File: "src/extension.ts", Line: 12, Column: 45, InTree: true, Function: "activate"}},
	} {
		got, ok := find(t, dir, c.at)
		if diff := cmp.Diff(c.want, got); !ok || diff != "" {
			t.Errorf("%s: found %t (-want +got):\n%s", c.at, ok, diff)
		}
	}
}

func TestWhatAMapCannotShow(t *testing.T) {
	const at = `exec(o+" --verbose"`
	for _, c := range []struct {
		name   string
		change func(t *testing.T, dir string)
		want   string // the file of the origin; empty: none
	}{
		{"nothing changed", func(*testing.T, string) {}, "src/launch.ts"},
		{"no map", func(t *testing.T, dir string) { remove(t, dir, "dist/extension.js.map") }, ""},
		{"a map that names another file", func(t *testing.T, dir string) {
			edit(t, dir, "dist/extension.js.map", "\"../src/launch.ts\"]", "\"../src/extension.ts\"]")
		}, ""},
		{"a source that was edited after the build", func(t *testing.T, dir string) {
			edit(t, dir, "src/launch.ts", "import { exec }", "// later\nimport { exec }")
		}, ""},
		{"a source that is not in the folder", func(t *testing.T, dir string) { remove(t, dir, "src/launch.ts") }, "src/launch.ts"},
		{"a map that names another file, and its text", func(t *testing.T, dir string) {
			swapContents(t, dir)
		}, ""},
		{"words that differ", func(t *testing.T, dir string) {
			edit(t, dir, "dist/extension.js", `u.exec(o+" --verbose"`, `u.fork(o+" --verbose"`)
		}, ""},
		{"a map outside", func(t *testing.T, dir string) {
			edit(t, dir, "dist/extension.js", "=extension.js.map", "=../../elsewhere.map")
			remove(t, dir, "dist/extension.js.map")
		}, ""},
		{"a map inside the file", func(t *testing.T, dir string) {
			edit(t, dir, "dist/extension.js", "=extension.js.map", "=data:application/json,{}")
		}, ""},
		{"a map published elsewhere, and left here", func(t *testing.T, dir string) {
			edit(t, dir, "dist/extension.js", "=extension.js.map", "=https://maps.example/extension.js.map")
		}, "src/launch.ts"},
		{"no JSON", func(t *testing.T, dir string) { write(t, dir, "dist/extension.js.map", "{\"version\":3,") }, ""},
		{"nested without end", func(t *testing.T, dir string) {
			write(t, dir, "dist/extension.js.map", strings.Repeat("[", 1<<20))
		}, ""},
		{"indexes that lie", func(t *testing.T, dir string) {
			write(t, dir, "dist/extension.js.map", `{"version":3,"sources":["a.ts"],"mappings":"AAAAA,ggggggggggE"}`)
		}, ""},
		{"places past the end", func(t *testing.T, dir string) {
			write(t, dir, "dist/extension.js.map", `{"version":3,"sources":["a.ts"],"sourcesContent":["x"],"mappings":"AAooBooBA"}`)
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := project(t)
			c.change(t, dir)
			text := at
			if c.name == "words that differ" {
				text = `fork(o+" --verbose"`
			}
			got, ok := find(t, dir, text)
			if ok != (c.want != "") || c.want != "" && got.File != c.want {
				t.Errorf("origin %+v, found %t; want %q", got, ok, c.want)
			}
		})
	}
}

func TestExplainNamesTheAuthor(t *testing.T) {
	dir := project(t)
	ext := load(t, dir)
	fs := []finding.Finding{
		{Where: place(t, dir, `execSync(c+`), Provenance: finding.UnknownProvenance},
		{Where: place(t, dir, `exec(o+" --verbose"`), Provenance: finding.UnknownProvenance,
			Flow: []finding.Step{{Where: place(t, dir, `registerCommand("project.run"`)}}},
		{Where: place(t, dir, `execSync(c+`), Provenance: finding.ThirdPartyVerified},
		{Where: finding.Location{File: "package.json", Line: 1, Column: 1}, Provenance: finding.FirstParty},
	}
	NewFinder(ext, Options{}).Explain(fs)
	var got []finding.Provenance
	for _, f := range fs {
		got = append(got, f.Provenance)
	}
	want := []finding.Provenance{finding.ThirdPartyUnverified, finding.FirstParty, finding.ThirdPartyVerified, finding.FirstParty}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if fs[1].Flow[0].Origin == nil || fs[1].Flow[0].Origin.File != "src/extension.ts" || fs[3].Origin != nil {
		t.Errorf("a step has no origin, or the manifest has one: %+v", fs)
	}
}

func TestNames(t *testing.T) {
	for in, want := range map[string][2]string{
		"../src/a.ts":                                 {"src/a.ts", ""},
		"webpack://name/./src/a.ts":                   {"name/src/a.ts", ""},
		"webpack:///./node_modules/@a/b/lib/c.js":     {"node_modules/@a/b/lib/c.js", "@a/b"},
		"../../../node_modules/x/node_modules/y/i.js": {"node_modules/y/i.js", "y"},
		`..\..\src\a.ts`:                              {"src/a.ts", ""},
		"":                                            {"", ""},
		"../..":                                       {"", ""},
		"\x1b[31m":                                    {`\x1b[31m`, ""},
	} {
		file, library := called(in)
		if got := [2]string{file, library}; got != want {
			t.Errorf("%q is called %q, want %q", in, got, want)
		}
	}
}

func FuzzMap(f *testing.F) {
	raw, err := os.ReadFile("testdata/project/dist/extension.js.map")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(raw))
	f.Add(`{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":{"version":3,"sources":["a"],"mappings":"AAAA"}}]}`)
	f.Add(`{"version":3,"sources":[null],"sourcesContent":[null],"names":[1],"mappings":"AAAAA"}`)
	dir := f.TempDir()
	copyTree(f, dir)
	at := place(f, dir, `exec(o+" --verbose"`)
	f.Fuzz(func(t *testing.T, text string) {
		write(t, dir, "dist/extension.js.map", text)
		if o, ok := NewFinder(load(t, dir), Options{}).Find(at); ok {
			if err := o.Validate(); err != nil {
				t.Error(err)
			}
		}
	})
}

func find(t testing.TB, dir, text string) (finding.Origin, bool) {
	t.Helper()
	return NewFinder(load(t, dir), Options{}).Find(place(t, dir, text))
}

// place is the place of a text in the bundle.
func place(t testing.TB, dir, text string) finding.Location {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "dist/extension.js"))
	if err != nil {
		t.Fatal(err)
	}
	i := strings.Index(string(data), text)
	if i < 0 {
		t.Fatalf("the bundle does not hold %s", text)
	}
	// The bundle is one line of ASCII.
	return finding.Location{File: "dist/extension.js", Line: 1, Column: i + 1}
}

func load(t testing.TB, dir string) *extension.Extension {
	t.Helper()
	ext, err := extension.LoadAs(t.Context(), dir, extension.Repository, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ext.Close() })
	return ext
}

func project(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	copyTree(t, dir)
	return dir
}

func copyTree(t testing.TB, dir string) {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS("testdata/project")); err != nil {
		t.Fatal(err)
	}
}

func remove(t testing.TB, dir, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

func write(t testing.TB, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func edit(t testing.TB, dir, name, from, to string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), from) {
		t.Fatalf("%s does not hold %s", name, from)
	}
	write(t, dir, name, strings.Replace(string(data), from, to, 1))
}

// swapContents returns every source of the map the text of the one before it.
func swapContents(t testing.TB, dir string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "dist/extension.js.map"))
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	texts, names := m["sourcesContent"].([]any), m["sources"].([]any)
	m["sourcesContent"] = append(texts[len(texts)-1:], texts[:len(texts)-1]...)
	m["sources"] = append(names[len(names)-1:], names[:len(names)-1]...)
	if data, err = json.Marshal(m); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "dist/extension.js.map", string(data))
}
