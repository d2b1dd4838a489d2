// Package extension reads a VS Code extension, wherever it lies, into one
// immutable value: its manifest, the files that ship, and their contents on
// demand.
//
// The four sources are a repository (of which only what `vsce package` would
// ship counts, the rest explains), a directory laid out as installed, an
// extension VS Code installed, and a .vsix archive. Nothing is written, nothing
// is executed, no link is followed out of the extension, and every size is
// bounded by Limits: whoever wrote the extension may be an attacker, and the
// odd things found on the way are kept as Problems, because a scan that stops
// or looks away is what an attacker wants.
//
// It does not know what JavaScript is or what is suspicious; facts and checks
// do. Everything above internal/finding and internal/catalog may import it.
package extension

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Source says what an extension was read from.
type Source string

// The sources.
const (
	// Repository: a folder in which the extension is developed.
	Repository Source = "repository"
	// Directory: a folder laid out as installed, but not by VS Code.
	Directory Source = "directory"
	// Installed: a folder in which VS Code installed the extension.
	Installed Source = "installed"
	// VSIX: an archive.
	VSIX Source = "vsix"
)

// Extension is one extension. It may be used from several goroutines; nothing
// in it changes after Load, and callers must not change what it points to.
type Extension struct {
	Source Source
	// Manifest is package.json; never nil.
	Manifest *Manifest
	// VSIX is extension.vsixmanifest; nil when there is none to read.
	VSIX *VSIXManifest

	files    []File
	sources  []File
	problems []Problem
	limits   Limits
	store    store

	remembered memory
}

// store is where the bytes are.
type store interface {
	// open gives the content of a listed file.
	open(f File) (io.ReadCloser, error)
	close() error
}

// File is one file of an extension.
type File struct {
	// Path is relative to the folder of package.json, with slashes.
	Path string
	// Size is what the listing says; reading proves it.
	Size int64
	// Executable is set when the file may be run.
	Executable bool
	// TooLarge is set when the file is over Limits.MaxFile and ReadFile
	// refuses it.
	TooLarge bool

	// entry is the index in an archive.
	entry int
}

// Files are the files that ship, sorted by path.
func (e *Extension) Files() []File { return slices.Clone(e.files) }

// Sources are, for a repository, the files that do not ship but explain those
// that do, sorted by path: JavaScript, TypeScript, what configures its compiler,
// and the source maps of what ships; node_modules is not among them. For other sources there are none.
func (e *Extension) Sources() []File { return slices.Clone(e.sources) }

// Judged returns the extension with some of its sources counted among the files
// that ship, for a repository that was not built: what is made of them will. A
// name that is none of a source changes nothing. Closing one closes both.
func (e *Extension) Judged(sources []string) *Extension {
	out := &Extension{
		Source: e.Source, Manifest: e.Manifest, VSIX: e.VSIX,
		problems: e.problems, limits: e.limits, store: e.store, files: slices.Clone(e.files),
	}
	wanted := map[string]bool{}
	for _, name := range sources {
		wanted[name] = true
	}
	for _, f := range e.sources {
		if wanted[f.Path] {
			out.files = append(out.files, f)
		} else {
			out.sources = append(out.sources, f)
		}
	}
	slices.SortFunc(out.files, compareFiles)
	return out
}

// Problems are the oddities met while loading, those of the manifests included,
// in order of their places.
func (e *Extension) Problems() []Problem { return slices.Clone(e.problems) }

// ID is publisher.name in lower case, as VS Code compares it.
func (e *Extension) ID() string { return e.Manifest.ID() }

// TargetPlatform is the platform the extension was built for ("linux-x64");
// empty when it is for all or does not say.
func (e *Extension) TargetPlatform() string {
	if e.VSIX != nil && e.VSIX.TargetPlatform != "" {
		return e.VSIX.TargetPlatform
	}
	if e.Manifest.Metadata != nil && e.Manifest.Metadata.TargetPlatform != "undefined" {
		return e.Manifest.Metadata.TargetPlatform
	}
	return ""
}

// Stat returns a file, shipped or source, by its path.
func (e *Extension) Stat(path string) (File, bool) {
	for _, list := range [][]File{e.files, e.sources} {
		i, ok := slices.BinarySearchFunc(list, path, func(f File, p string) int { return strings.Compare(f.Path, p) })
		if ok {
			return list[i], true
		}
	}
	return File{}, false
}

// ReadFile returns the content of a file that Files or Sources lists. Others are
// given the same bytes: they are not to be changed.
func (e *Extension) ReadFile(path string) ([]byte, error) {
	f, ok := e.Stat(path)
	if !ok {
		return nil, fmt.Errorf("reading %q: the extension has no such file", path)
	}
	if data, ok := e.remembered.get(path); ok {
		return data, nil
	}
	data, err := e.read(f, e.limits.MaxFile)
	if err != nil {
		return nil, err
	}
	e.remembered.put(path, data)
	return data, nil
}

func (e *Extension) read(f File, limit int64) ([]byte, error) {
	if f.Size > limit {
		return nil, fmt.Errorf("reading %q: it is %d bytes, over the limit of %d", f.Path, f.Size, limit)
	}
	r, err := e.store.open(f)
	if err != nil {
		return nil, fmt.Errorf("reading %q: %w", f.Path, err)
	}
	defer r.Close()
	// One byte more than announced tells a file that grew from one that did
	// not; the room is what was announced, never more than the limit.
	data := make([]byte, f.Size+1)
	n, err := io.ReadFull(r, data)
	switch {
	case err == nil:
		return nil, fmt.Errorf("reading %q: it is longer than the %d bytes announced", f.Path, f.Size)
	case err != io.EOF && err != io.ErrUnexpectedEOF:
		return nil, fmt.Errorf("reading %q: %w", f.Path, err)
	case int64(n) < f.Size:
		return nil, fmt.Errorf("reading %q: it ends after %d of the %d bytes announced", f.Path, n, f.Size)
	}
	return data[:n:n], nil
}

// ReadHead returns the first bytes of a file that Files or Sources lists: most of
// them, or all there are. It is for telling what a file is, however large.
func (e *Extension) ReadHead(path string, most int64) ([]byte, error) {
	f, ok := e.Stat(path)
	if !ok {
		return nil, fmt.Errorf("reading %q: the extension has no such file", path)
	}
	r, err := e.store.open(f)
	if err != nil {
		return nil, fmt.Errorf("reading %q: %w", path, err)
	}
	defer r.Close()
	data := make([]byte, min(most, f.Size))
	n, err := io.ReadFull(r, data)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("reading %q: %w", path, err)
	}
	return data[:n:n], nil
}

// Close returns up the file or folder the extension is read from.
func (e *Extension) Close() error { return e.store.close() }

// Load reads an extension from a repository, a folder or a .vsix, whatever path
// is. ctx ends a walk that takes too long.
func Load(ctx context.Context, path string, limits Limits) (*Extension, error) {
	return LoadAs(ctx, path, "", limits)
}
