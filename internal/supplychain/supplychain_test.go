package supplychain

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		version, ranges string
		in, known       bool
	}{
		{"4.17.20", "<4.17.21", true, true}, {"4.17.21", "<4.17.21", false, true}, {"4.17.21", "<=4.17.21", true, true},
		{"1.5.0", ">=1.0.0 <2.0.0", true, true}, {"2.0.0", ">=1.0.0 <2.0.0", false, true}, {"0.9.0", ">=1.0.0 <2.0.0", false, true},
		{"3.0.0", "<1.0.0 || >=3.0.0", true, true}, {"2.0.0", "<1.0.0 || >=3.0.0", false, true},
		{"1.2.3", "=1.2.3", true, true}, {"1.2.3", "1.2.3", true, true}, {"1.2.4", "1.2.3", false, true},
		{"1.2.3", ">= 1.0.0, < 2.0.0", true, true}, {"9.9.9", "*", true, true}, {"1.10.0", "<1.9.0", false, true},
		{"2.0.0-beta.1", "<2.0.0", true, true}, {"2.0.0", ">2.0.0-beta.1", true, true},
		{"1.0.0", "", false, false}, {"1.0.0", "~1.0.0", true, true}, {"1.1.0", "~1.0.0", false, true}, {"1.0.0", "<2", true, true},
		{"1.2.0", "1.x", true, true},
		{"1.5.0", "1.0.0 - 1.9.9", true, true}, {"2.0.0-beta.1", ">=2.0.0", false, true}, {"2.0.0-rc.1", "^1.0.0", false, true},
		{"1.0.0", "<", false, false},
		{"1.0.0", "=>1.0.0", false, false}, {"1.0.0", "<1.0.0 ||", false, false}, {"1.0", "*", false, false}, {"latest", "*", false, false},
	} {
		if in, known := Matches(c.version, c.ranges); in != c.in || known != c.known {
			t.Errorf("%s in %q: %v, %v, want %v, %v", c.version, c.ranges, in, known, c.in, c.known)
		}
	}
}

func FuzzMatches(f *testing.F) {
	f.Add("1.2.3", ">=1.0.0 <2.0.0 || =3.0.0")
	f.Fuzz(func(t *testing.T, version, ranges string) {
		in, known := Matches(version, ranges)
		if in && !known {
			t.Fatal("in a range nobody can read")
		}
	})
}

