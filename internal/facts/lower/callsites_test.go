package lower_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// callSites have a call in every place where the syntax has an expression. The
// parser resolves and simplifies while it parses, and promises nothing about
// it: this is the test of each of its upgrades. In each line "F(" is a call of
// a function of its own name.
var callSites = []string{
	// statements
	"F();",
	"if (F()) {}",
	"if (a) F();",
	"if (a) {} else F();",
	"for (F(); a; ) break;",
	"for (; F(); ) {}",
	"for (; a; F()) {}",
	"for (const a of F()) {}",
	"for (const a in F()) {}",
	"for (const a of b) F();",
	"for (const {a = F()} of b) {}",
	"while (F()) {}",
	"while (a) F();",
	"do F(); while (a);",
	"do {} while (F());",
	"switch (F()) {}",
	"switch (a) { case F(): }",
	"switch (a) { case 1: F(); }",
	"switch (a) { default: F(); }",
	"try { F(); } catch {}",
	"try {} catch { F(); }",
	"try {} catch (e) {} finally { F(); }",
	"label: F();",
	"{ F(); }",
	"throwing: { (() => { throw F(); })(); }",
	"(() => { return F(); })();",
	"for await (const a of F()) {}",
	"await F();",
	// declarations
	"var v1 = F();",
	"let v2 = F();",
	"const v3 = F();",
	"const {a: v4 = F()} = b;",
	"const [v5 = F()] = b;",
	"const {[F()]: v6} = b;",
	"const {a: {b: v7 = F()}} = c;",
	"var {...v8} = F();",
	"export const v9 = F();",
	"using v10 = F();",
	"await using v11 = F();",
	"export default F();",
	// functions
	"function n1(a = F()) {}",
	"function n2() { F(); }",
	"function n3({a = F()}) {}",
	"function* n4() { yield F(); }",
	"function* n5() { yield* F(); }",
	"async function n6() { await F(); }",
	"(a = F()) => a;",
	"() => F();",
	"() => { F(); };",
	"async () => await F();",
	"(function () { F(); });",
	"(function n7() { F(); })();",
	// classes
	"class C1 extends F() {}",
	"class C2 { [F()]() {} }",
	"class C3 { m() { F(); } }",
	"class C4 { a = F(); }",
	"class C5 { static a = F(); }",
	"class C6 { static { F(); } }",
	"class C7 { #a = F(); }",
	"class C8 { get a() { return F(); } }",
	"class C9 { set a(v) { F(); } }",
	"class C10 { constructor(a = F()) {} }",
	"class C11 extends Object { constructor() { super(F()); } }",
	"(class { [F()] = 1; });",
	"class C12 { static async *m() { F(); } }",
	"class C13 { accessor a = F(); }",
	// expressions
	"F()();",
	"new F();",
	"new (F())();",
	"a(F());",
	"a(...F());",
	"new a(F());",
	"F().b;",
	"a[F()];",
	"F()[a];",
	"F()?.b;",
	"a?.[F()];",
	"a?.(F());",
	"F?.();",
	"F().b();",
	"F() + 1;",
	"1 + F();",
	"!F();",
	"-F();",
	"typeof F();",
	"void F();",
	"delete F().a;",
	"F() ? 1 : 2;",
	"a ? F() : 2;",
	"a ? 1 : F();",
	"F() || a;",
	"a || F();",
	"a && F();",
	"a ?? F();",
	"F(), a;",
	"a, F();",
	"a = F();",
	"a += F();",
	"a ||= F();",
	"a[F()] = 1;",
	"a.b = F();",
	"({a = F()} = b);",
	"[a = F()] = b;",
	"F().a = 1;",
	"F().a++;",
	"F() in a;",
	"a instanceof F();",
	"[F()];",
	"[...F()];",
	"({a: F()});",
	"({[F()]: a});",
	"({...F()});",
	"({a() { F(); }});",
	"({get a() { return F(); }});",
	"`${F()}`;",
	"a`${F()}`;",
	"F()`a`;",
	"F`a`;",
	"(F());",
	"import(F());",
	"import('a', F());",
	"F(a => a);",
	"a.b.c.F();",
	"(0, a.F)();",
	"a['F']();",
	"F.call(a);",
	"F() ** 2;",
	"F() == null;",
	"a < F();",
	"~F();",
	"+F();",
	"((F()));",
	"[[F()]];",
	"1, 2, F();",
	"a.b(c => F());",
	"new Promise(() => F());",
	"async () => { for await (const a of F()) {} };",
}

