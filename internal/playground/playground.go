// Package playground is the analysis as a page in a browser has it: the bytes of a .vsix
// go in, the report comes out as a page and as JSON, and nobody is asked for anything.
//
// Scan is what runs in the browser, and holds nothing that is the browser's:
// cmd/ringfence/playground calls it there, compiled to WebAssembly. The folder assets
// has the page and its scripts, package site puts both together into a folder that any
// server of files can serve. The report is the one of `ringfence scan FILE --offline`:
// the same settings, the same services that were not asked.
package playground

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/html"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Archive is a .vsix that somebody chose.
type Archive struct {
	// Name is its file's name, Data its bytes.
	Name string
	Data []byte
}

// Machine is what a scan takes of where it runs.
type Machine struct {
	// Version is the version of this program, Now the clock.
	Version string
	Now     func() time.Time
	// Parser says that a child can be started that parses; otherwise hostile code may
	// end the scan. Which command starts it matters only where there are processes.
	Parser bool
	// Watch is told which file of how many is read.
	Watch func(file string, done, all int)
}

// Result is the report in both of its forms.
type Result struct{ JSON, Page []byte }

// timeout is how long the code of one extension may be analysed: what the command allows.
const timeout = 10 * time.Minute

// Scan scans an archive.
func Scan(ctx context.Context, a Archive, m Machine) (Result, error) {
	p := &process.Process{Stdin: bytes.NewReader(nil), Stdout: io.Discard, Stderr: io.Discard, Version: m.Version, Now: m.Now}
	if m.Parser {
		p.Self = "ringfence"
	}
	reports, errs := audit.Each(ctx, p, []string{a.Name}, audit.Settings{
		Services: audit.Services{Registry: string(supplychain.Marketplace), Patience: time.Minute},
		Target:   audit.Target{Archive: a.Data, Source: extension.VSIX, Watch: m.Watch},
		Offline:  true,
		Explain:  audit.Explain{Permissions: true},
		Jobs:     1,
		Timeout:  timeout,
		Limits:   extension.DefaultLimits(),
	})
	if err := errors.Join(errs...); err != nil {
		return Result{}, err
	}
	var text, page bytes.Buffer
	if err := report.Write(&text, reports[0]); err != nil {
		return Result{}, fmt.Errorf("writing the report: %w", err)
	}
	if err := html.Report(&page, reports[0]); err != nil {
		return Result{}, fmt.Errorf("writing the page: %w", err)
	}
	return Result{JSON: text.Bytes(), Page: page.Bytes()}, nil
}
