package output

import (
	"io"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/html"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// page is a page for a browser.
type page struct{}

// Name is its word for --format.
func (page) Name() string { return "html" }

// Suffix is how the name of its files ends.
func (page) Suffix() string { return ".html" }

// Joins reports whether one file takes several reports.
func (page) Joins() bool { return false }

// Check refuses what the format cannot do.
func (page) Check(n int, o *Output) error {
	if err := marksAnswered(o); err != nil {
		return err
	}
	if n > 1 && o.Out == "" {
		return exit.Usagef("several extensions as HTML need --out DIRECTORY, for a page each")
	}
	return nil
}

// Permissions reports that it shows which part of the code needs what.
func (page) Permissions() bool { return true }

// Series begins the files of one run.
func (page) Series(Options) Series { return pageSeries{} }

type pageSeries struct{}

// Write writes reports, one after the other.
func (pageSeries) Write(w io.Writer, reports []*report.Report) error {
	for _, r := range reports {
		if err := html.Report(w, r); err != nil {
			return err
		}
	}
	return nil
}
