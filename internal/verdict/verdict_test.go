package verdict

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

func mal(check string, c finding.Confidence) finding.Finding {
	return finding.Finding{
		Check:         check,
		Module:        finding.CodeModule,
		Severity:      finding.High,
		PaperSeverity: finding.None,
		Intent:        finding.Malicious,
		Confidence:    c,
	}
}

func found(m finding.Module, i finding.Intent, s, paper finding.Severity) finding.Finding {
	return finding.Finding{Check: "c", Module: m, Severity: s, PaperSeverity: paper, Intent: i, Confidence: finding.Likely}
}

// in returns findings of one kind another layer.
func in(m finding.Module, f finding.Finding) finding.Finding {
	f.Module = m
	return f
}

// answered is a finding that a person has answered.
func answered(f finding.Finding) finding.Finding {
	f.Suppressed = &finding.Suppression{Reason: "known", Rule: "ignore[0]"}
	return f
}

func with(fs ...finding.Finding) Input { return Input{HasCode: true, Findings: fs} }

type answer struct {
	Category    Category
	Rules       []string
	NeedsReview bool
}

// Each case stands next to its mirror: the smallest change that must turn the
// answer.
var cases = []struct {
	name         string
	in           Input
	dflt, papers answer
}{
	{"nothing that runs", Input{},
		answer{Unrestricted, []string{"no-code"}, false}, answer{Unrestricted, []string{"no-code"}, false}},
	{"code without privilege", Input{HasCode: true},
		answer{Unrestricted, []string{"no-privilege"}, false}, answer{Unrestricted, []string{"no-high-risk"}, false}},
	{"code with a privilege", Input{HasCode: true, Privileged: []string{"process.run"}},
		answer{Sandbox, []string{"privileged"}, false}, answer{Unrestricted, []string{"no-high-risk"}, false}},

	{"a file that can run was not seen", Input{HasCode: true, Incomplete: []string{"a.js does not parse"}},
		answer{Sandbox, []string{"incomplete"}, false}, answer{Sandbox, []string{"incomplete"}, false}},
	{
		"not seen, and a privilege: both are said",
		Input{HasCode: true, Privileged: []string{"net.connect"}, Incomplete: []string{"a.js does not parse"}},
		answer{Sandbox, []string{"privileged", "incomplete"}, false},
		answer{Sandbox, []string{"incomplete"}, false},
	},

	{
		"a high vulnerability",
		Input{HasCode: true, Findings: []finding.Finding{found(finding.CodeModule, finding.Vulnerable, finding.High, finding.High)}},
		answer{Sandbox, []string{"high-risk"}, false},
		answer{Sandbox, []string{"high-risk"}, false},
	},
	{
		"a medium vulnerability",
		Input{HasCode: true, Findings: []finding.Finding{found(finding.CodeModule, finding.Vulnerable, finding.Medium, finding.Medium)}},
		answer{Unrestricted, []string{"no-privilege"}, false},
		answer{Unrestricted, []string{"no-high-risk"}, false},
	},
	{
		"a critical finding of the code, which a person has to see",
		with(found(finding.CodeModule, finding.Vulnerable, finding.Critical, finding.None)),
		answer{Sandbox, []string{"critical", "high-risk"}, true},
		answer{Unrestricted, []string{"no-high-risk"}, false},
	},
	{
		"the same of what a workspace's settings decide",
		with(finding.Finding{
			Check: "trust_setting_to_command", Module: finding.CodeModule, Severity: finding.Critical, PaperSeverity: finding.None,
			Intent: finding.Vulnerable, Confidence: finding.Likely,
		}),
		answer{Sandbox, []string{"high-risk"}, false},
		answer{Unrestricted, []string{"no-high-risk"}, false},
	},
	{
		"the same of a dependency that somebody else knows",
		with(found(finding.DependenciesModule, finding.Vulnerable, finding.Critical, finding.None)),
		answer{Sandbox, []string{"high-risk"}, false},
		answer{Unrestricted, []string{"no-high-risk"}, false},
	},
	{
		"a high finding that is no vulnerability",
		Input{HasCode: true, Findings: []finding.Finding{found(finding.CodeModule, finding.Capability, finding.High, finding.None)}},
		answer{Unrestricted, []string{"no-privilege"}, false},
		answer{Unrestricted, []string{"no-high-risk"}, false},
	},
	{
		"the profiles read their own column",
		Input{HasCode: true, Findings: []finding.Finding{found(finding.CodeModule, finding.Vulnerable, finding.Low, finding.Critical)}},
		answer{Unrestricted, []string{"no-privilege"}, false},
		answer{Sandbox, []string{"high-risk"}, false},
	},
	{
		"metadata alone never decides",
		Input{Findings: []finding.Finding{found(finding.ManifestModule, finding.Hygiene, finding.Critical, finding.Medium)}},
		answer{Unrestricted, []string{"no-code"}, false},
		answer{Unrestricted, []string{"no-code"}, false},
	},

	{"confirmed malice", Input{HasCode: true, Findings: []finding.Finding{mal("a", finding.Confirmed)}},
		answer{Reject, []string{"malicious-confirmed"}, false}, answer{Unrestricted, []string{"no-high-risk"}, false}},
	{
		"confirmed malice the matrix calls critical",
		Input{
			Findings: []finding.Finding{
				{
					Check:         "vt",
					Module:        finding.MalwareModule,
					Intent:        finding.Malicious,
					Confidence:    finding.Confirmed,
					Severity:      finding.Critical,
					PaperSeverity: finding.Critical,
				},
			},
		},
		answer{Reject, []string{"malicious-confirmed"}, false},
		answer{Reject, []string{"malicious-confirmed"}, false},
	},
	{"one chain", Input{HasCode: true, Findings: []finding.Finding{mal("a", finding.Likely)}},
		answer{Sandbox, []string{"malicious-chain"}, true}, answer{Unrestricted, []string{"no-high-risk"}, false}},
	{"the same chain twice is one", Input{HasCode: true, Findings: []finding.Finding{mal("a", finding.Likely), mal("a", finding.Likely)}},
		answer{Sandbox, []string{"malicious-chain"}, true}, answer{Unrestricted, []string{"no-high-risk"}, false}},
	{"two chains", Input{HasCode: true, Findings: []finding.Finding{mal("a", finding.Likely), mal("b", finding.Likely)}},
		answer{Reject, []string{"malicious-chains"}, false}, answer{Unrestricted, []string{"no-high-risk"}, false}},
	{"one chain and a signal", Input{HasCode: true, Findings: []finding.Finding{mal("a", finding.Likely), mal("id", finding.Heuristic)}},
		answer{Reject, []string{"malicious-chains"}, false}, answer{Unrestricted, []string{"no-high-risk"}, false}},
	{"signals alone", Input{HasCode: true, Findings: []finding.Finding{mal("id", finding.Heuristic), mal("id2", finding.Heuristic)}},
		answer{Unrestricted, []string{"no-privilege"}, false}, answer{Unrestricted, []string{"no-high-risk"}, false}},

	{
		"confirmed malice in code is no row of the matrix",
		with(
			in(
				finding.CodeModule,
				finding.Finding{Check: "c", Intent: finding.Malicious, Confidence: finding.Confirmed, PaperSeverity: finding.Critical},
			),
		),
		answer{Reject, []string{"malicious-confirmed"}, false},
		answer{Sandbox, []string{"high-risk"}, false},
	},
	{"confirmed malice that was signed off", with(answered(mal("a", finding.Confirmed))),
		answer{Unrestricted, []string{"no-privilege"}, false}, answer{Unrestricted, []string{"no-high-risk"}, false}},
	{"one chain of two signed off", with(mal("a", finding.Likely), answered(mal("b", finding.Likely))),
		answer{Sandbox, []string{"malicious-chain"}, true}, answer{Unrestricted, []string{"no-high-risk"}, false}},
	{"a signed-off chain is acknowledged", with(answered(mal("a", finding.Likely))),
		answer{Unrestricted, []string{"no-privilege"}, false}, answer{Unrestricted, []string{"no-high-risk"}, false}},
	{
		"two chains where only confirmed evidence rejects",
		Input{
			HasCode:  true,
			Demands:  Demands{RejectOn: OnConfirmed},
			Findings: []finding.Finding{mal("a", finding.Likely), mal("b", finding.Likely)},
		},
		answer{Sandbox, []string{"malicious-chain"}, true},
		answer{Unrestricted, []string{"no-high-risk"}, false},
	},
	{
		"a chain and a signal where only confirmed evidence rejects",
		Input{
			HasCode:  true,
			Demands:  Demands{RejectOn: OnConfirmed},
			Findings: []finding.Finding{mal("a", finding.Likely), mal("id", finding.Heuristic)},
		},
		answer{Sandbox, []string{"malicious-chain"}, true},
		answer{Unrestricted, []string{"no-high-risk"}, false},
	},
	{
		"confirmed evidence rejects there too",
		Input{HasCode: true, Demands: Demands{RejectOn: OnConfirmed}, Findings: []finding.Finding{mal("a", finding.Confirmed)}},
		answer{Reject, []string{"malicious-confirmed"}, false},
		answer{Unrestricted, []string{"no-high-risk"}, false},
	},

	{"a high vulnerability that was answered", with(answered(found(finding.CodeModule, finding.Vulnerable, finding.High, finding.High))),
		answer{Unrestricted, []string{"no-privilege"}, false}, answer{Unrestricted, []string{"no-high-risk"}, false}},
	{"a high dependency", with(found(finding.DependenciesModule, finding.Vulnerable, finding.High, finding.High)),
		answer{Sandbox, []string{"high-risk"}, false}, answer{Sandbox, []string{"high-risk"}, false}},
	{"a bad scorecard alone", with(found(finding.ScorecardModule, finding.Vulnerable, finding.High, finding.High)),
		answer{Unrestricted, []string{"no-privilege"}, false}, answer{Sandbox, []string{"high-risk"}, false}},
	{"a secret of a provider", with(found(finding.SecretsModule, finding.Vulnerable, finding.High, finding.High)),
		answer{Sandbox, []string{"secret", "high-risk"}, false}, answer{Sandbox, []string{"high-risk"}, false}},
	{"what may be a secret", with(found(finding.SecretsModule, finding.Vulnerable, finding.Medium, finding.Medium)),
		answer{Unrestricted, []string{"no-privilege"}, false}, answer{Unrestricted, []string{"no-high-risk"}, false}},
	{
		"a secret beside malice is said as well",
		with(mal("a", finding.Confirmed), found(finding.SecretsModule, finding.Vulnerable, finding.High, finding.High)),
		answer{Reject, []string{"malicious-confirmed", "secret"}, false},
		answer{Sandbox, []string{"high-risk"}, false},
	},

	{
		"a required layer ran",
		Input{HasCode: true, Demands: Demands{Require: []finding.Module{finding.CodeModule}}, Layers: []Layer{{finding.CodeModule, Ran, ""}}},
		answer{Unrestricted, []string{"no-privilege"}, false},
		answer{Unrestricted, []string{"no-high-risk"}, false},
	},
	{
		"a required layer ran in part",
		Input{
			HasCode: true,
			Demands: Demands{Require: []finding.Module{finding.CodeModule}},
			Layers:  []Layer{{finding.CodeModule, Partly, "a check was skipped"}},
		},
		answer{Sandbox, []string{"required-layer"}, false},
		answer{Sandbox, []string{"required-layer"}, false},
	},
	{"a required layer that this program does not have", Input{Demands: Demands{Require: []finding.Module{finding.MalwareModule}}},
		answer{Sandbox, []string{"required-layer"}, false}, answer{Sandbox, []string{"required-layer"}, false}},
	{"a layer that did not run and nobody requires", Input{HasCode: true, Layers: []Layer{{finding.MalwareModule, Skipped, "no key"}}},
		answer{Unrestricted, []string{"no-privilege"}, false}, answer{Unrestricted, []string{"no-high-risk"}, false}},
}

