package checks

import (
	"archive/zip"
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// The published levels. The rows of services have more of their mirrors in
// published_services_test.go.
const (
	levelNone     = finding.None
	levelMedium   = finding.Medium
	levelHigh     = finding.High
	levelCritical = finding.Critical
)

// matrixRow is a row of the published matrix: what makes an extension hit it, and
// beside it what is just under its threshold.
type matrixRow struct {
	name   string
	module finding.Module
	level  finding.Severity
	// hit and under change an extension that hits nothing.
	hit, under func(*matrixCase)
	// below is the level of the mirror, where it is not nothing.
	below finding.Severity
}

// matrixCase is an extension in the making, and what services say of it.
type matrixCase struct {
	// manifest are further lines of package.json.
	manifest []string
	// body is code of activate, page that of a webview, text a script as it is.
	body, page, text []string
	world            supplychain.World
}

func body(lines ...string) func(*matrixCase) {
	return func(c *matrixCase) { c.body = append(c.body, lines...) }
}

func manifestLine(line string) func(*matrixCase) {
	return func(c *matrixCase) { c.manifest = append(c.manifest, line) }
}

func scriptText(text string) func(*matrixCase) {
	return func(c *matrixCase) { c.text = append(c.text, text) }
}

func pageLine(line string) func(*matrixCase) {
	return func(c *matrixCase) { c.page = append(c.page, line) }
}

func listingOf(change func(*supplychain.Listing)) func(*matrixCase) {
	return func(c *matrixCase) { change(c.world.Listing) }
}

func adviceOf(source, level string) func(*matrixCase) {
	return func(c *matrixCase) {
		p := supplychain.Package{Name: "left", Version: "1.0.0", File: "node_modules/left/package.json", Basis: supplychain.InFolder}
		c.world.Advisories = append(
			c.world.Advisories,
			supplychain.Advisory{Package: p, ID: "GHSA-" + level, Source: source, Title: "weak", Level: level},
		)
	}
}

// votesOf are engines' votes about the archive or about a host that the code
// connects to.
func votesOf(kind supplychain.ReputationKind, malicious, suspicious int) func(*matrixCase) {
	return func(c *matrixCase) {
		r := supplychain.Reputation{Kind: kind, Subject: "any", Known: true, Malicious: malicious, Suspicious: suspicious}
		switch kind {
		case supplychain.ReputationDomain:
			r.Subject = "updates.fixture.zz"
			c.body = append(c.body, `require("https").get("https://updates.fixture.zz/x");`)
		case supplychain.ReputationAddress:
			r.Subject = "1.2.3.4"
			c.body = append(c.body, `require("https").get("https://1.2.3.4/x");`)
		}
		c.world.Reputations = append(c.world.Reputations, r)
	}
}

// scoreOf is a scorecard, of the repository or of a dependency.
func scoreOf(dependency string, v float64) func(*matrixCase) {
	return func(c *matrixCase) {
		c.world.Scorecards = append(c.world.Scorecards, supplychain.Scorecard{Repository: "github.com/a/b", Package: dependency, Score: &v})
	}
}

func count64(n int64) *int64 { return &n }

// noise is text of many letters, each as often as chance has it: high in entropy
// when there are many.
func noise(letters, n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("// ")
	for i := range n {
		b.WriteByte(byte('0' + r.IntN(letters)))
		if i%60 == 59 {
			b.WriteString("\n// ")
		}
	}
	return strings.NewReplacer(`\`, "x", "`", "y").Replace(b.String())
}

// matrixRows is table 1, and what the paper's text adds to it.
func matrixRows() []matrixRow {
	p, m, d := finding.PublisherModule, finding.ManifestModule, finding.DependenciesModule
	s, o, c := finding.SecretsModule, finding.ObfuscationModule, finding.CodeModule
	g, v, n := finding.ScorecardModule, finding.MalwareModule, finding.NetworkModule
	token := "ghp_" + "x9Kd72LqPz" + "mW4vTb81Rc" + "Yf03HsNjGe" + "A6Qu5i"
	return []matrixRow{
		{"fewer than 500 installs and 10 ratings", p, levelMedium,
			listingOf(func(l *supplychain.Listing) { l.Installs, l.Ratings = count64(499), count64(9) }),
			listingOf(func(l *supplychain.Listing) { l.Installs, l.Ratings = count64(500), count64(9) }), levelNone},
		{"fewer than 500 installs, 10 ratings", p, levelMedium,
			listingOf(func(l *supplychain.Listing) { l.Installs, l.Ratings = count64(0), count64(0) }),
			listingOf(func(l *supplychain.Listing) { l.Installs, l.Ratings = count64(499), count64(10) }), levelNone},
		{
			"an unverified publisher",
			p,
			levelMedium,
			listingOf(func(l *supplychain.Listing) { no := false; l.Verified = &no }),
			listingOf(func(l *supplychain.Listing) { l.Verified = nil }),
			levelNone,
		},
		{
			"over two years old",
			p,
			levelMedium,
			listingOf(func(l *supplychain.Listing) { l.Updated = "2025-01-30" }),
			listingOf(func(l *supplychain.Listing) { l.Updated = "2025-01-31" }),
			levelNone,
		},

		{
			"activation on *",
			m,
			levelMedium,
			manifestLine(`"activationEvents": ["*"]`),
			manifestLine(`"activationEvents": ["onLanguage:a"]`),
			levelNone,
		},
		{
			"activation on onStartupFinished",
			m,
			levelMedium,
			manifestLine(`"activationEvents": ["onStartupFinished"]`),
			manifestLine(`"activationEvents": ["onView:a"]`),
			levelNone,
		},
		{
			"task definitions",
			m,
			levelMedium,
			manifestLine(`"contributes": { "taskDefinitions": [{ "type": "a" }] }`),
			manifestLine(`"contributes": { "commands": [{ "command": "a", "title": "A" }] }`),
			levelNone,
		},
		{
			"terminal profiles",
			m,
			levelMedium,
			manifestLine(`"contributes": { "terminal": { "profiles": [{ "id": "a", "title": "A" }] } }`),
			manifestLine(`"contributes": { "themes": [] }`),
			levelNone,
		},
		{
			"debuggers",
			m,
			levelMedium,
			manifestLine(`"contributes": { "debuggers": [{ "type": "a" }] }`),
			manifestLine(`"contributes": { "breakpoints": [{ "language": "a" }] }`),
			levelNone,
		},
		{
			"authentication providers",
			m,
			levelMedium,
			manifestLine(`"contributes": { "authentication": [{ "id": "a", "label": "A" }] }`),
			manifestLine(`"contributes": { "languages": [{ "id": "a" }] }`),
			levelNone,
		},

		{"npm says critical", d, levelCritical, adviceOf("npm-advisories", "critical"), adviceOf("npm-advisories", "high"), levelHigh},
		{"npm says high", d, levelHigh, adviceOf("npm-advisories", "high"), adviceOf("npm-advisories", "moderate"), levelMedium},
		{"npm says moderate", d, levelMedium, adviceOf("npm-advisories", "moderate"), adviceOf("npm-advisories", "low"), finding.Low},
		{"npm says so, and not another", d, levelMedium, adviceOf("npm-advisories", "moderate"), adviceOf("osv", "critical"), levelNone},

		{"npm says info", d, finding.Low, adviceOf("npm-advisories", "info"), func(*matrixCase) {}, levelNone},

		{"a repository of 3.0", g, levelHigh, scoreOf("", 3.0), scoreOf("", 3.1), levelMedium},
		{"a repository of 6.0", g, levelMedium, scoreOf("", 6.0), scoreOf("", 6.1), levelNone},
		{"a dependency of 3.0", g, levelHigh, scoreOf("lib", 3.0), scoreOf("lib", 3.1), levelMedium},
		{"a dependency of 6.0", g, levelMedium, scoreOf("lib", 6.0), scoreOf("lib", 6.1), levelNone},
		{
			"an archive, 2 malicious",
			v,
			levelCritical,
			votesOf(supplychain.ReputationFile, 2, 0),
			votesOf(supplychain.ReputationFile, 1, 0),
			levelNone,
		},
		{
			"an archive, 1 malicious and 1 suspicious",
			v,
			levelHigh,
			votesOf(supplychain.ReputationFile, 1, 1),
			votesOf(supplychain.ReputationFile, 0, 1),
			levelNone,
		},
		{
			"an archive, 2 suspicious",
			v,
			levelMedium,
			votesOf(supplychain.ReputationFile, 0, 2),
			votesOf(supplychain.ReputationFile, 0, 1),
			levelNone,
		},
		{
			"a host, 2 malicious",
			n,
			levelCritical,
			votesOf(supplychain.ReputationDomain, 2, 0),
			votesOf(supplychain.ReputationDomain, 1, 0),
			levelNone,
		},
		{
			"a host, 1 malicious and 1 suspicious",
			n,
			levelHigh,
			votesOf(supplychain.ReputationDomain, 1, 1),
			votesOf(supplychain.ReputationDomain, 0, 1),
			levelNone,
		},
		{
			"an address, 2 suspicious",
			n,
			levelMedium,
			votesOf(supplychain.ReputationAddress, 0, 2),
			votesOf(supplychain.ReputationAddress, 0, 1),
			levelNone,
		},

		{
			"a hardcoded secret",
			s,
			levelHigh,
			body(`const t = "` + token + `";`),
			body(`const t = "` + token[:4] + strings.Repeat("x", 36) + `";`),
			levelNone,
		},

		{
			"encoded by number",
			o,
			levelMedium,
			scriptText(`const a = "` + strings.Repeat(`\u65e5`, 10) + `";`),
			scriptText(`const a = "` + strings.Repeat(`\u65e5`, 9) + `";`),
			levelNone,
		},
		{
			"encoded by number, in hexadecimal",
			o,
			levelMedium,
			scriptText(`const a = "` + strings.Repeat(`\x1b`, 10) + `";`),
			scriptText(`const a = "` + strings.Repeat(`\x1b`, 9) + `";`),
			levelNone,
		},
		{"a long line", o, levelMedium, scriptText("//" + strings.Repeat("a", 499)), scriptText("//" + strings.Repeat("a", 498)), levelNone},
		{"high entropy", o, levelMedium, scriptText(noise(43, 6000)), scriptText(noise(42, 6000)), levelNone},
		{
			"a flattened loop",
			o,
			levelHigh,
			scriptText("let i = 0;\nwhile (true) { switch (i++) { case 0: break; default: process.exit(); } }"),
			scriptText("let i = 0;\nwhile (i < 9) { switch (i++) { case 0: break; } }"),
			levelNone,
		},

		{
			"exec of what is not constant",
			c,
			levelCritical,
			body(`require("child_process").exec(x);`),
			body(`require("child_process").exec("git log");`),
			levelNone,
		},
		{
			"spawn of what is not constant",
			c,
			levelCritical,
			body(`require("child_process").spawn(x, []);`),
			body(`require("child_process").spawn("git", []);`),
			levelNone,
		},
		{"eval of what is not constant", c, levelCritical, body(`eval(x);`), body(`eval("1");`), levelNone},
		{"Function of what is not constant", c, levelCritical, body(`new Function(x);`), body(`new Function("return 1");`), levelNone},
		{
			"an SSH key",
			c,
			levelHigh,
			body(`fs.readFileSync(os.homedir() + "/.ssh/id_rsa");`),
			body(`fs.readFileSync(os.homedir() + "/.sshow/a");`),
			levelNone,
		},
		{
			"credentials of AWS",
			c,
			levelHigh,
			body(`fs.readFileSync(os.homedir() + "/.aws/credentials");`),
			body(`fs.readFileSync(os.homedir() + "/.awsome");`),
			levelNone,
		},
		{
			"a browser's profile",
			c,
			levelHigh,
			body(`fs.readFileSync(os.homedir() + "/.config/google-chrome/Default/Cookies");`),
			body(`fs.readFileSync(os.homedir() + "/.config/fixture/a");`),
			levelNone,
		},
		{
			"innerHTML of what is not constant",
			c,
			levelHigh,
			pageLine(`list.innerHTML = list.dataset.a;`),
			pageLine(`list.innerHTML = "<b>a</b>";`),
			levelNone,
		},
		{
			"a hardcoded key",
			c,
			levelHigh,
			body(`crypto.createCipheriv("aes-256-gcm", "0123456789abcdef0123456789abcdef", crypto.randomBytes(12));`),
			body(`crypto.createCipheriv("aes-256-gcm", crypto.randomBytes(32), crypto.randomBytes(12));`),
			levelNone,
		},
		{
			"DES",
			c,
			levelHigh,
			body(`crypto.createCipheriv("des-cbc", x, crypto.randomBytes(8));`),
			body(`crypto.createCipheriv("aes-128-cbc", x, crypto.randomBytes(16));`),
			levelNone,
		},
		{
			"RC4",
			c,
			levelHigh,
			body(`crypto.createDecipheriv("rc4", x, null);`),
			body(`crypto.createDecipheriv("chacha20-poly1305", x, crypto.randomBytes(12));`),
			levelNone,
		},

		{
			"shell: true (text)",
			c,
			levelHigh,
			body(`require("child_process").spawn("git", ["log"], { shell: true });`),
			body(`require("child_process").spawn("git", ["log"], { shell: false });`),
			levelNone,
		},
		{"a timer with text (text)", c, levelHigh, body(`setTimeout("f()", 1);`), body(`setTimeout(() => f(), 1);`), levelNone},
		{"MD5 (text)", c, levelMedium, body(`crypto.createHash("md5").update(x);`), body(`crypto.createHash("sha256").update(x);`), levelNone},
		{"SHA-1 (text)", c, levelMedium, body(`crypto.createHash("sha1").update(x);`), body(`crypto.createHash("sha512").update(x);`), levelNone},
		{
			"a static initialisation vector (text)",
			c,
			levelHigh,
			body(`crypto.createCipheriv("aes-256-cbc", x, Buffer.alloc(16));`),
			body(`crypto.createCipheriv("aes-256-cbc", x, crypto.randomBytes(16));`),
			levelNone,
		},
		{
			"few iterations (text)",
			c,
			levelMedium,
			body(`crypto.pbkdf2Sync(x, y, 1000, 32, "sha256");`),
			body(`crypto.pbkdf2Sync(x, y, 600000, 32, "sha256");`),
			levelNone,
		},
		{
			"an iteration too few (text)",
			c,
			levelMedium,
			body(`crypto.pbkdf2Sync(x, y, 599999, 32, "sha256");`),
			body(`crypto.pbkdf2Sync(x, y, 600000, 32, "sha256");`),
			levelNone,
		},
		{
			"an unsafe merge (text)",
			c,
			levelMedium,
			body(
				`function merge(a, b) { for (const k in b) { if (typeof b[k] === "object") merge(a[k], b[k]); else a[k] = b[k]; } }`,
				`merge({}, x);`,
			),
			body(
				`function copy(a, b) { for (const k of Object.keys(b)) { if (k === "__proto__" || k === "constructor" || k === "prototype") `+
					`continue; a[k] = b[k]; } }`,
				`copy({}, x);`,
			),
			levelNone,
		},
		{
			"prototype pollution (text)",
			c,
			levelMedium,
			body(`function A() {}`, `A.__proto__ = x;`),
			body(`function A() {}`, `A.prototype = x;`),
			levelNone,
		},
	}
}

// Each row of the published matrix gets its level in profile paper, and what is
// just under its threshold does not.
func TestPublishedRows(t *testing.T) {
	for _, r := range matrixRows() {
		t.Run(r.name, func(t *testing.T) {
			if got := at(levelsOf(t, r.hit), r.module); got != r.level {
				t.Errorf("it is %v, want %v", got, r.level)
			}
			if got := at(levelsOf(t, r.under), r.module); got != r.below {
				t.Errorf("just under it, it is %v, want %v", got, r.below)
			}
		})
	}
}

// One archive that hits every row has each layer at the level of its worst row,
// and one that hits none has none.
func TestPublishedRowsAtOnce(t *testing.T) {
	var hits []func(*matrixCase)
	want := map[finding.Module]finding.Severity{}
	for _, r := range matrixRows() {
		if r.module != finding.ManifestModule { // its members exclude each other
			hits = append(hits, r.hit)
		}
		want[r.module] = max(at(want, r.module), r.level)
	}
	hits = append(
		hits,
		manifestLine(`"activationEvents": ["*"], "contributes": { "taskDefinitions": [{ "type": "a" }], "debuggers": [{ "type": "a" }] }`),
	)
	all := levelsOf(t, hits...)
	for _, module := range slices.Sorted(maps.Keys(want)) {
		if all[module] != want[module] {
			t.Errorf("%s is %v, want %v", module, all[module], want[module])
		}
	}
	if diff := cmp.Diff(map[finding.Module]finding.Severity{}, levelsOf(t)); diff != "" {
		t.Errorf("an extension that hits no row (-want +got):\n%s", diff)
	}
}

// at is a layer's level; none where nothing was found.
func at(levels map[finding.Module]finding.Severity, m finding.Module) finding.Severity {
	if level, ok := levels[m]; ok {
		return level
	}
	return finding.None
}

// levelsOf assembles a .vsix, runs every check over it and gives the levels of
// its layers in profile paper.
func levelsOf(t *testing.T, changes ...func(*matrixCase)) map[finding.Module]finding.Severity {
	t.Helper()
	yes := true
	c := matrixCase{world: supplychain.World{
		Registry: supplychain.Marketplace,
		Today:    "2027-01-31",
		Listing: &supplychain.Listing{
			Registry:  supplychain.Marketplace,
			Published: true,
			Installs:  count64(100_000),
			Ratings:   count64(100),
			Verified:  &yes,
			Updated:   "2027-01-01",
		},
	}}
	for _, change := range changes {
		change(&c)
	}
	files := map[string]string{
		"package.json": "{" + strings.Join(
			append(
				[]string{`"name": "toy", "publisher": "fixture", "version": "1.0.0", "engines": { "vscode": "^1.90.0" }, "main": "./main.js"`},
				c.manifest...),
			", ",
		) + "}",
		"main.js": "const crypto = require(\"crypto\"), fs = require(\"fs\"), os = require(\"os\"), vscode = require(\"vscode\");\n" +
			"exports.activate = () => vscode.commands.registerCommand(\"a\", (x, y) => {\n" +
			strings.Join(
				c.body,
				"\n",
			) + "\n});\n",
	}
	if c.page != nil {
		files["media/page.js"] = "const list = document.getElementById(\"list\");\n" + strings.Join(c.page, "\n") + "\n"
	}
	for i, text := range c.text {
		files["lib/"+string(rune('a'+i))+".js"] = text
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create("extension/" + name)
		if err == nil {
			_, err = w.Write([]byte(files[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "toy.vsix")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	e, err := extension.Load(t.Context(), file, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	program, err := facts.Analyze(t.Context(), e, facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in, err := Gather(t.Context(), e, program, false)
	if err != nil {
		t.Fatal(err)
	}
	in.World = &c.world
	out := map[finding.Module]finding.Severity{}
	for _, r := range checktest.Run(t, All(), in) {
		for _, f := range r.Findings {
			if f.PaperSeverity > finding.None {
				out[f.Module] = max(at(out, f.Module), f.PaperSeverity)
			}
		}
	}
	return out
}
