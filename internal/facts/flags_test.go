package facts_test

import (
	"strings"
	"testing"
)

// What a flag does not pick, in the call that leaves it at its default or writes it out, does not flow on from there.
func TestFlags(t *testing.T) {
	const (
		quote = `const json = s => JSON.stringify({ [s]: 1 }).slice(1, -3); const named = setting.get("name");`
		arrow = quote + `const quoted = (s, quote = true) => quote ? json(s) : s;`
		plain = `const shown = { [quoted(named, false)]: 1 };`
		run   = plain + "new Function(`return row[${quoted(named)}]`)"
		raw   = plain + "new Function(`return row[${quoted(named, false)}]`)"
		list  = `const parts = []; parts.push(named);`
		found = "setting go.name > code command"
	)
	forms := []struct{ name, code string }{
		{"an arrow", `const quoted = (s, quote = true) => quote ? json(s) : s;`},
		{"minified", `const quoted = (e, t = !0) => t ? json(e) : e;`},
		{"returns", `function quoted(s, quote = true) { if (has.has(s)) throw new Error(s); if (quote) return json(s); return s; }`},
		{"returns early", `function quoted(s, quote = true) { if (!quote) { return s; } const made = json(s); return made; }`},
		{"else", `function quoted(s, quote = true) { if (!quote) { return s; } else { return json(s); } }`},
		{"compared", `function quoted(s, quote = true) { return quote === false ? s : json(s); }`},
		{"not a default", `function quoted(s, quote) { return quote !== false ? json(s) : s; }`},
		{"inline", `function quoted(e, t) { return void 0 === t || t ? json(e) : e; }`},
		{"ES5", `function quoted(s, quote) { if (quote === void 0) { quote = true; } return quote ? json(s) : s; }`},
		{"ES5, minified", `function quoted(e, t) { return void 0 === t && (t = !0), t ? json(e) : e; }`},
		{"arguments", `function quoted(s) { var q = arguments.length > 1 && arguments[1] !== undefined ? arguments[1] : true; ` +
			`return q ? json(s) : s; }`},
		{"arguments, minified", `function quoted(e) { var t = !(arguments.length > 1 && void 0 !== arguments[1]) || arguments[1]; ` +
			`return t ? json(e) : e; }`},
		{"put together", `function quoted(s, quote = true) { const made = quote ? json(s) : s; return "" + made; }`},
	}
	type one struct{ name, code, want string }
	cases := []one{
		{"written out", arrow + plain + "new Function(`return row[${quoted(named, true)}]`)", ""},
		{"what is not known", arrow + plain + "new Function(`return row[${quoted(named, process.argv[2])}]`)", found},
		{"what is worked out", arrow + plain + "new Function(`return row[${quoted(named, !process.argv[2])}]`)", found},
		{"what is spread", arrow + plain + "new Function(`return row[${quoted(...[named, other()])}]`)", found},
		{"what a list hands on", arrow + plain + "new Function([named].map(quoted).join())", found},
		{"bound", arrow + plain + "const b = quoted.bind(null, named, false); new Function(b())", found},
		{"applied", arrow + plain + "new Function(quoted.call(null, named, false))", found},
		{"a list", arrow + plain + list + "new Function(`return row[${quoted(parts)}]`)", ""},
		{"a list, the other value", arrow + plain + list + "new Function(`return row[${quoted(parts, false)}]`)", found},
		{"a list, kept", arrow + plain + list + "let made = quoted(parts); if (made.x) made = parts; new Function(`return ${made}`)", found},
		{"concatenated", arrow + plain + "new Function(`return row[${quoted(named)}]` + named)", found},
		{"named twice", quote + `const quoted = Function.prototype.call && function (q, s, q) { return q ? json(s) : s; };` +
			"quoted(false, 1, true); new Function(quoted(true, named, false))", found},
		{"both are raw", quote + `const quoted = (s, q = true) => q ? s : s + "";` + run, found},
		{"the other default", quote + `const quoted = (s, q = false) => q ? json(s) : s;` + run, found},
	}
	for _, set := range []string{"quote = asked();", "quote = !quote;", "[quote] = asked();", "quote--;", "arguments[1] = false;"} {
		cases = append(cases, one{
			"set anew: " + set, quote + `function quoted(s, quote = true) { ` + set + ` return quote ? json(s) : s; }` + run, found,
		})
	}
	cases = append(cases, one{
		"calls itself",
		quote + `function quoted(s, quote = true) { if (quote) { return s.x ? quoted(s, false) : json(s); } return s; }` + run, found,
	})
	for _, f := range forms {
		cases = append(
			cases, one{f.name, quote + f.code + run, ""}, one{f.name + ", the other value", quote + f.code + raw, found},
		)
	}
	for _, c := range cases {
		p := analyze(t, files{"main.js": flowHead + "exports.activate = () => {\n" + c.code + ";\n};\n"})
		if got := strings.Join(flowWords(p), "\n"); got != c.want {
			t.Errorf("%s: %s\ngives %q\nwant  %q", c.name, c.code, got, c.want)
		}
	}
}
