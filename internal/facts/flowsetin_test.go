package facts_test

import "testing"

// TestSetIn: what takes the place of a placeholder in the code's own text is
// told from what is all of the text; promise libraries compile callers so.
func TestSetIn(t *testing.T) {
	for code, want := range map[string]bool{
		`Function("return function (o) { return o.NAME }".replace("NAME", d))`:                 true,
		`Function("return function (o) { return o.NAME }".replace(/NAME/g, d))`:                true,
		`Function("NAME".replace("NAME", d))`:                                                  false, // nothing but the placeholder
		`Function(d.replace("a long text that is looked for here", "by another, long as it"))`: false,
		`Function(other().replace("NAME", d))`:                                                 false, // whose text it is nobody knows
		`Function("return function (o) { return o.NAME }" + d)`:                                false,
	} {
		p := analyze(t, files{"main.js": `const http = require("http");
			http.get("http://a.example/", (r) => { r.on("data", (d) => { ` + code + `; }); });`})
		if len(p.Flows) != 1 || p.Flows[0].SetIn != want {
			t.Errorf("%s: %+v, want one flow, set in: %t", code, p.Flows, want)
		}
	}
}
