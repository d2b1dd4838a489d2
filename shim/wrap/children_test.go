package wrap_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// child says what it can read. It is forked, started as a worker and as a debug
// adapter.
const child = `
const fs = require('fs'), { parentPort, workerData } = require('worker_threads')
const tell = m => parentPort ? parentPort.postMessage(m) : process.send(m)
const attempt = f => { try { return String(f()) } catch (e) { return e.code || e.message } }
const report = secret => ({
  workspace: attempt(() => fs.readFileSync(process.env.CHILD_WORKSPACE + '/README.md', 'utf8').length > 0),
  secret: attempt(() => fs.readFileSync(secret, 'utf8')), token: attempt(() => process.env.HOST_TOKEN),
  run: attempt(() => require('child_process').execFileSync('git', ['--version'], { encoding: 'utf8' })),
  fence: attempt(() => process.env.RINGFENCE_FENCE),
})
if (parentPort) tell(report(workerData)); else if (process.send && !process.argv[3]) process.on('message', secret => tell(report(secret)))
else fs.writeFileSync(process.argv[3], JSON.stringify(report(process.argv[2])))
`

// parent starts it in every way there is.
const parent = `
const cp = require('child_process'), { Worker } = require('worker_threads'), vscode = require('vscode'), path = require('path'), fs = ` +
	`require('fs')
exports.activate = context => {
  const workspace = vscode.workspace.workspaceFolders[0].uri.fsPath
  const env = { CHILD_WORKSPACE: workspace }
  const command = (name, f) => context.subscriptions.push(vscode.commands.registerCommand('parent.' + name, f))
  const forked = (file, secret) => new Promise((ok, no) => {
    const c = cp.fork(file, [], { env }); c.on('message', m => { ok(m); c.kill() }); c.on('error', no);` +
	` c.on('exit', code => no(new Error('ended with ' + code))); c.send(secret)
  })
  command('fork', secret => forked(path.join(__dirname, 'child.js'), secret))
  command('forkWithoutEnding', secret => forked(path.join(__dirname, 'child'), secret))
  command('worker', secret => new Promise((ok, no) => { const w = new Worker(path.join(__dirname, 'child.js'), { workerData: secret, ` +
	`env }); w.on('message', ok); w.on('error', no) }))
  command('spawn', (secret, out) => new Promise((ok, no) => {
    const c = cp.spawn(process.execPath, [path.join(__dirname, 'child.js'), secret, out], { env }); c.on('error', no);` +
	` c.on('exit', () => ok(JSON.parse(fs.readFileSync(out, 'utf8'))))
  }))
  const factory = executable => ({ createDebugAdapterDescriptor: session => executable(session.configuration) })
  const adapter = new vscode.DebugAdapterExecutable('node', [])
  vscode.debug.registerDebugAdapterDescriptorFactory('script', factory(c => new vscode.DebugAdapterExecutable('node', ` +
	`[path.join(__dirname, 'child.js'), c.secret, c.out], { env })))
  vscode.debug.registerDebugAdapterDescriptorFactory('program', factory(c => new vscode.DebugAdapterExecutable('touch', [c.out])))
  vscode.debug.registerDebugAdapterDescriptorFactory('server', factory(c => new vscode.DebugAdapterServer(9, '192.0.2.1')))
  command('adapters', () => adapter.command)
}
`

const parentPolicy = `{"schemaVersion": 1, "extension": "acme.parent",
"modules": {"child_process": ["*"], "worker_threads": ["Worker"], "fs": ["readFileSync", "writeFileSync"]},
"files.read": ["${workspace}/**", "${tmp}/report*"], "files.write": ["${tmp}/report*"], "env.read": ["CHILD_*"], "vscode": ["debug"],
"processes": [{"command": "git", "args": ["--version"], "trustedOnly": true}],
"code": [{"code": "fork", "path": "${extension}/**"}, {"code": "worker", "path": "${extension}/**"}]}`

