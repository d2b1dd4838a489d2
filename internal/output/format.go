package output

import (
	"io"

	"github.com/ringfence-dev/ringfence/internal/format"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// Formats are the formats of reports, the default first. A new one is a line here
// and a file beside text.go.
var Formats = format.List[Format]{text{}, json{}, code{}, page{}, github{}, compact{}, junit{}}

// Format is one way to write reports.
type Format interface {
	format.Format
	// Suffix is how the name of its files ends.
	Suffix() string
	// Joins reports that one file takes several reports.
	Joins() bool
	// Check refuses what the format cannot do with n reports.
	Check(n int, o *Output) error
	// Permissions reports that it shows which part of the code needs what.
	Permissions() bool
	// Series begins the files of one run.
	Series(o Options) Series
}

// Options say how reports are written, by the formats that can.
type Options struct {
	// Color asks for colours.
	Color bool
	// OmitAnswered leaves findings that somebody answered out.
	OmitAnswered bool
	// Verbose writes everything for people, not a screen of it.
	Verbose bool
}

// Series writes the files of one run, one after the other: what they have in common
// is the same in all of them.
type Series interface {
	Write(w io.Writer, reports []*report.Report) error
}
