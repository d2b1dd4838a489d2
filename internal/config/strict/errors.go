package strict

import (
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// Error is one mistake in a document, at its place.
type Error struct {
	File string
	// Line and Column count from 1, in characters; zero when the file as a whole
	// is meant.
	Line, Column int
	Text         string
}

// Error returns file:line:column: text, all of it printable.
func (e *Error) Error() string {
	where := escape.Printable(e.File, 300)
	if e.Line > 0 {
		where += fmt.Sprintf(":%d:%d", e.Line, e.Column)
	}
	return where + ": " + e.Text
}

// Errors are the mistakes of one document, in the order of the file.
type Errors []*Error

// Error joins the mistakes.
func (es Errors) Error() string {
	var out []string
	for _, e := range es {
		out = append(out, e.Error())
	}
	return strings.Join(out, "; ")
}
