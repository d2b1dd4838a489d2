package sarif

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func sample() *report.Report {
	f := func(check string, s finding.Severity, file string, line, col int, message string) finding.Finding {
		return finding.Finding{
			Check: check, Module: finding.CodeModule, Severity: s, PaperSeverity: finding.Critical, Intent: finding.Vulnerable,
			Confidence: finding.Likely, Provenance: finding.UnknownProvenance, Message: message,
			Where: finding.Location{File: file, Line: line, Column: col},
		}
	}
	return &report.Report{
		ReportVersion: report.Version, Tool: report.Tool{Name: "ringfence", Version: "test"}, Subject: "packages/one",
		Extension: report.Extension{ID: "p.one", Version: "1.0.0", Source: extension.Repository},
		Verdict:   verdict.Result{Profile: "default", Category: verdict.Sandbox},
		Checks: []report.Check{
			{Name: "code_weak_cipher", Module: finding.CodeModule, State: "skipped", Why: "no code"},
			{Name: "code_dynamic_eval", Module: finding.CodeModule, State: "found", Dropped: 3},
		},
		Code: report.Code{Analysed: true, Blind: []report.Blind{{File: "dist/b.js", Line: 9, Reason: "it does not parse", Reached: true}, {Reason: "nowhere"}}},
		Findings: finding.Sort([]finding.Finding{
			f("code_dynamic_eval", finding.Medium, "dist/a b#c?.js", 3, 7, "eval runs [this](https://evil.example)"),
			f("code_dynamic_process", finding.Critical, "dist/a.js", 12, 0, "same"),
			f("code_dynamic_process", finding.Critical, "dist/a.js", 14, 2, "same"),
			f("code_from_tomorrow", finding.High, "", 0, 0, "as a whole"),
			f("code_weak_cipher", finding.None, "dist/a.js", 1, 1, "a note"),
		}),
	}
}

func written(t *testing.T, rs ...*report.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, rs); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The schema is OASIS's own; this package happens to carry a copy.
var schemaPackage = npm.Package{
	Name: "@datadog/datadog-ci", Version: "2.48.0",
	Integrity: "sha512-Xseeb1Fu0CBl2SpbYzTiqok9bs5bKSY9ZAGDuDcWTjSI3jpCuDt4BiIxE/HOMzV4t+S6KKjCABhquahXo/u0TA==",
}

const schemaFile = "sarif-schema-2.1.0.json"

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := npm.Cached(t.Context(), "sarif-schema-2.1.0", func(ctx context.Context, dir string) error {
		tarball, err := npm.Pack(ctx, t.TempDir(), schemaPackage)
		if err != nil {
			return err
		}
		return npm.Untar(tarball, dir, func(name string) (string, bool) {
			return schemaFile, strings.HasSuffix(name, "/"+schemaFile)
		})
	})
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("the SARIF schema could not be fetched: %v", err)
	}
	s, err := jsonschema.NewCompiler().Compile(filepath.Join(dir, schemaFile))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFollowsTheSchema(t *testing.T) {
	s := schema(t)
	empty := &report.Report{Tool: report.Tool{Name: "ringfence"}, Verdict: verdict.Result{Profile: "gone"}, Code: report.Code{Why: "it died"}}
	for name, data := range map[string][]byte{
		"one": written(t, sample()), "two": written(t, sample(), sample()), "empty": written(t, empty), "none": written(t),
	} {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	bad := bytes.Replace(written(t, sample()), []byte(`"level": "error"`), []byte(`"level": "bad"`), 1)
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(bad))
	if err != nil {
		t.Fatal(err)
	}
	if s.Validate(v) == nil {
		t.Error("the schema accepts a level that does not exist: it checks nothing")
	}
}

type document struct {
	Runs []struct {
		ColumnKind        string
		AutomationDetails struct{ ID string }
		Tool              struct {
			Driver struct {
				Rules []struct {
					ID                                string
					ShortDescription, FullDescription struct{ Text string }
					Help                              struct{ Text, Markdown string }
					Properties                        struct {
						Tags     []string
						Severity string `json:"security-severity"`
					}
				}
			}
		}
		Invocations []struct {
			ToolExecutionNotifications []struct{ Message struct{ Text string } }
		}
		Results []struct {
			RuleID    string
			RuleIndex int
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI, URIBaseID string }
					Region           struct{ StartLine, StartColumn int }
				}
			}
			PartialFingerprints map[string]string
		}
	}
}

