package synth

import (
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// A proposed part of the API is granted by its name to whoever declares
// proposals and uses it, and to nobody else; its classes need no line.
func TestProposedPartsOfTheAPIAreGrantedByName(t *testing.T) {
	const code = "const v = require('vscode'); exports.activate = () => { v.window.registerTerminalQuickFixProvider('x', {});" +
		" v.window.showInformationMessage('y'); const e = v.extensions; for (const x of e.allAcrossExtensionHosts) v.chat.getHooks(x);" +
		" new v.ChatResponseHookPart(v.ChatLocation.Panel); x.window.scroll(1) }"
	granted := func(manifest string) []string {
		var out []string
		for _, g := range synthesize(t, map[string]string{"package.json": manifest, "main.js": code}).Policy.In(policy.Modules) {
			if g.Name == "vscode" {
				out = append(out, g.Pattern)
			}
		}
		return out
	}
	asks := strings.Replace(manifest, `"main"`, `"enabledApiProposals": ["terminalQuickFixProvider"], "main"`, 1)
	if got := granted(
		asks,
	); !slices.Equal(
		got,
		[]string{"chat.getHooks", "extensions.allAcrossExtensionHosts", "window.registerTerminalQuickFixProvider"},
	) {
		t.Errorf("declared: %q", got)
	}
	if got := granted(manifest); len(got) > 0 {
		t.Errorf("not declared: %q", got)
	}
}

// What is about files and names none is granted by its own name, and a path that is
// not known is no such thing.
func TestWhatNamesNoFileIsGrantedByItsName(t *testing.T) {
	const code = "const v = require('vscode'); exports.activate = () => { v.workspace.registerFileSystemProvider('mine', {});" +
		" v.workspace.findFiles('**'); v.workspace.openTextDocument(v.x) }"
	r := synthesize(t, map[string]string{"main.js": code})
	want := []string{
		"modules: vscode.workspace.findFiles",
		"modules: vscode.workspace.registerFileSystemProvider",
		"vscode: files.read ${workspace}/** (unresolved)",
	}
	if got := lines(r.Policy); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// What handlers, commands of editors and views are handed is VS Code's: what they do with it is asked for.
func TestWhatHandlersAreHandedIsGranted(t *testing.T) {
	const write = "vscode: files.write ${workspace}/** (unresolved)"
	for code, want := range map[string][]string{
		"v.commands.registerTextEditorCommand('a.b', e => { new A().run(e) })":               {write},
		"v.workspace.onDidSaveTextDocument(helper, null, [])":                                {"vscode: documents", write},
		"v.workspace.onWillSaveTextDocument(({ document }) => { document.save() })":          {"vscode: documents", write},
		"v.window.onDidChangeVisibleTextEditors(l => { for (const e of l) new A().run(e) })": {write},
		"v.workspace.openTextDocument(v.Uri.file('/x')).then(helper)":                        {"vscode: files.read /x", write},
		"v.commands.registerTextEditorCommand('a.b', e => { e.edit(() => {}) })":             {"vscode: documents"},
		"v.debug.onDidStartDebugSession(s => s.customRequest('x'))":                          {"vscode: debug x"},
		"v.debug.onDidStartDebugSession(s => s.configuration.program)":                       {"vscode: debug"},
		"v.debug.onDidReceiveDebugSessionCustomEvent(e => e.body)":                           {"vscode: debug"},
		"v.window.onDidCloseTerminal(t => t.creationOptions)":                                {"vscode: terminal"},
		"v.window.activeTerminal.show()":                                                     {"vscode: terminal"},
		"v.tasks.onDidEndTask(e => e.execution.terminate())":                                 {"vscode: task"},
		"v.env.onDidChangeShell(s => s)":                                                     {"vscode: env"},
		// The mirror: functions of that name on what is the extension's own.
		"v.commands.registerCommand('a.b', e => { e.save() }); helper({ save() {} })": nil,
		"v.window.onDidChangeActiveTextEditor(e => { e.show() })":                     nil,
		// Who is told that something ended, and how it is called (shim/loader/vscode/told), needs nothing.
		"v.tasks.onDidEndTask(e => e.execution.task.name); v.tasks.onDidEndTaskProcess(e => e.exitCode)": nil,
		"v.debug.onDidTerminateDebugSession(s => s.type); v.debug.activeDebugSession.name":               nil,
		"v.window.onDidCloseTerminal(t => t.exitStatus); v.window.terminals.map(t => t.name)":            nil,
	} {
		r := synthesize(t, map[string]string{"main.js": "const v = require('vscode'); class A { run(e) { e.document.save() } }" +
			" function helper(d) { d.save() } exports.activate = () => { " + code + " }"})
		if got := lines(r.Policy); !slices.Equal(got, want) {
			t.Errorf("%s: %q", code, got)
		}
	}
}

// Registrations are found wherever they stand, and only whole ones.
func TestRegistrationsAreFoundByName(t *testing.T) {
	for code, want := range map[string][]string{
		"a.chat.registerOne(),b.lm.registerTwo(":             {"chat.registerOne", "lm.registerTwo"},
		".chat.registerOne(.chat.registerOne(":               {"chat.registerOne", "chat.registerOne"},
		".window.register.registerX(.tasks.registerDo(1":     {"tasks.registerDo"},
		"chat.registerOne(":                                  nil,
		".other.registerOne(":                                nil,
		".chat.registerone(.chat.register(.chat.registerOne": nil,
		".register": nil,
		"":          nil,
	} {
		if got := slices.Collect(registrations([]byte(code))); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}
