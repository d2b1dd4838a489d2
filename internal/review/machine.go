package review

import (
	"context"
	"time"

	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/scan"
)

// Machine is what a review takes of the process that runs it.
type Machine struct {
	// Version is the version of this program, which evidence names.
	Version string
	// Git is how git is started.
	Git checkout.Git
	// Worker starts the child that parses; empty: parse in this process.
	Worker []string
	// Workflow says that this is a run of GitHub Actions, whose packages are gone with
	// its machine.
	Workflow bool
	// Path makes a path of the command line one that this process can open.
	Path func(string) string
	// Scan scans one side of one extension.
	Scan Scanner
	// NotExtension refuses what VS Code would not load; dir is where it lies.
	NotExtension func(ctx context.Context, dir string, ext *extension.Extension) error
	// Outside refuses a repository in which something lies that the change is judged
	// by, because the change could bring another.
	Outside func(top string) error
	// Replace writes a file whole or not at all.
	Replace func(name string, data []byte) error
	// Warn says what did not work and changes nothing.
	Warn func(text string)
	// Now is the clock; nil: there is none.
	Now func() time.Time
}

// Scanner scans what a request names, as the caller's flags say, and hands what it saw
// to use while the extension is open.
type Scanner func(ctx context.Context, r Request, use func(scan.Result) error) error

// Request is one scan that a review asks for.
type Request struct {
	// File is the folder or the package that is scanned, Subject what the report says
	// it is about.
	File, Subject string
	// Source says what File is; empty: what it looks like.
	Source extension.Source
	// Config is the configuration that counts.
	Config Config
	// Place is the clone that findings are shown in.
	Place checkout.Place
	// FromSources asks to judge the author's files, built or not.
	FromSources bool
	// CallPaths asks how execution gets to each use.
	CallPaths bool
	// Ceilings says that the organisation's file counts, Services that services and a
	// model may be asked.
	Ceilings, Services bool
	// Baseline is the side that it is compared with, and BaselineName what that is
	// called; nil: it is compared with none.
	Baseline     *scan.Baseline
	BaselineName string
}

// Config is a configuration by its name and its text; nil text: there is none, and none
// is looked for.
type Config struct {
	Name string
	Text []byte
}
