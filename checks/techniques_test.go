package checks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// notCaught are the techniques that do not get their class yet, and why. An
// entry that gets it fails the test, so that the list only shrinks.
var notCaught = map[string]string{}

// wantedTechniques is how many of the techniques are to get their class.
const wantedTechniques = 46

// technique is a row of expected.json, which is written from reports and was
// committed before the detectors.
type technique struct {
	Row      string `json:"row"`
	Class    string `json:"class"`
	Incident string `json:"incident"`
	Source   string `json:"source"`
}

func techniques(t *testing.T) []technique {
	t.Helper()
	var doc struct {
		Classes    map[string]string `json:"classes"`
		Techniques []technique       `json:"techniques"`
	}
	d := json.NewDecoder(bytes.NewReader(checktest.Read(t, filepath.Join("testdata", "techniques", "expected.json"))))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	for _, x := range doc.Techniques {
		if doc.Classes[x.Class] == "" || x.Incident == "" || x.Source == "" {
			t.Errorf("%s: its class, incident or source is missing", x.Row)
		}
	}
	return doc.Techniques
}

// Every technique of real incidents gets the class that was written down for
// it, and its benign twin is quiet.
func TestTechniques(t *testing.T) {
	rows := techniques(t)
	if len(rows) != 48 {
		t.Fatalf("%d techniques", len(rows))
	}
	var folders []string
	for _, dir := range checktest.Glob(t, filepath.Join("testdata", "techniques", "*-*")) {
		folders = append(folders, filepath.Base(dir))
	}
	var listed []string
	caught := 0
	for _, x := range rows {
		listed = append(listed, x.Row)
		t.Run(x.Row, func(t *testing.T) {
			dir := filepath.Join("testdata", "techniques", x.Row)
			bad := scanAll(t, filepath.Join(dir, "bad"), filepath.Join(dir, "base"))
			if got := bad.is(x.Class); got == (notCaught[x.Row] == "") {
				if got {
					caught++
				}
			} else if got {
				t.Errorf("gets its class %s now: take it off the list", x.Class)
			} else {
				t.Errorf("does not get its class %s:\n%s", x.Class, bad)
			}
			for _, f := range bad.findings {
				if strings.HasPrefix(f.Check, "chain_") && len(f.Flow) < 2 {
					t.Errorf("the chain %s shows no links: %s", f.Check, f.Message)
				}
			}
			if loud := scanAll(t, filepath.Join(dir, "ok"), filepath.Join(dir, "base")).loud(); len(loud) > 0 {
				t.Errorf("the benign twin is not quiet:\n%s", strings.Join(loud, "\n"))
			}
		})
	}
	if diff := cmp.Diff(folders, listed); diff != "" {
		t.Errorf("folders against the table (-folders +table):\n%s", diff)
	}
	t.Logf("%d of %d techniques get their class, wanted are %d", caught, len(rows), wantedTechniques)
	if caught+len(notCaught) != len(rows) {
		t.Errorf("%d get their class and %d are listed as missed, of %d", caught, len(notCaught), len(rows))
	}
}

// scanned is what all checks say of one extension.
type scanned struct {
	findings []finding.Finding
	category verdict.Category
}

// scanAll runs all checks over an extension, beside the release before it where
// there is one.
func scanAll(t *testing.T, dir, base string) scanned {
	t.Helper()
	ext, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	program, err := facts.Analyze(t.Context(), ext, facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in, err := Gather(t.Context(), ext, program, false)
	if err != nil {
		t.Fatal(err)
	}
	in.Answers, in.Base = checktest.Answers(t, dir), checktest.Before(t, ext, base)
	var out scanned
	for _, r := range checktest.Run(t, All(), in) {
		for _, f := range r.Findings {
			if err := f.Validate(); err != nil {
				t.Errorf("%+v: %v", f, err)
			}
		}
		out.findings = append(out.findings, r.Findings...)
	}
	out.category = verdict.Decide(verdict.Profiles()[0], verdict.Input{Findings: out.findings, HasCode: true}).Category
	return out
}

// is reports whether what was found puts an extension into a class.
func (s scanned) is(class string) bool {
	any := func(keep func(finding.Finding) bool) bool {
		for _, f := range s.findings {
			if keep(f) {
				return true
			}
		}
		return false
	}
	switch class {
	case "reject":
		return s.category == verdict.Reject
	case "malicious-likely":
		return any(malicious)
	case "vulnerable":
		return any(func(f finding.Finding) bool { return f.Intent == finding.Vulnerable && f.Severity >= finding.High })
	case "high":
		return any(func(f finding.Finding) bool { return f.Severity >= finding.High })
	case "hygiene":
		return any(func(f finding.Finding) bool { return f.Module == finding.PublisherModule })
	}
	return false
}

func malicious(f finding.Finding) bool {
	return f.Intent == finding.Malicious && f.Confidence != finding.Heuristic
}

// loud are the findings that a benign extension must not get.
func (s scanned) loud() []string {
	var out []string
	for _, f := range s.findings {
		if malicious(f) || f.Intent == finding.Vulnerable && f.Severity >= finding.High {
			out = append(out, line1(f))
		}
	}
	if s.category == verdict.Reject {
		out = append(out, "rejected")
	}
	return out
}

func (s scanned) String() string {
	out := []string{string(s.category)}
	for _, f := range s.findings {
		out = append(out, line1(f))
	}
	return strings.Join(out, "\n")
}

func line1(f finding.Finding) string {
	return fmt.Sprintf("  %s %v %s %s %s:%d %s", f.Check, f.Severity, f.Intent, f.Confidence, f.Where.File, f.Where.Line, f.Message)
}
