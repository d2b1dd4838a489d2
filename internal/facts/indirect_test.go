package facts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

// However a module is reached, what is called on it is a use like any other; and
// what only looks like a way to it is none.
func TestIndirectWaysAreUses(t *testing.T) {
	const run = `.exec("id")`
	pool := `const p = [` + strings.Repeat(`"words", 1, `, 20) + `"child_process", "exec", "id"]; `
	// Twelve others go through the same operator, and are bundled beside.
	others, modules := "", `7: (o, e, r) => { e["run"] = require("child_process"); }`
	for i := range 12 {
		others += fmt.Sprintf(`function g%d(x) { return {k%d: x}; } use(t["abcde"](g%d, {x: %d})); `, i, i, i, i)
		modules += fmt.Sprintf(`, %d: (o, e, r) => { e["run"] = () => {}; e["x%d"] = r(%d); }`, 20+i, i, 21+i)
	}
	table := `const t = {abcde: function(f, a) { return f(a); }, fghij: function(a, b) { return a + b; }, klmno: "child_process"}; ` + others
	for _, c := range []struct {
		name, source string
		want         bool
	}{
		{"the class of modules", `module.constructor._load("child_process")` + run, true},
		{"the same by a text", `module["const"+"ructor"]["_load"]("child_process")` + run, true},
		{"the module that was started", `process.mainModule.require("child_process")` + run, true},
		{"its class", `process.mainModule.constructor._load("child_process")` + run, true},
		{"require's own", `require.main.constructor._load("child_process")` + run, true},
		{"a function's class", `(()=>{}).constructor("r", "r('child_process').exec('id')")(require)`, true},
		{"Reflect", `Reflect.construct(Function, ["return process.mainModule.require('child_process').exec('id')"])()`, true},
		{"a global by a made name", `globalThis["ev" + "al"]("require('child_process').exec('id')")`, true},
		{"eval of require", `eval("require")("child_process")` + run, true},
		{"Function that gives process", `Function("return process")().mainModule.require("child_process")` + run, true},
		{"a built-in module", `process.getBuiltinModule("child_process")` + run, true},
		{"createRequire", `require("module").createRequire(__filename)("child_process")` + run, true},
		{"a worker's text", `const {Worker} = require("worker_threads"); new Worker("require('child_process').exec('id')", {eval: true})`, true},
		{"what turns text into code, of this module", `module._compile("require('child_process').exec('id')", __filename)`, true},
		{"another word of a module", `module.compiled("require('child_process').exec('id')", __filename)`, false},
		{"vm", `require("vm").runInThisContext("process.mainModule.require('child_process').exec('id')")`, true},
		{"a decoded name", `require(Buffer.from("Y2hpbGRfcHJvY2Vzcw==", "base64").toString())` + run, true},
		{"a name that a function makes", `const d = s => s.split("").reverse().join(""); require(d("ssecorp_dlihc"))[d("cexe")]("id")`, true},
		{"a decoded key of an object", `const d = s => Buffer.from(s, "base64").toString(); ` +
			`const o = {[d("cnVu")]: require("child_process").exec}; o.run("id")`, true},
		{"copies by a decoded key", `const d = s => Buffer.from(s, "base64").toString(); const to = {}; const from = require("child_process"); ` +
			`for (const k of Object.getOwnPropertyNames(from)) Object.defineProperty(to, k, {[d("Z2V0")]: () => from[k]}); to` + run, true},

		{"a module out of a list of all kinds", pool + strings.Repeat("use(p[3]);", 20) + `const f = require(p[40])[p[41]]; f(p[42])`, true},
		{"a call through a table of operators", table + `t["abcde"](require, t["klmno"])["exec"]("id")`, true},
		{"a table of operators that is filled behind", `var _0x1a2b = 1, _0x3c4d = 2; const t = {}; ` +
			`t["abcde"] = function(f, a) { return f(a); }; ` +
			`t["klmno"] = "child_process"; ` + others + `t["abcde"](require, t["klmno"])["exec"]("id")`, true},
		{"a bundler's module by a sum, through a table", table + `var m = {` + modules + `}, c = {}; ` +
			`function r(i) { var n = c[i]; if (n !== undefined) return n["exports"]; var o = c[i] = {"exports": {}}, ok = !![]; ` +
			`try { m[i]["call"](o["exports"], o, o["exports"], r); ok = ![]; } finally { if (ok) delete c[i]; } return o["exports"]; } ` +
			`t["abcde"](r, -0x5*-0x2+-0x3)["run"]["exec"]("id")`, true},
		{"a module's class by a text", `var _0x1a2b = 1, _0x3c4d = 2; const r = {}; r["nmd"] = m => { m["paths"] = []; return m; }; ` +
			`((m) => { m = r["nmd"](m); const c = new m["constructor"]("", m); ` +
			`c["_compile"]("require('child_process').exec('id')", "a"); })(module)`, true},

		{"a table that is handed on", table + `change(t); t["fghij"](require, t["klmno"])["exec"]("id")`, false},
		{"a list that somebody changes", pool + `p[40] = name(); ` + strings.Repeat("use(p[3]);", 20) + `require(p[3])[p[41]](p[42])`, false},
		{"the class of something else", `x.constructor._load("child_process")` + run, false},
		{"a worker's file", `const {Worker} = require("worker_threads"); new Worker("require('child_process').exec('id')")`, false},
		{"a text that nobody runs", `console.log("require('child_process').exec('id')")`, false},
	} {
		p := analyze(t, files{"main.js": "exports.activate = () => { " + c.source + " };"})
		if got := len(calls(p, "child_process.exec")) > 0; got != c.want {
			t.Errorf("%s: a call of exec %t, want %t; %v", c.name, got, c.want, symbols(p))
		}
	}
}

