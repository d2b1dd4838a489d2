package chain

import (
	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Strings are near a place of their file within so many lines and, on one line, so many columns.
const (
	nearLines   = 80
	nearColumns = 3000
)

func nearStrings(in check.Input, where finding.Location) []facts.String {
	var out []facts.String
	for _, s := range in.Program.Strings {
		if near(s.Where, where) {
			out = append(out, s)
		}
	}
	return out
}

// apart is how far two places of a file are from each other: by lines, then by columns.
func apart(a, b finding.Location) int {
	lines, columns := a.Line-b.Line, a.Column-b.Column
	return max(lines, -lines)*nearColumns*nearLines + max(columns, -columns)
}

func near(a, b finding.Location) bool {
	lines, columns := a.Line-b.Line, a.Column-b.Column
	if a.File != b.File || lines == 0 {
		return a.File == b.File && max(columns, -columns) < nearColumns
	}
	// Lines that long are a minifier's: how many lie between says nothing.
	return max(lines, -lines) < nearLines && max(a.Column, b.Column) < nearColumns
}
