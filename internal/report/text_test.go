package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// everything is a report with one of everything that a finding and a
// configuration can show.
func everything(t testing.TB) *Report {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"package.json": "{\n  \"name\": \"toy\", \"publisher\": \"acme\", \"version\": \"1.2.3\",\n" +
			"  \"engines\": { \"vscode\": \"^1.90.0\" }, \"main\": \"./dist/a.js\"\n}\n",
		"dist/a.js":     strings.Repeat("n();", 100) + "x(go);" + strings.Repeat("n();", 100) + "\n\n  const tool = settings.get('go.path');\n",
		"dist/old.js":   "eval(\"\x1b[2J\" + x)\n",
		"src/a.ts":      "import * as cp from 'child_process';\n\tcp.exec(`${tool} version`);\n",
		".vscodeignore": "src/**\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e, err := extension.Load(t.Context(), dir, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	c, err := config.Parse(config.Name, []byte(`fail-on: high
require: [code, malware]
ignore:
  - {check: code_dynamic_eval, path: dist/old.js, reason: a template of ours, until: 2027-03-01}
  - {check: manifest_activation, reason: gone}
exceptions:
  - {check: code_sensitive_path, reason: two people read it, signed-off-by: Jo Doe, until: 2026-12-31}
`), config.Words{Checks: []string{"code_dynamic_eval", "manifest_activation", "code_sensitive_path"}})
	if err != nil {
		t.Fatal(err)
	}
	finding1 := finding.Finding{
		Severity: finding.Critical, PaperSeverity: finding.Critical, Intent: finding.Vulnerable, Confidence: finding.Confirmed,
		Provenance: finding.FirstParty, Message: "the setting go.path, which a workspace can set, is run by a shell",
		Where: at("dist/a.js", 1, 401), Reach: finding.Reached, Check: "code_dynamic_process",
		Origin: &finding.Origin{File: "src/a.ts", Line: 2, Column: 2, InTree: true},
		Flow: []finding.Step{
			{Where: at("dist/a.js", 3, 16), Message: "reads the setting go.path"},
			{
				Where:   at("dist/a.js", 1, 401),
				Message: "hands it to a shell",
				Origin:  &finding.Origin{File: "src/a.ts", Line: 2, Column: 2, InTree: true},
			},
		},
		Fix: &finding.Fix{Text: "Declare limited support and restrict the setting.", Edits: []finding.Edit{
			{
				File:    "package.json",
				Pointer: "/capabilities/untrustedWorkspaces",
				Value:   finding.JSON("{ \"supported\": \"limited\",\n \"restrictedConfigurations\": [\"go.path\"] }"),
			},
			{File: "package.json", Pointer: "/activationEvents", Value: finding.JSON("null")},
		}},
	}
	long := finding1
	long.Severity, long.Confidence, long.Fix, long.Origin, long.Where = finding.Medium, finding.Heuristic, nil, &finding.Origin{
		File:    "lib/run.js",
		Line:    7,
		Column:  1,
		Package: "runner",
	}, at(
		"dist/a.js",
		3,
		16,
	)
	long.Flow = nil
	for i := range 20 {
		long.Flow = append(long.Flow, finding.Step{Where: at("dist/a.js", 3, 16), Message: fmt.Sprintf("step %d", i+1)})
	}
	answered := finding.Finding{
		Check:      "code_dynamic_eval",
		Severity:   finding.Medium,
		Intent:     finding.Vulnerable,
		Confidence: finding.Likely,
		Provenance: finding.UnknownProvenance,
		Message:    "text becomes code",
		Where:      at("dist/old.js", 1, 1),
		Reach:      finding.Unreached,
	}
	overdue := finding.Finding{
		Check:      "code_sensitive_path",
		Severity:   finding.High,
		Intent:     finding.Malicious,
		Confidence: finding.Likely,
		Provenance: finding.ThirdPartyUnverified,
		Message:    "credentials are read and sent",
		Where:      at("dist/old.js", 1, 1),
		Reach:      finding.Unreached,
	}
	r := Build(Inputs{
		Tool: Tool{
			"ringfence",
			"test",
		},
		Subject:   "some/dir",
		Extension: e,
		Program:   program(),
		Catalog:   catalog.Default(),
		Profile:   verdict.Profiles()[0],
		Checks: []checks.Result{
			listed(finding.CodeModule, finding1, long),
			listed(finding.CodeModule, answered),
			listed(finding.CodeModule, overdue),
			{
				Check: checks.Check{Name: "manifest_activation", Module: finding.ManifestModule},
				State: checks.Skipped,
				Why:   "there is no manifest to look at",
			},
		},
		Config: Configured{Config: c, File: config.Name, Origin: OfRepository, Today: "2027-01-15"},
	})
	return r
}

// A report that was saved and read shows the same text.
func TestTextOfASavedReportIsTheSame(t *testing.T) {
	for name, r := range samples(t) {
		back, err := Read(bytes.NewReader(written(t, r)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(shown(t, r, TextOptions{Verbose: true}), shown(t, back, TextOptions{Verbose: true})); diff != "" {
			t.Errorf("%s (-scan +convert):\n%s", name, diff)
		}
	}
}

// A line of the long form is as wide as one of the short, but for what is copied: code, and the
// value of an edit.
func TestTheLongFormIsNoWider(t *testing.T) {
	seen := 0
	for name, r := range samples(t) {
		for line := range strings.Lines(shown(t, r, TextOptions{Verbose: true})) {
			line = strings.TrimSuffix(line, "\n")
			if code := strings.HasPrefix(line, "      ") && !strings.HasPrefix(line, "       "); code && !strings.Contains(line, " more") {
				continue
			}
			seen++
			if n := len([]rune(line)); n > Width {
				t.Errorf("%s: a line of %d columns, over %d:\n%s", name, n, Width, line)
			}
		}
	}
	if seen < 100 {
		t.Errorf("%d lines were looked at, and there are more", seen)
	}
}

// Whatever there is to say, what was decided and why stands before the findings, and is short.
func TestTheHeadFitsAScreen(t *testing.T) {
	r := everything(t)
	words := strings.Repeat("as long as it may be ", 25)
	for i := range 40 {
		r.Verdict.Because = append(r.Verdict.Because, verdict.Reason{Rule: "high-risk", Text: words, Findings: []int{0, 1, 2, 0, 1}})
		r.Code.BlindSpots = append(r.Code.BlindSpots, BlindSpot{File: "dist/a.js", Line: i, Reason: words, Reached: true})
		r.Code.Capabilities = append(r.Code.Capabilities,
			CapabilityUse{Capability: catalog.Capability(fmt.Sprintf("some.capability-%d", i)), Uses: 1000, Privileged: 1},
			CapabilityUse{Capability: catalog.Capability(fmt.Sprintf("other.capability-%d", i)), Uses: 1000})
		r.Config.Entries = append(r.Config.Entries, config.Outcome{Rule: "ignore[9]", Check: "x", Line: 3, State: config.Expired, Text: words})
		r.Checks = append(r.Checks, Check{Name: "x", State: string(checks.Skipped), Why: words})
		r.Problems = append(r.Problems, Problem{Kind: "odd", Message: words})
	}
	text := shown(t, r, TextOptions{Verbose: true})
	head, _, ok := strings.Cut(text, "\ncritical ")
	if !ok {
		t.Fatalf("there is no finding in\n%s", text)
	}
	if n := strings.Count(head, "\n"); n > Head || n < Head-3 {
		t.Errorf("%d lines before the first finding, at most %d:\n%s", n, Head, head)
	}
	for _, want := range []string{"(and 40 further reasons)", "(and 39 more)", "(and 40 more)", " and 32 more"} {
		if !strings.Contains(strings.Join(strings.Fields(head), " "), strings.TrimSpace(want)) {
			t.Errorf("the head does not say %q:\n%s", want, head)
		}
	}
}

// A report that somebody else wrote cannot speak through any of its fields.
func TestNoFieldOfAFindingPrintsWhatItWasGiven(t *testing.T) {
	evil := "\x1b]0;owned\x07\u202e\r\n::error::x"
	r := everything(t)
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Confidence, f.Provenance = finding.Confidence(evil), finding.ThirdPartyVerified
		f.Origin = &finding.Origin{File: evil, Line: 1, Column: 1, Package: evil, InTree: true}
		f.Excerpt = &finding.Excerpt{Text: evil, From: 1 << 40, To: 1 << 50}
		f.Flow = []finding.Step{{Where: finding.Location{File: evil}, Message: evil, Origin: f.Origin}}
		f.Fix = &finding.Fix{Text: evil, Edits: []finding.Edit{{File: evil, Pointer: evil, Value: finding.JSON(evil)}}}
		if f.Suppressed != nil {
			f.Suppressed = &finding.Suppression{Reason: evil, Until: evil, SignedOffBy: evil, Rule: evil}
		}
	}
	r.Config.File, r.Config.PassedOver, r.Config.Entries[0].Text, r.Config.Entries[0].Rule = evil, evil, evil, evil
	r.Verdict.Fails, r.Verdict.Modules[0].Module = []string{evil}, finding.Module(evil)
	for i, line := range strings.Split(shown(t, r, TextOptions{Verbose: true}), "\n") {
		if !escape.IsPrintable(line, 1<<20) || strings.HasPrefix(strings.TrimSpace(line), "::") {
			t.Errorf("line %d: %q", i, line)
		}
	}
}
