package check

import (
	"embed"
	"strings"
)

// WithPages returns the checks of a family their pages, which stand in the family's
// folder as NAME.md.
func WithPages(pages embed.FS, list ...Check) []Check {
	for i := range list {
		list[i].pages = pages
	}
	return list
}

// Page is the check's documentation in Markdown.
func (c Check) Page() string {
	page, err := c.pages.ReadFile(c.Name + ".md")
	if err != nil {
		panic("checks: " + c.Name + " has no page")
	}
	return string(page)
}

// Title is the page's heading without the name: half a sentence.
func (c Check) Title() string {
	heading, _, _ := strings.Cut(c.Page(), "\n")
	_, title, _ := strings.Cut(heading, ": ")
	return title
}

// Summary is the first paragraph of the page, on one line.
func (c Check) Summary() string {
	_, rest, _ := strings.Cut(c.Page(), "\n\n")
	paragraph, _, _ := strings.Cut(rest, "\n\n")
	return strings.Join(strings.Fields(paragraph), " ")
}

// Anchor is the fragment that GitHub gives the page's heading in docs/reference/checks.md.
func (c Check) Anchor() string {
	var b strings.Builder
	for _, r := range strings.ToLower(c.Name + ": " + c.Title()) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '_' || r == '-' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		}
	}
	return b.String()
}