// A text that an obfuscator put into a list has its place where it is used; one that stays in a list has that.
func TestATextsPlaceIsWhereItIsUsed(t *testing.T) {
	p := analyze(t, files{"main.js": `function a(){const l=["https://c2.example/in","exec","log","error","child_process","id"];` +
		`a=function(){return l};return a()}` +
		`function b(i){i=i-7;return a()[i]}var _0x1a2b=1,_0x3c4d=2;` + "\n" +
		`const kept=["https://one.example/","https://two.example/","x.y","z.y","v.w"];` + "\n" +
		`const mine=["exec","log","error","child_process","id",b(7)];` + "\n" +
		`exports.activate=()=>{console[b(9)](kept);console[b(10)](2);require(b(11))[b(8)](b(12));` + "\n" + `fetch(b(7))};`})
	want := map[string]int{"https://c2.example/in": 3, "https://one.example/": 2}
	for _, s := range p.Strings {
		if line, ok := want[s.Text]; ok && s.Where.Line != line {
			t.Errorf("%s is on line %d, want %d", s.Text, s.Where.Line, line)
		}
		delete(want, s.Text)
	}
	if len(want) > 0 {
		t.Errorf("not there: %v", want)
	}
}

// An obfuscated file is a blind spot that says so, and its strings are read; the
// same code as it was written is none.
func TestAnObfuscatedFileIsBlind(t *testing.T) {
	const table = `function a(){const l=["child_process","exec","log","error","warn"];a=function(){return l};return a()}` +
		`function b(i){i=i-7;return a()[i]}`
	p := analyze(t, files{"main.js": table + `exports.activate=()=>{console[b(9)](1);console[b(10)](2);console[b(11)](3);` +
		`require(b(7))[b(8)]("id")};`})
	if len(calls(p, "child_process.exec")) != 1 || len(p.Obfuscated) == 0 || len(p.BlindSpots) != 1 {
		t.Errorf("obfuscated: %v, %v, blind %v", symbols(p), p.Obfuscated, p.BlindSpots)
	}
	p = analyze(t, files{"main.js": `exports.activate=()=>{console.log(1);console.error(2);console.warn(3);` +
		`require("child_process").exec("id")};`})
	if len(calls(p, "child_process.exec")) != 1 || len(p.Obfuscated) != 0 || len(p.BlindSpots) != 0 {
		t.Errorf("plain: %v, %v, blind %v", symbols(p), p.Obfuscated, p.BlindSpots)
	}
}

