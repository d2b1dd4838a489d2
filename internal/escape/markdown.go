package escape

import (
	"strconv"
	"strings"
)

// MarkdownCode returns text as a code span cut to most characters. Its fence is longer
// than any run of backticks in the text, which is made printable first, so that
// nothing in it closes the span. A mention in a code span calls nobody.
func MarkdownCode(text string, most int) string {
	text = Printable(text, most)
	run, longest := 0, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if text == "" || strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

// plain are the characters that mean nothing in any place of Markdown.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,;/"

// MarkdownCell returns text as code for a table, where a bar ends a cell and backticks
// are no shelter from it. Everything but letters, digits and a little
// punctuation becomes a numeric entity. It stays within <code>, because GitHub
// looks for mentions after entities were read, but not in there.
func MarkdownCell(text string, most int) string {
	var b strings.Builder
	b.WriteString("<code>")
	for _, r := range Printable(text, most) {
		if r < 0x80 && !strings.ContainsRune(plain, r) {
			b.WriteString("&#" + strconv.Itoa(int(r)) + ";")
			continue
		}
		b.WriteRune(r)
	}
	b.WriteString("</code>")
	return b.String()
}

// MermaidLabel returns text for the quoted label of a Mermaid node: what could end the
// label or mean something to Mermaid or to HTML becomes Mermaid's own entity.
func MermaidLabel(text string, most int) string {
	var b strings.Builder
	for _, r := range Printable(text, most) {
		if r < 0x80 && strings.ContainsRune(plain+"._-:@", r) && r != ';' || r >= 0x80 {
			b.WriteRune(r)
			continue
		}
		b.WriteString("#" + strconv.Itoa(int(r)) + ";")
	}
	return b.String()
}

// MarkdownText returns text that is nothing but text in Markdown, cut to most
// characters.
func MarkdownText(text string, most int) string {
	var b strings.Builder
	for _, r := range Printable(text, most) {
		if strings.ContainsRune("\\`*_{}[]()<>#+-.!|~&:@", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