func parse(t *testing.T, data []byte) document {
	t.Helper()
	var d document
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// What GitHub asks beyond the schema.
func TestFollowsGitHub(t *testing.T) {
	d := parse(t, written(t, sample(), sample()))
	categories := map[string]bool{}
	for _, r := range d.Runs {
		if r.ColumnKind != "utf16CodeUnits" {
			t.Errorf("columns are %q", r.ColumnKind)
		}
		if categories[r.AutomationDetails.ID] || !strings.HasSuffix(r.AutomationDetails.ID, "/") {
			t.Errorf("category %q is taken or has no final slash", r.AutomationDetails.ID)
		}
		categories[r.AutomationDetails.ID] = true
		for _, rule := range r.Tool.Driver.Rules {
			n, err := strconv.ParseFloat(rule.Properties.Severity, 64)
			if err != nil || n <= 0 || n > 10 {
				t.Errorf("%s: security-severity %q", rule.ID, rule.Properties.Severity)
			}
			if rule.ShortDescription.Text == "" || rule.FullDescription.Text == "" || rule.Help.Text == "" || len(rule.Properties.Tags) > 10 {
				t.Errorf("%s lacks a description or has too many tags", rule.ID)
			}
		}
		prints := map[string]bool{}
		for _, res := range r.Results {
			if r.Tool.Driver.Rules[res.RuleIndex].ID != res.RuleID {
				t.Errorf("rule index %d is not %s", res.RuleIndex, res.RuleID)
			}
			p := res.PartialFingerprints["primaryLocationLineHash"]
			if p == "" || prints[p] {
				t.Errorf("fingerprint %q is empty or taken", p)
			}
			prints[p] = true
			l := res.Locations[0].PhysicalLocation
			if l.Region.StartLine < 1 || l.ArtifactLocation.URI == "" || l.ArtifactLocation.URIBaseID != "%SRCROOT%" {
				t.Errorf("place %+v", l)
			}
		}
	}
}

func TestResults(t *testing.T) {
	r := parse(t, written(t, sample())).Runs[0]
	var got []string
	for _, res := range r.Results {
		l := res.Locations[0].PhysicalLocation
		got = append(got, fmt.Sprintf("%s %s %s:%d:%d %s", res.Level, res.RuleID, l.ArtifactLocation.URI, l.Region.StartLine, l.Region.StartColumn, res.Message.Text))
	}
	want := []string{
		"error code_dynamic_process packages/one/dist/a.js:12:0 same",
		"error code_dynamic_process packages/one/dist/a.js:14:2 same",
		"error code_from_tomorrow packages/one/package.json:1:0 as a whole",
		"warning code_dynamic_eval packages/one/dist/a%20b%23c%3F.js:3:7 eval runs [this] (https://evil.example)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var notes []string
	for _, n := range r.Invocations[0].ToolExecutionNotifications {
		notes = append(notes, n.Message.Text)
	}
	want = []string{
		"not seen: it does not parse", "not seen: nowhere",
		"check code_weak_cipher was skipped: no code", "check code_dynamic_eval has 3 further findings",
	}
	if diff := cmp.Diff(want, notes); diff != "" {
		t.Errorf("what could not be seen (-want +got):\n%s", diff)
	}
}

func TestProfileDecidesTheLevel(t *testing.T) {
	r := sample()
	r.Verdict.Profile = "paper"
	d := parse(t, written(t, r)).Runs[0]
	if len(d.Results) != 5 {
		t.Errorf("%d results, want the note of the default profile as well", len(d.Results))
	}
	for _, res := range d.Results {
		if res.Level != "error" {
			t.Errorf("%s is %s", res.RuleID, res.Level)
		}
	}
}

func TestFingerprintsSurviveMovedLines(t *testing.T) {
	a, b := sample(), sample()
	for i := range b.Findings {
		if b.Findings[i].Where.Line > 0 {
			b.Findings[i].Where.Line += 40
		}
	}
	x, y := parse(t, written(t, a)).Runs[0], parse(t, written(t, b)).Runs[0]
	for i := range x.Results {
		if diff := cmp.Diff(x.Results[i].PartialFingerprints, y.Results[i].PartialFingerprints); diff != "" {
			t.Errorf("%s: %s", x.Results[i].RuleID, diff)
		}
	}
}

func TestSubjects(t *testing.T) {
	for _, c := range []struct {
		subject  string
		source   extension.Source
		category string
		uri      string
	}{
		{".", extension.Repository, "ringfence/p.one/", "a.js"},
		{"./packages/x/", extension.Repository, "ringfence/packages/x/", "packages/x/a.js"},
		{"/abs/x", extension.Directory, "ringfence/p.one/", "a.js"},
		{"../x", extension.Directory, "ringfence/p.one/", "a.js"},
		{"out/x.vsix", extension.VSIX, "ringfence/p.one/", "a.js"},
		{"npm:@a/b@1.0.0", extension.Directory, "ringfence/p.one/", "a.js"},
	} {
		r := sample()
		r.Subject, r.Extension.Source = c.subject, c.source
		r.Findings = r.Findings[:1]
		r.Findings[0].Where.File = "a.js"
		run := parse(t, written(t, r)).Runs[0]
		got := [2]string{run.AutomationDetails.ID, run.Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI}
		if got != [2]string{c.category, c.uri} {
			t.Errorf("%s %s: %v", c.source, c.subject, got)
		}
	}
}

func TestTwiceTheSameBytes(t *testing.T) {
	if !bytes.Equal(written(t, sample(), sample()), written(t, sample(), sample())) {
		t.Error("two writes differ")
	}
}

func TestTooManyRuns(t *testing.T) {
	if err := Write(&bytes.Buffer{}, make([]*report.Report, MaxRuns+1)); err == nil {
		t.Error("21 runs were written, GitHub takes 20")
	}
}

func TestEveryCheckIsARule(t *testing.T) {
	rules := parse(t, written(t, sample())).Runs[0].Tool.Driver.Rules
	for i, c := range checks.All() {
		if rules[i].ID != c.Name || rules[i].Help.Markdown != c.Page() {
			t.Errorf("rule %d is %s, want %s with its page", i, rules[i].ID, c.Name)
		}
	}
}
