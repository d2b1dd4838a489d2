package catalog

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLookup(t *testing.T) {
	for _, tc := range []struct {
		module, member string
		want           Capability
		args           string // roles, position by position
	}{
		{"fs", "readFile", FileRead, "0=path"},
		{"fs", "promises.readFile", FileRead, "0=path"},
		{"fs", "writeFileSync", FileWrite, "0=path 1=content"},
		{"fs", "rename", FileWrite, "0=path 1=path.dest"},
		{"fs", "copyFileSync", FileWrite, "0=path.source 1=path.dest"},
		{"fs", "promises.open().write", FileWrite, ""},
		{"fs", "promises.open().readFile", FileRead, ""},
		{"child_process", "exec", ProcessShell, "0=command 1=options 1.cwd=cwd 1.env=env 1.shell=shell"},
		{"child_process", "fork", ProcessFork,
			"0=module 1=args 1=options 1.cwd=cwd 1.env=env 1.execArgv=execArgv 1.execPath=command 2=options 2.cwd=cwd 2.env=env " +
				"2.execArgv=execArgv 2.execPath=command"},
		{"child_process", "spawn().kill", ProcessSignal, "0=signal"},
		{"net", "Socket().connect", NetConnect, "0=port 0=socket 0=options 0.host=host 0.path=socket 0.port=port 1=host"},
		{"net", "connect().connect", NetConnect, "0=port 0=socket 0=options 0.host=host 0.path=socket 0.port=port 1=host"},
		{"net", "createServer().listen", NetListen, "0=port 0=socket 0=options 0.host=host 0.path=socket 0.port=port 1=host"},
		{"http", "createServer().listen", NetListen, "0=port 0=socket 0=options 0.host=host 0.path=socket 0.port=port 1=host"},
		{"https", "Server().listen", NetListen, "0=port 0=socket 0=options 0.host=host 0.path=socket 0.port=port 1=host"},
		{"dns", "promises.lookup", NetResolve, "0=host"},
		{"process", "env", EnvRead, "-1=envName"},
		{"process", "getBuiltinModule", CodeLoad, "0=module"},
		{"process", "dlopen", CodeNative, "1=path"},
		{"module", "createRequire", CodeLoad, "0=path"},
		{"module", "createRequire()", CodeLoad, "0=module"},
		{"module", "createRequire().cache", CodeLoad, ""},
		{"module", "Module()._compile", CodeEval, "0=code 1=path"},
		{"vm", "runInThisContext", CodeVM, "0=code"},
		{"worker_threads", "Worker", CodeWorker, "0=path 0=code 1=options 1.env=env 1.eval=eval 1.execArgv=execArgv"},
		{"crypto", "createCipheriv", Crypto, "0=algorithm 1=key 2=iv"},
		{"globals", "eval", CodeEval, "0=code"},
		{"globals", "fetch", NetConnect, "0=url 1.body=content 1.headers=headers"},
		{"globals", "fetchLater", NetConnect, "0=url 1.body=content 1.headers=headers"},
		{"globals", "WebAssembly.instantiate", CodeWasm, "0=code"},
		{"globals", "setTimeout", "", "0=code 0=handler"},
		{"vscode", "window.createTerminal().sendText", VSTerminal, "0=content"},
		{"vscode", "window.activeTerminal.sendText", VSTerminal, "0=content"},
		{"vscode", "window.terminals.shellIntegration.executeCommand", VSTerminal, "0=command 1=args"},
		{"vscode", "workspace.getConfiguration().get", VSSettingsRead, "0=settingKey"},
		{"vscode", "workspace.getConfiguration().update", VSSettingsWrite, "0=settingKey 1=content 2=settingTarget"},
		{"vscode", "workspace.fs.writeFile", VSFilesWrite, "0=path 1=content"},
		{"vscode", "env.clipboard.readText", VSClipboard, ""},
		{"vscode", "languages.registerDocumentDropEditProvider", VSClipboard, "1=handler"},
		{"vscode", "commands.executeCommand", VSCommand, "0=commandId 1=args"},
		{"vscode", "authentication.getSession().accessToken", VSAuth, ""},
		{"vscode", "ExtensionContext.secrets.get", VSSecrets, "0=secretKey"},
		{"vscode", "ExtensionContext.environmentVariableCollection.replace", VSTerminal, "0=envName 1=content"},
		{"vscode", "extensions.getExtension().exports", VSExtensions, ""},
		{"vscode", "ExtensionContext.extension.exports", "", ""},
		{"vscode", "window.createWebviewPanel().webview.html", VSWebview, ""},
		{"vscode", "window.activeTextEditor.document.getText", VSDocuments, ""},
		{"fs", "constants", "", ""},
	} {
		e, ok := Default().Lookup(tc.module, tc.member)
		if !ok {
			t.Errorf("%s %s is not catalogued", tc.module, tc.member)
			continue
		}
		if e.Capability != tc.want || roles(e) != tc.args {
			t.Errorf("%s %s: %s (%s), want %s (%s)", tc.module, tc.member, e.Capability, roles(e), tc.want, tc.args)
		}
		if e.Module != tc.module || e.Member != tc.member {
			t.Errorf("%s %s came back as %s %s", tc.module, tc.member, e.Module, e.Member)
		}
	}
	for _, s := range []Symbol{
		{"fs", "readFiles"}, {"fs", "readFile.path"}, {"fs/promises", "readFile"}, {"fs", ""},
		{"net", "createServer.listen"}, {"nothing", "readFile"}, {"", ""},
	} {
		if e, ok := Default().Lookup(s.Module, s.Member); ok {
			t.Errorf("%v is catalogued as %v", s, e)
		}
	}
}

