package wrap_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/shim/wrap"
)

func TestUnwrapSaysWhenTheManifestWasChanged(t *testing.T) {
	in := folder(t, files())
	out, back := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "back")
	mustWrap(t, in, out, options())
	path := filepath.Join(out, "package.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), `"version"`, `"__metadata": {"id": "x"}, "version"`, 1)
	if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(out, "out", "lazy.mjs.ringfence.cjs")); err != nil {
		t.Fatal(err)
	}
	u, err := wrap.Unwrap(t.Context(), out, back)
	if err != nil || u.Same {
		t.Errorf("%+v, %v", u, err)
	}
	if d := cmp.Diff([]string{"out/lazy.mjs.ringfence.cjs"}, u.Missing); d != "" {
		t.Error(d)
	}
	want := strings.Replace(files()["package.json"], `"version"`, `"__metadata": {"id": "x"}, "version"`, 1)
	if got := contents(t, back)["package.json"]; got != want {
		t.Errorf("package.json is\n%s", got)
	}
}

func TestUnwrapRefusesWhatIsNotWrapped(t *testing.T) {
	const real = `, "realEntryPoint": "./out/main", "version"`
	for name, c := range map[string][2]string{
		"not wrapped":         {`"version"`, "not wrapped"},
		"no entry":            {`"ringfence": {"version": 1}, "version"`, "realEntryPoint"},
		"of another tool":     {`"ringfence": {"version": 1, "steal": 2}` + real, "not what wrapping writes"},
		"of the future":       {`"ringfence": {"version": 99}` + real, "another version"},
		"a list":              {`"ringfence": [1]` + real, "not what wrapping writes"},
		"other files":         {`"ringfence": {"version": 1, "added": ["out/main.js"]}` + real, "no file of such a name"},
		"files of a stranger": {`"ringfence": {"version": 1, "added": ["../../ringfence.cjs/x"]}` + real, "no file of such a name"},
		"an entry of lists":   {`"ringfence": {"version": 1}, "realEntryPoint": ["x"], "realEntryPoint": 1, "version"`, "more than once"},
	} {
		f := files()
		f["package.json"] = strings.Replace(f["package.json"], `"version"`, c[0], 1)
		out := filepath.Join(t.TempDir(), "out")
		_, err := wrap.Unwrap(t.Context(), folder(t, f), out)
		var refusal *wrap.Refusal
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v, want something of %q", name, err, c[1])
		}
		if _, err := os.Lstat(out); err == nil {
			t.Errorf("%s: something is written", name)
		}
	}
}

// The palette has a way to what an extension may do and out of its fence, whatever the manifest contributes, and
// unwrapping gives the same bytes. A manifest that has no list of commands is left as it is.
func TestThePaletteHasACommandForTheFence(t *testing.T) {
	const item = `"ringfence.menu.acme.toy"`
	for name, c := range map[string]struct {
		contributes, at string
	}{
		"nothing":     {"", `"command": "/contributes"`},
		"no commands": {`"contributes": {"languages": []}, `, `"command": "/contributes/commands"`},
		"commands":    {`"contributes": {"commands": [{"command": "a.b", "title": "A"}]}, `, `"command": "/contributes/commands/1"`},
		"lines": {
			"\"contributes\": {\r\n  \"commands\": [\r\n    {\"command\": \"a.b\"}\r\n  ]\r\n}, ", `"command": "/contributes/commands/1"`,
		},
		"an empty list":  {`"contributes": {"commands": []}, `, `"command": "/contributes/commands/0"`},
		"one, no list":   {`"contributes": {"commands": {"command": "a.b"}}, `, ""},
		"no contributes": {`"contributes": [], `, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := files()
			f["package.json"] = strings.Replace(f["package.json"], `"version"`, c.contributes+`"version"`, 1)
			out, back := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "back")
			mustWrap(t, folder(t, f), out, options())
			got := contents(t, out)["package.json"]
			if strings.Contains(got, item) != (c.at != "") || !strings.Contains(got, c.at) {
				t.Errorf("package.json is\n%s", got)
			}
			u, err := wrap.Unwrap(t.Context(), out, back)
			if back := contents(t, back)["package.json"]; err != nil || !u.Same || back != f["package.json"] {
				t.Errorf("%+v, %v, package.json is\n%s", u, err, back)
			}
		})
	}
}

// The place of the command is what a stranger may have written: nothing else is taken out by it.
func TestUnwrapTakesOutNoOtherCommand(t *testing.T) {
	for _, at := range []string{"/main", "/contributes", "/contributes/commands", "/contributes/commands/0", "/name", "", "x"} {
		f := files()
		f["package.json"] = strings.Replace(f["package.json"], `"version"`, `"contributes": {"commands": [{"command": "a.b"}]}, `+
			`"ringfence": {"version": 1, "command": "`+at+`"}, "realEntryPoint": "./out/main", "version"`, 1)
		back := filepath.Join(t.TempDir(), "back")
		if _, err := wrap.Unwrap(t.Context(), folder(t, f), back); err != nil {
			t.Fatalf("%q: %v", at, err)
		}
		if got := contents(t, back)["package.json"]; !strings.Contains(got, `"contributes": {"commands": [{"command": "a.b"}]}, "version"`) {
			t.Errorf("%q: package.json is\n%s", at, got)
		}
	}
}
