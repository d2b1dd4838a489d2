package sarif

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// rated are the checks that have a severity in profile default: code scanning
// does not show the findings of the others.
func rated() []checks.Check {
	return slices.DeleteFunc(checks.All(), func(c checks.Check) bool { return c.Worst == finding.None })
}

// Every check is a rule, so that what was looked for is seen; what found something has its
// page, and the rest a sentence and where the page is.
func TestEveryCheckIsARule(t *testing.T) {
	run := parse(t, written(t, sample())).Runs[0]
	rules, found, pages := run.Tool.Driver.Rules, map[string]bool{}, 0
	for _, res := range run.Results {
		found[res.RuleID] = true
	}
	for i, c := range rated() {
		r, page := rules[i], ""
		if found[r.ID] {
			page = c.Page()
			pages++
		}
		if r.ID != ruleID(c.Name, c.Worst) || r.Help.Markdown != page || r.Help.Text != "ringfence explain "+c.Name ||
			r.FullDescription.Text == "" || !strings.HasSuffix(r.HelpURI, "/docs/reference/checks.md#"+c.Anchor()) {
			t.Errorf("rule %d is %s, want %s, with its page if it was found (%t)", i, r.ID, c.Name, page != "")
		}
	}
	for _, r := range rules[len(rated()):] {
		if r.Help.Markdown == "" {
			t.Errorf("%s was found and has no page", r.ID)
		}
	}
	if pages == 0 {
		t.Error("no finding of the sample is at its check's worst: this test sees no page")
	}
}

// A file for an extension with little to say is small: the rules of all rated checks, and little beside them.
func TestALittleFileForLittle(t *testing.T) {
	r := sample()
	r.Findings = r.Findings[:1]
	if n := len(written(t, r)); n > 1_020*len(rated()) {
		t.Errorf("one finding takes %d bytes", n)
	}
}

// So is one for three low findings: 424 kB before rules were trimmed, 115 kB after.
func TestThreeLowFindingsAreSmall(t *testing.T) {
	r := sample()
	f := r.Findings[0]
	f.Severity = finding.Low
	r.Findings = []finding.Finding{f, f, f}
	if n := len(written(t, r)); n > 120_000 {
		t.Errorf("three low findings take %d bytes, over 120,000", n)
	}
}

// GitHub ranks an alert by its rule. A low finding of a check that can find
// worse is shown as low.
func TestARuleHasOneSeverity(t *testing.T) {
	r := sample()
	r.Findings = nil
	for _, s := range []finding.Severity{finding.Critical, finding.Low, finding.Medium, finding.High, finding.Low} {
		f := sample().Findings[0]
		f.Check, f.Severity = "code_sensitive_path", s
		r.Findings = append(r.Findings, f)
	}
	run := parse(t, written(t, r)).Runs[0]
	var got []string
	for _, res := range run.Results {
		rule := run.Tool.Driver.Rules[res.RuleIndex]
		if rule.ID != res.RuleID || rule.DefaultConfiguration.Level != res.Level {
			t.Errorf("result %s of level %s has rule %s of level %s", res.RuleID, res.Level, rule.ID, rule.DefaultConfiguration.Level)
		}
		got = append(got, res.RuleID+" "+res.Level+" "+rule.Properties.Severity)
	}
	want := []string{
		"code_sensitive_path/critical error 9.5", "code_sensitive_path/low note 2.0", "code_sensitive_path/medium warning 5.5",
		"code_sensitive_path/high error 8.0", "code_sensitive_path/low note 2.0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n := len(run.Tool.Driver.Rules) - len(rated()); n != 3 {
		t.Errorf("%d rules more than checks, want the three severities below the worst", n)
	}
}

func TestTagsAndPrecision(t *testing.T) {
	for _, c := range []struct {
		check     checks.Check
		tags      []string
		precision string
	}{
		{checks.Check{Module: finding.CodeModule, CWE: []int{78, 1336}},
			[]string{"security", "external/cwe/cwe-078", "external/cwe/cwe-1336", "code", "vscode-extension"}, "medium"},
		{checks.Check{Module: finding.CodeModule, Confidence: finding.Confirmed}, []string{"security", "code", "vscode-extension"}, "high"},
		{checks.Check{Module: finding.CodeModule, Confidence: finding.Heuristic}, []string{"security", "code", "vscode-extension"}, "low"},
		{checks.Check{Module: finding.ManifestModule, Confidence: finding.Confirmed}, []string{"security", "manifest", "vscode-extension"},
			"very-high"},
		{checks.Check{Module: finding.ManifestModule, CWE: make([]int, 40)},
			slices.Concat([]string{"security"}, slices.Repeat([]string{"external/cwe/cwe-000"}, 19)), "medium"},
	} {
		if diff := cmp.Diff(c.tags, tags(c.check)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if got := precision(c.check); got != c.precision {
			t.Errorf("%v in %s: %s, want %s", c.check.Confidence, c.check.Module, got, c.precision)
		}
	}
}

// What a profile never shows is no rule of it.
func TestRulesOfAProfile(t *testing.T) {
	for _, p := range verdict.Profiles() {
		for _, r := range newRules(p).list {
			if strings.HasSuffix(r.ID, "/none") {
				t.Errorf("%s: %s", p.Name, r.ID)
			}
		}
	}
}

func TestVersions(t *testing.T) {
	for s, want := range map[string]string{
		"1.2.3": "1.2.3", "v0.4.0-rc.1": "v0.4.0-rc.1", "(devel)": "0.0.0+devel", "": "0.0.0", "1.2 <b>": "0.0.0+1.2-b",
		"v0.0.0-20261121220306-0e751dc30a7f+dirty": "v0.0.0-20261121220306-0e751dc30a7f+dirty",
	} {
		if got := version(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range [][2]string{
		{title("text becomes code"), "Text becomes code."}, {title("`eval`?"), "`eval`?"}, {title(""), ""},
		{stop("eval runs"), "eval runs."}, {stop("cut…"), "cut…"}, {stop(""), ""},
		{pascal("code_weak_cipher"), "CodeWeakCipher"}, {clip("äöü", 3), "äöü"}, {clip("äöüx", 3), "äö…"},
		{plain("a](b)\x1b"), `a] (b)\x1b`}, {escape.MarkdownText("<img src=x>[a](b)`", finding.MaxMessage), "\\<img src=x\\>\\[a\\]\\(b\\)\\`"},
		{fence("\"```\""), "````json\n\"```\"\n````"},
	} {
		if c[0] != c[1] {
			t.Errorf("got %q, want %q", c[0], c[1])
		}
	}
}