func TestDecide(t *testing.T) {
	for _, c := range cases {
		for profile, want := range map[string]answer{"default": c.dflt, "paper": c.papers} {
			p, _ := ByName(profile)
			r := Decide(p, c.in)
			var rules []string
			for _, b := range r.Because {
				rules = append(rules, b.Rule)
				if b.Text == "" {
					t.Errorf("%s/%s: rule %s gives no reason", profile, c.name, b.Rule)
				}
			}
			if diff := cmp.Diff(want, answer{r.Category, rules, r.NeedsReview}); diff != "" {
				t.Errorf("%s/%s (-want +got):\n%s", profile, c.name, diff)
			}
		}
	}
}

func TestEveryRowIsReached(t *testing.T) {
	for _, p := range Profiles() {
		reached := map[string]bool{}
		for _, c := range cases {
			reached[Decide(p, c.in).Because[0].Rule] = true
		}
		for _, row := range p.Rows {
			if !reached[row.Rule] {
				t.Errorf("%s: no case is decided by row %s", p.Name, row.Rule)
			}
			if row.Condition == "" {
				t.Errorf("%s: row %s has no condition in words", p.Name, row.Rule)
			}
		}
	}
}

func TestModuleRiskIsTheWorstFinding(t *testing.T) {
	p, _ := ByName("default")
	r := Decide(p, Input{HasCode: true, Findings: []finding.Finding{
		found(finding.CodeModule, finding.Vulnerable, finding.Medium, finding.Critical),
		found(finding.CodeModule, finding.Vulnerable, finding.Low, finding.Low),
		found(finding.ManifestModule, finding.Hygiene, finding.Low, finding.Medium),
	}})
	want := []ModuleRisk{{finding.ManifestModule, Ran, finding.Low, 1, 0}, {finding.CodeModule, Ran, finding.Medium, 2, 0}}
	if diff := cmp.Diff(want, r.Modules); diff != "" || r.Overall != finding.Medium {
		t.Errorf("overall %v, modules (-want +got):\n%s", r.Overall, diff)
	}
}

