package facts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The helpers by which compilers run an async function, as they write them and as a minifier leaves them.
var awaiters = map[string]string{
	"TypeScript": `var run = (this && this.__awaiter) || function (thisArg, _arguments, P, generator) {
		function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
		return new (P || (P = Promise))(function (resolve, reject) {
			function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
			function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
			function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
			step((generator = generator.apply(thisArg, _arguments || [])).next());
		});
	};`,
	"TypeScript, minified": `var run=this&&this.__awaiter||function(e,t,n,r){return new(n||(n=Promise))((function(i,o){` +
		`function s(e){try{c(r.next(e))}catch(e){o(e)}}function a(e){try{c(r.throw(e))}catch(e){o(e)}}` +
		`function c(e){e.done?i(e.value):function(e){return e instanceof n?e:new n((function(t){t(e)}))}(e.value).then(s,a)}` +
		`c((r=r.apply(e,t||[])).next())}))};`,
	esbuildMinified: `var run=(e,t,n)=>new Promise((r,i)=>{var o=t=>{try{a(n.next(t))}catch(e){i(e)}},` +
		`s=t=>{try{a(n.throw(t))}catch(e){i(e)}},a=t=>t.done?r(t.value):Promise.resolve(t.value).then(o,s);a((n=n.apply(e,t)).next())});`,
}

const esbuildMinified = "esbuild, minified"

// A file has one helper for all its async functions, and what one of them is given meets nothing of the others.
func TestAsyncFunctionsOfCompilersAreKeptApart(t *testing.T) {
	const methods = 12 // more than a value may have functions
	for name, helper := range awaiters {
		call := func(body string) string {
			if name == esbuildMinified {
				return "{ return run(this, null, function* () { " + body + " }); }"
			}
			return "{ return run(this, void 0, void 0, function* () { " + body + " }); }"
		}
		var b strings.Builder
		b.WriteString(helper + ` const cp = require("child_process");
			class Shell { sync(line) { return cp.execSync(line); } }
			class Sender { constructor(shell) { this.shell = shell; } where() ` + call(`return "far";`) + `
				send(line) ` + call(`const to = yield this.where(); return this.shell.sync(line + " " + to);`) + ` }
			class Device { constructor(sender) { this.sender = sender; }`)
		var want []string
		for i := range methods {
			fmt.Fprintf(&b, "\nm%d() %s", i, call(fmt.Sprintf(`return yield this.sender.send("line %d");`, i)))
			want = append(want, fmt.Sprintf("line %d far", i))
		}
		b.WriteString("}\nexports.activate = () => { const d = new Device(new Sender(new Shell()));")
		for i := range methods {
			fmt.Fprintf(&b, " d.m%d();", i)
		}
		b.WriteString(" };")
		var got []string
		for _, u := range calls(analyze(t, files{"main.js": b.String()}), "child_process.execSync") {
			for _, p := range u.Args[0].Alts {
				got = append(got, p.String())
			}
		}
		for _, line := range want {
			if !slices.Contains(got, line) {
				t.Errorf("%s: %q is not among %q", name, line, got)
			}
		}
	}
}

// What is no such helper stays what it is: it runs another function than the one it is given last, or hands it another this.
func TestWhatOnlyLooksLikeAnAwaiterIsCalled(t *testing.T) {
	for _, code := range []string{
		`function run(thisArg, args, other, f) { f = f.apply(other, args); return f; } run({}, [], {}, function () { fs.readFileSync("/a"); });`,
		`function run(thisArg, f, args) { f = f.apply(thisArg, args); return f; } run({}, function () { fs.readFileSync("/a"); }, []);`,
		`function run(thisArg, args, f) { fs.readFileSync(thisArg); f = f.apply(thisArg, args); return f; } run("/a", [], function () {});`,
		`function run(thisArg, args, f) { fs.readFileSync(args[0]); f = f.apply(thisArg, args); return f; } run({}, ["/a"], function () {});`,
	} {
		found := calls(analyze(t, files{"main.js": `const fs = require("fs"); exports.activate = () => {}; ` + code}), "fs.readFileSync")
		if len(found) != 1 || show(found[0].Args[0]) != "/a" {
			t.Errorf("%s: %v", code, found)
		}
	}
}
