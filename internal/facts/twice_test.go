package facts_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

// manyFiles is an extension with something of everything, in an order that
// maps do not keep.
func manyFiles() files {
	in := files{
		"package.json": manifest(
			`"main": "./main.js", "browser": "./web.js", "contributes": {"debuggers": [{"type": "x", "program": "./adapter.js"}]}`,
		),
		"web.js":     "fetch('https://a.example/b'); eval(x)",
		"adapter.js": "require('net').connect(1)",
		"broken.js":  "let = =",
		"missing.js": "require(process.argv[2])",
		"media/v.js": "fetch('/x'); new WebSocket('wss://a.example')",
		"5.js":       chunk(5, "7: (m, e, r) => { r(1).readFileSync('a'); }"),
	}
	main := "const fs = require('fs'), cp = require('child_process'), vscode = require('vscode');\n"
	for i := range 40 {
		in[fmt.Sprintf("lib/f%d.js", i)] = fmt.Sprintf(
			"const fs = require('fs');\nexports.f%d = (a, o) => { fs.readFileSync(a + '/%d'); o.run({shell: true, k%d: a}); };\n"+
				"exports.t = {a: 'x', b: 'y', [a]: 'z'};\n",
			i,
			i,
			i,
		)
		main += fmt.Sprintf(
			"require('./lib/f%d').f%d(x ? 'a' : x ? 'b' : vscode.workspace.getConfiguration('s').get('k%d'), {run: (o) => cp.spawn('git', [x], "+
				"o)});\n",
			i,
			i,
			i,
		)
	}
	in["main.js"] = main + webpack("1: (m) => { m.exports = require('fs'); }", "r.e(5).then(r.bind(r, 7));")
	return in
}

// TestAnalyzingTwiceGivesTheSame: maps are walked in another order each time,
// and no order of theirs may be seen.
func TestAnalyzingTwiceGivesTheSame(t *testing.T) {
	ext := load(t, manyFiles())
	first, err := facts.Analyze(t.Context(), ext, facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(first.Uses) < 100 || len(first.Settings) < 40 || len(first.BlindSpots) == 0 {
		t.Fatalf("%d uses, %d settings and %d blind files are too few to prove anything",
			len(first.Uses), len(first.Settings), len(first.BlindSpots))
	}
	sound(t, first)
	for range 5 {
		again, err := facts.Analyze(t.Context(), ext, facts.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(first, again) {
			t.Fatalf("the second time is another (-first +again):\n%s", cmp.Diff(first, again))
		}
	}
}

func TestADoneContextEndsTheAnalysis(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := facts.Analyze(ctx, load(t, manyFiles()), facts.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want that of the context", err)
	}
}

// growing are programs that can be made of any size, chosen so that a solver
// which mixes everything with everything would grow with the square.
var growing = []struct {
	name string
	make func(n int) string
}{
	{"functions call functions", func(n int) string {
		var b strings.Builder
		b.WriteString("const fs = require('fs'); function f0(a) { return fs.readFileSync(a); }\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "function f%d(a) { return f%d(a + '%d'); }\n", i, i-1, i)
		}
		fmt.Fprintf(&b, "f%d('x');", n-1)
		return b.String()
	}},
	{"one helper, many callers", func(n int) string {
		var b strings.Builder
		b.WriteString("const fs = require('fs'); const id = (x) => x, w = (x) => id(id(x));\n")
		for i := range n {
			fmt.Fprintf(&b, "w(fs).readFileSync(id('%d')); w({k%d: id});\n", i, i)
		}
		return b.String()
	}},
	{"a big switch", func(n int) string {
		var b strings.Builder
		b.WriteString("const fs = require('fs'); function f(x, o) { switch (x) {\n")
		for i := range n {
			fmt.Fprintf(&b, "case %d: return o.m%d = {k: fs, g: () => f(%d, o)};\n", i, i, i+1)
		}
		return b.String() + "} } f(0, {}).k.readFileSync('a');"
	}},
	{"a table of modules", func(n int) string {
		var b strings.Builder
		b.WriteString("0: (m) => { m.exports = require('fs'); }")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, ",\n%d: (m, e, r) => { const a = r(%d), fs = r(0); e.f = (x) => { fs.readFileSync(x); return a.f; }; }", i, i-1)
		}
		return webpack(b.String(), fmt.Sprintf("r(%d).f('a');", n-1))
	}},
	{"a table read under any key", func(n int) string {
		var b strings.Builder
		b.WriteString("const fs = require('fs'), t = {};\n")
		for i := range n {
			fmt.Fprintf(&b, "t['k' + x%d] = function (a) { return t[a](fs); };\n", i)
		}
		return b.String() + "t[y](fs.readFileSync);"
	}},
	{"classes that extend one class", func(n int) string {
		var b strings.Builder
		b.WriteString("const fs = require('fs'); class C0 { constructor(x) { this.fs = x; } m() { return this.fs; } }\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "class C%d extends C0 { m%d() { return super.m(); } }\n", i, i)
		}
		return b.String() + fmt.Sprintf("new C%d(fs).m().readFileSync('a');", n-1)
	}},
	{"objects in objects", func(n int) string {
		var b strings.Builder
		b.WriteString("const fs = require('fs'); let o = {fs};\n")
		for i := range n {
			fmt.Fprintf(&b, "const o%d = {...o, a%d: o}; o = o%d; Object.assign(o, {b%d: fs});\n", i, i, i, i)
		}
		return b.String() + "o.fs.readFileSync('a');"
	}},
	{"callbacks", func(n int) string {
		var b strings.Builder
		b.WriteString("const fs = require('fs'), on = [];\n")
		for i := range n {
			fmt.Fprintf(&b, "on.push((x) => { x.readFileSync('%d'); on.forEach((f) => f(x)); });\n", i)
		}
		return b.String() + "on.forEach((f) => f(fs));"
	}},
}

// TestCostGrowsWithTheSize counts allocated bytes, which the machine's load
// does not change: four times the program may cost six times as much.
func TestCostGrowsWithTheSize(t *testing.T) {
	if testing.Short() {
		t.Skip("short: generated programs take seconds")
	}
	cost := func(source string) uint64 {
		ext := load(t, files{"main.js": source})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p, err := facts.Analyze(t.Context(), ext, facts.Options{})
		runtime.ReadMemStats(&after)
		if err != nil || len(p.BlindSpots) > 0 {
			t.Fatalf("%v, blind %v", err, p.BlindSpots)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	cost("1") // what is made once
	for _, g := range growing {
		t.Run(g.name, func(t *testing.T) {
			small, large := cost(g.make(500)), cost(g.make(2000))
			ratio := float64(large) / float64(small)
			t.Logf("%d and %d KB, %.1f times", small>>10, large>>10, ratio)
			if ratio > 6 {
				t.Errorf("four times the program costs %.1f times as much", ratio)
			}
		})
	}
}
