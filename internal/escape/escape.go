// Package escape makes a stranger's text fit for where it is read: a line on a screen,
// Markdown of GitHub's flavour, a diagram. What comes out of it stays text: it colours,
// overwrites and reorders nothing, begins no line of its own, and holds no link, image,
// mention, table cell or HTML. The package writes only; it reads none of these forms.
package escape

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable makes hostile text fit to be shown: everything that is not a
// visible character or a plain space becomes an escape (\n, \x1b, \u202e), and
// text over max characters (at
// least 1) is cut and ends in an ellipsis, which counts. So that nothing from an
// extension can colour, overwrite or reorder what a person reads, or begin a
// line of its own. Printable of what it returned changes nothing.
func Printable(s string, max int) string {
	var b strings.Builder
	// cut is where the text ends when there turns out to be no room for it all.
	n, cut := 0, 0
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		piece := s[:size]
		switch {
		case r == utf8.RuneError && size == 1:
			piece = fmt.Sprintf(`\x%02x`, s[0])
		case visible(r):
		case r == '\n':
			piece = `\n`
		case r == '\r':
			piece = `\r`
		case r == '\t':
			piece = `\t`
		case r < 0x80:
			piece = fmt.Sprintf(`\x%02x`, r)
		case r <= 0xFFFF:
			piece = fmt.Sprintf(`\u%04x`, r)
		default:
			piece = fmt.Sprintf(`\u{%x}`, r)
		}
		if n += utf8.RuneCountInString(piece); n > max {
			return b.String()[:cut] + "…"
		}
		b.WriteString(piece)
		if n < max {
			cut = b.Len()
		}
		s = s[size:]
	}
	return b.String()
}

// Quoted puts a word that somebody else chose between quotation marks, printable.
func Quoted(s string) string { return `"` + Printable(s, 120) + `"` }

// IsPrintable reports whether Printable would leave the text as it is.
func IsPrintable(s string, max int) bool { return Printable(s, max) == s }

// visible says whether a character shows, and shows as itself. Variation
// selectors, Hangul fillers and the blank Braille pattern count as printable
// in Unicode's tables and show as nothing at all.
func visible(r rune) bool {
	switch {
	case r < 0x80:
		return r >= 0x20 && r < 0x7F
	case r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0100 && r <= 0xE01EF:
		return false
	case r == 0x034F, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x180B, r == 0x180C,
		r == 0x180D, r == 0x180F, r == 0x2800, r == 0x3164, r == 0xFFA0:
		return false
	}
	return unicode.IsPrint(r)
}

// Logged makes hostile text fit for a line of a log that a runner of GitHub Actions reads: Printable without a command.
func Logged(s string, max int) string {
	// Printable first: what it removes could otherwise join the two halves.
	return Uncommanded(Printable(s, max))
}

// Uncommanded breaks what a runner of GitHub Actions takes for a command of its older form, wherever it stands in a line.
// The rest of the text stays as it is.
func Uncommanded(s string) string { return strings.ReplaceAll(s, "##[", "#_#[") }
