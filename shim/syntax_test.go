package shim

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/testkit/jsaudit"
)

const (
	// maxLines bounds a function of the loader, counted with those inside it.
	maxLines = 120
	// maxCaptured bounds the names that a function takes from the functions around it.
	maxCaptured = 12
	// maxColumns bounds a line.
	maxColumns = 140
	// maxExceptions bounds how many receivers are let through by hand.
	maxExceptions = 20
)

// ownObjects are the names under which the loader's modules pass each other objects
// without a prototype, and the module that makes each. What has no prototype answers no
// call with a method of the realm's.
var ownObjects = map[string]string{
	"loader/kernel/functions.js f":           "loader/start.js",
	"loader/kernel/functions.js there.value": "loader/kernel/functions.js",
	"loader/kernel/stacks.js out":            "loader/kernel/stacks.js",
	"loader/kernel/crossing.js s":            "loader/kernel/membrane.js",
	"about":                                  "loader/vscode/session.js",
	"addresses":                              "loader/vscode/named/addresses.js",
	"change":                                 "loader/start.js",
	"commandNames":                           "loader/vscode/named/commandnames.js",
	"context":                                "loader/start.js",
	"context.core":                           "loader/node/core.js",
	"border":                                 "loader/vscode/border.js",
	"border.lasting":                         "loader/vscode/lasting.js",
	"border.told":                            "loader/vscode/told/told.js",
	"this.lasting":                           "loader/vscode/lasting.js",
	"editor":                                 "loader/vscode/editor.js",
	"loader/node/fs/calls.js call":           "loader/node/fs/calls.js",
	"fence":                                  "loader/policy/fence.js",
	"fence.log":                              "loader/policy/log.js",
	"fence.paths":                            "loader/policy/paths.js",
	"files":                                  "loader/node/fs/paths.js",
	"inner":                                  "loader/node/fs/recursion.js",
	"job":                                    "loader/node/fs/recursion.js",
	"log":                                    "loader/policy/log.js",
	"names":                                  "loader/vscode/named/names.js",
	"news":                                   "loader/node/livebindings.js",
	"paths":                                  "loader/policy/paths.js",
	"memory":                                 "loader/vscode/observed/memory.js",
	"period":                                 "loader/policy/period.js",
	"pins":                                   "loader/node/fs/fdpins.js",
	"permissions":                            "loader/vscode/permissions.js",
	"seen.period":                            "loader/policy/period.js",
	"requests":                               "loader/node/network/requests.js",
	"settings":                               "loader/vscode/settings.js",
	"ui":                                     "loader/vscode/person/ui.js",
	"use":                                    "loader/node/fs/treejobs.js",
	"views":                                  "loader/kernel/membrane.js",
	"watch":                                  "loader/node/fs/watch.js",
	"web":                                    "loader/node/network/web.js",
}

// exception is a receiver of another kind, and what shows that it is safe.
type exception struct{ module, receiver, why, shown string }

var exceptions = []exception{
	{
		"loader/kernel/harden.js",
		"x",
		"an iterator of a new list, table, set or text, asked while the loader starts; at level shared only what nobody runs on depends on it",
		"TestEachLevelIsReachedAndSaid",
	},
	{"loader/kernel/internallists.js", "socket", "a socket of Node, whose class no extension is given",
		"loader/kernel/internallists.test.js"},
	{"loader/kernel/viewevents.js", "v", "a view: its handler answers", "attacks/views.js"},
	{"loader/kernel/viewevents.js", "dest", "the extension's own stream, which is given bytes and a view",
		"attacks/views.js"},
	{"loader/node/code.js", "m", "the extension's own object, given to a method of its own class Module",
		"attacks/loader.js"},
	{
		"loader/node/network/fetchtransport.js",
		"body from to given gone request answer lib",
		"streams and requests of Node, whose methods restrain() keeps from a fence and whose classes no extension is given",
		"TestOthersNoticeLittleAtLevelShared, attacks/views.js",
	},
	{"loader/node/network/fetchtransport.js", "controller stream reader",
		"streams of the web platform, which carry bytes that are the extension's and nothing of the connection", "attacks/views-iteration.js"},
	{
		"loader/node/network/websockettransport.js",
		"socket out request answer lib",
		"streams and requests of Node, whose methods restrain() keeps from a fence and whose classes no extension is given",
		"TestOthersNoticeLittleAtLevelShared, attacks/views.js",
	},
	{
		"loader/node/network/websockettransport.js",
		"handler",
		"the other half of Node's WebSocket, which is given numbers, bytes and a stream that only carries",
		"attacks/network-lookups.js",
	},
	{"loader/vscode/specialmembers.js", "registration", "what VS Code answered to the loader, which the extension is not given",
		"attacks/host/window.js"},
	{"loader/vscode/session.js", "workspace workspace.getConfiguration()", "VS Code's own, as a copy", "attacks/host/commands.js"},
	{"loader/vscode/named/commandnames.js", "api.extensions", "VS Code's own, which the extension gets a copy of", "attacks/host/commands.js"},
	{"loader/vscode/editor.js", "api.extensions", "VS Code's own API, of which the extension has another", "attacks/host/commands.js"},
	{"loader/vscode/settings.js", "api.extensions api.workspace api.workspace.getConfiguration()",
		"VS Code's own API, which the extension gets a copy of", "attacks/host/settings.js"},
	{"loader/vscode/person/questions.js", "window", "VS Code's own API, which the extension gets a copy of",
		"loader/vscode/person/ui.test.js"},
	{"loader/vscode/person/menu.js", "window", "VS Code's own API, which the extension gets a copy of", "TestAPersonSwitchesAFenceOff"},
	{"loader/vscode/person/ui.js", "window commands api.workspace channel() ui.item",
		"VS Code's own API and what it answered to the loader, which the extension gets neither of", "attacks/host/window.js"},
}

