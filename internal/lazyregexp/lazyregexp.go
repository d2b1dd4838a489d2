// Package lazyregexp makes a regular expression when it is first asked for. Each
// child that parses is a start of the whole program, and a hundred expressions
// that most runs never use cost more than everything else it does before its
// first line. It knows no expression.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Lazy returns the expression of a text, compiled at the first call and kept. A
// text that is none panics there, as regexp.MustCompile does.
func Lazy(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