// More evidence must never make an answer milder.
func TestMoreNeverMakesItMilder(t *testing.T) {
	var atoms []finding.Finding
	for _, i := range finding.Intents() {
		for _, c := range finding.Confidences() {
			for _, s := range []finding.Severity{finding.Low, finding.Critical} {
				atoms = append(
					atoms,
					finding.Finding{Check: fmt.Sprint(i, c), Module: finding.CodeModule, Severity: s, PaperSeverity: s, Intent: i, Confidence: c},
				)
			}
		}
	}
	for _, p := range Profiles() {
		for _, a := range atoms {
			for _, b := range atoms {
				one := Decide(p, Input{HasCode: true, Findings: []finding.Finding{a}})
				two := Decide(p, Input{HasCode: true, Findings: []finding.Finding{a, b}})
				if two.Category.Level() < one.Category.Level() {
					t.Errorf("%s: %v is %s, with %v beside it %s", p.Name, a, one.Category, b, two.Category)
				}
			}
		}
	}
}

func TestReasonsNameTheirFindings(t *testing.T) {
	p, _ := ByName("default")
	fs := []finding.Finding{
		found(finding.CodeModule, finding.Capability, finding.Low, finding.Low),
		found(finding.CodeModule, finding.Vulnerable, finding.Critical, finding.Low),
	}
	if got := Decide(p, Input{HasCode: true, Findings: fs}).Because[0].Findings; !slices.Equal(got, []int{1}) {
		t.Errorf("the reason names findings %v, want [1]", got)
	}
	many := make([]finding.Finding, 500)
	for i := range many {
		many[i] = fs[1]
	}
	if got := Decide(p, Input{HasCode: true, Findings: many}).Because[0]; len(got.Findings) != MaxReasonFindings ||
		got.Text != "500 critical findings in the code, a person must judge it: c" {
		t.Errorf("%d findings named, text %q", len(got.Findings), got.Text)
	}
}

