package wrap_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/internal/testkit/loaderlog"
	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
	"github.com/ringfence-dev/ringfence/internal/testkit/static"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// TestARealLanguageServerIsFenced: the server of the HTML extension, another process,
// loads TypeScript from beside the extension, which nothing grants; that it was
// denied says the server's own file.
func TestARealLanguageServerIsFenced(t *testing.T) {
	inHost(t)
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(dir, "vscode.html-language-features")
	granted, _, err := static.Policy(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	o := withLoader(t)
	o.Policy = granted
	deniedBy := func(mode wrap.Mode) (places []string) {
		o.Mode = mode
		out, err := wrapBeside(t.Context(), dir, source, t.TempDir(), "w", o)
		if err != nil {
			t.Fatal(err)
		}
		data := t.TempDir()
		if _, err := exthost.Run(
			t.Context(),
			exthost.Options{Extension: out, Data: data, Commands: [][]any{{"workbench:wait", 9000}}},
		); err != nil {
			t.Fatal(err)
		}
		for _, text := range loaderlog.Files(data) {
			for line := range bytes.Lines(text) {
				var r struct{ E, Section, Path, Place string }
				if err := json.Unmarshal(line, &r); err != nil {
					t.Fatal(err)
				}
				if r.E == "denied" && r.Section == "files.read" && strings.HasSuffix(r.Path, "/node_modules/typescript/lib/typescript.js") {
					file, _, _ := strings.Cut(r.Place, ":")
					places = append(places, file)
				}
			}
		}
		return slices.Compact(places)
	}
	if d := cmp.Diff([]string{"server/dist/node/htmlServerMain.js"}, deniedBy(wrap.Enforce)); d != "" {
		t.Errorf("enforced: %s", d)
	}
	o.ObserveDays = 7
	if got := deniedBy(wrap.Observe); len(got) > 0 {
		t.Errorf("observed: denied in %v", got)
	}
}

// TestARealExtensionIsEnforcedWhenItsTimeIsOver, a restart after eight days.
func TestARealExtensionIsEnforcedWhenItsTimeIsOver(t *testing.T) {
	inHost(t)
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(dir, "vscode.npm")
	granted, _, err := static.Policy(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	granted.Grants = slices.DeleteFunc(
		granted.Grants,
		func(g policy.Grant) bool { return g.Section == policy.VSCode && g.Name == "settings.read" },
	)
	s := stage{t, filepath.Join(t.TempDir(), "wrapped"), t.TempDir(), t.TempDir(), t.TempDir()}
	o := withLoader(t)
	o.Mode, o.ObserveDays, o.Policy = wrap.Observe, 7, granted
	mustWrap(t, source, s.dir, o)
	first := s.run(0, exthost.Options{})
	observed := s.text("ringfence.jsonl")
	if ended := s.state().Ended; !first.Activated || ended || strings.Contains(observed, `"e":"denied"`) {
		t.Errorf("the first day: activated %v %s, ended %v: %s", first.Activated, first.Error, ended, observed)
	}
	second := s.run(8*day, exthost.Options{})
	after := strings.TrimPrefix(s.text("ringfence.jsonl"), observed)
	if ended := s.state().Ended; !second.Activated || !ended || strings.Contains(after, `"e":"use"`) ||
		!strings.Contains(after, `"e":"denied"`) {
		t.Errorf("eight days later: activated %v %s, ended %v: %s", second.Activated, second.Error, ended, after)
	}
}

// insights is applicationinsights of Microsoft, which many extensions have: it patches
// how modules are loaded, and the modules.
const insights = "applicationinsights@2.9.7"

// insightsMain is an extension without a fence that uses it, makes a request, and sends
// an event that goes nowhere.
const insightsMain = `
const before = module.constructor.prototype.require
const ai = require('applicationinsights')
ai.setup('00000000-0000-0000-0000-000000000000').setAutoCollectConsole(true, ` +
	`true).setAutoCollectDependencies(true).setAutoCollectPerformance(false, false).setAutoCollectHeartbeat(false).start()
const seen = new Set()
ai.defaultClient.addTelemetryProcessor(e => { seen.add(e.data.baseType + ' ' + e.data.baseData.name); return false })
exports.activate = c => c.subscriptions.push(require('vscode').commands.registerCommand('insights.seen', async () => {
  const http = require('http')
  const server = http.createServer((_, r) => r.end('answer'))
  await new Promise(ok => server.listen(0, '127.0.0.1', ok))
  const answer = await new Promise((ok, no) => http.get({ host: '127.0.0.1', port: server.address().port }, r => { let s = '';` +
	` r.on('data', d => { s += d }).on('end', () => ok(s)) }).on('error', no))
  server.close()
  ai.defaultClient.trackEvent({ name: 'its own' })
  return { answer, seen: [...seen].filter(x => x.endsWith('its own')).sort(), patched: module.constructor.prototype.require !== before }
}))`

// TestWhatPatchesModulesWorksBesideAFence, whichever of them is first, and the fence holds.
func TestWhatPatchesModulesWorksBesideAFence(t *testing.T) {
	inHost(t)
	packages, err := npm.Cached(t.Context(), "pack-"+insights, func(ctx context.Context, dir string) error {
		cmd := exec.CommandContext(ctx, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", insights)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("npm install: %w\n%s", err, out)
		}
		return nil
	})
	if err != nil {
		t.Skip(err)
	}
	patcher := folder(t, map[string]string{
		"package.json": `{"name": "insights", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": ` +
			`"./main.js", "activationEvents": ["*"]}`,
		"main.js": insightsMain,
	})
	if err := os.Symlink(filepath.Join(packages, "node_modules"), filepath.Join(patcher, "node_modules")); err != nil {
		t.Fatal(err)
	}
	fenced := fencedExtension(t, "attacker", attacker, nil)
	run := func(first string, siblings ...string) (seen, got string) {
		r, err := exthost.Run(t.Context(), exthost.Options{Extension: first, Siblings: siblings, Commands: [][]any{
			{"workbench:activate", "acme.insights"}, {"workbench:activate", "acme.attacker"}, {"insights.seen"}, {"attacker.got"},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := r.Results["insights.seen"]; !ok {
			t.Fatalf("%s %v %v", r.Error, r.Steps, r.Failed)
		}
		return string(r.Results["insights.seen"]), string(r.Results["attacker.got"])
	}
	alone, _ := run(patcher)
	if !strings.Contains(alone, "EventData its own") || !strings.Contains(alone, `"patched":true`) {
		t.Fatalf("without a fence it sees %s", alone)
	}
	for name, order := range map[string][]string{"the fenced one last": {patcher, fenced}, "the fenced one first": {fenced, patcher}} {
		seen, got := run(order[0], order[1:]...)
		if seen != alone {
			t.Errorf("%s: it sees %s, alone %s", name, seen, alone)
		}
		if !strings.Contains(got, `"files":"MODULE_NOT_FOUND"`) || !strings.Contains(got, `"run":"MODULE_NOT_FOUND"`) {
			t.Errorf("%s: the attacker got %s", name, got)
		}
	}
}
