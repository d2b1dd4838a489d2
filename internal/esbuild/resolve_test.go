package bridge

import (
	"strings"
	"testing"
)

func TestSpecifiersResolveAsInNode(t *testing.T) {
	r := NewResolver(map[string]string{
		"main.js": "", "lib/index.js": "", "lib/a.js": "", "lib/a.ts": "", "lib/only.ts": "", "data.json": "", "both.js": "", "both/index.js": "",
		"package.json":                  `{"imports": {"#in": "./lib/a.js", "#out": "../../../etc/passwd"}}`,
		"node_modules/dep/package.json": `{"main": "lib/x"}`,
		"node_modules/dep/lib/x.js":     "",
		"node_modules/exp/package.json": `{"exports": {".": {"node": "./n.js", "browser": "./b.js"}, "./sub": "./s.js"}}`,
		"node_modules/exp/n.js":         "", "node_modules/exp/b.js": "", "node_modules/exp/s.js": "", "node_modules/exp/hidden.js": "",
		"node_modules/@s/p/index.js":       "",
		"lib/node_modules/dep/index.js":    "",
		"node_modules/fs/index.js":         "",
		"node_modules/evil/package.json":   `{"main": "../../../../etc/passwd"}`,
		"node_modules/broken/package.json": `{"main": `,
		"node_modules/broken/index.js":     "",
		"node_modules/odd/package.json":    `{"main": {"a": 1}, "exports": [null, 7, {"": ""}]}`,
	})
	for _, c := range []struct{ from, specifier, want string }{
		{"main.js", "./lib/a", "lib/a.js"},
		{"main.js", "./lib/a.js", "lib/a.js"},
		{"main.js", "./lib", "lib/index.js"},
		{"main.js", "./lib/", "lib/index.js"},
		{"main.js", "./both", "both.js"},
		{"main.js", "./both/", "both/index.js"},
		{"main.js", "./data.json", "data.json"},
		{"main.js", "./lib/only", "lib/only.ts"},
		{"lib/a.js", "..", ""},
		{"lib/a.js", "../main", "main.js"},
		{"lib/a.js", "./missing", ""},
		{"main.js", "dep/lib/x.js", "node_modules/dep/lib/x.js"},
		{"main.js", "exp", "node_modules/exp/n.js"},
		{"main.js", "exp/sub", "node_modules/exp/s.js"},
		{"main.js", "exp/hidden.js", ""},
		{"main.js", "#in", "lib/a.js"},
		{"main.js", "node:fs", ""},
		{"main.js", "vscode", ""},
		// Nothing outside the extension can be named.
		{"main.js", "../outside", ""},
		{"main.js", "../../../../etc/passwd", ""},
		{"main.js", "/etc/passwd", ""},
		{"main.js", "/extension/main.js", "main.js"},
		{"main.js", "#out", ""},
		{"main.js", "evil", ""},
		{"main.js", "https://a.example/x.js", ""},
		{"main.js", "data:text/javascript,1", ""},
		{"main.js", "odd", ""},
		{"main.js", "", ""},
		{"main.js", "a\x00b", ""},
		{"main.js", "./" + strings.Repeat("a/", 5000), ""},
		{"main.js", "\xff\xfe", ""},
	} {
		got, ok := r.Resolve(c.from, c.specifier, false)
		if got != c.want && ok || ok != (c.want != "") {
			t.Errorf("%.60q in %s is %q, %v, want %q", c.specifier, c.from, got, ok, c.want)
		}
	}
}
