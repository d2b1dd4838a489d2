package wrap_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// A browser entry is taken out of the copy or left as it is, and the copy says which;
// either way the original comes back byte for byte.
func TestTheBrowserEntryByName(t *testing.T) {
	for spelled, member := range map[string]string{
		"first": `"browser": "./web.js", "version"`, "on a line": "\"browser\":\t\"./web.js\",\r\n  \"version\"",
		"with escapes": `"browser": ".\/web.js", "version"`,
	} {
		for _, how := range []wrap.Browser{wrap.BrowserDrop, wrap.BrowserUnfenced} {
			f := files()
			f["web.js"] = "exports.activate = () => {}"
			f["package.json"] = strings.Replace(f["package.json"], `"version"`, member, 1)
			original := f["package.json"]
			o := options()
			o.Browser = how
			out := filepath.Join(t.TempDir(), "out")
			r := mustWrap(t, folder(t, f), out, o)
			if r.Browser != "./web.js" || r.BrowserIs != how {
				t.Errorf("%s, %s: %+v", spelled, how, r)
			}
			var m struct {
				Browser, RealBrowserEntryPoint string
				Ringfence                      struct{ Browser, Notice string }
			}
			data, err := os.ReadFile(filepath.Join(out, "package.json"))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(data, &m); err != nil {
				t.Fatal(err)
			}
			want := map[wrap.Browser][2]string{wrap.BrowserDrop: {"", "./web.js"}, wrap.BrowserUnfenced: {"./web.js", ""}}[how]
			if got := [2]string{
				m.Browser,
				m.RealBrowserEntryPoint,
			}; got != want || m.Ringfence.Browser != string(how) ||
				!strings.Contains(m.Ringfence.Notice, "browser") {
				t.Errorf("%s, %s: %+v", spelled, how, m)
			}
			loader, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(r.Loader)))
			if err != nil || !strings.Contains(string(loader), `"browser":"`+string(how)+`"`) {
				t.Errorf("%s, %s: the loader is not told (%v)", spelled, how, err)
			}
			if _, err := os.Stat(filepath.Join(out, "web.js")); err != nil {
				t.Errorf("%s, %s: %v", spelled, how, err)
			}
			back := filepath.Join(t.TempDir(), "back")
			u, err := wrap.Unwrap(t.Context(), out, back)
			if err != nil || !u.Same {
				t.Fatalf("%s, %s: %+v, %v", spelled, how, u, err)
			}
			if got, err := os.ReadFile(filepath.Join(back, "package.json")); err != nil || string(got) != original {
				t.Errorf("%s, %s: %v, the original is %q, and what comes back %q", spelled, how, err, original, got)
			}
		}
	}
	// Without a browser entry neither says anything.
	o := options()
	o.Browser = wrap.BrowserDrop
	out := filepath.Join(t.TempDir(), "out")
	if r := mustWrap(t, folder(t, files()), out, o); r.Browser != "" || r.BrowserIs != "" {
		t.Errorf("%+v", r)
	}
	if data, err := os.ReadFile(filepath.Join(out, "package.json")); err != nil || strings.Contains(string(data), "rowser") {
		t.Errorf("%s, %v", data, err)
	}
	// A name of ours in the original would come back as another.
	f := files()
	f["package.json"] = strings.Replace(f["package.json"], `"version"`, `"browser": "./web.js", "realBrowserEntryPoint": "x", "version"`, 1)
	_, err := wrap.Wrap(t.Context(), folder(t, f), filepath.Join(t.TempDir(), "out"), o)
	var refusal *wrap.Refusal
	if !errors.As(err, &refusal) || !strings.Contains(err.Error(), "realBrowserEntryPoint") {
		t.Errorf("%v", err)
	}
}
