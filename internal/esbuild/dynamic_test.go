package bridge

import (
	"slices"
	"strings"
	"testing"
)

func TestEveryImportCallIsFound(t *testing.T) {
	for _, site := range append(slices.Clone(sites),
		"F().then(x => { F(); });", "class B { static x = F(); [F()]() {} }", "label: { F(); }", "do F(); while (F());",
		"for (var k in F()) F();",
		"a = b ? c : d => F();", "tag`${F()}`;", "delete F();", "throw F();", "export default F();", "with (F()) F();",
		"return_ = () => { return F(); };",
		"({get a() { return F(); }, async *b() { yield F(); }, ...F()});", "try { z } catch ({a = F()}) { F(); }", "a?.b(F());",
		"if (a) { return_; } else if (F()) ;", "a **= F();", "async function* h() { for await (const x of F()) yield* F(); }",
	) {
		if site == "import(F());" {
			continue // a call in a call is below
		}
		for _, call := range []string{"import(`x`)", "import(y)", "import.source(y)"} {
			text := "/* é */ " + strings.ReplaceAll(strings.ReplaceAll(site, "F?.()", "("+call+")"), "F()", "("+call+")")
			text = strings.ReplaceAll(text, "case F:", "case "+call+":")
			if strings.Contains(text, "new (") {
				text = strings.ReplaceAll(text, "new (", "new (a, ")
			}
			tree, err := ParseScript("a.js", text)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			got := FindDynamic(&tree).Imports
			slices.Sort(got)
			var want []int
			for at := 0; ; {
				i := strings.Index(text[at:], call)
				if i < 0 {
					break
				}
				want = append(want, at+i)
				at += i + 1
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: import() at %d, want %d", text, got, want)
			}
		}
	}
}

func TestAnImportCallInAnother(t *testing.T) {
	tree, err := ParseScript("a.js", "import(import(x))")
	if got := FindDynamic(&tree).Imports; err != nil || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
}

// A try block in which nothing stands throws nothing. Where the parser keeps one,
// it does no harm.
func TestImportCallsThatCannotRunAreLeftOut(t *testing.T) {
	for _, text := range []string{"try {} catch { import('x') }", "if (false) import('x')"} {
		tree, err := ParseScript("a.js", text)
		if got := FindDynamic(&tree).Imports; err != nil || len(got) > 0 {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}

func TestWhatOnlyLooksLikeAnImportCallIsNone(t *testing.T) {
	for _, text := range []string{
		"'import(x)'", "// import(x)\n", "/import(x)/", "`import(x)`", "a.import(x)", "({import(x) {}})", "class A { import(x) {} }",
		"import 'x'", "import.meta.url", "<!-- import(x)\n",
	} {
		tree, err := ParseScript("a.js", text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := FindDynamic(&tree).Imports; len(got) > 0 {
			t.Errorf("%s: import() at %d", text, got)
		}
	}
}

func TestWhatLeavesTheReader(t *testing.T) {
	for text, want := range map[string]string{
		"eval('x')":                 "eval",
		"(0, eval)('x')":            "",
		"a.eval('x')":               "",
		"() => () => eval(x)":       "eval",
		"with (a) b":                "with",
		"import 'x'":                "esm",
		"export {}":                 "esm",
		"export default 1":          "esm",
		"import.meta.url":           "meta",
		"await f()":                 "await",
		"async () => await f()":     "",
		"module.exports = 1":        "",
		"import('x')":               "",
		"for await (const a of b);": "await",
	} {
		tree, err := ParseScript("a.js", text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		d := FindDynamic(&tree)
		var got []string
		for _, f := range []struct {
			name string
			is   bool
		}{{"eval", d.Eval}, {"with", d.With}, {"esm", d.ESM}, {"meta", d.Meta}, {"await", d.Await}} {
			if f.is {
				got = append(got, f.name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %q", text, got, want)
		}
	}
}

func TestFreeNames(t *testing.T) {
	const text = "let a; function f(b) { var c; return a + b + c + d + typeof e; } g = h; ({i, j: k}) => l + i; class M { n = o;" +
		" static { p; } } try {} catch (q) { q; r } fetch(process.env)"
	tree, err := ParseScript("a.js", text)
	if err != nil {
		t.Fatal(err)
	}
	got := FreeNames(&tree)
	for _, name := range strings.Fields("d e g h l o p r fetch process") {
		if !slices.Contains(got, name) {
			t.Errorf("%s is not free", name)
		}
	}
	for _, name := range strings.Fields("a f b c i j k M n q env") {
		if slices.Contains(got, name) {
			t.Errorf("%s is free", name)
		}
	}
}

func TestNamesThatAFileAssignsTo(t *testing.T) {
	for text, want := range map[string]string{
		"JSON = 1":                               "JSON",
		"JSON += a, JSON ||= b":                  "JSON",
		"JSON++; --Math":                         "JSON Math",
		"[a, ...JSON] = b":                       "JSON a",
		"({a: JSON, b: [Math], URL = 1} = c)":    "JSON Math URL",
		"for (JSON of b) ; for (Math in c) ;":    "JSON Math",
		"const f = () => { (JSON) = 1 }":         "JSON",
		"JSON.parse(a); f(JSON); JSON == 1":      "",
		"var JSON; JSON = 1; let {URL} = a":      "",
		"for (const JSON of a) ; (JSON) => JSON": "",
		"class JSON {} JSON = 1":                 "",
	} {
		tree, err := ParseScript("a.js", text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(FindDynamic(&tree).Assigned, " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestScriptsAreWhatNodeRuns(t *testing.T) {
	for text, ok := range map[string]bool{"a = <b/>": false, "let a: string": false, "#!/usr/bin/env node\na": true, "return 1": true} {
		if _, err := ParseScript("a.js", text); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestModulesBecomeCommonJS(t *testing.T) {
	got, awaits, err := ToCommonJS(
		"import a, {b} from './a.js'; import * as c from 'c'; export const d = () => [a, b, c, import.meta.url, import(x)];"+
			" export default class E {} export * from 'f';",
		"META",
	)
	if err != nil || awaits {
		t.Fatal(awaits, err)
	}
	for _, want := range []string{`require("./a.js")`, `require("c")`, "META.url", "import(x)", `"use strict"`, "module.exports"} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
	for _, text := range []string{"export const a = await f();", "import './a'; for await (const x of y) z(x)", "await 1; export {}"} {
		if got, awaits, err := ToCommonJS(text, "META"); err != nil || !awaits || !strings.Contains(got, "await") {
			t.Errorf("await outside functions: %s, %v, %v", got, awaits, err)
		}
	}
	if _, awaits, err := ToCommonJS("export const f = async () => { await 1 }", "META"); err != nil || awaits {
		t.Errorf("await inside a function is none outside: %v", err)
	}
	if _, _, err := ToCommonJS("export = = 1", "META"); err == nil {
		t.Error("what is no module is converted")
	}
}
