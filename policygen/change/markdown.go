package change

import (
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// maxLines bounds what a comment shows of each part.
const maxLines = 50

// Markdown writes the difference for a comment or a summary. Whatever comes from
// the extension stands in code spans, which no character of it can close.
func (d Diff) Markdown() string {
	var b strings.Builder
	part := func(title, none string, lines []Line) {
		fmt.Fprintf(&b, "### %s\n\n", title)
		if len(lines) == 0 {
			fmt.Fprintf(&b, "%s\n\n", none)
			return
		}
		for i, l := range lines {
			if i == maxLines {
				fmt.Fprintf(&b, "- and %d more\n", len(lines)-maxLines)
				break
			}
			fmt.Fprintf(&b, "- %s: %s\n", span(l.Grant.String()), span(l.Reason))
			for j, p := range l.Places {
				if j == shown {
					break
				}
				fmt.Fprintf(&b, "  - %s\n", span(placeText(p)))
			}
		}
		b.WriteString("\n")
	}
	part("Permissions that are wider", "None.", d.Wider)
	part("Permissions that are narrower", "None.", d.Narrower)
	return strings.TrimSuffix(b.String(), "\n")
}

// span is how much of a text is shown, as code.
func span(text string) string { return escape.MarkdownCode(text, 300) }