// TestClassify: a harmless symbol speaks for what is below it, a namespace and
// a power do not, so that a new name in a later Node is noticed.
func TestClassify(t *testing.T) {
	for s, want := range map[Symbol]bool{
		{"fs", "readFile"}:                          true,
		{"fs", "newInNode30"}:                       false,
		{"fs", "constants.NEW"}:                     true,
		{"fs", "promises"}:                          true,
		{"fs", "promises.newInNode30"}:              false,
		{"fs", "promises.open().write"}:             true,
		{"fs", "promises.open().getAsyncId"}:        true, // harmless, by the type of what open gives
		{"fs", "promises.open().new"}:               false,
		{"net", "connect().address"}:                true,
		{"net", "connect().new"}:                    false,
		{"net", "Socket.newStatic"}:                 false,
		{"path", "newInNode30"}:                     true, // the module is harmless as a whole
		{"vscode", "window.createTerminal().show"}:  true,
		{"vscode", "window.createTerminal().new"}:   false,
		{"vscode", "window.activeTerminal.hide"}:    true,
		{"vscode", "window.activeTerminal.new"}:     false,
		{"vscode", "ExtensionContext.newInVSCode2"}: false,
		{"nothing", "x"}:                            false,
	} {
		if e, ok := Default().Classify(s.Module, s.Member); ok != want {
			t.Errorf("Classify(%q, %q) = %v, %v", s.Module, s.Member, e, ok)
		}
	}
}

func roles(e Entry) string {
	var out []byte
	for i, a := range e.Args {
		if i > 0 {
			out = append(out, ' ')
		}
		if a.Index == KeyIndex {
			out = append(out, '-')
			out = append(out, '1')
		} else {
			out = append(out, byte('0'+a.Index))
		}
		if a.Prop != "" {
			out = append(out, "."+a.Prop...)
		}
		out = append(out, "="+string(a.Role)...)
	}
	return string(out)
}

