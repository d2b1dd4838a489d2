package finding

import (
	"fmt"
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// The longest names of an origin, in characters.
const (
	MaxOriginFile = 300
	MaxFunction   = 120
)

// ByWords is Origin.By where no map says it.
const ByWords = "words"

// Origin is the place in its author's sources that a place of a built file was
// made from (internal/sourcemap says how that is known).
type Origin struct {
	// File is the source: from the extension's folder when the repository tracks
	// it (InTree), where it may lead out of the folder into another one of the
	// repository ("../shared/src/a.ts"); else what a source map calls it.
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	InTree bool   `json:"inTree,omitempty"`
	// Package is the npm package the source belongs to by its name; empty for
	// the author's own.
	Package string `json:"package,omitempty"`
	// Function is the name of the function around the place; empty: none is known.
	Function string `json:"function,omitempty"`
	// By says what showed it: empty for a source map, or ByWords.
	By string `json:"by,omitempty"`
}

// Shown is the place to point a person to: in the sources, when the repository
// has them, else where the finding stands.
func (f Finding) Shown() Location { return Shown(f.Where, f.Origin) }

// At is that place as a person reads it: "src/run.ts:12:5 in launch".
func (f Finding) At() string { return At(f.Where, f.Origin) }

// Shown is the step's place to point a person to.
func (s Step) Shown() Location { return Shown(s.Where, s.Origin) }

// Shown is the place to point a person to, of a place and its origin.
func Shown(where Location, o *Origin) Location {
	if o == nil || !o.InTree {
		return where
	}
	return Location{File: o.File, Line: o.Line, Column: o.Column}
}

// At is a place as a person reads it, with the function around it where it
// stands in the sources.
func At(where Location, o *Origin) string {
	text := Shown(where, o).String()
	if o != nil && o.InTree && o.Function != "" {
		text += " in " + o.Function
	}
	return text
}

// String is a place as editors take it: "dist/main.js:1:2040". What is about
// the extension as a whole stands in its manifest.
func (a Location) String() string {
	file, line := a.Anchor()
	if a.Column > 0 {
		return fmt.Sprintf("%s:%d:%d", file, line, a.Column)
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// Below returns the place from the top of a repository in which the extension lies
// in a folder, "." or with slashes; false: it leads out of the repository.
func (a Location) Below(folder string) (Location, bool) {
	if a.File == "" {
		a.File, a.Line = "package.json", 1
	}
	a.File = path.Join(folder, a.File)
	return a, LocalPath(a.File)
}

// Validate checks an origin from outside.
func (o Origin) Validate() error {
	file := o.File
	if o.InTree {
		for range 20 {
			file = strings.TrimPrefix(file, "../")
		}
	}
	if !LocalPath(file) || path.Clean(o.File) != o.File || !escape.IsPrintable(o.File, MaxOriginFile) ||
		!escape.IsPrintable(o.Package, MaxOriginFile) ||
		!escape.IsPrintable(o.Function, MaxFunction) || o.By != "" && o.By != ByWords ||
		o.Line < 1 || o.Column < 1 ||
		o.Line >= 1<<31 ||
		o.Column >= 1<<31 {
		return fmt.Errorf("an origin is no place")
	}
	return nil
}
