package wrap_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// moving has the editor move folders, and reads meanwhile; and adds folders to the workspace.
const moving = `
const fs = require('fs'), vscode = require('vscode'), { join } = require('path')
exports.activate = context => {
  const command = (name, f) => context.subscriptions.push(vscode.commands.registerCommand('moving.' + name, f))
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath, at = name => vscode.Uri.file(join(root, name))
  const rename = (a, b) => vscode.workspace.fs.rename(at(a), at(b))
  command('race', async times => {
    let wins = 0, decoys = 0
    for (let i = 0; i < times; i++) {
      const first = rename('d', 'e'), second = rename('leads-out', 'd')
      for (let k = 0; k <= i % 12; k++) await new Promise(setImmediate)
      if (i % 3) await new Promise(ok => setTimeout(ok, i % 3))
      for (const end = Date.now() + 30; Date.now() < end;) {
        try { if (fs.readFileSync(join(root, 'd/sub/flag.txt'), 'utf8') === 'decoy') decoys++; else { wins++; break } } catch {}
      }
      await first; await second; await rename('d', 'leads-out'); await rename('e', 'd')
    }
    return wins + ' of ' + (decoys > 0 ? 'many' : 'none')
  })
  command('add', path => vscode.workspace.updateWorkspaceFolders(1, 0, { uri: vscode.Uri.file(path) }))
}`

const movingPolicy = `{"schemaVersion": 1, "extension": "acme.moving",
"modules": {"fs": ["readFileSync"], "path": ["join"], "vscode": ["workspace.updateWorkspaceFolders"]},
"files.read": ["${workspace}/**"], "vscode": [{"surface": "files.write", "resource": "${workspace}/**"}]}`

// TestWhatTheEditorMovesIsNoRace: what a name means is not believed while the editor changes names for
// the extension. Each round has the editor put a link that leads out in the place of a folder.
func TestWhatTheEditorMovesIsNoRace(t *testing.T) {
	s := newStage(t, moving, movingPolicy, func(o *wrap.Options) { o.Mode = wrap.Enforce })
	workspace := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(s.outside, "flag.txt"), "secret")
	write(filepath.Join(workspace, "d", "sub", "flag.txt"), "decoy")
	if err := os.Mkdir(filepath.Join(workspace, "leads-out"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(s.outside, filepath.Join(workspace, "leads-out", "sub")); err != nil {
		t.Fatal(err)
	}
	r := s.run(0, exthost.Options{Workspace: workspace}, []any{"moving.race", 60})
	if got := string(r.Results["moving.race"]); got != `"0 of many"` {
		t.Errorf("%s, %v", got, r.Steps)
	}
}

// TestAFolderJoinsTheWorkspaceWhenAPersonSaysSo: what a policy grants of the workspace would be granted there.
func TestAFolderJoinsTheWorkspaceWhenAPersonSaysSo(t *testing.T) {
	s := newStage(t, moving, movingPolicy, func(o *wrap.Options) { o.Mode = wrap.Enforce })
	workspace := t.TempDir()
	inside := filepath.Join(workspace, "inside")
	if err := os.Mkdir(inside, 0o755); err != nil {
		t.Fatal(err)
	}
	const question = "Add a folder to the workspace, as acme.moving wants?"
	for _, c := range []struct {
		name, path, answer string
		asked, added       bool
	}{
		{"from elsewhere, refused", s.outside, "", true, false},
		{"from elsewhere, allowed", s.outside, "Add", true, true},
		{"all of the disk, refused", "/", "", true, false},
		{"of the workspace", inside, "", false, true},
	} {
		r := s.run(0, exthost.Options{Workspace: workspace, Answers: map[string]string{"Add a folder": c.answer}},
			[]any{"moving.add", c.path}, []any{"workbench:wait", 300})
		if got := slices.Contains(r.Messages, question); got != c.asked {
			t.Errorf("%s: asked %t: %q", c.name, got, r.Messages)
		}
		if got := r.Calls["MainThreadWorkspace.$updateWorkspaceFolders"] > 0; got != c.added {
			t.Errorf("%s: added %t", c.name, got)
		}
		if got := r.Steps["command moving.add"]; !strings.HasPrefix(got, "ok") {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

const looking = `
const vscode = require('vscode'), { dirname, join } = require('path')
exports.activate = context => {
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath
  const look = uri => vscode.workspace.fs.stat(uri).then(s => 'type ' + s.type, e => e.code)
  context.subscriptions.push(vscode.commands.registerCommand('looking.up', async () => Promise.all([
    vscode.Uri.file(dirname(root)), vscode.Uri.file(dirname(dirname(root))), vscode.Uri.file(join(dirname(root), 'beside.txt')),
    vscode.Uri.file(join(dirname(root), 'folder')), vscode.Uri.parse('untitled:Untitled-1'),
  ].map(look))))
}`

// TestALookAboveTheWorkspaceIsAnswered: what looks for the root of a project walks up, and learns of the
// folders above what their names say already, and of what lies beside nothing. A new document is in no file system,
// which VS Code says itself.
func TestALookAboveTheWorkspaceIsAnswered(t *testing.T) {
	s := newStage(t, looking, `{"schemaVersion": 1, "extension": "acme.looking", "modules": {"path": ["dirname", "join"]}}`,
		func(o *wrap.Options) { o.Mode = wrap.Enforce })
	workspace := filepath.Join(t.TempDir(), "workspace")
	if err := os.MkdirAll(filepath.Join(workspace, "..", "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(workspace, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(workspace, "..", "beside.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := s.run(0, exthost.Options{Workspace: workspace}, []any{"looking.up"})
	if got, want := string(r.Results["looking.up"]), `["type 2","type 2","FileNotFound","FileNotFound","Unavailable"]`; got != want {
		t.Errorf("%s, want %s, %v", got, want, r.Steps)
	}
}
