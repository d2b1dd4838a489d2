package escape_test

import (
	"html"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// hostile is what a stranger would like to be read as something.
var hostile = []string{
	"plain",
	"",
	"`",
	"``",
	"a`b``c```d",
	"` | ` </code><img src=x onerror=alert(1)> @everyone",
	"a|b",
	`a\|b`,
	`\`,
	"[x](https://example.invalid)",
	"![x](y)",
	"@octocat",
	"#1",
	"GH-1",
	"<!-- ringfence -->",
	"line\nbreak",
	"\r\n::error::x",
	"</code>",
	"&lt;script&gt;",
	"\u202egnp.exe",
	"a\x00b",
	`"]; click n0 href "javascript:alert(1)"`,
	"end",
	"#quot;",
}

// TestCode reads code spans back as CommonMark does: a run of backticks opens
// one, and the next run of the same length closes it.
func TestCode(t *testing.T) {
	for _, text := range hostile {
		got := escape.MarkdownCode(text, 300)
		n := len(got) - len(strings.TrimLeft(got, "`"))
		rest := got[n:]
		// Runs inside of just that length would close it early.
		for _, run := range strings.FieldsFunc(rest[:len(rest)-n], func(r rune) bool { return r != '`' }) {
			if len(run) == n {
				t.Errorf("%q: the span %q is closed early", text, got)
			}
		}
		if strings.TrimRight(rest, "`") != rest[:len(rest)-n] || strings.ContainsAny(got, "\r\n") {
			t.Errorf("%q: %q is no one span on one line", text, got)
		}
	}
}

// TestCell: nothing but the two tags is markup, and reading the entities gives
// the text.
func TestCell(t *testing.T) {
	for _, text := range hostile {
		got := escape.MarkdownCell(text, 300)
		inner, ok := strings.CutPrefix(got, "<code>")
		inner, closed := strings.CutSuffix(inner, "</code>")
		if !ok || !closed || strings.ContainsAny(inner, "<>|`[]@!*_\\\r\n") {
			t.Errorf("%q: %q", text, got)
		}
		if back := html.UnescapeString(inner); back != escape.Printable(text, 300) {
			t.Errorf("%q reads as %q", text, back)
		}
	}
}

// TestLabel: a label has neither quotes nor brackets nor tags nor a semicolon
// that is not an entity's.
func TestLabel(t *testing.T) {
	for _, text := range hostile {
		got := escape.MermaidLabel(text, 300)
		if strings.ContainsAny(got, "\"<>[](){}|`&\\\r\n") {
			t.Errorf("%q: %q", text, got)
		}
	}
	if got := escape.MermaidLabel("a;b", 9); got != "a#59;b" {
		t.Errorf("a semicolon is %q", got)
	}
}

// FuzzText holds the three on anything.
func FuzzText(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if cell := escape.MarkdownCell(text, 100); strings.Count(cell, "<") != 2 || strings.ContainsAny(cell, "|`\r\n") {
			t.Errorf("%q: %q", text, cell)
		}
		if label := escape.MermaidLabel(text, 100); strings.ContainsAny(label, "\"<>`\r\n") {
			t.Errorf("%q: %q", text, label)
		}
		if code := escape.MarkdownCode(text, 100); strings.ContainsAny(code, "\r\n") {
			t.Errorf("%q: %q", text, code)
		}
	})
}