// Invariant 1, by the syntax tree and in every module: no method is looked up on a value
// or a prototype of the realm. What stands outside every function runs while the loader
// loads; of the modules that load after an extension ran this is looked at as well.
func TestMethodsAreCalledOnlyOnTheLoadersOwn(t *testing.T) {
	files := parsed(t)
	if len(exceptions) > maxExceptions {
		t.Errorf("%d exceptions, bound %d", len(exceptions), maxExceptions)
	}
	for _, e := range exceptions {
		for _, shown := range strings.Split(e.shown, ", ") {
			if !isShown(t, shown) {
				t.Errorf("%s, %s: nothing is shown by %s", e.module, e.receiver, shown)
			}
		}
	}
	used := map[exception]bool{}
	for _, name := range files.names {
		for _, c := range files.of[name].Calls {
			if (c.Loading && !slices.Contains(later, name)) || files.isOwn(name, c) {
				continue
			}
			i := slices.IndexFunc(exceptions, func(e exception) bool {
				return e.module == name && slices.Contains(strings.Fields(e.receiver), c.Receiver)
			})
			if i < 0 {
				t.Errorf("%s:%d: %s.%s() looks its method up while an extension runs; use a captured primordial", name, c.Line, c.Receiver, c.Method)
				continue
			}
			used[exceptions[i]] = true
		}
	}
	for _, e := range exceptions {
		if !used[e] {
			t.Errorf("%s: nothing calls a method of %s any more: take the exception off the list", e.module, e.receiver)
		}
	}
}

