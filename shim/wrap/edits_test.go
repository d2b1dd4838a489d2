package wrap_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// editing makes edits of files, and does what names no file.
const editing = `
const vscode = require('vscode')
exports.activate = context => {
  const command = (name, f) => context.subscriptions.push(vscode.commands.registerCommand('editing.' + name, f))
  const making = file => { const e = new vscode.WorkspaceEdit(); e.createFile(vscode.Uri.file(file)); return e }
  command('make', async file => '' + await vscode.workspace.applyEdit(making(file)))
  command('outside', async file => '' + await vscode.workspace.applyEdit(making(file)))
  command('move', async (from, to) => { const e = new vscode.WorkspaceEdit(); e.renameFile(vscode.Uri.file(from), vscode.Uri.file(to));` +
	` return '' + await vscode.workspace.applyEdit(e) })
  command('own', async scheme => { vscode.workspace.registerFileSystemProvider(scheme, { onDidChangeFile: () => ({ dispose() {} }), ` +
	`watch: () => ({ dispose() {} }), stat() {}, readDirectory: () => [], createDirectory() {}, readFile() {}, writeFile() {}, delete() ` +
	`{}, rename() {} }); return 'yes' })
  command('find', async () => { await vscode.workspace.findFiles('**'); return 'yes' })
}
`

const editingPolicy = `{"schemaVersion": 1, "extension": "acme.editing", "modules": {"vscode": ["workspace.registerFileSystemProvider"]},
"vscode": [{"surface": "files.write", "resource": "${home}/open/**"}]}`

// TestEditsAreAskedForFileByFile: what an edit makes, moves or changes lies where the
// policy lets the editor write, and what names no file is granted by its own name.
func TestEditsAreAskedForFileByFile(t *testing.T) {
	s := newStage(t, editing, editingPolicy, func(o *wrap.Options) { o.Mode = wrap.Enforce })
	open := filepath.Join(s.home, "open")
	in := func(name string) string { return filepath.Join(open, name) }
	out := func(name string) string { return filepath.Join(s.home, name) }
	r := s.run(0, exthost.Options{},
		[]any{"editing.make", in("a")}, []any{"editing.outside", out("b")}, []any{"editing.move", in("a"), out("c")},
		[]any{"editing.own", "mine"}, []any{"editing.find"})
	const denied = " is not granted by the policy [RF_DENIED_VSCODE]"
	want := map[string]string{
		"command editing.make": "ok",
		// An edit asks where it says a file.
		"command editing.outside": "vscode.WorkspaceEdit.createFile 'file://" + out("b") + "'" + denied,
		"command editing.move":    "vscode.WorkspaceEdit.renameFile 'file://" + out("c") + "'" + denied,
		"command editing.own":     "ok",
		"command editing.find":    "vscode.workspace.findFiles" + denied,
	}
	if d := cmp.Diff(want, r.Steps); d != "" {
		t.Error(d)
	}
	for _, line := range []string{`{\"surface\": \"files.write\", \"resource\": \"` + out("b") + `\"}`,
		`modules: \"vscode\": [\"workspace.findFiles\"]`} {
		if log := s.text("ringfence.jsonl"); !strings.Contains(log, line) {
			t.Errorf("no line of the log says what would allow it, %s: %s", line, log)
		}
	}
}

// saving saves what is open, and a new document that has the path of a file.
const saving = `
const vscode = require('vscode')
exports.activate = context => {
  const command = (name, f) => context.subscriptions.push(vscode.commands.registerCommand('saving.' + name, f))
  command('clean', async file => { const d = await vscode.workspace.openTextDocument(vscode.Uri.file(file)); ` +
	`if (d.isDirty !== false || await d.save() !== true) throw new Error('not saved') })
  command('new', async file => { const d = await vscode.workspace.openTextDocument(vscode.Uri.file(file).with({ scheme: 'untitled' })); ` +
	`await d.save() })
}
`

const savingPolicy = `{"schemaVersion": 1, "extension": "acme.saving", "modules": {"vscode": ["workspace.openTextDocument"]},
"files.read": ["${home}/open/**"], "vscode": [{"surface": "files.read", "resource": "${home}/open/**"}]}`

// TestWhatIsSavedIsSaved: of a document that nothing was changed in, save() says so and asks nobody; what is new asks.
func TestWhatIsSavedIsSaved(t *testing.T) {
	s := newStage(t, saving, savingPolicy, func(o *wrap.Options) { o.Mode = wrap.Enforce })
	file := filepath.Join(s.home, "open", "a.txt")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := filepath.Join(s.home, "open", "b.txt")
	r := s.run(0, exthost.Options{}, []any{"saving.clean", file}, []any{"saving.new", b})
	want := map[string]string{
		"command saving.clean": "ok",
		"command saving.new":   "vscode.workspace.openTextDocument 'untitled:" + b + "' is not granted by the policy [RF_DENIED_VSCODE]",
	}
	if d := cmp.Diff(want, r.Steps); d != "" {
		t.Error(d)
	}
	if log := s.text("ringfence.jsonl"); strings.Contains(log, "a.txt") {
		t.Errorf("the document that was not changed is in the log: %s", log)
	}
}