func load(t *testing.T, source extension.Source, files map[string]string) *extension.Extension {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e, err := extension.LoadAs(t.Context(), dir, source, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

const (
	manifest = `{"name":"toy","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"},"main":"./main.js"}`
	lock     = `{"lockfileVersion":3,"packages":{"":{"name":"toy"},
		"node_modules/prod":{"version":"1.0.0"},"node_modules/dev":{"version":"2.0.0","dev":true},
		"node_modules/alias":{"name":"real","version":"3.0.0"},"node_modules/link":{"link":true},
		"node_modules/prod/node_modules/@s/deep":{"version":"4.0.0"},"node_modules/odd":{"version":"latest"},"packages/own":{"version":"1.0.0"}}}`
)

func TestPackagesThatShipAsFolders(t *testing.T) {
	got := Packages(load(t, extension.Directory, map[string]string{
		"package.json": manifest, "main.js": "", "package-lock.json": lock,
		"node_modules/a/package.json":                    `{"name":"a","version":"1.0.0"}`,
		"node_modules/@s/b/package.json":                 `{"name":"@s/b","version":"2.0.0-rc.1"}`,
		"node_modules/a/node_modules/c/package.json":     `{"name":"c","version":"3.0.0"}`,
		"server/node_modules/d/package.json":             `{"name":"d","version":"4.0.0"}`,
		"node_modules/again/node_modules/a/package.json": `{"name":"a","version":"1.0.0"}`,
		"node_modules/a/test/package.json":               `{"name":"fixture","version":"9.0.0"}`,
		"node_modules/a/dist/esm/package.json":           `{"type":"module"}`,
		"node_modules/nameless/package.json":             `{"version":"1.0.0"}`,
		"node_modules/hostile/package.json":              `{"name":"../../x","version":"1.0.0"}`,
		"node_modules/broken/package.json":               `{"name":`,
	}))
	want := Inventory{
		Packages: []Package{
			{"@s/b", "2.0.0-rc.1", "node_modules/@s/b/package.json", InFolder},
			{"a", "1.0.0", "node_modules/a/package.json", InFolder},
			{"c", "3.0.0", "node_modules/a/node_modules/c/package.json", InFolder},
			{"d", "4.0.0", "server/node_modules/d/package.json", InFolder},
		},
		Gaps: []string{"3 shipped packages without a name and a version that can be read"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What a bundle holds comes from the lock file: all of production, or what the
// source maps name.
func TestPackagesOfABundle(t *testing.T) {
	base := func(more map[string]string) map[string]string {
		files := map[string]string{"package.json": manifest, "main.js": ""}
		for k, v := range more {
			files[k] = v
		}
		return files
	}
	for _, c := range []struct {
		name  string
		files map[string]string
		want  Inventory
	}{
		{"a lock file", base(map[string]string{"package-lock.json": lock}), Inventory{Packages: []Package{
			{"@s/deep", "4.0.0", "package-lock.json", InLock}, {"prod", "1.0.0", "package-lock.json", InLock},
			{"real", "3.0.0", "package-lock.json", InLock},
		}}},
		{"a lock file and a map",
			base(map[string]string{"package-lock.json": lock,
				"main.js.map": `{"version":3,"sources":["src/a.ts","webpack://toy/./node_modules/dev/index.js","../node_modules/prod/node_modules/` +
					`@s/deep/lib/x.js","./node_modules/elsewhere/x.js"],"mappings":""}`}),
			Inventory{Packages: []Package{{"@s/deep", "4.0.0", "package-lock.json", InBundle}, {"dev", "2.0.0", "package-lock.json", InBundle}},
				Gaps: []string{"1 bundled package that package-lock.json has no version of"}}},
		{"a map that names no package",
			base(map[string]string{"package-lock.json": lock, "main.js.map": `{"version":3,"sources":["src/a.ts"],"mappings":""}`}),
			Inventory{Packages: []Package{}}},
		{"a map alone", base(map[string]string{"main.js.map": `{"version":3,"sources":["node_modules/a/index.js"],"mappings":""}`}),
			Inventory{Gaps: []string{"1 bundled package whose version nothing names"}, Unlocked: true}},
		{"nothing", base(nil), Inventory{Gaps: []string{"nothing says which packages the code was bundled from"}, Unlocked: true}},
		{"yarn's lock file", base(map[string]string{"yarn.lock": ""}),
			Inventory{Gaps: []string{"yarn.lock is not read; only npm's lock files are"}, Unlocked: true}},
		{"an old lock file", base(map[string]string{"package-lock.json": `{"lockfileVersion":1,"dependencies":{}}`}),
			Inventory{Gaps: []string{"package-lock.json is not of lockfileVersion 2 or 3"}, Unlocked: true}},
		{"a broken lock file", base(map[string]string{"package-lock.json": `{"lockfileVersion":3,"packages":[]}`}),
			Inventory{Gaps: []string{"package-lock.json is not of lockfileVersion 2 or 3"}, Unlocked: true}},
		{"no code", map[string]string{"package.json": `{"name":"t","publisher":"a","version":"1.0.0","engines":{"vscode":"*"}}`}, Inventory{}},
	} {
		got := Packages(load(t, extension.Repository, c.files))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func FuzzLock(f *testing.F) {
	f.Add([]byte(lock), "../node_modules/prod/x.js")
	f.Fuzz(func(t *testing.T, data []byte, source string) {
		bundled := map[string]bool{}
		if folder, ok := packageFolder(source); ok {
			bundled[folder] = true
		}
		got, _ := readLock("package-lock.json", data, bundled, len(bundled) > 0)
		for _, p := range got {
			if !IsName(p.Name) || !IsVersion(p.Version) {
				t.Fatalf("%+v", p)
			}
		}
	})
}

func TestMerge(t *testing.T) {
	p := Package{Name: "a", Version: "1.0.0"}
	npm := Advisory{Package: p, ID: "GHSA-1", Source: "npm", Level: "high"}
	osv := Advisory{Package: p, ID: "CVE-1", Aliases: []string{"GHSA-1"}, Source: "osv", Level: "low", Malicious: true}
	other := Advisory{Package: Package{Name: "b", Version: "1.0.0"}, ID: "GHSA-1", Source: "osv"}
	npm2 := npm
	npm2.Malicious = true
	if diff := cmp.Diff([]Advisory{npm2, other}, Merge([]Advisory{npm}, []Advisory{other, osv})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// One service that ran is a layer that ran; otherwise the worst state counts.
func TestTheStateOfALayer(t *testing.T) {
	of := func(states ...State) []Service {
		out := []Service{{Name: "other", Module: finding.PublisherModule, State: Ran}}
		for _, s := range states {
			out = append(out, Service{Name: "a", Module: finding.DependenciesModule, State: s, Why: string(s)})
		}
		return out
	}
	for _, c := range []struct {
		services []Service
		state    State
		why      string
	}{
		{of(), Skipped, NotAsked}, {of(Ran), Ran, ""}, {of(Failed, Ran), Ran, ""}, {of(Skipped, Unavailable), Unavailable, "a: unavailable"},
		{of(Failed, Unavailable), Failed, "a: failed"}, {of(Skipped), Skipped, "a: skipped"},
	} {
		if state, why := (&Answers{Services: c.services}).Of(finding.DependenciesModule); state != c.state || why != c.why {
			t.Errorf("%v: %s (%s), want %s (%s)", c.services, state, why, c.state, c.why)
		}
	}
	if state, _ := (*Answers)(nil).Of(finding.DependenciesModule); state != Skipped {
		t.Errorf("without answers: %s", state)
	}
}
