package sarif

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
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
		ReportVersion: report.Version,
		Tool:          report.Tool{Name: "ringfence", Version: "test"},
		Subject:       "packages/one",
		Extension:     report.Extension{ID: "p.one", Version: "1.0.0", Source: extension.Repository},
		Verdict:       verdict.Result{Profile: "default", Category: verdict.Sandbox},
		Checks: []report.Check{
			{Name: "code_weak_cipher", Module: finding.CodeModule, State: "skipped", Why: "no code"},
			{Name: "code_dynamic_eval", Module: finding.CodeModule, State: "found", Dropped: 3},
		},
		Code: report.Code{
			Analysed:   true,
			BlindSpots: []report.BlindSpot{{File: "dist/b.js", Line: 9, Reason: "it does not parse", Reached: true}, {Reason: "nowhere"}},
		},
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
					HelpURI                           string
					DefaultConfiguration              struct{ Level string }
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
			Suppressions        []struct{ Kind, Status, Justification string }
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

func TestResults(t *testing.T) {
	r := parse(t, written(t, sample())).Runs[0]
	var got []string
	for _, res := range r.Results {
		l := res.Locations[0].PhysicalLocation
		got = append(
			got,
			fmt.Sprintf(
				"%s %s %s:%d:%d %s",
				res.Level,
				res.RuleID,
				l.ArtifactLocation.URI,
				l.Region.StartLine,
				l.Region.StartColumn,
				res.Message.Text,
			),
		)
	}
	want := []string{
		"error code_dynamic_process/critical packages/one/dist/a.js:12:0 same.",
		"error code_dynamic_process/critical packages/one/dist/a.js:14:2 same.",
		"error code_from_tomorrow/high packages/one/package.json:1:0 as a whole.",
		"warning code_dynamic_eval/medium packages/one/dist/a%20b%23c%3F.js:3:7 eval runs [this] (https://evil.example).",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var notes []string
	for _, n := range r.Invocations[0].ToolExecutionNotifications {
		notes = append(notes, n.Message.Text)
	}
	want = []string{
		"not checked: code_weak_cipher (no code).", "check code_dynamic_eval has 3 further findings.",
		"not seen: it does not parse.", "not seen: nowhere.",
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

// In a bundle of one line the hash of the line is the same for all that stands
// in it: results of one rule are told apart all the same, and stay what they are
// when a banner is put above and other code grows in front of them.
func TestFingerprintsInABundleOfOneLine(t *testing.T) {
	build := func(line, shift int) *report.Report {
		r := sample()
		f := r.Findings[0]
		f.Flow, f.Origin, f.LineHash = nil, nil, "9af3b6e2a9cc60a4:1"
		r.Findings = nil
		for i, message := range []string{"one call", "another call", "another call"} {
			f.Message = message
			f.Where = finding.Location{File: "dist/bundle.js", Line: line, Column: 500_000*(i+1) + shift}
			r.Findings = append(r.Findings, f)
		}
		return r
	}
	x, y := parse(t, written(t, build(1, 0))).Runs[0], parse(t, written(t, build(4, 77))).Runs[0]
	seen := map[string]bool{}
	for i, res := range x.Results {
		key := res.PartialFingerprints[lineKey]
		if key == "" || seen[key] {
			t.Errorf("result %d: the fingerprint %q is empty or another's", i, key)
		}
		seen[key] = true
		if moved := y.Results[i].PartialFingerprints[lineKey]; moved != key {
			t.Errorf("result %d: %q, and %q after its line moved", i, key, moved)
		}
	}
	if len(seen) != 3 {
		t.Errorf("%d fingerprints, want 3", len(seen))
	}
}

// Where a line was read, its hash says which alert it is; where none could be,
// the finding itself does. Neither changes when the lines move.
func TestFingerprints(t *testing.T) {
	a, b := sample(), sample()
	for i := range a.Findings {
		if f := a.Findings[i].Where; f.File == "dist/a.js" {
			a.Findings[i].LineHash, b.Findings[i].LineHash = "abc:1", "abc:1"
		}
		if b.Findings[i].Where.Line > 0 {
			b.Findings[i].Where.Line += 40
		}
	}
	x, y := parse(t, written(t, a)).Runs[0], parse(t, written(t, b)).Runs[0]
	own := map[string]bool{}
	for i, res := range x.Results {
		if diff := cmp.Diff(res.PartialFingerprints, y.Results[i].PartialFingerprints); diff != "" {
			t.Errorf("%s: %s", res.RuleID, diff)
		}
		line, finding := res.PartialFingerprints[lineKey], res.PartialFingerprints[findingKey]
		if read := strings.HasSuffix(
			res.Locations[0].PhysicalLocation.ArtifactLocation.URI,
			"/a.js",
		); read && line != "abc:1" ||
			!read && line != finding {
			t.Errorf("%s: line %q, finding %q", res.RuleID, line, finding)
		}
		if finding == "" || own[finding] {
			t.Errorf("%s: the finding's own fingerprint %q is empty or taken", res.RuleID, finding)
		}
		own[finding] = true
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
