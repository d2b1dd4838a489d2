package output

import (
	"io"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// json is the report's own protocol, from which every other format can be had.
type json struct{}

// Name is its word for --format.
func (json) Name() string { return "json" }

// Suffix is how the name of its files ends.
func (json) Suffix() string { return ".json" }

// Joins reports whether one file takes several reports.
func (json) Joins() bool { return false }

// Check refuses what the format cannot do.
func (json) Check(n int, o *Output) error {
	if err := marksAnswered(o); err != nil {
		return err
	}
	if n > 1 && o.Out == "" {
		return exit.Usagef("several extensions as JSON need --out DIRECTORY, for a report each")
	}
	return nil
}

// Permissions reports that it shows which part of the code needs what.
func (json) Permissions() bool { return true }

// Series begins the files of one run.
func (json) Series(Options) Series { return jsonSeries{} }

type jsonSeries struct{}

// Write writes reports, one after the other.
func (jsonSeries) Write(w io.Writer, reports []*report.Report) error {
	for _, r := range reports {
		if err := report.Write(w, r); err != nil {
			return err
		}
	}
	return nil
}
