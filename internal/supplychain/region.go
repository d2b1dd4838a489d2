package supplychain

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Region is a part of a bundle that is, but for names and looks, the text of a
// published file.
type Region struct {
	// File is the bundle's, Source the file's name in its package.
	File   string `json:"file"`
	Source string `json:"source"`
	// Lines and columns count from 1, columns in UTF-16 units; the end is behind the
	// last character.
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndLine   int `json:"endLine"`
	EndColumn int `json:"endColumn"`
}

// Holds reports that a place lies in the region.
func (r Region) Holds(at finding.Location) bool {
	after := at.Line > r.Line || at.Line == r.Line && at.Column >= r.Column
	before := at.Line < r.EndLine || at.Line == r.EndLine && at.Column < r.EndColumn
	return at.File == r.File && at.Line > 0 && at.Column > 0 && after && before
}

// VerifiedAt reports that a place of a bundle lies in code that is as it was
// published. What calls that code, and with what, is not said.
func (w *Answers) VerifiedAt(at finding.Location) bool {
	return w != nil && slices.ContainsFunc(w.Bundled, func(b Bundled) bool {
		return !b.OtherTarball && slices.ContainsFunc(b.Regions, func(r Region) bool { return r.Holds(at) })
	})
}

// Places knows where the lines of a text begin.
type Places struct {
	text   string
	starts []int
}

// NewPlaces finds the lines of a text, as editors count them.
func NewPlaces(text string) Places {
	p := Places{text, []int{0}}
	for i := 0; i < len(text); i++ {
		var size int
		switch rest := text[i:]; {
		case strings.HasPrefix(rest, "\r\n"):
			size = 2
		case rest[0] == '\n', rest[0] == '\r':
			size = 1
		case strings.HasPrefix(rest, "\u2028"), strings.HasPrefix(rest, "\u2029"):
			size = 3
		default:
			continue
		}
		i += size - 1
		p.starts = append(p.starts, i+1)
	}
	return p
}

// Of returns the line and the column of an offset in bytes, from 1.
func (p Places) Of(offset int) (line, column int) {
	offset = min(max(offset, 0), len(p.text))
	line, found := slices.BinarySearch(p.starts, offset)
	if found {
		line++
	}
	column = 1
	for _, r := range p.text[p.starts[line-1]:offset] {
		column++
		if r > 0xFFFF {
			column++
		}
	}
	return line, column
}