func TestCanonical(t *testing.T) {
	for _, tc := range [][4]string{
		{"fs/promises", "readFile", "fs", "promises.readFile"},
		{"fs/promises", "", "fs", "promises"},
		{"fs", "promises.readFile", "fs", "promises.readFile"},
		{"node:fs", "readFile", "fs", "readFile"},
		{"node:fs/promises", "default.readFile", "fs", "promises.readFile"},
		{"original-fs", "readFileSync", "fs", "readFileSync"},
		{"original-fs", "promises.rm", "fs", "promises.rm"},
		{"fs", "default", "fs", ""},
		{"fs", "default.default.readFile", "fs", "readFile"},
		{"path/posix", "join", "path", "posix.join"},
		{"path", "posix.win32.posix.join", "path", "posix.join"},
		{"stream/promises", "pipeline", "stream", "promises.pipeline"},
		{"timers/promises", "setTimeout", "timers", "promises.setTimeout"},
		{"dns/promises", "Resolver", "dns", "promises.Resolver"},
		{"util/types", "isProxy", "util", "types.isProxy"},
		{"sys", "promisify", "util", "promisify"},
		{"assert/strict", "ok", "assert", "strict.ok"},
		{"_http_client", "ClientRequest", "http", "ClientRequest"},
		{"_stream_readable", "from", "stream", "Readable.from"},
		{"_stream_readable", "", "stream", "Readable"},
		{"globals", "process.env", "process", "env"},
		{"globals", "globalThis.process.env", "process", "env"},
		{"globals", "global.self.globalThis.eval", "globals", "eval"},
		{"globals", "Buffer.from", "buffer", "Buffer.from"},
		{"globals", "crypto.subtle.encrypt", "crypto", "subtle.encrypt"},
		{"globals", "fetch", "globals", "fetch"},
		{"globals", "performance.now", "perf_hooks", "performance.now"},
		{"globals", "globalThis", "globals", ""},
		{"globals", "processes.env", "globals", "processes.env"},
		{"crypto", "webcrypto.subtle.digest", "crypto", "subtle.digest"},
		{"module", "Module._load", "module", "_load"},
		{"module", "Module.Module._load", "module", "_load"},
		{"module", "prototype.require", "module", "Module().require"},
		{"module", "Module.prototype.require", "module", "Module().require"},
		{"module", "().require", "module", "Module().require"},
		{"net", "Socket.prototype.connect", "net", "Socket().connect"},
		{"net", "Socket().constructor", "net", "Socket"},
		{"net", "Socket().constructor.prototype.connect", "net", "Socket().connect"},
		{"net", "Socket().__proto__.connect", "net", "Socket().connect"},
		{"net", "Stream().connect", "net", "Socket().connect"},
		{"vm", "Script.prototype.constructor", "vm", "Script"},
		{"fs", "constructor", "fs", "constructor"},
		{"fs", "defaults.x", "fs", "defaults.x"},
		{"vscode", "default.window.createTerminal().sendText", "vscode", "window.createTerminal().sendText"},
		{"left-pad", "default", "left-pad", ""},
		{"", "", "", ""},
		{"fs", "...", "fs", "..."},
	} {
		m, n := Default().Canonical(tc[0], tc[1])
		if m != tc[2] || n != tc[3] {
			t.Errorf("Canonical(%q, %q) = %q, %q, want %q, %q", tc[0], tc[1], m, n, tc[2], tc[3])
		}
		if m2, n2 := Default().Canonical(m, n); m2 != m || n2 != n {
			t.Errorf("Canonical(%q, %q) = %q, %q is not final: %q, %q", tc[0], tc[1], m, n, m2, n2)
		}
	}
}

