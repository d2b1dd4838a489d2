package sarif

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// plain keeps text from becoming a link: in a SARIF message, [text](target) is
// one, and the target would be the extension's choice.
func plain(s string) string {
	return strings.ReplaceAll(escape.Printable(s, finding.MaxMessage), "](", "] (")
}

// stop ends a text with a full stop. Its first letter stays: it may be the name
// of a function.
func stop(s string) string {
	r, _ := utf8.DecodeLastRuneInString(s)
	if s == "" || strings.ContainsRune(".!?:…", r) {
		return s
	}
	return s + "."
}

// markdown is the message with the edits that settle the finding.
func markdown(f finding.Finding) string {
	var b strings.Builder
	fmt.Fprintf(
		&b,
		"%s\n\nTo settle it: %s\n",
		escape.MarkdownText(stop(f.Message), finding.MaxMessage),
		escape.MarkdownText(stop(f.Fix.Text), finding.MaxMessage),
	)
	for _, e := range f.Fix.Edits {
		value := escape.Printable(compact(json.RawMessage(e.Value)), 2*finding.MaxMessage)
		if value == "null" {
			fmt.Fprintf(&b, "\n- %s, take away `%s`\n", escape.MarkdownText(e.File, finding.MaxMessage), ticks(e.Pointer))
			continue
		}
		fmt.Fprintf(&b, "\n- %s, at `%s`:\n\n%s\n", escape.MarkdownText(e.File, finding.MaxMessage), ticks(e.Pointer), fence(value))
	}
	return b.String()
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}

// ticks keeps text inside a code span.
func ticks(s string) string {
	return strings.ReplaceAll(escape.Printable(s, finding.MaxMessage), "`", "'")
}

// fence is a block of JSON with a fence longer than any in it.
func fence(s string) string {
	marks := "```"
	for strings.Contains(s, marks) {
		marks += "`"
	}
	return marks + "json\n" + s + "\n" + marks
}