// typedCallSites are the further places TypeScript has.
var typedCallSites = []string{
	"F<string>();",
	"F() as string;",
	"F()!;",
	"F() satisfies string;",
	"const t1: string = F();",
	"enum E1 { A = F() }",
	"enum E2 { A = 1, B = `${F()}` as any }",
	"namespace N1 { export const a = F(); }",
	"namespace N2 { F(); }",
	"class T1 { constructor(private a = F()) {} }",
	"class T2 { private a: string = F(); }",
	"class T3 { declare b: string; a = F(); }",
	"function t2(this: any, a: string = F()) {}",
	"abstract class T4 { m(): void { F(); } }",
	"new F<string>();",
	"a!.b(F());",
	"function t3(a: string): void; function t3(a: any) { F(); }",
	"@F() class D1 {}",
	"class D2 { @F() m() {} }",
	"class D3 { @F() a = 1; }",
	"export import X = a.b; F();",
}

// elementCallSites are the further places JSX has.
var elementCallSites = []string{
	"<a b={F()} />;",
	"<a>{F()}</a>;",
	"<a {...F()} />;",
	"<>{F()}</>;",
	"<A b={() => F()} />;",
	"<A>{a.map(b => <c>{F()}</c>)}</A>;",
	"<a>{...F()}</a>;",
	"<a.b c={F()} />;",
}

func TestEveryCallSurvivesTheParser(t *testing.T) {
	if n := len(callSites); n < 97 {
		t.Errorf("there are calls in %d places, want at least 97", n)
	}
	for name, sites := range map[string][]string{
		"a.js":  callSites,
		"a.mjs": callSites,
		"a.ts":  slices.Concat(callSites, typedCallSites),
		"a.tsx": slices.Concat(callSites, typedCallSites, elementCallSites),
		"a.jsx": slices.Concat(callSites, elementCallSites),
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			want := map[string]string{}
			for i, site := range sites {
				f := fmt.Sprintf("f%d_", i+1)
				want[f] = site
				b.WriteString(strings.ReplaceAll(site, "F", f) + "\n")
			}
			found := called(lowered(t, name, b.String()))
			for f, site := range want {
				if !found[f] {
					t.Errorf("the call in %s is lost", site)
				}
				delete(found, f)
			}
			if found["f0_"] {
				t.Error("a call that is not there is found")
			}
		})
	}
}

// called returns the names that are called or constructed, or, under call and
// its kin, whose property is.
func called(u *ir.Unit) map[string]bool {
	out := map[string]bool{}
	for _, v := range u.Nodes {
		if v.Op != ir.OpCall && v.Op != ir.OpNew {
			continue
		}
		switch callee := u.Nodes[v.A]; callee.Op {
		case ir.OpGlobal:
			out[u.Strings[callee.A]] = true
		case ir.OpLoad:
			out[u.Strings[callee.B]] = true
			if base := u.Nodes[callee.A]; base.Op == ir.OpGlobal && u.Strings[callee.B] == "call" {
				out[u.Strings[base.A]] = true
			}
		}
	}
	return out
}

// TestTypesAreNoCalls: the mirror, places that only look like expressions.
func TestTypesAreNoCalls(t *testing.T) {
	for _, source := range []string{
		"type A = ReturnType<typeof f1_>;", "interface A { f1_(): void }", "declare function f1_(): void;", "declare const a: { f1_(): void };",
		"let a: (f1_: string) => void;", "// f1_()", "'f1_()';", "`f1_()`;", "/f1_()/;", "class A { f1_() {} }", "({f1_() {}});", "f1_;",
		"abstract class A { abstract f1_(): void }",
	} {
		if called(lowered(t, "a.ts", source))["f1_"] {
			t.Errorf("%s is taken for a call", source)
		}
	}
}