func TestTracked(t *testing.T) {
	for s, want := range map[Symbol]bool{
		{"fs", ""}:                               true,
		{"fs", "promises"}:                       true,
		{"fs", "promises.open"}:                  true,
		{"fs", "promises.open()"}:                true,
		{"fs", "promises.open().write"}:          false,
		{"fs", "readFile"}:                       false,
		{"fs", "constants"}:                      false,
		{"fs", "nobody"}:                         false,
		{"net", "createServer"}:                  true,
		{"net", "createServer()"}:                true,
		{"path", ""}:                             false,
		{"process", "report"}:                    true,
		{"process", "mainModule"}:                true,
		{"vscode", "window"}:                     true,
		{"vscode", "window.createTerminal"}:      true,
		{"vscode", "window.createTerminal()"}:    true,
		{"vscode", "window.showErrorMessage"}:    false,
		{"vscode", "window.showErrorMessage()"}:  false,
		{"vscode", "ExtensionContext"}:           true,
		{"vscode", "workspace.workspaceFolders"}: true, // its uri is a root
		{"vscode", "workspace.getConfiguration"}: true,
		{"nothing", ""}:                          false,
	} {
		if got := Default().Tracked(s.Module, s.Member); got != want {
			t.Errorf("Tracked(%q, %q) = %v", s.Module, s.Member, got)
		}
	}
	// By definition, not by example: exactly the proper prefixes.
	want := map[Symbol]bool{}
	for _, e := range Default().Symbols() {
		if e.Harmless() && e.Root == "" {
			continue
		}
		for m := e.Member; m != ""; {
			m = parent(m)
			want[Symbol{e.Module, m}] = true
		}
	}
	if diff := cmp.Diff(want, Default().tracked); diff != "" {
		t.Errorf("tracked (-want +got):\n%s", diff)
	}
}

func TestGlobal(t *testing.T) {
	for name, want := range map[string]Symbol{
		"process":    {"process", ""},
		"fetch":      {"globals", "fetch"},
		"fetchLater": {"globals", "fetchLater"},
		"Buffer":     {"buffer", "Buffer"},
		"crypto":     {"crypto", "webcrypto"},
		"URL":        {"url", "URL"},
		"globalThis": {"globals", ""},
		"global":     {"globals", ""},
		"self":       {"globals", ""},
		"window":     {"globals", ""},
		"eval":       {"globals", "eval"},
		"Function":   {"globals", "Function"},
		"Reflect":    {"globals", "Reflect"},
	} {
		m, n, ok := Default().Global(name)
		if got := (Symbol{m, n}); !ok || got != want {
			t.Errorf("Global(%q) = %v, %v", name, got, ok)
		}
	}
	for _, name := range []string{"require", "module", "exports", "__filename", "__dirname", "foo", "", "undefined", "Socket",
		"AsyncFunction"} {
		if m, n, ok := Default().Global(name); ok {
			t.Errorf("Global(%q) = %s %s", name, m, n)
		}
	}
}

// A line of globals.txt without its name in globalnames.txt reads well and finds nothing.
func TestEveryGlobalIsFoundByItsName(t *testing.T) {
	// No name leads to the first, the engine knows the way; the last three are values.
	nameless := []string{"AsyncFunction", "AsyncGeneratorFunction", "GeneratorFunction", "import", "Infinity", "NaN", "undefined"}
	for _, e := range Default().Symbols() {
		if e.Module != "globals" || e.Member == "" {
			continue
		}
		name, _, _ := strings.Cut(e.Member, ".")
		name = strings.TrimSuffix(name, "()")
		if _, _, ok := Default().Global(name); ok == slices.Contains(nameless, name) {
			t.Errorf("globals %s: found by the name %s: %v; its line in data/globalnames.txt decides", e.Member, name, ok)
		}
	}
}

func TestHasModule(t *testing.T) {
	for name, want := range map[string]bool{
		"fs": true, "fs/promises": true, "timers/promises": true, "original-fs": true, "sys": true,
		"_http_client": true, "sqlite": true, "sea": true, "test": true, "test/reporters": true,
		"inspector/promises": true, "globals": true, "vscode": true, "path/win32": true, "stream/web": true,
		"node:fs": false, "express": false, "fs/": false, "": false, "electron": false, "fs-extra": false,
	} {
		if got := Default().HasModule(name); got != want {
			t.Errorf("HasModule(%q) = %v", name, got)
		}
	}
	if m := Default().Modules(); !slices.IsSorted(m) || !slices.Contains(m, "fs/promises") {
		t.Errorf("Modules() = %v", m)
	}
}

