package wrap_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/shim/wrap"
)

func TestMainsInOtherSpellings(t *testing.T) {
	for main, want := range map[string]string{
		"./out/main": "./out/ringfence.main.cjs", "out/main.js": "out/ringfence.main.cjs", `.\\out\\main`: `.\out\ringfence.main.cjs`,
		"/out/main.js": "/out/ringfence.main.cjs",
		"./lib":        "./lib/ringfence.index.cjs", "./lib/": "./lib/ringfence.index.cjs", "top.js": "ringfence.top.cjs",
		`./\u006fut/main`: "./out/ringfence.main.cjs",
	} {
		f := files()
		f["package.json"] = strings.Replace(f["package.json"], "./out/main", main, 1)
		f["lib/index.js"], f["top.js"], f["index.js"] = "1", "1", "1"
		in := folder(t, f)
		out, back := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "back")
		r, err := wrap.Wrap(t.Context(), in, out, options())
		if err != nil {
			t.Errorf("%s: %v", main, err)
			continue
		}
		var m struct{ Main, RealEntryPoint string }
		if err := json.Unmarshal([]byte(contents(t, out)["package.json"]), &m); err != nil || m.Main != want {
			t.Errorf("%s becomes %s, want %s; %v", main, m.Main, want, err)
		}
		if _, err := os.Stat(filepath.Join(out, filepath.FromSlash(r.Loader))); err != nil {
			t.Error(err)
		}
		if c := check(t, out, r.Loader); len(c.Problems) > 0 {
			t.Errorf("%s: %v", main, c.Problems)
		}
		if u, err := wrap.Unwrap(t.Context(), out, back); err != nil || !u.Same {
			t.Errorf("%s: %+v, %v", main, u, err)
		}
	}
}

// Node takes a file for a module by its syntax where no package.json says.
func TestModulesBySyntaxAlone(t *testing.T) {
	f := files()
	f["out/main.js"], f["media/page.js"] = "import fs from 'fs'; export const activate = () => fs;", "export const page = 1;"
	out := filepath.Join(t.TempDir(), "out")
	r := mustWrap(t, folder(t, f), out, options())
	c := check(t, out, r.Loader)
	entry, page := c.Config.Files["out/main.js"], c.Config.Files["media/page.js"]
	if entry.Kind != "esm" || !entry.Detected || entry.CJS == nil || page.Kind != "esm" || !page.Detected || page.CJS != nil ||
		page.Reason == "" ||
		len(c.Problems) > 0 {
		t.Errorf("%+v\n%+v\n%v", entry, page, c.Problems)
	}
	// The mirror: a package.json that says.
	f["package.json"] = strings.Replace(f["package.json"], `"version"`, `"type": "module", "version"`, 1)
	out = filepath.Join(t.TempDir(), "typed")
	r = mustWrap(t, folder(t, f), out, options())
	page = check(t, out, r.Loader).Config.Files["media/page.js"]
	if page.Kind != "esm" || page.Detected || page.CJS == nil {
		t.Errorf("%+v", page)
	}
}