// family wraps the parent with its child.
func family(t *testing.T) (dir, secret string) {
	t.Helper()
	inHost(t)
	p, err := policy.Parse("policy.json", []byte(parentPolicy))
	if err != nil {
		t.Fatal(err)
	}
	o := withLoader(t)
	o.Mode, o.Policy = wrap.Enforce, p
	dir, secret = filepath.Join(t.TempDir(), "parent"), filepath.Join(t.TempDir(), "secret.txt")
	mustWrap(t, folder(t, map[string]string{
		"package.json": `{"name": "parent", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js", ` +
			`"activationEvents": ["*"],
			"contributes": {"debuggers": [{"type": "script", "label": "a"}, {"type": "program", "label": "b"}, {"type": "server", "label": "c"}]}}`,
		"main.js":  parent,
		"child.js": child,
	}), dir, o)
	if err := os.WriteFile(secret, []byte("canary"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, secret
}

// TestChildrenCarryTheFence: each is denied what the extension is, and may what it may.
func TestChildrenCarryTheFence(t *testing.T) {
	dir, secret := family(t)
	for _, kit := range exthost.Kits() {
		tmp := t.TempDir()
		out := filepath.Join(tmp, "report.json")
		r, err := exthost.Run(t.Context(), exthost.Options{
			Kit:       kit,
			Extension: dir,
			Env:       map[string]string{"HOST_TOKEN": "token", "TMPDIR": tmp},
			Commands: [][]any{
				{"parent.fork", secret},
				{"parent.forkWithoutEnding", secret},
				{"parent.worker", secret},
				{"parent.spawn", secret, out},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []string{"fork", "forkWithoutEnding", "worker", "spawn"} {
			got := string(r.Results["parent."+c])
			for _, want := range []string{`"workspace":"true"`, `"secret":"EACCES"`, `"token":"undefined"`, `"run":"git version`,
				`"fence":"undefined"`} {
				if !strings.Contains(got, want) {
					t.Errorf("%s: %s: no %s: %s %s", kit, c, want, got, r.Steps["command parent."+c])
				}
			}
		}
	}
}

// TestDebugAdaptersCarryTheFence though the editor itself starts them.
func TestDebugAdaptersCarryTheFence(t *testing.T) {
	dir, secret := family(t)
	tmp := t.TempDir()
	report, touched := filepath.Join(tmp, "report.json"), filepath.Join(tmp, "report.touched")
	r, err := exthost.Run(t.Context(), exthost.Options{
		Extension: dir, Env: map[string]string{"HOST_TOKEN": "token", "TMPDIR": tmp, "CHILD_WORKSPACE": "/"},
		Commands: [][]any{
			{"workbench:debug", "script", map[string]any{"secret": secret, "out": report}}, {"workbench:wait", 5000},
			{"workbench:debug", "program", map[string]any{"out": touched}}, {"workbench:debug", "server", map[string]any{}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(report)
	if err != nil || !strings.Contains(string(data), `"secret":"EACCES"`) || !strings.Contains(string(data), `"token":"undefined"`) {
		t.Errorf("the adapter: %s %v %v ERR %v MSG %v", data, err, r.Steps, r.Errors, r.Messages)
	}
	if _, err := os.Stat(touched); err == nil {
		t.Error("a program that is not granted was started as an adapter")
	}
	if got := r.Steps["command workbench:debug program"]; !strings.Contains(got, "EACCES") {
		t.Errorf("the adapter that is a program: %s", got)
	}
	if got := r.Steps["command workbench:debug server"]; !strings.Contains(got, "192.0.2.1:9 is not granted") {
		t.Errorf("the adapter's address: %s", got)
	}
}

// TestRestrictedModeDeniesUntilTrustIsGranted what only a trusted workspace justifies.
func TestRestrictedModeDeniesUntilTrustIsGranted(t *testing.T) {
	dir, secret := family(t)
	run := func(untrusted bool, commands ...[]any) (string, exthost.Result) {
		t.Helper()
		r, err := exthost.Run(t.Context(), exthost.Options{Extension: dir, Untrusted: untrusted, Commands: commands})
		if err != nil {
			t.Fatal(err)
		}
		return string(r.Results["parent.fork"]), r
	}
	ask := []any{"parent.fork", secret}
	if got, _ := run(false, ask); !strings.Contains(got, `"run":"git version`) {
		t.Errorf("trusted from the start: %s", got)
	}
	if got, _ := run(true, ask); !strings.Contains(got, `"run":"EACCES`) {
		t.Errorf("restricted: %s", got)
	}
	if got, r := run(true, []any{"workbench:trust"}, ask); !strings.Contains(got, `"run":"git version`) {
		t.Errorf("trust was granted while it ran: %s %v", got, r.Steps)
	}
}

// TestALibraryOfTheWorkspaceRunsBehindTheLoader: what did not ship is loaded where the policy says so, by require and by a
// child of Node's, and may what the extension may. Without that line it is not there.
func TestALibraryOfTheWorkspaceRunsBehindTheLoader(t *testing.T) {
	inHost(t)
	lib, secret := t.TempDir(), filepath.Join(t.TempDir(), "secret.txt")
	const library = `
const fs = require('fs'), attempt = f => { try { return String(f()) } catch (e) { return e.code || e.message } }
exports.report = (own, secret) => [attempt(() => require('./part').word), attempt(() => fs.readFileSync(own, 'utf8').length > 0),
  attempt(() => fs.readFileSync(secret, 'utf8')), attempt(() => process.env.HOST_TOKEN), attempt(() => process.binding('fs').open)].join()
if (process.argv[3]) console.log(exports.report(process.argv[2], process.argv[3]))
`
	for name, text := range map[string]string{
		"library.js": library, "part.js": "exports.word = 'part'", "package.json": `{"main": "library.js"}`,
	} {
		if err := os.WriteFile(filepath.Join(lib, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(secret, []byte("canary"), 0o600); err != nil {
		t.Fatal(err)
	}
	const user = `
const cp = require('child_process'), vscode = require('vscode'), path = require('path')
exports.activate = context => {
  const command = (name, f) => context.subscriptions.push(vscode.commands.registerCommand('user.' + name, f))
  command('load', (lib, secret) => require(lib).report(path.join(lib, 'part.js'), secret))
  command('start', (lib, secret) => new Promise((ok, no) => {
    cp.execFile(process.execPath, [path.join(lib, 'library.js'), path.join(lib, 'part.js'), secret], (e, out) => e ? no(e) : ok(out.trim()))
  }))
  // As language servers look for a library: a process that stands in the workspace, and a text for a script.
  command('find', (lib, secret) => new Promise((ok, no) => {
    const text = "process.on('message', m => { let own; try { own = require('fs').readFileSync(m, 'utf8') } catch (e) { own = e.code } " +
      "process.send([require(require.resolve('./part')).word, process.argv.length > 1, own, " +
      "String(process.env.HOST_TOKEN), ''].join()); process.exit() })"
    const child = cp.fork('', [], { cwd: lib, execArgv: ['-e', text] })
    child.on('error', no).on('message', ok).send(secret)
  }))
}
`
	for _, c := range []struct{ code, want string }{
		{`"eval", "load", {"code": "fork", "path": "` + lib + `/**"}`, "part,true,EACCES,undefined,"},
		{`{"code": "fork", "path": "` + lib + `/**"}`, "RF_DENIED_"},
	} {
		p, err := policy.Parse("policy.json", []byte(`{"schemaVersion": 1, "extension": "acme.user",
			"modules": {"child_process": ["*"], "fs": ["readFileSync"]}, "files.read": ["`+lib+`/**"], "code": [`+c.code+`]}`))
		if err != nil {
			t.Fatal(err)
		}
		o := withLoader(t)
		o.Mode, o.Policy = wrap.Enforce, p
		dir := filepath.Join(t.TempDir(), "user")
		mustWrap(t, folder(t, map[string]string{
			"package.json": `{"name": "user", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js", ` +
				`"activationEvents": ["*"]}`,
			"main.js": user,
		}), dir, o)
		r, err := exthost.Run(t.Context(), exthost.Options{
			Extension: dir, Env: map[string]string{"HOST_TOKEN": "token"},
			Commands: [][]any{{"user.load", lib, secret}, {"user.start", lib, secret}, {"user.find", lib, secret}},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"user.load", "user.start", "user.find"} {
			if got := string(r.Results[name]) + r.Steps["command "+name]; !strings.Contains(got, c.want) || strings.Contains(got, "canary") {
				t.Errorf("%s with %s: %s", name, c.code, got)
			}
		}
	}
}
