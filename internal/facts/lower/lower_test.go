package lower_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/lower"
)

// lowered parses and lowers a file.
func lowered(t testing.TB, name, source string) *ir.Unit {
	t.Helper()
	tree, err := esbuild.Parse(name, source)
	if err != nil {
		t.Fatalf("%.200q: %v", source, err)
	}
	return lower.File(&tree)
}

// programs have functions in every place a function can be.
var programs = []string{
	"",
	"function f(a) { return g(a); function g(b) { return () => b; } } f(1);",
	"const f = (a, {b = () => a, ...c}, [d, ...e]) => ({m() { return this; }, get x() { return a; }, set x(v) { b = v; }});",
	"class A extends (class B { static { g(); } }) { #p = () => this; static s = function () {}; constructor() { super(() => 1);" +
		" } *m() { yield () => 2; } async [k()]() { await n; } }",
	"(function (t) { return t[1](() => arguments); })({1: (m, e, r) => { e.a = () => r(2); }, 2(m) { m.exports = class {}; }});",
	"for (const k of Object.keys(fs)) out[k] = (...a) => fs[k](...a); try { f(); } catch ({message}) { (() => message)();" +
		" } finally { (async () => {})(); }",
	"label: for (let i = () => 1; i(); i = () => i) { switch (i) { case (() => 1)(): break label; default: (function () {})();" +
		" } } with (o) { a(() => b); }",
	"export default function () { return import(`${() => 1}`); } export const x = class { y = z => z; }; export * from 'a';",
}

// TestFunctionRangesNest: a copy of a function is a shift, which needs its
// nodes and effects, and those of the functions in it, to lie together.
func TestFunctionRangesNest(t *testing.T) {
	for _, source := range programs {
		u := lowered(t, "a.js", source)
		for i, f := range u.Funcs {
			if f.Lo <= int32(f.Node) && int32(f.Node) < f.Hi {
				t.Errorf("%q: function %d holds its own node", source, i)
			}
			if f.Lo != int32(f.Node)+1 && u.Nodes[f.Node].Op == ir.OpFunc && f.Flags&ir.IsClass == 0 {
				t.Errorf("%q: function %d begins at %d, its node is %d", source, i, f.Lo, f.Node)
			}
			for j, g := range u.Funcs[i+1:] {
				apart := g.Lo >= f.Hi && g.ELo >= f.EHi || f.Lo >= g.Hi && f.ELo >= g.EHi
				inside := f.Lo <= g.Lo && g.Hi <= f.Hi && f.ELo <= g.ELo && g.EHi <= f.EHi
				if !apart && !inside {
					t.Errorf("%q: function %d [%d,%d) and %d [%d,%d) overlap", source, i, f.Lo, f.Hi, i+1+j, g.Lo, g.Hi)
				}
			}
			for _, own := range append([]int32{int32(f.Ret)}, u.List(f.Params)...) {
				if own < f.Lo || own >= f.Hi {
					t.Errorf("%q: node %d of function %d lies outside of it", source, own, i)
				}
			}
			if this := int32(f.This); f.Flags&ir.Arrow == 0 && (this < f.Lo || this >= f.Hi) {
				t.Errorf("%q: this of function %d lies outside of it", source, i)
			}
		}
	}
}

// TestPlacesLieInTheFile: every node's place is one of the source's bytes.
func TestPlacesLieInTheFile(t *testing.T) {
	for _, source := range append(slices.Clone(programs), "/* é */ f();\n\"😀\"; g.h();") {
		u := lowered(t, "a.js", source)
		for i, v := range u.Nodes {
			if v.Pos < 0 || int(v.Pos) > len(source) {
				t.Errorf("%q: node %d is at %d of %d", source, i, v.Pos, len(source))
			}
		}
	}
}

// uncounted are operations that come and go with every name that is mentioned.
var uncounted = []string{"global", "var", "word"}