// A file that ships, that is no JavaScript and that the code has what it takes to run was not read: no word of what the
// code does not do covers it.
func TestWhatIsStartedWasNotRead(t *testing.T) {
	const script = "import os\n"
	for _, c := range []struct {
		name, ships, code string
		unread            bool
	}{
		{"a script that is started", "python/sort.py", `require("child_process").spawn("python3", [ctx.asAbsolutePath("python/sort.py")])`, true},
		{
			"the same by a helper", "python/sort.py",
			`const run = (c, a) => require("child_process").spawn(c, a); run("python3", [x, "sort.py"])`, true,
		},
		{"a script that nobody names", "python/sort.py", `require("child_process").spawn("python3", ["--version"])`, false},
		{"a script that is shown", "python/sort.py", `vscode.workspace.openTextDocument(ctx.asAbsolutePath("python/sort.py"))`, false},
		{"a program of Java", "server/lib.jar", `require("child_process").spawn("java", ["-jar", "server/lib.jar"])`, true},
		{"machine code", "build/a.node", `require("./build/a.node")`, true},
		{"WebAssembly", "core.wasm", `WebAssembly.instantiate(require("fs").readFileSync(ctx.asAbsolutePath("core.wasm")))`, true},
		{"WebAssembly that is copied", "core.wasm", `require("fs").copyFileSync(ctx.asAbsolutePath("core.wasm"), x)`, false},
	} {
		p := analyze(t, files{
			"package.json": `{"name": "x", "version": "1.0.0", "publisher": "acme", "engines": {"vscode": "^1.90.0"}, "main": "./main.js"}`,
			"main.js": `const vscode = require("vscode"); exports.activate = (ctx) => { const x = ctx.globalStorageUri.fsPath; ` +
				c.code + ` };`,
			c.ships: script,
		})
		got := false
		for _, b := range p.BlindSpots {
			got = got || b.File == c.ships && strings.Contains(b.Reason, "main.js names it")
		}
		if got != c.unread {
			t.Errorf("%s: unread %t, want %t", c.name, got, c.unread)
		}
		if !slices.ContainsFunc(p.Modules, func(m facts.Module) bool { return m.Path == "main.js" && m.Reached }) {
			t.Errorf("%s: main.js is not reached", c.name)
		}
	}
}

// The class of functions is Function, whichever function shows it; the class of what may be anything is not taken for it.
func TestTheClassOfFunctionsIsFunction(t *testing.T) {
	for source, want := range map[string]int{
		`const make = (function () {}).constructor; make("a", x)`:                       1,
		`(() => {}).constructor(x)()`:                                                   1,
		`Object.getPrototypeOf(async () => {}).constructor(x)()`:                        1,
		`const o = {}; o.f = Object.getPrototypeOf(async () => {}).constructor; o.f(x)`: 1,
		`[].filter.constructor(x)()`:                                                    1,
		`""["sub"]["constructor"](x)()`:                                                 1,
		`const make = ((o) => o.constructor.constructor)(new Map()); make("a", x)()`:    1,
		`this.constructor.of(x)`:                                                        0,
		`parseInt.constructor(x)()`:                                                     1,
		`(() => {}).__proto__.constructor(x)()`:                                         1,
		`new ((() => {}).constructor)(x)`:                                               1,

		`Function.apply(null, ["a", x])`: 1,
		`Function.call(null, x)()`:       1,
		`Function.bind(null)(x)()`:       1,

		`const bind = Function.bind, bindable = bind.bind(bind); bindable(x, null).apply(null, [y])`: 0,
		`x.constructor(x)`:                          0,
		`[].constructor(x)`:                         0,
		`({}).constructor(x)`:                       0,
		`class A {} new A().constructor(x)`:         0,
		`y instanceof (async () => {}).constructor`: 0,
		`(() => {}).constructor.name`:               0,
	} {
		p := analyze(t, files{"main.js": `exports.activate = (x, y) => { ` + source + ` };`})
		if got := len(calls(p, "globals.Function")); got != want {
			t.Errorf("%s: %d calls of Function, want %d; %v", source, got, want, symbols(p))
		}
	}
}
