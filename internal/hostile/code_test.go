package hostile

import (
	"fmt"
	"strings"
	"testing"
)

const (
	many = 100_000
	lots = 1_000_000
)

// wrap puts text between n openings and n closings.
func wrap(n int, before, text, after string) string {
	return strings.Repeat(before, n) + text + strings.Repeat(after, n)
}

// numbered repeats a text n times with its number in place of #.
func numbered(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(text, "#", fmt.Sprint(i)))
	}
	return b.String()
}

// bombs are programs that are valid or nearly so and cost too much to read,
// walk, link or fold, if one is careless. The file's extension is .js when none
// is given.
var bombs = []struct {
	name, ext string
	text      func() string
	// seen is true when the file must not be blind: minifiers and people write
	// such code.
	seen bool
}{
	{name: "nested arrows", text: func() string { return strings.Repeat("a=>", many) + "1" }},
	{name: "nested async arrows", text: func() string { return strings.Repeat("async a=>", many) + "1" }},
	{name: "arrows in parentheses", text: func() string { return wrap(many, "(a=>", "1", ")") }},
	{name: "arrows with defaults", text: func() string { return wrap(many/4, "(a=", "1", ")=>1") }},
	{name: "nots", text: func() string { return strings.Repeat("!", many) + "1" }},
	{name: "typeofs", text: func() string { return strings.Repeat("typeof ", many) + "1" }},
	{name: "parentheses", text: func() string { return wrap(many, "(", "1", ")") }},
	{name: "unclosed parentheses", text: func() string { return strings.Repeat("(", lots) }},
	{name: "arrays", text: func() string { return "x=" + wrap(many, "[", "1", "]") }},
	{name: "objects", text: func() string { return "x=" + wrap(many, "{a:", "1", "}") }},
	{name: "blocks", text: func() string { return wrap(many, "{", "1", "}") }},
	{name: "functions", text: func() string { return wrap(many, "(function(){", "1", "})()") }},
	{name: "classes", text: func() string { return wrap(many/4, "class a{b(){", "1", "}}") }},
	{name: "extends", text: func() string { return "x=" + wrap(many/4, "class extends (", "Object", "){}") }},
	{name: "news", text: func() string { return strings.Repeat("new ", many) + "a" }},
	{name: "templates", text: func() string { return "x=" + wrap(many, "`${", "1", "}`") }},
	{name: "conditionals", text: func() string { return "x=" + strings.Repeat("a?b:", many) + "1" }},
	{name: "conditionals to the left", text: func() string { return "x=" + wrap(many, "a?", "1", ":b") }},
	{name: "else ifs", text: func() string { return strings.Repeat("if(a)b;else ", many) + "c" }},
	{name: "ifs", text: func() string { return strings.Repeat("if(a)", many) + "c" }},
	{name: "loops", text: func() string { return strings.Repeat("for(;;)", many) + "c" }},
	{name: "labels", text: func() string { return numbered(many, "a#:") + "1" }},
	{name: "tries", text: func() string { return wrap(many/4, "try{", "1", "}finally{}") }},
	{name: "awaits", text: func() string { return "async function f(){" + strings.Repeat("await ", many) + "1}" }},
	{name: "assignments", text: func() string { return strings.Repeat("a=", many) + "1" }},
	{name: "powers", text: func() string { return "x=" + strings.Repeat("a**", many) + "1" }},
	{name: "spreads", text: func() string { return wrap(many, "f(...", "[]", ")") }},
	{name: "imports", text: func() string { return wrap(many/4, "import(", "'x'", ")") }},
	{name: "object patterns", text: func() string { return "var " + wrap(many, "{a:", "b", "}") + "=c" }},
	{name: "array patterns", text: func() string { return "var " + wrap(many, "[", "b", "]") + "=c" }},
	{name: "sums", text: func() string { return "x=" + strings.Repeat("a+", lots) + "1" }},
	{name: "strings", text: func() string { return "x=" + strings.Repeat("'a'+", lots) + "'b'" }},
	{name: "ands", text: func() string { return "x=" + strings.Repeat("a&&", lots) + "1" }},
	{name: "ors", text: func() string { return "x=" + strings.Repeat("a??", lots) + "1" }},
	{name: "commas", text: func() string { return "x=(" + strings.Repeat("a,", lots) + "1)" }},
	{name: "members", text: func() string { return "a" + strings.Repeat(".b", lots) }},
	{name: "optional members", text: func() string { return "a" + strings.Repeat("?.b", many) }},
	{name: "indexes", text: func() string { return "a" + strings.Repeat("[0]", lots) }},
	{name: "calls", text: func() string { return "f" + strings.Repeat("()", lots) }},
	{name: "method calls", text: func() string { return "f" + strings.Repeat(".then(a)", many) }},
	{name: "nested calls", text: func() string { return wrap(many, "f(", "1", ")") }},
	{name: "nested indexes", text: func() string { return wrap(many, "a[", "1", "]") }},
	{name: "yields", text: func() string { return "function*f(){" + strings.Repeat("yield ", many) + "1}" }},
	{name: "switches", text: func() string { return wrap(many/4, "switch(a){default:", "1", "}") }},
	{name: "a regular expression", text: func() string { return "x=/" + wrap(many, "(", "a", ")*") + "/" }},
	{name: "tagged templates", text: func() string { return "a" + strings.Repeat("`b`", many) }},
	{name: "elements", ext: ".jsx", text: func() string { return "x=" + wrap(many/4, "<a>", "1", "</a>") }},
	{name: "type arguments", ext: ".ts", text: func() string { return "let a:" + wrap(many/4, "A<", "B", ">") + ";" }},
	{name: "array types", ext: ".ts", text: func() string { return "let a:A" + strings.Repeat("[]", lots) + ";" }},
	{name: "conditional types", ext: ".ts", text: func() string { return "type A=" + strings.Repeat("B extends C?D:", many) + "E;" }},
	{name: "type assertions", ext: ".ts", text: func() string { return "x=" + strings.Repeat("<any>", many) + "a" }},
	{name: "generic or comparison", ext: ".ts", text: func() string { return "x=" + strings.Repeat("a<b,c>(", many/4) }},
	{name: "arrow or conditional", ext: ".ts", text: func() string { return "x=" + strings.Repeat("a?(b):", many/10) + "c" }},

	{name: "many variables", text: func() string { return numbered(many, "var a#=b#;") }, seen: true},
	{name: "many functions", text: func() string { return numbered(many, "function a#(b){return b}") }, seen: true},
	{name: "a long list", text: func() string { return "x=[" + strings.Repeat("1,", lots) + "]" }, seen: true},
	{name: "a long table", text: func() string { return "x={" + numbered(many, "a#:#,") + "}" }, seen: true},
	{name: "many spaces", text: func() string { return strings.Repeat(" ", 8*lots) }, seen: true},
	{name: "many lines", text: func() string { return strings.Repeat("\n", 4*lots) }, seen: true},
	{name: "many comments", text: func() string { return strings.Repeat("/**/", lots) }, seen: true},
	{name: "one long string", text: func() string { return "x='" + strings.Repeat("a", 8*lots) + "'" }, seen: true},
	{name: "many strings", text: func() string { return "x=[" + numbered(many*2, "'string number #',") + "]" }, seen: true},
	{name: "many requires", text: func() string { return numbered(20_000, "require('mod#');") }, seen: true},
	{name: "many settings", text: func() string {
		return "const v=require('vscode').workspace.getConfiguration('a');" + numbered(20_000, "v.get('b#');")
	}, seen: true},
	{
		name: "a string that doubles",
		text: func() string { return "let a='abcdefgh';" + strings.Repeat("a=a+a;", 100) + "require(a)" },
		seen: true,
	},
	{name: "strings that double by name", text: func() string {
		s := "const a0='abcdefgh';"
		for i := range 100 {
			s += fmt.Sprintf("const a%d=a%d+a%d;", i+1, i, i)
		}
		return s + "require(a100)"
	}, seen: true},
	{name: "two to the power of sixty strings", text: func() string {
		return "require(" + strings.Repeat("(a?'b':'c')+", 60) + "'')"
	}, seen: true},
	{name: "everything calls everything", text: func() string {
		return "const o={};" + numbered(3000, "o.f#=function(g,k){o[k](g,k);return o[g]};") + "o[x](o,x)"
	}, seen: true},
	{name: "everything is everything", text: func() string {
		return numbered(3000, "var a#=()=>b#,b#={a:a#};") + "var x;" + numbered(3000, "x=x||a#;a#=x;b#.b=x(b#);")
	}, seen: true},
	{name: "a function that gives itself", text: func() string {
		return "function f(a){return f.bind(f,f(a),f)}" + strings.Repeat("f=f(f)(f);", 2000)
	}, seen: true},
	{name: "binds", text: func() string { return "x=f" + strings.Repeat(".bind(f)", 20_000) }},
	{name: "copies of copies", text: func() string {
		return numbered(2000, "var a#={b#:#};") + numbered(1999, "Object.assign(a#,a0,...[a1]);a0={...a#,...a0};")
	}, seen: true},
	{name: "classes of classes", text: func() string {
		return "class a0{m(){return this.n()}}" + numbered(3000, "class b# extends a0{n(){return new b#().m()}}a0=b#;")
	}, seen: true},
	{name: "a webpack of many modules", text: func() string {
		return "(()=>{var m={" + numbered(
			20_000,
			"#:(e,t,n)=>{e.exports=n(#+1)},",
		) + "},c={};function n(i){var r=c[i];if(r)return r.exports;var o=c[i]={exports:{}};m[i](o,o.exports,n);return o.exports}n(0)})()"
	}, seen: true},
	{name: "eval of eval", text: func() string { return wrap(10_000, "eval(", "'1'", ")") }, seen: true},
}

func TestCodeMadeToKill(t *testing.T) {
	if testing.Short() {
		t.Skip("short: takes a minute or two")
	}
	for _, b := range bombs {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			file := "bomb" + b.ext
			if b.ext == "" {
				file = "bomb.js"
			}
			o := scan(t, write(t, map[string]string{
				"package.json": manifest, "main.js": loader(file), file: b.text() + marker,
			}))
			o.scanned(t)
			reason := o.blind(file)
			switch {
			case reason == "" && !o.uses("fs.unlinkSync", file, 0):
				t.Errorf("the file is not blind, and what it does was not seen")
			case reason != "" && b.seen:
				t.Errorf("ordinary code is blind: %s", reason)
			case reason != "" && !o.report.Verdict.Incomplete:
				t.Errorf("the file is blind (%s) and the verdict does not say so", reason)
			}
			if reason != "" {
				t.Logf("blind: %s", reason)
			}
		})
	}
}
