package unbuilt

import (
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/regex"
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

// activate is exported in one of the forms of ES modules and CommonJS. A file
// that hands on what another exports counts as one that does.
var activate = regex.Lazy(`(?m)\bexport\s+(?:default\s+)?(?:async\s+)?(?:function\*?|const|let|var)\s+activate\b|\bexport\s*\{[^}]*\bactivate\b|\bexport\s*\*\s*from\b|\bexports\s*(?:\.\s*activate\b|=)`)

func exportsActivate(text string) bool { return activate().MatchString(text) }

// exportsItself is the stricter form, for the search among all sources.
var exportsItself = regex.Lazy(`\bexport\s+(?:async\s+)?(?:function\*?|const|let|var)\s+activate\b|\bexports\s*\.\s*activate\b|\bexport\s*\{[^}]*\bactivate\b`)

// byActivate takes every source that exports activate, where nothing names one.
func (f *Finder) byActivate(add func(s Source, score int)) {
	for _, name := range f.list {
		if isTest(name) {
			continue
		}
		if text, ok := f.read(name); ok && len(text) <= maxConfig && exportsItself().MatchString(text) {
			add(Source{File: name, Why: "its export activate"}, 5)
		}
	}
}
