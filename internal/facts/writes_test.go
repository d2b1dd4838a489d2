package facts_test

import (
	"fmt"
	"strings"
	"testing"
)

// writeCases are programs and the writes seen in them, each as
// "line:column kind name = values". A mirror stands beside each.
var writeCases = []struct{ name, code, want string }{
	{"innerHTML", `el.innerHTML = x`, "2:4 markup innerHTML = <unknown> ..."},
	{"another property", `el.textContent = x`, ""},
	{"constant markup", `el.innerHTML = "<b>"`, "2:4 markup innerHTML = <b>"},
	{"markup put together", "const f = (s) => { el.outerHTML = `<b>${s}</b>`; }; f(x)", "2:23 markup outerHTML = <b><unknown></b>"},
	{"appended markup", `el.innerHTML += x`, "2:4 markup innerHTML = <unknown>"},
	{"a number is no markup", `el.innerHTML = a - b`, ""},
	{"by its name in brackets", `el["innerHTML"] = x`, "2:4 markup innerHTML = <unknown> ..."},
	{"a method that takes markup", `el.insertAdjacentHTML("beforeend", x)`, "2:4 markup insertAdjacentHTML = <unknown> ..."},
	{"a method that takes text", `el.insertAdjacentText("beforeend", x)`, ""},
	{"React's own", `h("div", {dangerouslySetInnerHTML: {__html: x}})`, "2:37 markup __html = <unknown> ..."},
	{"cleaned", `el.innerHTML = DOMPurify.sanitize(x)`, "2:4 markup innerHTML = <unknown> ... cleaned"},
	{"cleaned in a variable", `const y = escapeHtml(x); el.innerHTML = y`, "2:29 markup innerHTML = <unknown> ... cleaned"},
	{"fetched is not cleaned", `el.innerHTML = cache.fetch(x)`, "2:4 markup innerHTML = <unknown> ..."},

	{
		"a webview's page",
		`const p = vscode.window.createWebviewPanel("a", "b", 1, {enableScripts: true}); p.webview.html = "<html>"`,
		"2:91 page html = <html>",
	},
	{"the page of what VS Code hands in", `p.webview.html = "<html>"`, "2:11 page html = <html>"},
	{"some page", `p.document.html = "<html>"`, ""},
	{
		"a view's options",
		`vscode.window.registerWebviewViewProvider("a", {resolveWebviewView(v) { v.webview.options = {enableScripts: true}; }})`,
		"2:83 view options = {enableScripts: true}",
	},

	{
		"git is told for all repositories", `g.raw("config", "--global", "core.hooksPath", "/x")`,
		"2:3 git core.hooksPath = /x",
	},
	{"git is told in a list", `run("git", ["config", "--system", "core.askPass", x])`, "2:1 git core.askPass = <unknown> ..."},
	{"git is told for one repository", `g.raw("config", "core.hooksPath", "--global-like", "/x")`, ""},
	{"git is asked", `g.raw("config", "--global", "--get", "core.hooksPath")`, ""},

	{"__proto__", `o.__proto__ = p`, "2:3 proto __proto__ = <unknown> ..."},
	{"__proto__ of a literal", `o = {__proto__: p}`, ""},
	{"two keys", `function f(a, b, v) { o[a][b] = v; }`, "2:28 deep [][] = <unknown> ...; <unknown> ..."},
	{"two keys, of a loop", `for (let i = 0; i < n; i++) for (const b in x) o[i][b] = 1`, ""},
	{"two keys, one number", `function f(a, v) { for (let i = 0; i < n; i++) o[i][a] = v; }`, ""},
	{"two keys, one written out", `function f(a, v) { o[a].x = v; o.x[a] = v; o[0][a] = v; }`, ""},
	{"two keys, guarded", `function f(a, b, v) { if (a === "__proto__") return; o[a][b] = v; }`, ""},
	{"two keys, guarded outside", `function f(a, v) { if (a === "__proto__") return; v.forEach((b) => { o[a][b] = v; }); }`, ""},
	{"a walk", `function set(o, path, v) { for (const k of path) { o = o[k] || (o[k] = {}); } o[path.pop()] = v; }`,
		"2:81 walk []…[] = <unknown> ..."},
	{
		"a walk in one loop",
		`function set(o, path, v) { path.forEach((k, i) => { if (i === n) o[k] = v; else o = o[k]; }); }`,
		"2:68 walk []…[] = <unknown> ...",
	},
	{
		"a guarded walk",
		`function set(o, path, v) { for (const k of path) { if (k === "__proto__") return; o = o[k] || (o[k] = {}); } o[path.pop()] = v; }`,
		"",
	},
	{"a walk that only reads", `function get(o, path) { for (const k of path) o = o[k]; return o; }`, ""},
	{"a store without a walk", `function put(o, k, v) { o[k] = v; }`, ""},
	{
		"a merge",
		`function merge(t, s) { for (const k in s) { if (typeof s[k] === "object") merge(t[k], s[k]); else t[k] = s[k]; } }`,
		"2:101 merge merge = <unknown> ...",
	},
	{
		"a guarded merge",
		`function merge(t, s) { for (const k in s) { if (k === "__proto__") continue; if (typeof s[k] === "object") merge(t[k], s[k]);` +
			` else t[k] = s[k]; } }`,
		"",
	},
	{"a comparison", `function same(t, s) { for (const k in s) { if (!same(t[k], s[k])) return false; } return true; }`, ""},
	{"a flat copy", `function copy(t, s) { for (const k in s) t[k] = s[k]; }`, ""},
}

func TestWrites(t *testing.T) {
	for _, c := range writeCases {
		t.Run(c.name, func(t *testing.T) {
			p := analyze(t, files{"main.js": "const vscode = require('vscode');\n" + c.code + ";\n"})
			var got []string
			for _, w := range p.Writes {
				if (w.Module != "") != (w.Kind == "page" || w.Kind == "view") {
					t.Errorf("the object of a %s is %q", w.Kind, w.Module+"."+w.Member)
				}
				cleaned := ""
				if w.Cleaned {
					cleaned = " cleaned"
				}
				got = append(got, fmt.Sprintf("%d:%d %s %s = %s%s", w.Where.Line, w.Where.Column, w.Kind, w.Name, showAll(w.Values), cleaned))
			}
			if got := strings.Join(got, "\n"); got != c.want {
				t.Errorf("%s\nsaw  %s\nwant %s", c.code, got, c.want)
			}
		})
	}
}

// A webview's script is solved shallowly, and its writes are seen like others.
func TestWritesOfAWebview(t *testing.T) {
	p := analyze(t, files{"main.js": "", "media/view.js": "el.innerHTML = x"})
	if len(p.Writes) != 1 || p.Writes[0].Where.File != "media/view.js" {
		t.Errorf("saw %+v", p.Writes)
	}
}
