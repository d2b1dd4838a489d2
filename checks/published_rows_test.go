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
	answers          supplychain.Answers
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
	return func(c *matrixCase) { change(c.answers.Listing) }
}

func adviceOf(source, level string) func(*matrixCase) {
	return func(c *matrixCase) {
		p := supplychain.Package{Name: "left", Version: "1.0.0", File: "node_modules/left/package.json", Basis: supplychain.InFolder}
		c.answers.Advisories = append(
			c.answers.Advisories,
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
		c.answers.Reputations = append(c.answers.Reputations, r)
	}
}

// scoreOf is a scorecard, of the repository or of a dependency.
func scoreOf(dependency string, v float64) func(*matrixCase) {
	return func(c *matrixCase) {
		c.answers.Scorecards = append(c.answers.Scorecards, supplychain.Scorecard{Repository: "github.com/a/b", Package: dependency, Score: &v})
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
	c := matrixCase{answers: supplychain.Answers{
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
	in.Answers = &c.answers
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
