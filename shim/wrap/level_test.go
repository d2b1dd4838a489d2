package wrap_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// patching returns the language new methods, for everybody, and says what came of it.
const patching = `
exports.activate = c => {
  const command = (name, f) => c.subscriptions.push(require('vscode').commands.registerCommand('patching.' + name, f))
  command('patch', () => [Array.prototype, Map.prototype, JSON].map(p => {
    try { p.planted = () => 'planted'; return 'planted' in p } catch (e) { return e.name }
  }))
  command('work', async () => [...new Map([[1, [2, 3].map(x => x + 1)]])].concat(await Promise.all([new Date(0).getTime()])))
}`

// TestEachLevelIsReachedAndSaid in the real host, where only level host keeps an extension
// from giving the language new methods; the host works on.
func TestEachLevelIsReachedAndSaid(t *testing.T) {
	inHost(t)
	p, err := policy.Parse("policy.json", []byte(`{"schemaVersion": 1, "extension": "acme.patching"}`))
	if err != nil {
		t.Fatal(err)
	}
	for level, want := range map[wrap.Level]string{wrap.Shared: `[true,true,true]`, wrap.Host: `["TypeError","TypeError","TypeError"]`} {
		o := withLoader(t)
		o.Mode, o.Policy, o.Level = wrap.Enforce, p, level
		dir := filepath.Join(t.TempDir(), "patching")
		mustWrap(t, folder(t, map[string]string{
			"package.json": `{"name": "patching", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": ` +
				`"./main.js", "activationEvents": ["*"]}`,
			"main.js": "'use strict'\n" + patching,
		}), dir, o)
		for _, kit := range exthost.Kits() {
			r, err := exthost.Run(t.Context(), exthost.Options{Kit: kit, Extension: dir, Commands: [][]any{
				{"patching.patch"}, {"patching.work"}, {"ringfence.permissions.acme.patching"}, {"workbench:wait", 300},
			}})
			if err != nil {
				t.Fatal(err)
			}
			if got := string(r.Results["patching.patch"]); !r.Activated || got != want {
				t.Errorf("%s: level %s: activated %t %s, patching gives %s, want %s", kit, level, r.Activated, r.Error, got, want)
			}
			if got := string(r.Results["patching.work"]); got != `[[1,[3,4]],0]` {
				t.Errorf("%s: level %s: the language works as %s", kit, level, got)
			}
			if page := r.Pages["ringfence.acme.patching"]; !strings.Contains(page, "\nLevel "+string(level)+".") {
				t.Errorf("%s: level %s: the page says %q", kit, level, page)
			}
		}
	}
}

// TestRealExtensionsActivateAtLevelHost, each alone in its host, with the same commands.
func TestRealExtensionsActivateAtLevelHost(t *testing.T) {
	inHost(t)
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"vscode.npm", "vscode.git", "vscode.typescript-language-features"} {
		o := withLoader(t)
		o.Level = wrap.Host
		out, err := wrapBeside(t.Context(), dir, filepath.Join(dir, id), t.TempDir(), "w", o)
		if err != nil {
			t.Fatal(err)
		}
		siblings, err := dependencies(dir, filepath.Join(dir, id))
		if err != nil {
			t.Fatal(err)
		}
		before, after := activate(t, filepath.Join(dir, id), siblings...), activate(t, out, siblings...)
		if !before.Activated || !after.Activated {
			t.Errorf("%s: without the loader %t %s, with it %t %s", id, before.Activated, before.Error, after.Activated, after.Error)
		}
		if d := cmp.Diff(exthost.Own(before.Commands), exthost.Own(after.Commands)); d != "" {
			t.Errorf("%s: other commands: %s", id, d)
		}
	}
}