// opCases are small sources and the operations they must be written down as.
var opCases = []struct {
	source string
	want   string // operations in order, without those of the empty file
}{
	{"1 + 2", ""},
	{"a", ""},
	{"var a", ""},
	{"a.b", "load"},
	{"a[b]", "index"},
	{"a['b']", "load"},
	{"a?.b", "load"},
	{"f(1)", "call"},
	{"new F(1)", "new"},
	{"'x'", ""},
	{"f('x', 'x')", "call str"},
	{"f(`x${y}`)", "call concat str"},
	{"f(x + 'y')", "call concat str"},
	{"f(1 + 2)", "call"}, // arithmetic leads nowhere
	{"f(a ? b : c)", "call phi"},
	{"f(a && b)", "call"},
	{"f(!a)", "call"},
	{"import('x')", "dynamic str"},
	{"import.meta", "meta"},
	{"f({})", "call object"},
	{"f([])", "call array"},
	{"f(/x/)", "call regexp"},
	{"tag`x`", "array call str"},
	{"function f() { return g(); h(); }", "call func"},
	{"function f() { throw g(); h(); }", "call func stored"},
	{"function f() { return k; function k() { h(); } }", "call func func"},
	{"function f() { if (a) return g(); h(); }", "call call func"},
	{"a.innerHTML = b", "stored"},
	{"for (const k in f()) k", "call stored"},
	{"a.title = b", ""},
	{"if (false) f()", "call"}, // it is no reader of conditions
}

var opNames = map[ir.Op]string{
	ir.OpVar: "var", ir.OpStr: "str", ir.OpWord: "word", ir.OpConcat: "concat", ir.OpLoad: "load", ir.OpIndex: "index",
	ir.OpCopied: "copied", ir.OpCall: "call", ir.OpNew: "new", ir.OpSuper: "super", ir.OpFunc: "func", ir.OpObject: "object",
	ir.OpArray: "array", ir.OpPhi: "phi", ir.OpGlobal: "global", ir.OpImport: "import", ir.OpDynamic: "dynamic",
	ir.OpMeta: "meta", ir.OpExports: "exports", ir.OpRegExp: "regexp", ir.OpStored: "stored",
}

// TestOperations counts, so that it says what is written down and not in which
// order.
func TestOperations(t *testing.T) {
	if len(opNames) != int(ir.OpCount)-1 {
		t.Errorf("%d operations have names, there are %d", len(opNames), ir.OpCount-1)
	}
	count := func(source string) map[string]int {
		out := map[string]int{}
		for _, v := range lowered(t, "a.js", source).Nodes {
			out[opNames[v.Op]]++
		}
		return out
	}
	empty := count("")
	for _, c := range opCases {
		got := count(c.source)
		var names []string
		for op, n := range got {
			for range n - empty[op] {
				if !slices.Contains(uncounted, op) {
					names = append(names, op)
				}
			}
		}
		want := strings.Fields(c.want)
		slices.Sort(names)
		slices.Sort(want)
		if diff := cmp.Diff(fmt.Sprint(want), fmt.Sprint(names)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.source, diff)
		}
	}
}

// TestLongStringsAreData: what is longer than a name can be is cut, the
// program is not.
func TestLongStringsAreData(t *testing.T) {
	u := lowered(t, "a.js", "f('"+strings.Repeat("x", 1<<20)+"'); g()")
	for _, s := range u.Strings {
		if len(s) > 4096 {
			t.Errorf("a string of %d bytes is kept", len(s))
		}
	}
	if !slices.Contains(u.Strings, "g") {
		t.Error("what follows is lost")
	}
}

// TestChainsAreNoDepth: a chain of operators is a loop, not a recursion.
func TestChainsAreNoDepth(t *testing.T) {
	for _, op := range []string{"+", "-", "||", "&&", ",", "*", "==", "??"} {
		source := strings.Repeat("a"+op, 150_000) + "f()"
		u := lowered(t, "a.js", source)
		if len(u.Notes) != 0 {
			t.Errorf("a chain of %s: %v", op, u.Notes)
		}
		if !slices.ContainsFunc(u.Nodes, func(v ir.Value) bool { return v.Op == ir.OpCall }) {
			t.Errorf("a chain of %s loses the call at its end", op)
		}
	}
}
