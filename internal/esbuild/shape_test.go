package bridge

import (
	"crypto/sha256"
	"strings"
	"testing"
)

// within wraps code as a bundler does, beside another module.
func within(wrapper, code string) string {
	return "var __commonJS = (cb, mod) => () => mod;\nvar require_a = __commonJS({});\nvar other = 1;\n" + strings.Replace(
		wrapper,
		"CODE",
		code,
		1,
	)
}

const (
	byEsbuild = "var require_x = __commonJS({\n  \"node_modules/x/index.js\"(exports2, module2) {\n    CODE\n  }\n});"
	byArrow   = "var X = C((exports2, module2) => { CODE });"
	byWebpack = "var __webpack_modules__ = ({ 123: /***/ ((module2, exports2, __webpack_require__) => {\n CODE \n}) });"
)

func found(t *testing.T, module, bundle string) bool {
	t.Helper()
	m, err := ModuleShape("m.js", module)
	if err != nil {
		return false
	}
	shapes, err := FunctionShapes("b.js", bundle)
	if err != nil {
		t.Fatalf("%s: %v", bundle, err)
	}
	for _, s := range shapes {
		for way, d := range m.Digests {
			if d == s.Digests[way] && d != [sha256.Size]byte{} {
				if body := bundle[s.Start:s.End]; !strings.HasPrefix(body, "{") || !strings.HasSuffix(body, "}") {
					t.Errorf("the body is %q", body)
				}
				return true
			}
		}
	}
	return false
}

// What a bundler makes of a module is the module, and what somebody else made of it
// is not. Each pair stands beside one that differs in what it does.
func TestShapes(t *testing.T) {
	const module = "'use strict'\n// text\nconst cp = require('child_process'), a = require('a')\nlet n = 100000\n" +
		"class K { m() { return K.x } }\nfunction run(line) { if (line) return cp.exec(line, 'x'); return { run: run, n } }\n" +
		"module.exports = run; exports.K = K"
	const bundled = `"use strict"; var cp2 = require("child_process"); var a = require_a(); var n2 = 1e5; var K2 = class _K { m() { ` +
		`return _K.x; } };
		function run2(line2) { if (line2) { return cp2.exec(line2, "x"); } return { run: run2, n: n2 }; } module2.exports = run2;` +
		` exports2.K = K2;`
	withBlock := strings.Replace(module, "if (line) return cp.exec(line, 'x');", "if (line) { return cp.exec(line, 'x') }", 1)
	packed := strings.NewReplacer(
		`var cp2 = require("child_process"); var a = require_a()`,
		`const cp2 = __webpack_require__(317), a = __webpack_require__("./node_modules/a/index.js")`,
		"var n2",
		"let n2",
		"var K2 = class _K {",
		"class K2 {",
		"_K.x; } };",
		"K2.x; } }",
	).Replace(
		bundled,
	)
	change := func(old, now string) string {
		if !strings.Contains(bundled, old) {
			t.Fatalf("nothing to change: %s", old)
		}
		return within(byEsbuild, strings.Replace(bundled, old, now, 1))
	}
	for _, c := range []struct {
		name, module, bundle string
		want                 bool
	}{
		{"as esbuild writes it", withBlock, within(byEsbuild, bundled), true},
		{"as an arrow", withBlock, within(byArrow, bundled), true},
		{"as webpack writes it", withBlock, within(byWebpack, packed), true},
		{"a call more", withBlock, change("module2.exports = run2;", "module2.exports = run2; run2(1);"), false},
		{"another member", withBlock, change("cp2.exec(", "cp2.execSync("), false},
		{"another string", withBlock, change(`"x"`, `"y"`), false},
		{"another number", withBlock, change("1e5", "1e6"), false},
		{"another module of Node", withBlock, change(`require("child_process")`, `require("fs")`), false},
		{"a module of Node's by the bundler's name", withBlock, change(`require("child_process")`, "require_a()"), false},
		{"a name of the file around it", withBlock, change("return { run: run2", "return { run: other"), false},
		{"variables changed for one another", withBlock, change("cp2.exec(line2", "cp2.exec(n2"), false},
		{"exports and module changed", withBlock, change("exports2.K", "module2.K"), false},
		{"a global in the stead of a variable", "var f = 1, g = f; module.exports = [f, g, f]",
			within(byEsbuild, "var f = 1; var g = f; module2.exports = [f, eval, f];"), false},
		{"a global for another of its kind", "module.exports = [escape('x'), escape('y')]",
			within(byEsbuild, "module2.exports = [unescape('x'), unescape('y')];"), false},
		{"another global", "module.exports = [escape('x'), escape('y')]", within(byEsbuild, "module2.exports = [eval('x'), eval('y')];"), false},
		{"the same global", "module.exports = [escape('x'), escape('y')]", within(byEsbuild, "module2.exports = [escape('x'), escape('y')];"),
			true},
		{"a global that the file binds", "module.exports = [escape('x'), escape('y')]",
			"var escape = eval;" + within(byEsbuild, "module2.exports = [escape('x'), escape('y')];"), false},
		{"properties written short", "var a = 1; module.exports = { a, 'b': 2 }",
			within(byEsbuild, "var a2 = 1; module2.exports = { a: a2, b: 2 };"), true},
		{"a parameter by default", "module.exports = 1", "f(function(a, b = evil()) { b.exports = 1 })", false},
		{"a text that closes the function", "}); evil(function(exports,module,require){ module.exports = 1",
			within(byEsbuild, "module2.exports = 1;"), false},
		{"an ECMAScript module", "import a from 'a'; export default a", within(byEsbuild, "module2.exports = 1;"), false},
	} {
		if got := found(t, c.module, c.bundle); got != c.want {
			t.Errorf("%s: found %t", c.name, got)
		}
	}
}

// Hostile text is an error, and no shape of anything.
func FuzzModuleShape(f *testing.F) {
	f.Add("module.exports = require('a')")
	f.Add("}); f(function(a, b, c){")
	f.Add("var a = (b) => b; class A { #b = () => {}; static {} }; x: for (;;) { break x }")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		if s, err := ModuleShape("m.js", text); err == nil && s.End < s.Start {
			t.Fatalf("%+v", s)
		}
		if list, err := FunctionShapes("b.js", text); err == nil {
			for _, s := range list {
				if s.Start < 0 || s.End > len(text) || s.Start >= s.End {
					t.Fatalf("%+v in %d bytes", s, len(text))
				}
			}
		}
	})
}
