package output

import (
	"fmt"
	"io"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/report"
)

// compact is a line for the verdict and one for each finding, in the form that editors
// and log readers take from compilers.
type compact struct{}

// Name is its word for --format.
func (compact) Name() string { return "compact" }

// Suffix is how the name of its files ends.
func (compact) Suffix() string { return ".log" }

// Joins reports whether one file takes several reports.
func (compact) Joins() bool { return true }

// Check refuses what the format cannot do: answered findings are never in it.
func (compact) Check(_ int, o *Output) error { return marksAnswered(o) }

// Permissions reports that it shows which part of the code needs what.
func (compact) Permissions() bool { return false }

// Series begins the files of one run.
func (compact) Series(Options) Series { return compactSeries{} }

type compactSeries struct{}

// first is what a line begins with: what begins with two colons would be a command in the
// log of a runner of GitHub Actions.
func first(s string) string {
	if strings.HasPrefix(strings.TrimSpace(s), "::") {
		return "./" + s
	}
	return s
}

// Write writes reports, one after the other.
func (compactSeries) Write(w io.Writer, reports []*report.Report) error {
	var b strings.Builder
	for _, r := range reports {
		name, verdict, why := verdictOf(r)
		b.WriteString(first(name) + ": " + verdict)
		if why != "" {
			b.WriteString(": " + why)
		}
		b.WriteString("\n")
		for _, f := range open(r) {
			file := f.file
			if file == "" {
				file = name
			}
			fmt.Fprintf(&b, "%s:%d:%d: %s: %s [%s]\n", first(file), max(f.line, 1), max(f.column, 1), f.severity, f.message, f.check)
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}
