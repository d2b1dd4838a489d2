package output

import (
	"fmt"
	"io"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// github are annotations of GitHub Actions: workflow commands on standard output.
type github struct{}

// Name is its word for --format.
func (github) Name() string { return "github" }

// Suffix is how the name of its files ends.
func (github) Suffix() string { return ".txt" }

// Joins reports whether one file takes several reports.
func (github) Joins() bool { return true }

// Check refuses what the format cannot do: answered findings are never in it.
func (github) Check(_ int, o *Output) error { return marksAnswered(o) }

// Permissions reports that it shows which part of the code needs what.
func (github) Permissions() bool { return false }

// Series begins the files of one run.
func (github) Series(Options) Series { return githubSeries{} }

type githubSeries struct{}

// inData and inProperty escape what ends a value of a workflow command, as the runner
// reads it back.
var (
	inData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	inProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Write writes reports, one after the other: the verdict as a notice, high findings and
// worse as errors, medium ones as warnings and low ones as notices, the worst first. GitHub shows ten of each kind.
func (githubSeries) Write(w io.Writer, reports []*report.Report) error {
	var b strings.Builder
	for _, r := range reports {
		name, verdict, why := verdictOf(r)
		text := fmt.Sprintf("%s: %s (%s), %s", name, verdict, r.Verdict.Category.Means(), passing(r))
		if why != "" {
			text += ": " + why
		}
		fmt.Fprintf(&b, "::notice title=ringfence::%s\n", inData.Replace(text))
		for _, f := range open(r) {
			word := "warning"
			switch {
			case f.severity >= finding.High:
				word = "error"
			case f.severity <= finding.Low:
				word = "notice"
			}
			place := ""
			if f.file != "" {
				place = fmt.Sprintf("file=%s,line=%d,", inProperty.Replace(f.file), max(f.line, 1))
				if f.column > 0 {
					place += fmt.Sprintf("col=%d,", f.column)
				}
			}
			fmt.Fprintf(&b, "::%s %stitle=%s::%s\n", word, place, inProperty.Replace(f.check), inData.Replace(f.severity.String()+": "+f.message))
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

// passing says whether a report passes, and what it fails on.
func passing(r *report.Report) string {
	switch v := r.Verdict; {
	case len(v.Fails) > 0:
		return "does not pass (fail-on " + plain(strings.Join(v.Fails, ", "), maxName) + ")"
	case r.Organisation.Stands():
		return "does not pass (above a ceiling of the organisation)"
	}
	return "passes"
}
