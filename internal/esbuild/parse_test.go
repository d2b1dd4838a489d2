package bridge

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// sites have a call of F in each kind of place the parser treats in a way of
// its own: it resolves, simplifies and drops while it parses. The whole list,
// through lowering too, is a test of package lower.
var sites = []string{
	"F();",
	"if (a) F();",
	"for (F();;) break;",
	"for (const x of F()) ;",
	"while (F()) ;",
	"switch (F()) { case F: }",
	"try { F(); } finally {}",
	"const {a1 = F()} = b;",
	"export const c1 = F();",
	"function g1(a = F()) {}",
	"async () => await F();",
	"class A1 extends F() { }",
	"class A2 { static { F(); } }",
	"class A3 { #p = F(); }",
	"new F();",
	"a?.[F()];",
	"F?.();",
	"F() || a;",
	"a ??= F();",
	"({[F()]: 1});",
	"[...F()];",
	"`${F()}`;",
	"import(F());",
	"(0, F)();",
	"typeof F();",
	"void F();",
	"a && F();",
	"a ? F() : 1;",
	"'unused', F();",
	"({x: F()}).y;",
	"[F()];",
	"!F();",
}

// names walks a tree by reflection, so that it does not share package lower's
// idea of where calls are, and gives the callees.
func names(tree *AST) map[string]bool {
	out := map[string]bool{}
	target := func(e Expr) {
		if id, ok := e.Data.(*EIdentifier); ok {
			out[tree.Symbols[Follow(tree, id.Ref).InnerIndex].OriginalName] = true
		}
		if comma, ok := e.Data.(*EBinary); ok && comma.Op == BinOpComma {
			if id, ok := comma.Right.Data.(*EIdentifier); ok {
				out[tree.Symbols[Follow(tree, id.Ref).InnerIndex].OriginalName] = true
			}
		}
	}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if v.IsNil() {
				return
			}
			if v.CanInterface() {
				switch d := v.Interface().(type) {
				case *ECall:
					target(d.Target)
				case *ENew:
					target(d.Target)
				}
			}
			walk(v.Elem())
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					walk(v.Field(i))
				}
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		}
	}
	for _, part := range tree.Parts {
		walk(reflect.ValueOf(part.Stmts))
	}
	return out
}

func TestTheParserDropsNoCall(t *testing.T) {
	for _, file := range []string{"a.js", "a.mjs", "a.jsx", "a.ts", "a.tsx"} {
		var b strings.Builder
		for i, site := range sites {
			b.WriteString(strings.ReplaceAll(site, "F", fmt.Sprintf("f%d_", i)) + "\n")
		}
		tree, err := Parse(file, b.String())
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		found := names(&tree)
		for i, site := range sites {
			if !found[fmt.Sprintf("f%d_", i)] {
				t.Errorf("%s: the call in %s is lost", file, site)
			}
		}
	}
	tree, err := Parse("a.js", "f0_; g_();")
	if found := names(&tree); err != nil || found["f0_"] || !found["g_"] {
		t.Errorf("the mirror: %v, %v", found, err)
	}
}

func TestUnusedImportsStay(t *testing.T) {
	const real = "import fs from 'fs'; import * as net from 'net'; import {a} from 'dns'; import 'os';"
	const types = "import type fs from 'fs'; import type {Socket} from 'net';"
	for _, c := range []struct {
		file, source string
		want         int
	}{{"a.mjs", real, 4}, {"a.ts", real, 4}, {"a.tsx", real, 4}, {"a.ts", types, 0}} {
		tree, err := Parse(c.file, c.source)
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, part := range tree.Parts {
			for _, stmt := range part.Stmts {
				if _, ok := stmt.Data.(*SImport); ok {
					got++
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %s keeps %d imports, want %d", c.file, c.source, got, c.want)
		}
	}
}

func TestSources(t *testing.T) {
	for name, want := range map[string]bool{
		"a.js": true, "a.cjs": true, "a.mjs": true, "a.jsx": true, "a.ts": true, "a.cts": true, "a.mts": true, "a.tsx": true, "A.JS": true,
		"x/y.z.js": true,
		"a.json":   false, "a": false, "js": false, "a.js.map": false, "a.wasm": false, "a.node": false, "x.js/y": false, "": false,
	} {
		if IsSource(name) != want {
			t.Errorf("%q is a source: %v, want %v", name, !want, want)
		}
	}
}

func TestErrorsHaveAnOffset(t *testing.T) {
	for source, want := range map[string]int{"let = = 1": 6, "a;\r\n let = = 1": 11, "\uFEFFlet = = 1": 9} {
		_, err := Parse("a.js", source)
		var p *ParseError
		ok := errors.As(err, &p)
		if !ok || p.Text == "" || p.Offset != want {
			t.Errorf("%q: %+v, want offset %d", source, p, want)
		}
	}
}

func TestJSXInAJavaScriptFileIsASecondTry(t *testing.T) {
	if _, err := Parse("a.js", "const a = <b c={d()} />;"); err != nil {
		t.Errorf("JSX: %v", err)
	}
	if _, err := Parse("a.ts", "const a = <b>d();"); err != nil {
		t.Errorf("a type assertion: %v", err)
	}
	if _, err := Parse("a.js", "const a = <b c={d(} />;"); err == nil {
		t.Error("damaged JSX is read")
	}
}
