package output

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/sarif"
)

// code is SARIF, for code scanning.
type code struct{}

// Name is its word for --format.
func (code) Name() string { return "sarif" }

// Suffix is how the name of its files ends.
func (code) Suffix() string { return ".sarif" }

// Joins reports whether one file takes several reports.
func (code) Joins() bool { return true }

// Check refuses what the format cannot do.
func (code) Check(n int, o *Output) error {
	if n > sarif.MaxRuns && !o.directory() {
		return exit.Usagef("code scanning takes %d extensions in a file; name a directory with --out DIRECTORY/", sarif.MaxRuns)
	}
	return nil
}

// Permissions reports that it shows which part of the code needs what.
func (code) Permissions() bool { return false }

// Series begins the files of one run.
func (code) Series(o Options) Series { return &sarif.Series{OmitAnswered: o.OmitAnswered} }

// Batches writes reports as SARIF, a file for as many as GitHub takes in one.
type Batches struct {
	// Dir is the folder of the files, Replace writes one of them.
	Dir     string
	Replace func(name string, data []byte) error

	series  sarif.Series
	waiting []*report.Report
	files   int
}

// Add takes a report, and writes a file when that is full.
func (b *Batches) Add(r *report.Report) error {
	if b.waiting = append(b.waiting, r); len(b.waiting) == sarif.MaxRuns {
		return b.Flush()
	}
	return nil
}

// Flush writes what waits.
func (b *Batches) Flush() error {
	batch := b.waiting
	b.waiting = nil
	return b.put(batch)
}

// put writes one file, or two where one is too large although its runs are not too
// many.
func (b *Batches) put(batch []*report.Report) error {
	if len(batch) == 0 {
		return nil
	}
	var text bytes.Buffer
	if err := b.series.Write(&text, batch); err != nil {
		half := len(batch) / 2
		if half == 0 {
			return err
		}
		if err := b.put(batch[:half]); err != nil {
			return err
		}
		return b.put(batch[half:])
	}
	b.files++
	return b.Replace(filepath.Join(b.Dir, fmt.Sprintf("fleet-%03d.sarif", b.files)), text.Bytes())
}