// isShown reports that a test of this package, or a file of attacks or tests, is there.
func isShown(t *testing.T, name string) bool {
	if !strings.HasPrefix(name, "Test") {
		info, err := os.Stat(name)
		return err == nil && info.Mode().IsRegular()
	}
	tests, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	wrapped, err := filepath.Glob("wrap/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(tests, wrapped...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}

// parsedFiles are the loader's modules as syntax.
type parsedFiles struct {
	names []string
	of    map[string]*jsaudit.File
}

func parsed(t *testing.T) parsedFiles {
	t.Helper()
	names, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	p := parsedFiles{of: map[string]*jsaudit.File{}}
	for _, name := range names {
		if path.Ext(name) != ".js" {
			continue
		}
		text, err := modules.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if p.of[name], err = jsaudit.Read(name, string(text)); err != nil {
			t.Fatal(err)
		}
		p.names = append(p.names, name)
	}
	return p
}

// isOwn reports that a call's receiver has no prototype, or a class of the loader's.
func (p parsedFiles) isOwn(name string, c jsaudit.Call) bool {
	switch {
	case c.Own:
		return true
	case c.Receiver == "this":
		return p.has(name, c.Method)
	case strings.HasPrefix(c.Module, "."):
		return p.exports(path.Join(path.Dir(name), c.Module))
	}
	maker := ownObjects[name+" "+c.Receiver]
	if maker == "" {
		maker = ownObjects[c.Receiver]
	}
	if maker == "" {
		return false
	}
	if p.has(maker, c.Method) {
		return true
	}
	// A later module may give it: fence.through = f.
	for _, f := range p.of {
		if slices.Contains(f.Assigned, c.Receiver+"."+c.Method) {
			return true
		}
	}
	return false
}

// has reports that a module makes an object without a prototype, or a class, that has a
// method, or gives it to one later.
func (p parsedFiles) has(name, method string) bool {
	f := p.of[name]
	if f == nil {
		return false
	}
	for _, fields := range f.Literals {
		if fields[method] {
			return true
		}
	}
	for _, methods := range f.Classes {
		if methods[method] {
			return true
		}
	}
	for table := range f.Tables {
		if slices.Contains(f.Assigned, table+"."+method) {
			return true
		}
	}
	return slices.Contains(f.Assigned, "give("+method+")")
}

// exports reports that what a module exports has no prototype.
func (p parsedFiles) exports(name string) bool {
	text, err := modules.ReadFile(name)
	return err == nil && exportsBare.Match(text)
}

var exportsBare = regexp.MustCompile(`(?m)^module\.exports = \{\s*__proto__: null,`)

// The rule itself, with each kind of call.
func TestWhatALookUpIs(t *testing.T) {
	for _, c := range []struct {
		text string
		own  bool
	}{
		{"function f(a) { a.push(1) }", false},
		{"function f(a) { a['push'](1) }", false},
		{"function f(a, k) { a[k](1) }", false},
		{"function f() { return [1].map(String) }", false},
		{"function f() { return 'x'.trim() }", false},
		{"function f() { const a = []; a.push(1) }", false},
		{"function f() { const a = {}; a.b() }", false},
		{"function f() { const a = { __proto__: null, b() {} }; a.b() }", true},
		{"class A { b() {} c() { this.b() } }", true},
		{"class A { c() { this.b() } }", false},
		{"class A { b() {} }\nfunction f() { const a = new A(); a.b() }", true},
		{"function f() { const a = new Map(); a.get(1) }", false},
		{"function f(views) { views.outward(1) }", true},
		{"function f(views) { views.push(1) }", false},
		{"function f() { require('node:fs').readFileSync('x') }", false},
		{"class A { #a\n c() { this.#a(1) } }", true},
		{"function f(a) { a?.push(1) }", false},
	} {
		f, err := jsaudit.Read("x.js", c.text)
		if err != nil {
			t.Fatal(err)
		}
		p := parsed(t)
		p.of["x.js"] = f
		own := true
		for _, call := range f.Calls {
			own = own && p.isOwn("x.js", call)
		}
		if own != c.own {
			t.Errorf("%q is the loader's own: %t", c.text, own)
		}
	}
}

// excess says what of a file is longer, or takes more names from around it, than a reader
// holds in mind.
func excess(name string, file *jsaudit.File) []string {
	var out []string
	for _, f := range file.Functions {
		if f.Lines > maxLines {
			out = append(out, fmt.Sprintf("%s:%d: %s has %d lines with those inside it, bound %d", name, f.Line, f.Name, f.Lines, maxLines))
		}
		if n := len(f.Captured); n > maxCaptured {
			out = append(
				out,
				fmt.Sprintf("%s:%d: %s takes %d names from the functions around it, bound %d: %v", name, f.Line, f.Name, n, maxCaptured, f.Captured),
			)
		}
	}
	return out
}

func TestFunctionsAreShortAndCaptureLittle(t *testing.T) {
	files := parsed(t)
	for _, name := range files.names {
		for _, text := range excess(name, files.of[name]) {
			t.Error(text)
		}
	}
}

// The bounds themselves: what is at one is let through, one more is not.
func TestAFunctionThatIsTooMuchIsSaid(t *testing.T) {
	long := func(lines int) string {
		return "function f() {\n" + strings.Repeat("g()\n", lines-2) + "}\n"
	}
	capturing := func(names int) string {
		var all []string
		for i := range names {
			all = append(all, fmt.Sprintf("n%d", i))
		}
		return "function f(" + strings.Join(all, ", ") + ") {\n  return () => [" + strings.Join(all, ", ") + "]\n}\n"
	}
	for _, c := range []struct {
		text string
		want int
	}{
		{long(maxLines), 0},
		{long(maxLines + 1), 1},
		{"function f() {\n  return () => {\n" + strings.Repeat("g()\n", maxLines-4) + "  }\n}\n", 0},
		{"function f() {\n  return () => {\n" + strings.Repeat("g()\n", maxLines-3) + "  }\n}\n", 1},
		{capturing(maxCaptured), 0},
		{capturing(maxCaptured + 1), 1},
	} {
		f, err := jsaudit.Read("x.js", c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := excess("x.js", f); len(got) != c.want {
			t.Errorf("got %q, want %d", got, c.want)
		}
	}
}

// late are the names of the realm that a function may take when it runs, by module. The
// first four fix what is in the realm while the loader starts, before an extension runs.
var late = map[string]string{
	"loader/start.js":                       "process",
	"loader/kernel/harden.js":               "JSON Map Math Object Promise Reflect Set String Symbol TypeError Uint8Array globalThis",
	"loader/kernel/iterators.js":            "process",
	"loader/kernel/stacks.js":               "AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis",
	"loader/kernel/functions.js":            "globalThis", // where the loaders of a host find each other
	"loader/kernel/data.js":                 "globalThis", // classes that Node makes when they are asked for
	"loader/node/observer.js":               "globalThis", // the same, while a fence is made
	"loader/node/network/fetchtransport.js": "globalThis", // the same: ReadableStream
}

// What a function names of the realm is whatever somebody has put there when it runs: a
// module takes what it needs while it loads, one that loads later of kernel/primordials.js.
func TestTheRealmIsNamedWhileLoading(t *testing.T) {
	files := parsed(t)
	used := map[string]bool{}
	for _, name := range files.names {
		uses := lateUses(files.of[name])
		if slices.Contains(later, name) {
			// It loads when extensions have run.
			for _, free := range files.of[name].Free {
				uses = append(uses, lateUses(&jsaudit.File{Late: []jsaudit.Use{{Name: free, Line: 1}}})...)
			}
		}
		for _, u := range uses {
			if !slices.Contains(strings.Fields(late[name]), u.Name) {
				t.Errorf("%s:%d: a function takes %s of the realm when it runs; take it while the module loads", name, u.Line, u.Name)
			}
			used[name+" "+u.Name] = true
		}
	}
	for name, list := range late {
		for _, one := range strings.Fields(list) {
			if !used[name+" "+one] {
				t.Errorf("%s: no function takes %s any more: take it off the list", name, one)
			}
		}
	}
}

// lateUses leaves away what nobody can replace, and what each module is given.
func lateUses(file *jsaudit.File) []jsaudit.Use {
	return slices.DeleteFunc(slices.Clone(file.Late), func(u jsaudit.Use) bool {
		return slices.Contains([]string{"undefined", "Infinity", "module", "require"}, u.Name)
	})
}

func TestWhatIsNamedLate(t *testing.T) {
	for text, want := range map[string]int{
		"const { Map } = globalThis\nfunction f() { return new Map() }": 0,
		"function f() { return new Map() }":                             1,
		"const f = x => x instanceof Error":                             1,
		"class A { b = new Map() }":                                     1,
		"const m = new Map()\nfunction f() { return m }":                0,
		"function f(Map) { return new Map() }":                          0,
		"function f() { return undefined }":                             0,
		"function f() { return require('./x.js') }":                     0,
		"module.exports = { now: Date.now, later: () => Date.now() }":   1,
	} {
		f, err := jsaudit.Read("x.js", text)
		if err != nil {
			t.Fatal(err)
		}
		if got := lateUses(f); len(got) != want {
			t.Errorf("%q: got %v, want %d", text, got, want)
		}
	}
}

// A line is read beside another file.
func TestLinesAreShort(t *testing.T) {
	names, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	names = append(names, loaderTests(t)...)
	more, err := filepath.Glob("pattern/*.test.js")
	if err != nil || len(more) == 0 {
		t.Fatalf("%q, %v", more, err)
	}
	names = append(names, more...)
	for _, name := range names {
		if path.Ext(name) != ".js" {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if n := utf8.RuneCountInString(line); n > maxColumns {
				t.Errorf("%s:%d: %d columns, bound %d", name, i+1, n, maxColumns)
			}
		}
	}
}

func TestWhatIsMeasured(t *testing.T) {
	f, err := jsaudit.Read(
		"x.js",
		"const top = 1\nfunction a(x, y) {\n  const z = 1\n  return (w) => {\n    return x + z + w + top + b()\n  }\n}\nfunction b() {}\n",
	)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Functions) != 3 || f.Functions[0].Name != "a" || f.Functions[0].Lines != 6 || f.Functions[1].Lines != 3 {
		t.Fatalf("got %+v", f.Functions)
	}
	if got := strings.Join(f.Functions[1].Captured, " "); got != "x z" {
		t.Errorf("captured %q", got)
	}
}

// globals are what a module may use without declaring it: the language's and Node's names,
// which a module takes while it loads.
var globals = strings.Fields(
	`AggregateError Array Boolean Buffer Date Error EvalError Function Infinity Map MessagePort Number Object Promise Proxy
RangeError Reflect ReferenceError Set String Symbol SyntaxError TypeError URIError URL URLSearchParams Uint8Array WeakMap WeakSet ` +
		`WebAssembly
EventTarget clearInterval clearTimeout decodeURIComponent globalThis Int32Array Math RegExp module process require setInterval ` +
		`setTimeout undefined JSON`,
)
