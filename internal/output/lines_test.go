package output_test

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/output"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// found is a report of a folder with a finding of each kind: low, high and in the
// sources, answered, and one without a place.
func found(text string) *report.Report {
	r := &report.Report{Subject: "ext"}
	r.Extension.ID, r.Extension.Version, r.Extension.Source = "acme.toy"+text, "1.0.0", extension.Repository
	r.Verdict.Category, r.Verdict.Profile = verdict.Sandbox, "default"
	r.Verdict.Because = []verdict.Reason{{Text: "it starts programs" + text}}
	at := finding.Location{File: "dist/a,b:c" + text + ".js", Line: 3, Column: 7}
	r.Findings = []finding.Finding{
		{Check: "code_low", Severity: finding.Low, Message: "100% sure" + text, Where: at},
		{
			Check: "code_high", Severity: finding.High, Message: "runs <it>" + text, Where: at,
			Origin: &finding.Origin{File: "src/a.ts", Line: 12, Column: 1, InTree: true},
		},
		{Check: "code_low", Severity: finding.High, Message: "answered", Where: at, Suppressed: &finding.Suppression{Reason: "x"}},
		{Check: "manifest_x", Severity: finding.Medium, Message: "the whole of it"},
	}
	r.Checks = []report.Check{
		{Name: "code_low", Module: finding.CodeModule, State: string(checks.Found)},
		{Name: "code_high", Module: finding.CodeModule, State: string(checks.Found)},
		{Name: "clean", Module: finding.CodeModule, State: string(checks.Nothing)},
		{Name: "off", Module: finding.CodeModule, State: string(checks.Skipped), Why: "not asked"},
		{Name: "down", Module: finding.CodeModule, State: string(checks.Failed), Why: "it died"},
	}
	return r
}

func wrote(t *testing.T, format string, rs ...*report.Report) string {
	t.Helper()
	f, err := output.Formats.Find(format)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Series(output.Options{}).Write(&b, rs); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestCompact(t *testing.T) {
	want := `acme.toy 1.0.0: sandbox: it starts programs
ext/src/a.ts:12:1: high: runs <it> [code_high]
acme.toy 1.0.0:1:1: medium: the whole of it [manifest_x]
ext/dist/a,b:c.js:3:7: low: 100% sure [code_low]
`
	if diff := cmp.Diff(want, wrote(t, "compact", found(""))); diff != "" {
		t.Error(diff)
	}
}

func TestGithub(t *testing.T) {
	want := `::notice title=ringfence::acme.toy 1.0.0: sandbox (it should run behind a policy, which says what it may do), ` +
		`passes: it starts programs
::error file=ext/src/a.ts,line=12,col=1,title=code_high::high: runs <it>
::warning title=manifest_x::medium: the whole of it
::notice file=ext/dist/a%2Cb%3Ac.js,line=3,col=7,title=code_low::low: 100%25 sure
`
	if diff := cmp.Diff(want, wrote(t, "github", found(""))); diff != "" {
		t.Error(diff)
	}
	r := found("")
	r.Extension.Source = extension.VSIX
	if text := wrote(t, "github", r); !strings.Contains(text, "file=src/a.ts,") {
		t.Errorf("a file of an archive is named by its place there:\n%s", text)
	}
}

// older finds a command of the runner's older form, which may stand anywhere in a line.
const older = "##["

// commands are the lines that a runner of GitHub Actions takes for commands.
func commands(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		name, ok := strings.CutPrefix(strings.TrimSpace(line), "::")
		switch {
		case ok && strings.Contains(name, "::"):
			name, _, _ = strings.Cut(name, "::")
			name, _, _ = strings.Cut(name, " ")
			out = append(out, name)
		case strings.Contains(line, older):
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

// What a stranger writes makes no line of its own, and no command of a runner.
func TestHostileTextStaysOnItsLine(t *testing.T) {
	for _, evil := range []string{
		"\r\n::set-output name=x::y\n##[add-path]z\x1b[2J\u202e", "::add-mask::x", "  ::stop-commands::x",
		"##[error]x", "###[error]x", "%0A::debug::x", "::",
	} {
		for _, format := range []string{"github", "compact", "junit"} {
			r := found(evil)
			// Where a name stands first, a stranger says how the line begins.
			r.Subject, r.Extension.ID, r.Extension.Source = evil, evil, extension.VSIX
			for i := range r.Findings {
				r.Findings[i].Where.File, r.Findings[i].Origin = evil, nil
			}
			r.Findings[0].Check, r.Checks[0].Name, r.Checks[0].Why = evil, evil, evil
			hostile := wrote(t, format, r)
			if strings.ContainsAny(hostile, "\r\x1b\u202e") {
				t.Errorf("%s: %q", format, hostile)
			}
			var want []string
			if format == "github" {
				want = []string{"notice", "error", "warning", "notice"}
			}
			if diff := cmp.Diff(want, commands(hostile)); diff != "" {
				t.Errorf("%s of %q: %s\n%s", format, evil, diff, hostile)
			}
			if lines := strings.Count(hostile, "\n"); format != "junit" && lines != 4 {
				t.Errorf("%s of %q: %d lines, want 4:\n%s", format, evil, lines, hostile)
			}
		}
	}
}

// The test above sees what a runner would take.
func TestCommandsAreSeen(t *testing.T) {
	if got := commands("a::b\n  ::error file=x::y\nx ##[debug]z\n::half\n"); !cmp.Equal(got, []string{"error", "x ##[debug]z"}) {
		t.Errorf("%q", got)
	}
}

type suites struct {
	Suites []struct {
		Name                             string `xml:"name,attr"`
		Tests, Failures, Errors, Skipped string
		Cases                            []struct {
			Name    string    `xml:"name,attr"`
			Failure *struct{} `xml:"failure"`
			Error   *struct{} `xml:"error"`
			Skipped *struct{} `xml:"skipped"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func TestJUnit(t *testing.T) {
	for _, text := range []string{"", "\x00]]></failure>\x1b\ufffe"} {
		failing := found(text)
		failing.Verdict.Fails = []string{"sandbox"}
		var got suites
		if err := xml.Unmarshal([]byte(wrote(t, "junit", found(text), failing)), &got); err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, s := range got.Suites {
			for _, c := range s.Cases {
				word := "passes"
				switch {
				case c.Failure != nil:
					word = "fails"
				case c.Error != nil:
					word = "error"
				case c.Skipped != nil:
					word = "skipped"
				}
				words = append(words, c.Name+" "+word)
			}
		}
		rest := []string{"code_low fails", "code_high fails", "clean passes", "off skipped", "down error"}
		want := append(append([]string{"verdict passes"}, rest...), append([]string{"verdict fails"}, rest...)...)
		if diff := cmp.Diff(want, words); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}
