// Package secrets finds keys and passwords in what an extension ships:
// node_modules and dot files included, for a registry unpacks them as well.
//
// What to look for is gitleaks' rules, which this package is the one home of:
// patterns, entropies, lists of what is no secret. Its engine is not used. That
// one runs each pattern over blocks of a hundred kilobytes, which on minified
// code is under two megabytes a second; here a pattern runs only around the
// places where one of its rule's keywords stands (engine.go), which needs no
// blocks, and so no secret can lie across the border of two.
//
// A secret never leaves the package: of a value found the first characters and
// the length are kept (Redacted), and nothing is written or logged. Nothing in
// the extension, no ignore file and no comment, can switch a rule off.
//
// That is faster than gitleaks' engine in both of its builds and finds the same: on 2.5 MB of
// minified bundles 1.1 to 1.5 MB/s of CPU as the library is, 3.2 to 4.8 with its gore2regex build
// tag, 29 to 32 here. The tag links RE2 as a WebAssembly module that is compiled whenever a program
// starts: half a second of CPU for each verb and each child that parses.
package secrets

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Class says what kind of thing was found, and how much a match proves.
type Class string

// The classes.
const (
	// Issued: the text has the form that one service gives its secrets (ghp_…),
	// or is a private key.
	Issued Class = "issued"
	// Named: the text stands behind the name of a service, and could be a key
	// of it by length and alphabet.
	Named Class = "named"
	// Generic: a random-looking text stands behind a word like token.
	Generic Class = "generic"
	// Public: made to be handed to everybody who runs the program.
	Public Class = "public"
)

// Found is one secret, redacted.
type Found struct {
	// Rule is gitleaks' name of the rule ("github-pat").
	Rule  string
	Class Class
	// Why says why a value may be public; else empty.
	Why   string
	Where finding.Location
	// Redacted is what may be shown of the value: its first characters.
	Redacted string
	// Length counts the characters of the value.
	Length int
}

// found is one with its value. It does not leave the package.
type found struct {
	Found
	value string
}

// Skip is a file that was not looked into.
type Skip struct{ File, Why string }

// Result is what one extension's files had.
type Result struct {
	// Found are sorted by place.
	Found []Found
	// Env are the environment files, sorted by name.
	Env []EnvFile
	// Files and Bytes count what was looked into, Binary what is no text.
	Files, Binary int
	Bytes         int64
	// Skipped are the files nobody looked into, though they may be text.
	Skipped []Skip

	// hider is a function so that no way of printing a Result prints values.
	hider func() *hider
}

// Limits bound what a scan costs. A zero field takes its default.
type Limits struct {
	// MaxFile is the largest file that is looked into, in bytes.
	MaxFile int64
	// MaxWork is how many bytes may be given to patterns, all files together.
	MaxWork int64
}

// The defaults: three times the largest bundle of the corpus, and ten times the
// work that its largest extension needed.
const (
	DefaultMaxFile = 64 << 20
	DefaultMaxWork = 1 << 30
)

// mostInFile is how many secrets of one file are kept.
const mostInFile = 1000

// Scan looks into the files that ship. Files with the same content are looked
// into once.
func Scan(ctx context.Context, e *extension.Extension, limits Limits) (*Result, error) {
	if limits.MaxFile == 0 {
		limits.MaxFile = DefaultMaxFile
	}
	if limits.MaxWork == 0 {
		limits.MaxWork = DefaultMaxWork
	}
	en, err := standard()
	if err != nil {
		return nil, fmt.Errorf("reading the rules for secrets: %w", err)
	}
	hidden := &hider{values: map[string][]string{}}
	r := &Result{hider: func() *hider { return hidden }}
	known := map[[sha256.Size]byte][]found{}
	work := limits.MaxWork
	for _, f := range e.Files() {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("looking for secrets: %w", err)
		}
		if f.Size > limits.MaxFile {
			r.Skipped = append(r.Skipped, Skip{f.Path, fmt.Sprintf("it is %d bytes, over the limit of %d", f.Size, limits.MaxFile)})
			continue
		}
		data, err := e.ReadFile(f.Path)
		if err != nil {
			r.Skipped = append(r.Skipped, Skip{f.Path, "it cannot be read"})
			continue
		}
		if binary(data) {
			r.Binary++
			continue
		}
		r.Files++
		r.Bytes += int64(len(data))
		if env, value, ok := envFile(f.Path, string(data)); ok {
			r.Env = append(r.Env, env)
			hidden.add(f.Path, value)
		}
		// A rule may hang on the kind of file.
		key := sha256.Sum256(append(data[:len(data):len(data)], suffix(f.Path)...))
		there, seen := known[key]
		if !seen {
			var whole bool
			there, whole = en.scan(f.Path, string(data), &work)
			if !whole {
				r.Skipped = append(r.Skipped, Skip{f.Path, "it would have needed more work than a scan may cost"})
			}
			known[key] = there
		}
		for _, x := range there {
			x.Where.File = f.Path
			r.Found = append(r.Found, x.Found)
			if x.Class != Public {
				hidden.add(f.Path, x.value)
			}
		}
	}
	return r, nil
}

// suffix is what a file's kind is known by: the name from its last dot.
func suffix(path string) string {
	name := path[strings.LastIndexByte(path, '/')+1:]
	return "\x00" + name[max(strings.LastIndexByte(name, '.'), 0):]
}

// binary reports that a file is no text: text in UTF-16 is none here either,
// and VS Code ships none.
func binary(data []byte) bool {
	head := data[:min(len(data), 8<<10)]
	for _, b := range head {
		if b == 0 {
			return true
		}
	}
	return false
}

// shownOf is how many characters of a secret are shown.
const shownOf = 4

// redact returns what may be shown of a value: never more than a quarter.
func redact(value string) (shown string, length int) {
	length = utf8.RuneCountInString(value)
	n := min(shownOf, length/4)
	rs := []rune(value)
	return escape.Printable(string(rs[:n])+"…", 40), length
}
