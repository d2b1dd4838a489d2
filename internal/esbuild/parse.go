// Package bridge is the one door to esbuild's own JavaScript and TypeScript
// parser and resolver, which live below its internal directory.
//
// Go decides by import path who may use an internal package, so this is a
// nested module whose path starts with esbuild's, tied in by a replace line.
// The price is an exact pin: esbuild promises nothing about these packages.
// The call-site probes of package facts are the test of every upgrade.
//
// Only package lower may import the tree's types, only package worker the shapes, only package facts the
// resolver and only package sourcemap the source maps; testkit/jsaudit reads the loader's own files in tests. A test of the
// repository holds that.
//
// # Why esbuild's
//
// Facts and bundles need the same parser that bundlers use on real extensions: the one that reads
// everything they emit, including TypeScript and JSX, at tens of megabytes a second. That is
// esbuild's, in Go, without cgo. The others that were tried failed on modern syntax or on valid
// minified code, gave no positions, or were several times slower; all of them have to be reached
// through a process or cgo, or build their own kind of scope. So few packages import it that a
// better parser could take its place without a check noticing.
//
// The parser transforms while it reads: types disappear, enums are lowered, code behind a constant
// false is dropped, which cannot run either. It stops at the first error: a file that V8 would run
// and esbuild refuses is blind, not skipped.
//
// The second price of the replace line: "go install …@version" refuses a module that has one.
package bridge

import (
	"path"
	"strings"

	"github.com/evanw/esbuild/internal/config"
	"github.com/evanw/esbuild/internal/js_parser"
	"github.com/evanw/esbuild/internal/logger"
)

// Version is the esbuild release whose internals this package was written
// against.
const Version = "0.28.2"

// ParseError is the parser's first complaint.
type ParseError struct {
	Text   string
	Offset int // bytes from the start of the file
}

// Error gives the parser's sentence.
func (e *ParseError) Error() string { return e.Text }

// IsSource reports whether a file's name says that it holds JavaScript or
// TypeScript that Parse reads.
func IsSource(name string) bool {
	switch path.Ext(strings.ToLower(name)) {
	case ".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx":
		return true
	}
	return false
}

// Parse reads one file and resolves its scopes. The name decides the language
// (.ts, .tsx, .jsx, else JavaScript with JSX allowed as a second try).
//
// It panics or exhausts the stack on some hostile input: call it where the
// process may die.
func Parse(name, text string) (AST, error) {
	ext := path.Ext(strings.ToLower(name))
	ts := config.TSOptions{}
	jsx := config.JSXOptions{Preserve: true}
	switch ext {
	case ".ts", ".cts", ".mts":
		ts.Parse = true
		ts.NoAmbiguousLessThan = ext != ".ts"
	case ".tsx":
		ts.Parse, jsx.Parse = true, true
	case ".jsx":
		jsx.Parse = true
	}
	// A type-only import is dropped by TypeScript itself; the others must stay
	// even when the parser finds no use, because loading a module is a fact.
	ts.Config.VerbatimModuleSyntax = config.True

	tree, err := parse(name, text, ts, jsx)
	if err != nil && ts.Parse {
		// Decorators of parameters exist only in the older proposal.
		ts.Config.ExperimentalDecorators = config.True
		if again, err2 := parse(name, text, ts, jsx); err2 == nil {
			return again, nil
		}
	}
	if err != nil && !ts.Parse && !jsx.Parse {
		jsx.Parse = true
		if again, err2 := parse(name, text, ts, jsx); err2 == nil {
			return again, nil
		}
	}
	return tree, err
}

func parse(name, text string, ts config.TSOptions, jsx config.JSXOptions) (AST, error) {
	log := logger.NewDeferLog(logger.DeferLogNoVerboseOrDebug, nil)
	tree, ok := js_parser.Parse(log, logger.Source{
		KeyPath:     logger.Path{Text: name},
		PrettyPaths: logger.PrettyPaths{Abs: name, Rel: name},
		Contents:    text,
	}, js_parser.OptionsFromConfig(&config.Options{
		// Pass-through: no lowering, no inlining, no renaming. What the author
		// wrote is what we see.
		Mode:     config.ModePassThrough,
		Platform: config.PlatformNode,
		TS:       ts,
		JSX:      jsx,
	}))
	if ok {
		for _, msg := range log.Peek() {
			if msg.Kind == logger.Error {
				ok = false
			}
		}
	}
	if ok {
		forget(&tree)
		return tree, nil
	}
	failure := &ParseError{Text: "the parser gave up"}
	for _, msg := range log.Done() {
		if msg.Kind == logger.Error {
			failure.Text = msg.Data.Text
			if loc := msg.Data.Location; loc != nil {
				failure.Offset = offsetOf(text, loc.Line, loc.Column)
			}
			break
		}
	}
	return AST{}, failure
}

// forget drops what the parser notes for the linker and nobody here reads: a
// third of what a tree holds.
func forget(tree *AST) {
	tree.ModuleScope, tree.TopLevelSymbolToPartsFromParser, tree.CharFreq, tree.ExprComments = nil, nil, nil, nil
	tree.NamedImports, tree.NamedExports, tree.TSEnums, tree.ConstValues = nil, nil, nil, nil
	for i := range tree.Parts {
		p := &tree.Parts[i]
		p.Scopes, p.DeclaredSymbols, p.Dependencies = nil, nil, nil
		p.SymbolUses, p.SymbolCallUses, p.ImportSymbolPropertyUses = nil, nil, nil
	}
}

// offsetOf turns the log's line (from 1) and byte column back into an offset.
// Lines end as JavaScript ends them.
func offsetOf(text string, line, column int) int {
	at := 0
	for i, r := range text {
		if line <= 1 {
			break
		}
		switch {
		case r == '\r' && strings.HasPrefix(text[i+1:], "\n"):
		case r == '\n' || r == '\r':
			line, at = line-1, i+1
		case r == '\u2028' || r == '\u2029':
			line, at = line-1, i+3
		}
	}
	return min(at+column, len(text))
}
