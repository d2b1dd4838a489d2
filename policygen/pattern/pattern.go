// Package pattern is the language in which a policy names resources: paths,
// addresses, commands, names. It parses a pattern, says whether a resource
// matches it, and whether one pattern includes another.
//
// Every pattern is compiled to a small automaton and run in time linear in the
// resource, here and in shim/pattern, which answers the same for the same
// pattern; testdata/vectors.json runs in both. The text of a pattern is its
// identity: what could be written in two ways is accepted in one.
//
// Matching is lexical. Who does what: the loader turns Buffers and URLs into
// text, resolves relative paths, "..", links and short names with the disk, and
// hands on text; Canonical refuses what only a disk could settle; Match compares
// canonical text and never touches a disk, a name server or the environment.
// Nothing here knows a policy.
//
// Neither Go's nor JavaScript's own regular expressions are used: JavaScript's backtrack, and the
// text is a stranger's. With automata "is wider" is a question with an answer: a search through
// pairs of states, cut at a bound past which the answer is "not proven", which counts as wider.
// Case and composition of paths are folded by tables that are written from Go's into shim/pattern.
// The vectors and a differential fuzz hold the two sides together; that expressions mean what Go's
// regexp and JavaScript's RegExp say is a test of its own.
package pattern

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// Platform says whose rules for names hold.
type Platform string

// The platforms. Posix is every system but the two others: names are compared
// byte for byte. Darwin and Win32 forget case, Darwin also how an accent is
// composed.
const (
	Posix  Platform = "posix"
	Darwin Platform = "darwin"
	Win32  Platform = "win32"
)

// Platforms returns the three.
func Platforms() []Platform { return []Platform{Posix, Darwin, Win32} }

// The bounds of what is read. A pattern past one is refused, a resource past
// one matches nothing.
const (
	// MaxText is the longest pattern, in bytes.
	MaxText = 1000
	// MaxSubject is the longest resource, in characters.
	MaxSubject = 32768
	// MaxArgs is the most argument patterns of a command.
	MaxArgs = 100
)

// ErrNotCanonical is wrapped by every refusal of a resource: it matches no
// pattern, and a fence denies it.
var ErrNotCanonical = errors.New("not canonical")

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrNotCanonical}, args...)...)
}

// checkText refuses a pattern's text that no form of pattern may have.
func checkText(text string) error {
	switch {
	case text == "":
		return errors.New("a pattern may not be empty")
	case len(text) > MaxText:
		return fmt.Errorf("a pattern is longer than %d bytes", MaxText)
	case !utf8.ValidString(text):
		return errors.New("a pattern is not UTF-8")
	}
	for _, r := range text {
		if r < 0x20 || r == 0x7F || r == utf8.RuneError {
			return fmt.Errorf("a pattern may not hold the character %U", r)
		}
	}
	return nil
}

// checkSubject refuses a resource that is not text or too long.
func checkSubject(s string) error {
	if !utf8.ValidString(s) {
		return refuse("no Unicode text")
	}
	if utf8.RuneCountInString(s) > MaxSubject {
		return refuse("longer than %d characters", MaxSubject)
	}
	for _, r := range s {
		if r == 0 {
			return refuse("a NUL character")
		}
	}
	return nil
}
