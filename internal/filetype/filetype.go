// Package filetype looks at what ships as bytes: how a script is written
// (scripts.go, shapes.go), and what a file is by its first bytes and behind its
// end (kinds.go, images.go, odd.go).
//
// It parses no JavaScript, for what it looks for is there to be seen before
// anybody parses: names made by an obfuscator, characters nobody sees, a program
// called a picture. Each file is read once and walked over once; of files that
// are neither scripts nor pictures only the beginning. It judges nothing; checks
// do.
//
// It reads bytes and not a tree, at 70 MB/s of CPU, because what cannot be parsed is looked at as
// well, and the text is what a reviewer would see.
package filetype

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Facts are what the files of one extension look like. Lists are sorted by path.
type Facts struct {
	Scripts []Script
	// Odd are the files that run, hold files, or are not what they are called.
	Odd []Odd
	// Texts are the scripts of other interpreters and what agents are told, as they are.
	Texts []Kept
	// Data are the extension's own files of JSON, as they are, but for its manifest and those of tools.
	Data []Kept
	// Skipped are the scripts nobody looked into, Unread the other files.
	Skipped, Unread []Skip
}

// Skip is a file that was not looked into.
type Skip struct{ File, Why string }

// MaxFile is the largest file that is looked into, in bytes.
const MaxFile = 64 << 20

// Look looks into the files that ship.
func Look(ctx context.Context, e *extension.Extension) (*Facts, error) {
	out := &Facts{}
	for _, f := range e.Files() {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("looking at the scripts: %w", err)
		}
		if !script(f.Path) {
			if err := out.inspect(e, f); err != nil {
				out.Unread = append(out.Unread, Skip{f.Path, err.Error()})
			}
			continue
		}
		if f.Size > MaxFile {
			out.Skipped = append(out.Skipped, Skip{f.Path, fmt.Sprintf("it is %d bytes, over the limit of %d", f.Size, MaxFile)})
			continue
		}
		data, err := e.ReadFile(f.Path)
		if err != nil {
			out.Skipped = append(out.Skipped, Skip{f.Path, "it cannot be read"})
			continue
		}
		if o, is := odd(f, data); is {
			out.Odd = append(out.Odd, o)
		}
		out.Scripts = append(out.Scripts, read(f.Path, data))
	}
	return out, nil
}

// inspect looks at a file that is no script: at its beginning or, if it is a
// picture, at all of it.
func (out *Facts) inspect(e *extension.Extension, f extension.File) error {
	if whole(f.Path) && f.Size > MaxFile {
		return fmt.Errorf("it is %d bytes, over the limit of %d", f.Size, MaxFile)
	}
	most := int64(head)
	if whole(f.Path) {
		most = MaxFile
	}
	data, err := e.ReadHead(f.Path, most)
	if err != nil {
		return errors.New("it cannot be read")
	}
	o, is := odd(f, data)
	if is {
		out.Odd = append(out.Odd, o)
	}
	out.keep(e, f, o)
	return nil
}

// script reports that a file is called JavaScript.
func script(name string) bool {
	return slices.Contains([]string{".js", ".cjs", ".mjs"}, strings.ToLower(path.Ext(name)))
}

// place returns the line and column of an offset.
func place(file string, data []byte, at int) finding.Location {
	head := data[:at]
	l := 1 + bytes.Count(head, []byte("\n"))
	column := 1
	for rest := head[bytes.LastIndexByte(head, '\n')+1:]; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		rest = rest[size:]
		column++
		if r > 0xFFFF {
			column++
		}
	}
	return finding.Location{File: file, Line: l, Column: column}
}