func TestLayersOfTheRunAreShownAndNoOthers(t *testing.T) {
	p, _ := ByName("default")
	r := Decide(p, Input{
		Layers: []Layer{{finding.CodeModule, Partly, "x"}, {finding.ManifestModule, Ran, ""}},
		Findings: []finding.Finding{
			answered(found(finding.CodeModule, finding.Vulnerable, finding.Critical, finding.None)),
			found(finding.CodeModule, finding.Vulnerable, finding.Low, finding.None),
		},
	})
	want := []ModuleRisk{{finding.ManifestModule, Ran, finding.None, 0, 0}, {finding.CodeModule, Partly, finding.Low, 1, 1}}
	if diff := cmp.Diff(want, r.Modules); diff != "" || r.Overall != finding.Low {
		t.Errorf("overall %v, modules (-want +got):\n%s", r.Overall, diff)
	}
}

func TestWhatFails(t *testing.T) {
	p, _ := ByName("default")
	reject, review := mal("a", finding.Confirmed), mal("a", finding.Likely)
	high := found(finding.CodeModule, finding.Vulnerable, finding.High, finding.None)
	medium := found(finding.CodeModule, finding.Vulnerable, finding.Medium, finding.None)
	leak := found(finding.SecretsModule, finding.Vulnerable, finding.High, finding.None)
	for _, c := range []struct {
		name  string
		in    Input
		words []string
		want  []string
	}{
		{"nothing", with(), nil, []string{}},
		{"reject always", with(reject), nil, []string{"reject"}},
		{"reject, whatever else was asked for", with(reject), []string{"low"}, []string{"reject", "low"}},
		{"not when nothing is to fail", with(reject, leak), []string{"none"}, []string{}},
		{"a review nobody made", with(review), nil, []string{"needs-review"}},
		{"a review that was made", with(answered(review)), nil, []string{}},
		{"a secret", with(leak), nil, []string{"secret"}},
		{"a secret that was answered", with(answered(leak)), nil, []string{}},
		{"sandbox passes", with(high), nil, []string{}},
		{"unless asked for", with(high), []string{"sandbox"}, []string{"sandbox"}},
		{"a severity and the worse ones", with(high), []string{"medium", "critical"}, []string{"medium"}},
		{"a milder one", with(medium), []string{"high"}, []string{}},
		{"an answered one", with(answered(high)), []string{"high"}, []string{}},
		{"incomplete", Input{Incomplete: []string{"x"}}, []string{"incomplete"}, []string{"incomplete"}},
		{"a required layer counts as incomplete", Input{Demands: Demands{Require: []finding.Module{finding.CodeModule}}}, []string{"incomplete"},
			[]string{"incomplete"}},
		{"a required layer beside malice",
			Input{Findings: []finding.Finding{reject}, Demands: Demands{Require: []finding.Module{finding.CodeModule}}}, []string{"incomplete"},
			[]string{"reject", "incomplete"}},
		{"complete", with(), []string{"incomplete"}, []string{}},
	} {
		c.in.FailOn = c.words
		if diff := cmp.Diff(c.want, Decide(p, c.in).Fails); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// What a person answered decides nothing, wherever it stands.
func TestAnsweredFindingsDecideNothing(t *testing.T) {
	for _, p := range Profiles() {
		for _, c := range cases {
			bare, all := c.in, c.in
			bare.Findings, all.Findings = nil, nil
			for _, f := range c.in.Findings {
				all.Findings = append(all.Findings, answered(f))
			}
			want, got := Decide(p, bare), Decide(p, all)
			want.Modules, got.Modules = nil, nil
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s/%s (-without +answered):\n%s", p.Name, c.name, diff)
			}
		}
	}
}

// Every category says what it is; another word says nothing.
func TestACategorySaysWhatItIs(t *testing.T) {
	seen := map[string]bool{"": true}
	for _, c := range Categories() {
		if words := c.Means(); seen[words] {
			t.Errorf("%s: %q", c, words)
		} else {
			seen[words] = true
		}
	}
	if words := Category("other").Means(); words != "" {
		t.Errorf("%q", words)
	}
}
