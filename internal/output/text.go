package output

import (
	"io"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// text is for people.
type text struct{}

// Name is its word for --format.
func (text) Name() string { return "text" }

// Suffix is how the name of its files ends.
func (text) Suffix() string { return ".txt" }

// Joins reports whether one file takes several reports.
func (text) Joins() bool { return false }

// Check refuses what the format cannot do.
func (text) Check(_ int, o *Output) error { return marksAnswered(o) }

// marksAnswered refuses --omit-answered for a format that shows what is answered.
func marksAnswered(o *Output) error {
	if o.OmitAnswered {
		return exit.Usagef("text and json mark what is answered, the others never show it; --omit-answered is for --format sarif")
	}
	return nil
}

// Permissions reports that it shows which part of the code needs what.
func (text) Permissions() bool { return false }

// Series begins the files of one run.
func (text) Series(o Options) Series {
	return textSeries{report.TextOptions{Color: o.Color, Verbose: o.Verbose}}
}

type textSeries struct{ options report.TextOptions }

// Write writes reports with a line between them, and a table of all below several.
func (s textSeries) Write(w io.Writer, reports []*report.Report) error {
	for i, r := range reports {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := report.WriteText(w, r, s.options); err != nil {
			return err
		}
	}
	if len(reports) < 2 {
		return nil
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return report.WriteTable(w, reports, s.options)
}
