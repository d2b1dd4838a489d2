package hostile

import (
	"strings"
	"testing"
)

// Manifests nobody's editor wrote: refused with the place, or read for what
// they are.
func TestStrangeManifests(t *testing.T) {
	const head = `{"name":"toy","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"},"main":"./main.js",`
	for _, c := range some(t, []struct {
		name, text string
		// words are what the refusal says; nil: it is scanned.
		words []string
	}{
		{"not JSON", `{"name":`, []string{"package.json"}},
		{"empty", ``, []string{"package.json"}},
		{"not an object", `[1,2]`, []string{"package.json"}},
		{"NULs", strings.Repeat("\x00", 1000), []string{"package.json"}},
		{"nested too deep", head + `"a":` + wrap(many, "[", "", "]") + `}`, []string{"package.json"}},
		{"nested too deep in objects", head + `"a":` + wrap(many, `{"a":`, "1", "}") + `}`, []string{"package.json"}},
		{"eight megabytes", head + `"description":"` + strings.Repeat("a", 8<<20) + `"}`, []string{"package.json"}},
		{"names nothing", `{}`, []string{"no VS Code extension", "engines.vscode"}},
		{"a byte order mark", "\ufeff" + manifest, nil},
		{"comments", "/* x */" + manifest, []string{"package.json"}},
		{"main out of the extension",
			`{"name":"toy","publisher":"acme","version":"1.0.0","engines":{"vscode":"*"},"main":"../../../../etc/passwd"}`, nil},
		{"main is a list", `{"name":"toy","publisher":"acme","version":"1.0.0","engines":{"vscode":"*"},"main":["./main.js"]}`, nil},
		{"main is given twice", `{"name":"toy","publisher":"acme","version":"1.0.0","engines":{"vscode":"*"},"main":"./other.js","main":"./` +
			`main.js"}`, nil},
		{"prototypes", head + `"__proto__":{"main":"x"},"constructor":{"prototype":{}},"contributes":{"__proto__":{"commands":[]}}}`, nil},
		{"numbers out of range", head + `"contributes":{"configuration":{"properties":{"a":{"type":"number","default":1e999999}}}}}`, nil},
		{"every field of a wrong type",
			head + `"activationEvents":"*","contributes":[],"scripts":7,"capabilities":true,"extensionKind":{},"files":1}`, nil},
		{"a hundred thousand activation events", head + `"activationEvents":[` + strings.Repeat(`"onCommand:a",`, many) + `"*"]}`, nil},
		{"twenty thousand commands",
			head + `"contributes":{"commands":[` + strings.TrimSuffix(numbered(20_000, `{"command":"c#","title":"t"},`), ",") + `]}}`, nil},
		{"names that talk to the terminal",
			`{"name":"\u001b[2J","publisher":"\n::error::x","version":"\u202e","engines":{"vscode":"*"},"main":"./main.js"}`, nil},
		{"lone surrogates", `{"name":"\ud800","publisher":"\udfff","version":"1.0.0","engines":{"vscode":"*"},"main":"./main.js"}`, nil},
	}) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := scan(t, write(t, map[string]string{"package.json": c.text, "main.js": loader()}))
			if c.words != nil {
				o.refused(t, c.words...)
				return
			}
			o.scanned(t)
		})
	}
}

// Patterns that would take for ever, and patterns that would hide the code.
func TestStrangeIgnoreFiles(t *testing.T) {
	for name, rules := range map[string]string{
		"stars":           strings.Repeat("*a", 200) + "b\n",
		"double stars":    strings.Repeat("**/", 200) + "b\n",
		"braces":          strings.Repeat("{a,b}", 60) + "\n",
		"nested braces":   strings.Repeat("{a,", 5000) + strings.Repeat("}", 5000) + "\n",
		"many rules":      numbered(20_000, "a#/**/*b#*\n"),
		"bad bytes":       "\xff\xfe\x00[[[\n!(((\n",
		"a rule too long": strings.Repeat("a", 1<<20) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := scan(t, write(t, map[string]string{
				"package.json": manifest, "main.js": loader("x.js"), "x.js": marker, ".vscodeignore": rules,
				".gitignore": "node_modules\n", "src/main.ts": "1", "tsconfig.json": "{}", strings.Repeat("a", 60) + ".txt": "",
			}))
			if o.report == nil {
				o.refused(t, ".vscodeignore")
				return
			}
			o.seen(t, "x.js", 1)
		})
	}
}
