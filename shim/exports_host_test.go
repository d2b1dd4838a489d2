package shim

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

// What a fenced extension exports is used by a neighbour without a fence as if there were none: functions,
// promises, events, classes, and its own objects that come back. That none of it leads into the fence's
// host or out of the fence, attacks/host/exports.js says.
func TestANeighbourUsesWhatAFencedExtensionExports(t *testing.T) {
	if testing.Short() || exthost.Supported() != nil {
		t.Skip("short: starts an extension host")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"giver/package.json": `{"name": "giver", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "*"}, "main": "./main.js",
			"activationEvents": ["*"], "extensionDependencies": ["other.taker"]}`,
		"giver/main.js": `const vscode = require('vscode')
exports.activate = async () => {
	const changed = new vscode.EventEmitter()
	class Version {
		#of
		constructor(of) { this.#of = of }
		get text() { return this.prefix() + this.#of }
		prefix() { return 'v' }
		toString() { return this.text }
	}
	const kept = []
	return {
		Version, onDidChange: changed.event, fire: v => changed.fire(v), keep(v) { kept.push(v); return kept.length }, kept,
		is: v => v instanceof Version && kept[0] === v, at: uri => vscode.Uri.joinPath(uri, 'x'),
		ask: async f => 'asked ' + await f({ n: 1 }),
		self: () => vscode.extensions.getExtension('acme.giver').exports.keep === vscode.extensions.getExtension('ACME.giver').exports.keep,
	}
}`,
		"taker/package.json": `{"name": "taker", "publisher": "other", "version": "1.0.0", "engines": {"vscode": "*"}, "main": "./main.js",
			"activationEvents": ["onCommand:taker.use"]}`,
		"taker/main.js": `const vscode = require('vscode')
exports.activate = () => {
	vscode.commands.registerCommand('taker.use', async () => {
		const api = await vscode.extensions.getExtension('acme.giver').activate()
		const heard = []
		const disposables = []
		api.onDidChange(v => heard.push(v), undefined, disposables)
		const event = { some: 'event' }
		api.fire(event)
		class Mine extends api.Version { prefix() { return 'mine' } }
		const mine = new Mine(2)
		api.keep(mine)
		return [heard[0] === event, disposables.length === 1 && typeof disposables[0].dispose === 'function', String(new api.Version(1)),
			String(mine), mine instanceof api.Version, api.is(mine), api.is({}), api.kept[0] === mine, api.self(),
			api.at(vscode.Uri.file('/a')) instanceof vscode.Uri, api.at(vscode.Uri.file('/a')).path, await api.ask(async x => x.n),
			await api.ask(() => 2), Function === (() => {}).constructor, JSON.stringify(Object.keys(api).slice(0, 3))].join()
	})
}`,
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := `"true,true,v1,mine2,true,true,false,true,true,true,/a/x,asked 1,asked 2,true,[\"Version\",\"onDidChange\",\"fire\"]"`
	giver := filepath.Join(dir, "giver")
	for name, extension := range map[string]string{"as it is": giver, "fenced": wrapped(t, giver, "enforce", t.TempDir(), map[string]any{})} {
		r, err := exthost.Run(t.Context(), exthost.Options{
			Extension: extension, Siblings: []string{filepath.Join(dir, "taker")}, Commands: [][]any{{"taker.use"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.Results["taker.use"]); got != want {
			t.Errorf("%s: %s, want %s; %s %s", name, got, want, r.Error, strings.TrimSpace(r.Steps["command taker.use"]))
		}
	}
}
