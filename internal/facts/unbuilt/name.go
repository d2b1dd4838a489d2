package unbuilt

import (
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// byName is custom: dist/x.js is made of src/x.ts, and server/out/x.js of
// server/src/x.ts.
func (f *Finder) byName(built string, add func(s Source, score int)) {
	parts := strings.Split(built, "/")
	for i := range len(parts) - 1 {
		before, after := path.Join(parts[:i]...), path.Join(parts[i+1:]...)
		for _, dir := range []string{"src", "source", "lib", ""} {
			for _, file := range f.with(path.Join(before, dir, after)) {
				add(Source{File: file, Why: "its name"}, 30)
			}
		}
	}
	for _, file := range f.with(built) {
		add(Source{File: file, Why: "its name"}, 30)
	}
}

// handsOn is a file that may export what it does not name: CommonJS in one piece,
// or everything of another file.
var handsOn = lazyregexp.Lazy(`(?m)^\s*export\s*\*\s*from\b|\bexports\s*=`)

// everything is a file that hands on all of another.
var everything = lazyregexp.Lazy(`(?m)^\s*export\s*\*\s*from\b`)

// named is the word activate.
var named = lazyregexp.Lazy(`\bactivate\b`)

// exportsActivate reports whether a file exports activate, as far as its text
// tells.
func exportsActivate(text string) bool {
	return exportsItself().MatchString(text) || handsOn().MatchString(text) && (named().MatchString(text) || everything().MatchString(text))
}

// exportsItself is a file that names activate where it exports.
var exportsItself = lazyregexp.Lazy(
	`\bexport\s+(?:default\s+)?(?:async\s+)?(?:function\*?|const|let|var)\s+activate\b|\bexports\s*\.\s*activate\b|\bexport\s*(?:const\s*)` +
		`?\{[^}]*\bactivate\b`,
)

// byActivate takes every source that exports activate, where nothing names one.
func (f *Finder) byActivate(add func(s Source, score int)) {
	for _, name := range f.list[:min(len(f.list), maxRead)] {
		if isTest(name) {
			continue
		}
		if text, ok := f.read(name); ok && len(text) <= maxConfig && exportsItself().MatchString(text) {
			add(Source{File: name, Why: "its export activate"}, 5)
		}
	}
}
