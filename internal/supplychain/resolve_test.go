package supplychain

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

const bundled = `{"version":3,"sources":["node_modules/dev/index.js"],"mappings":""}`

// What npm is handed names packages of the registry, and nothing that would be
// found, fetched or run elsewhere.
func TestResolvable(t *testing.T) {
	text := `{"name":"toy","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"},"main":"./main.js",
		"scripts":{"preinstall":"evil","prepare":"evil"},"workspaces":["packages/*"],"bin":"x","config":{"a":"b"},"packageManager":"yarn@1",
		"dependencies":{"good":"^1.0.0","tag":"latest","any":"","alias":"npm:@s/real@~2.0.0","or":">=1.0.0 <2.0.0 || 3.x",
			"folder":"file:../x","folder2":"./x","folder3":"..","folder4":"~/x","folder5":"/x","archive":"x.tgz","archive2":"x.TAR.GZ",` +
		`"git":"git+ssh://git@example.org/a.git","hub":"acme/lib","hub2":"github:acme/lib",
			"web":"https://example.org/x.tgz","link":"link:../x","work":"workspace:*","alias2":"npm:x@file:../y","alias3":"npm:a@npm:b@1.0.0",".` +
		`./name":"1.0.0","-g":"1.0.0","c":"C:\\x","nul":"1.0.0\u0000","line":"1.0.0\n"},
		"optionalDependencies":{"maybe":"1"},"devDependencies":{"dev":"2.0.0"},"peerDependencies":{"peer":"1"},
		"overrides":{"good":{".":"1.2.3","inner@^1":"2.0.0","inner2":"file:../x"},"low":"$good","low2":"$nobody","low3":"acme/lib","low4":"1.` +
		`0.0","bad@file:x":"1.0.0","n":7}}`
	e := load(t, extension.Repository, map[string]string{"package.json": text, "main.js": ""})
	manifest, left := Packages(e).Resolvable(e)
	var got any
	if err := json.Unmarshal(manifest, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"private": true,
		"dependencies": map[string]any{
			"good":  "^1.0.0",
			"tag":   "latest",
			"any":   "",
			"alias": "npm:@s/real@~2.0.0",
			"or":    ">=1.0.0 <2.0.0 || 3.x",
		},
		"optionalDependencies": map[string]any{"maybe": "1"},
		"overrides":            map[string]any{"good": map[string]any{".": "1.2.3", "inner@^1": "2.0.0"}, "low": "$good", "low4": "1.0.0"},
	}
	if diff := cmp.Diff(any(want), got); diff != "" || left != 25 {
		t.Errorf("left out %d, want 25 (-want +got):\n%s", left, diff)
	}
}

// Nothing is made where nothing is missing, and what maps name may be of
// development.
func TestWhatIsResolvable(t *testing.T) {
	text := strings.Replace(manifest, `"main"`, `"dependencies":{"prod":"1"},"devDependencies":{"dev":"2"},"main"`, 1)
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"a bundle", map[string]string{"main.js": ""}, `{"dependencies":{"prod":"1"},"private":true}`},
		{"a bundle and its map", map[string]string{"main.js": "", "main.js.map": bundled},
			`{"dependencies":{"prod":"1"},"devDependencies":{"dev":"2"},"private":true}`},
		{"a map that names no package", map[string]string{"main.js": "", "main.js.map": `{"version":3,"sources":["a.ts"]}`}, ""},
		{"a lock file", map[string]string{"main.js": "", "package-lock.json": lock}, ""},
		{"yarn's lock file", map[string]string{"main.js": "", "yarn.lock": ""}, `{"dependencies":{"prod":"1"},"private":true}`},
		{"an old lock file", map[string]string{"main.js": "", "package-lock.json": `{"lockfileVersion":1}`},
			`{"dependencies":{"prod":"1"},"private":true}`},
		{"folders that ship", map[string]string{"main.js": "", "node_modules/a/package.json": `{"name":"a","version":"1.0.0"}`}, ""},
	} {
		c.files["package.json"] = text
		e := load(t, extension.Repository, c.files)
		got, left := Packages(e).Resolvable(e)
		if string(got) != c.want || left != 0 {
			t.Errorf("%s: %s, left out %d, want %s", c.name, got, left, c.want)
		}
	}
	e := load(t, extension.Repository, map[string]string{"package.json": manifest, "main.js": ""})
	if got, _ := Packages(e).Resolvable(e); got != nil {
		t.Errorf("no dependency, and npm is handed %s", got)
	}
}

// What was resolved is never taken for what ships, and the gap stays.
func TestResolve(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []Package
		gaps  []string
	}{
		{"without a map: all of production", map[string]string{}, []Package{
			{"@s/deep", "4.0.0", "package.json", Resolved}, {"prod", "1.0.0", "package.json", Resolved}, {"real", "3.0.0", "package.json", Resolved},
		}, []string{"nothing says which packages the code was bundled from",
			"3 packages in the versions that the registry resolves now, which are not what the author locked"}},
		{"with a map: what it names", map[string]string{"main.js.map": bundled}, []Package{{"dev", "2.0.0", "package.json", Resolved}},
			[]string{"1 bundled package whose version nothing names",
				"1 package in the versions that the registry resolves now, which are not what the author locked"}},
	} {
		c.files["package.json"], c.files["main.js"] = manifest, ""
		e := load(t, extension.Repository, c.files)
		in := Packages(e)
		if !in.Resolve(e, []byte(lock)) {
			t.Fatal("the lock file cannot be read")
		}
		if diff := cmp.Diff(Inventory{Packages: c.want, Gaps: c.gaps, Unlocked: true}, in); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if in.Resolve(e, []byte(`{"lockfileVersion":1}`)) {
			t.Error("an old lock file was read")
		}
	}
}

func FuzzIsRange(f *testing.F) {
	f.Add("npm:@a/b@^1.0.0 || 2")
	f.Fuzz(func(t *testing.T, s string) {
		if !isRange(s) {
			return
		}
		rest, alias := strings.CutPrefix(s, "npm:")
		if at := strings.LastIndex(rest, "@"); alias && at > 0 {
			rest = rest[at+1:]
		} else if alias {
			rest = "" // a name alone, which IsName held
		}
		if strings.ContainsAny(rest, "/:\\@\x00\n") || strings.HasPrefix(rest, ".") {
			t.Fatalf("npm would look for %q elsewhere", s)
		}
	})
}
