package checks

import (
	"fmt"
	"strings"
)

// Docs is docs/reference/checks.md: a table of all checks and their pages.
func Docs() string {
	var b strings.Builder
	b.WriteString("<!-- Generated from checks/*/*.md by UPDATE=1 go test ./checks. Edit the pages. -->\n\n# Checks\n\n")
	b.WriteString("Each finding of `ringfence scan` names its check; `ringfence explain NAME` prints the page below.\n\n")
	b.WriteString("| check | layer | what |\n|---|---|---|\n")
	for _, c := range All() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", c.Name, c.Anchor(), c.Module, c.Title())
	}
	for _, c := range All() {
		b.WriteString("\n")
		// One level down: the pages stand below the title of this one.
		fence := false
		for line := range strings.Lines(c.Page()) {
			if strings.HasPrefix(line, "```") {
				fence = !fence
			}
			if strings.HasPrefix(line, "#") && !fence {
				line = "#" + line
			}
			b.WriteString(line)
		}
	}
	return b.String()
}
