package output

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// junit is the XML of test results that most CI systems read: a suite for each
// extension, a case for the verdict and one for each check.
type junit struct{}

// Name is its word for --format.
func (junit) Name() string { return "junit" }

// Suffix is how the name of its files ends.
func (junit) Suffix() string { return ".xml" }

// Joins reports whether one file takes several reports.
func (junit) Joins() bool { return true }

// Check refuses what the format cannot do: answered findings are never in it.
func (junit) Check(_ int, o *Output) error { return marksAnswered(o) }

// Permissions reports that it shows which part of the code needs what.
func (junit) Permissions() bool { return false }

// Series begins the files of one run.
func (junit) Series(Options) Series { return junitSeries{} }

type junitSeries struct{}

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Name    string       `xml:"name,attr"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitMessage `xml:"failure"`
	Error   *junitMessage `xml:"error"`
	Skipped *junitMessage `xml:"skipped"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// Write writes reports as one document.
func (junitSeries) Write(w io.Writer, reports []*report.Report) error {
	doc := junitSuites{Name: "ringfence"}
	for _, r := range reports {
		doc.Suites = append(doc.Suites, suiteOf(r))
	}
	text, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	if _, err := io.WriteString(w, xml.Header+string(text)+"\n"); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

// suiteOf makes the suite of a report. The verdict fails where the command does; a check
// fails with what it found, is skipped where it was not asked, and is an error where it
// could not look.
func suiteOf(r *report.Report) junitSuite {
	name, verdict, why := verdictOf(r)
	s := junitSuite{Name: name}
	first := junitCase{Class: "ringfence", Name: "verdict"}
	if len(r.Verdict.Fails) > 0 || r.Organisation.Stands() {
		first.Failure = &junitMessage{Message: verdict + ": " + why, Type: verdict}
	}
	s.add(first)
	found := map[string][]one{}
	for _, f := range open(r) {
		found[f.check] = append(found[f.check], f)
	}
	for _, c := range r.Checks {
		at := junitCase{Class: plain(string(c.Module), maxName), Name: plain(c.Name, maxName)}
		reason := &junitMessage{Message: plain(c.Why, maxName)}
		fs := found[at.Name]
		switch state := checks.State(c.State); {
		case len(fs) > 0:
			at.Failure = failureOf(fs)
		case state.Looked():
		case state == checks.Skipped:
			at.Skipped = reason
		default:
			at.Error = reason
		}
		s.add(at)
	}
	return s
}

func failureOf(fs []one) *junitMessage {
	var lines []string
	for _, f := range fs {
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s: %s", f.file, max(f.line, 1), max(f.column, 1), f.severity, f.message))
	}
	return &junitMessage{Message: fs[0].message, Type: fs[0].severity.String(), Text: strings.Join(lines, "\n")}
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
}
