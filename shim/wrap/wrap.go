// Package wrap puts the loader into an extension, and takes it out again.
//
// A wrapped extension is the extension with a few files more: the loader beside
// the original main, and converted copies of ECMAScript modules for hosts that
// can only be handed CommonJS. No file of the original changes but package.json,
// whose main leads to the loader; everything the loader must know of the files
// (digests, names taken from outside, places of import()) lies in the loader's
// own file. Unwrap undoes it, byte for byte.
//
// The extension is a stranger's: it is read by package extension, its code is
// parsed in a child process, nothing of it is run, and what could be lost on the
// way is refused, not dropped.
package wrap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Mode says what the loader does with what the policy does not allow.
type Mode string

// The modes.
const (
	Observe Mode = "observe" // write it down
	Enforce Mode = "enforce" // deny it
)

// Level says how far the loader reaches into the realm it shares.
type Level string

// The levels.
const (
	Shared Level = "shared"
	Host   Level = "host"
)

// Browser says what becomes of the entry that VS Code for the Web runs, where
// there is no loader.
type Browser string

// The answers. The words are in the wrapped package.json and the loader's config.
const (
	BrowserRefuse Browser = "refuse"
	// BrowserDrop takes the entry out of package.json: the copy does not run there.
	BrowserDrop Browser = "drop"
	// BrowserUnfenced leaves it as it is, and it runs there without a fence.
	BrowserUnfenced Browser = "unfenced"
)

// DefaultObserveDays is how long the loader observes before it enforces.
const DefaultObserveDays = 7

// Options say how to wrap.
type Options struct {
	Mode  Mode
	Level Level
	// ObserveDays is how long Observe lasts until the loader enforces; 0: for
	// ever.
	ObserveDays int
	// Consent makes the loader ask, before the policy is enforced for the first
	// time, whether the extension may run with it.
	Consent bool
	// Policy is what the extension may do.
	Policy policy.Policy
	// Browser says what becomes of a browser entry; empty is BrowserRefuse.
	Browser Browser
	// Bundle is the loader's text.
	Bundle string
	// Kept is the loader that a repository keeps for the extension, which has to
	// be what is worked out; nil: none is kept.
	Kept *Kept
	// Worker is the command of the child process that parses; empty: parse in
	// this process, for tests on trusted input.
	Worker []string
	// Patience and PatiencePerMB bound the parsing of a file.
	Patience, PatiencePerMB time.Duration
	// Progress is told which file is read; nil: nobody.
	Progress func(file string)
}

// Note is something about a file that whoever wraps should know.
type Note struct{ File, Text string }

// Result is what was done.
type Result struct {
	// ID is publisher.name, Version the extension's.
	ID, Version string
	// Main is the original entry's file, Loader the one in its place.
	Main, Loader string
	// Added are the files that the original has not, sorted.
	Added []string
	// Dropped are the signatures of the original archive, which hold no longer.
	Dropped []string
	// Blind are files that the loader will refuse to run, and why; Unconverted
	// those it can only run where the host has hooks for modules.
	Blind, Unconverted []Note
	// Files is how many of the extension's files the table has.
	Files int
	// Browser is the browser entry of the original, BrowserIs what became of it;
	// both are empty when there is none.
	Browser   string
	BrowserIs Browser
	// Repository says that what was wrapped is what a repository would ship.
	Repository bool
}

// A Refusal says why an extension is not wrapped: something about it, not about
// us.
type Refusal struct{ Reason string }

func (r *Refusal) Error() string { return r.Reason }

func refuse(format string, args ...any) error { return &Refusal{fmt.Sprintf(format, args...)} }

// Wrap reads the extension at path and writes it, wrapped, to out: an archive if
// that name ends in .vsix, else a folder laid out as installed. out must not be
// there yet.
func Wrap(ctx context.Context, path, out string, o Options) (Result, error) {
	p, err := openPackage(ctx, path)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	if err := checkOut(p, path, out); err != nil {
		return Result{}, err
	}
	m, err := work(ctx, p, o)
	if err != nil {
		return Result{}, err
	}
	if o.Kept != nil && !m.kept().equal(*o.Kept) {
		return Result{}, refuse("the loader that is kept for it is another than its code and policy give")
	}
	plan, t := m.plan, m.table
	added := map[string][]byte{plan.loader: m.loader()}
	for name, text := range t.copies {
		added[name] = []byte(text)
	}
	manifest, err := wrappedManifest(m.original, plan, sortedKeys(added), o)
	if err != nil {
		return Result{}, err
	}
	dropped, err := write(ctx, p, out, changes{
		added: added, replaced: map[string][]byte{manifestName: manifest}, digests: t.digests, unsign: true,
	})
	if err != nil {
		return Result{}, err
	}
	return Result{
		ID: p.ext.ID(), Version: p.ext.Manifest.Version, Main: plan.entry, Loader: plan.loader,
		Added: sortedKeys(added), Dropped: dropped, Blind: t.blind, Unconverted: t.unconverted, Files: len(t.files),
		Browser: p.ext.Manifest.Browser, BrowserIs: plan.browser, Repository: p.ext.Source == extension.Repository,
	}, nil
}

// readAll is io.ReadAll with the error of closing.
func readAll(r io.ReadCloser) ([]byte, error) {
	data, err := io.ReadAll(r)
	return data, errors.Join(err, r.Close())
}
