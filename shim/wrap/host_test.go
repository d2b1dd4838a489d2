package wrap_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/shim"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// withLoader are the options with the real loader.
func withLoader(t *testing.T) wrap.Options {
	t.Helper()
	text, err := shim.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	o := options()
	o.Bundle, o.Browser = text, wrap.BrowserUnfenced
	return o
}

func activate(t *testing.T, dir string, siblings ...string) exthost.Result {
	t.Helper()
	r, err := exthost.Run(t.Context(), exthost.Options{Extension: dir, Siblings: siblings, Timeout: 90 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func inHost(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("short: an extension host takes seconds")
	}
	if err := exthost.Supported(); err != nil {
		t.Skip(err)
	}
}

// TestWrappedExtensionsActivate in VS Code's own extension host, with the same
// commands as without the loader.
func TestWrappedExtensionsActivate(t *testing.T) {
	inHost(t)
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"vscode.git-base", "vscode.github", "vscode.npm", "vscode.merge-conflict", "vscode.emmet"} {
		t.Run(id, func(t *testing.T) {
			in, out := filepath.Join(dir, id), filepath.Join(t.TempDir(), id)
			mustWrap(t, in, out, withLoader(t))
			var siblings []string
			if id == "vscode.github" {
				siblings = []string{filepath.Join(dir, "vscode.git-base")}
			}
			before, after := activate(t, in, siblings...), activate(t, out, siblings...)
			if !before.Activated || !after.Activated {
				t.Fatalf("without the loader %t %s, with it %t %s %v", before.Activated, before.Error, after.Activated, after.Error, after.Errors)
			}
			if d := cmp.Diff(exthost.Own(before.Commands), exthost.Own(after.Commands)); d != "" {
				t.Errorf("other commands: %s", d)
			}
		})
	}
}

// TestOneChangedByteIsNoticed by the loader, whichever it is, and the host lives.
func TestOneChangedByteIsNoticed(t *testing.T) {
	inHost(t)
	f := files()
	f["package.json"] = strings.Replace(f["package.json"], `"version"`, `"activationEvents": ["*"], "version"`, 1)
	f["out/main.js"] = "const x = require('./other'); exports.activate = () => { if (x !== 1) throw new Error('changed'); };"
	f["out/other.js"] = "module.exports = 1;"
	out := filepath.Join(t.TempDir(), "out")
	r := mustWrap(t, folder(t, f), out, withLoader(t))
	if got := activate(t, out); !got.Activated {
		t.Fatalf("unchanged: %s %v", got.Error, got.Errors)
	}
	for name, c := range map[string]struct{ file, from, to string }{
		"the policy":     {r.Loader, `"schemaVersion":1`, `"schemaVersion":2`},
		"the mode":       {r.Loader, `"mode":"observe"`, `"mode":"obserwe"`},
		"the table":      {r.Loader, `"kind":"cjs"`, `"kind":"cjt"`},
		"the loader":     {r.Loader, "module.exports = {", "module.exports ={ "},
		"a file":         {"out/other.js", "= 1;", "=  1"},
		"the main":       {"out/main.js", "x !== 1", "x === 2"},
		"the main's end": {"out/main.js", "; };", ";};;"},
	} {
		path := filepath.Join(out, filepath.FromSlash(c.file))
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte(c.from)) {
			t.Fatalf("%s: there is no %q", name, c.from)
		}
		if err := os.WriteFile(path, bytes.Replace(slices.Clone(data), []byte(c.from), []byte(c.to), 1), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := activate(t, out); got.Activated {
			t.Errorf("%s: it activates", name)
		} else {
			t.Logf("%s: %s", name, got.Error)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
