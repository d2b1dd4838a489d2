package bridge

import (
	"errors"
	"strings"

	"github.com/evanw/esbuild/internal/js_parser"
	"github.com/evanw/esbuild/internal/logger"
	"github.com/evanw/esbuild/internal/sourcemap"
)

// maxMapDepth is how deep a source map's JSON may nest; the format needs five.
const maxMapDepth = 64

// SourceMap says of places in a generated file where they come from, in the
// words of whoever wrote the map.
type SourceMap struct{ inner *sourcemap.SourceMap }

// SourcePlace is one place a map names. Line and Column count from 0, columns
// in UTF-16 units.
type SourcePlace struct {
	// Source is the index of the source.
	Source, Line, Column int
	// From is the column in the generated line at which the mapping begins.
	From int
}

// ParseSourceMap reads a source map, version 3, with or without sections.
func ParseSourceMap(text string) (*SourceMap, error) {
	// The parser recurses; this is where the depth of its recursion is decided.
	if nests(text, maxMapDepth) {
		return nil, errors.New("the source map nests too deep")
	}
	log := logger.NewDeferLog(logger.DeferLogNoVerboseOrDebug, nil)
	m := js_parser.ParseSourceMap(log, logger.Source{Contents: text, KeyPath: logger.Path{Text: "map"}})
	if m == nil {
		for _, msg := range log.Done() {
			return nil, errors.New(strings.ToLower(msg.Data.Text[:min(1, len(msg.Data.Text))]) + msg.Data.Text[min(1, len(msg.Data.Text)):])
		}
		return nil, errors.New("the source map says nothing")
	}
	return &SourceMap{m}, nil
}

// nests reports that brackets outside strings open more than depth deep.
func nests(text string, depth int) bool {
	open := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			if open++; open > depth {
				return true
			}
		case '}', ']':
			open--
		}
	}
	return false
}

// Find gives the place that a line and column, from 0, come from.
func (m *SourceMap) Find(line, column int) (SourcePlace, bool) {
	found := m.inner.Find(int32(line), int32(column))
	if found == nil {
		return SourcePlace{}, false
	}
	return SourcePlace{
		Source: int(found.SourceIndex), Line: int(found.OriginalLine), Column: int(found.OriginalColumn), From: int(found.GeneratedColumn),
	}, true
}

// Sources is how many sources the map names.
func (m *SourceMap) Sources() int { return len(m.inner.Sources) }

// Source gives the name of a source as the map writes it.
func (m *SourceMap) Source(i int) string {
	if i < 0 || i >= len(m.inner.Sources) {
		return ""
	}
	return m.inner.Sources[i]
}

// Content gives the text of a source, when the map holds it.
func (m *SourceMap) Content(i int) (string, bool) {
	if i < 0 || i >= len(m.inner.SourcesContent) || m.inner.SourcesContent[i].Value == nil {
		return "", false
	}
	return Text(m.inner.SourcesContent[i].Value), true
}