func TestCapabilitiesOfWhatEscapes(t *testing.T) {
	for s, want := range map[Symbol][]Capability{
		{"fs", ""}:                       {FileRead, FileWatch, FileWrite},
		{"fs", "promises.open()"}:        {FileRead, FileWrite},
		{"fs", "readFile"}:               {FileRead},
		{"vscode", "window.registerUri"}: nil, // a prefix of a name, not of the path
		{"vscode", "env.clipboard"}:      {VSClipboard},
		{"path", ""}:                     nil,
	} {
		if diff := cmp.Diff(want, Default().Capabilities(s.Module, s.Member)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", s, diff)
		}
	}
}

// TestVariants: one logical function is known under all its forms.
func TestVariants(t *testing.T) {
	forms := map[string][]string{}
	for _, e := range Default().Symbols() {
		if e.Module == "fs" && e.Base == (Symbol{}) && (e.Of == "stat" || e.Member == "stat") {
			forms[string(e.Form)] = append(forms[string(e.Form)], e.Member)
		}
	}
	want := map[string][]string{"callback": {"stat"}, "promise": {"promises.stat"}, "sync": {"statSync"}}
	if diff := cmp.Diff(want, forms); diff != "" {
		t.Errorf("forms of fs.stat (-want +got):\n%s", diff)
	}
	for _, e := range Default().Symbols() {
		plain, ok := Default().Lookup(e.Module, e.Of)
		if e.Of == "" || e.Base != (Symbol{}) || !ok {
			continue
		}
		if plain.Capability != e.Capability {
			t.Errorf("%s %s is %s, but %s is %s", e.Module, e.Member, e.Capability, e.Of, plain.Capability)
		}
	}
}

func TestRoots(t *testing.T) {
	for s, want := range map[Symbol]string{
		{"os", "homedir"}: "home",
		{"os", "tmpdir"}:  "tmp",
		{"vscode", "ExtensionContext.extensionPath"}:           "extension",
		{"vscode", "ExtensionContext.extensionUri"}:            "extension",
		{"vscode", "ExtensionContext.asAbsolutePath"}:          "extension",
		{"vscode", "ExtensionContext.globalStorageUri"}:        "globalStorage",
		{"vscode", "ExtensionContext.storagePath"}:             "workspaceStorage",
		{"vscode", "ExtensionContext.logUri"}:                  "logs",
		{"vscode", "workspace.workspaceFolders.uri"}:           "workspace",
		{"vscode", "workspace.getWorkspaceFolder().uri"}:       "workspace",
		{"vscode", "ExtensionContext.extension.extensionPath"}: "extension",
		{"vscode", "extensions.getExtension().extensionPath"}:  "otherExtension",
		{"vscode", "window.activeTextEditor.document.uri"}:     "document",
		{"vscode", "workspace.findFiles().fsPath"}:             "document",
		{"os", "hostname"}: "",
	} {
		e, ok := Default().Lookup(s.Module, s.Member)
		if !ok || e.Root != want {
			t.Errorf("%v: root %q (%v), want %q", s, e.Root, ok, want)
		}
	}
}

// TestLoadIsStable: the same data gives the same catalogue, entry by entry.
func TestLoadIsStable(t *testing.T) {
	a, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	b, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a.Symbols(), b.Symbols()); diff != "" {
		t.Errorf("two loads differ:\n%s", diff)
	}
	if !slices.IsSortedFunc(a.Symbols(), compareEntries) {
		t.Error("Symbols are not sorted")
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(); err != nil {
			b.Fatal(err)
		}
	}
}
