// Package roff writes manual pages as man reads them, of texts that are plain. It knows
// nothing of the commands that the pages are about.
package roff

import (
	"fmt"
	"strings"
)

// Page is one manual page, of the first section.
type Page struct {
	// Name is what man is asked for, as ringfence-scan; Short is its one line.
	Name, Short string
	// Version stands at the foot.
	Version string
	// Usage is the line of the synopsis.
	Usage string
	// About is paragraphs with an empty line between them; one with an indented line keeps
	// all its lines.
	About string
	// Commands, Options and Exits are lists; an empty one has no section.
	Commands, Options, Exits []Item
	// Example keeps its lines; empty: no section.
	Example string
	// See are the names of other pages.
	See []string
}

// Item is a name, and what it means.
type Item struct{ Name, Text string }

// String is the page in roff's man macros.
func (p Page) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"ringfence %s\" \"ringfence\"\n", text(strings.ToUpper(p.Name)), text(p.Version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B %s\n.SH DESCRIPTION\n", text(p.Name), text(p.Short), text(p.Usage))
	for i, paragraph := range strings.Split(p.About, "\n\n") {
		switch {
		case strings.Contains("\n"+paragraph, "\n "):
			b.WriteString(verbatim(paragraph))
		case i > 0:
			b.WriteString(".PP\n" + text(paragraph) + "\n")
		default:
			b.WriteString(text(paragraph) + "\n")
		}
	}
	list(&b, "COMMANDS", p.Commands)
	list(&b, "OPTIONS", p.Options)
	if p.Example != "" {
		b.WriteString(".SH EXAMPLES\n" + verbatim(p.Example))
	}
	list(&b, "EXIT STATUS", p.Exits)
	for i, name := range p.See {
		if i == 0 {
			b.WriteString(".SH SEE ALSO\n")
		}
		comma := ","
		if i == len(p.See)-1 {
			comma = ""
		}
		b.WriteString(".BR " + text(name) + " (1)" + comma + "\n")
	}
	return b.String()
}

func list(b *strings.Builder, title string, items []Item) {
	if len(items) > 0 {
		b.WriteString(".SH " + title + "\n")
	}
	for _, i := range items {
		b.WriteString(".TP\n.B " + text(i.Name) + "\n" + text(i.Text) + "\n")
	}
}

// verbatim keeps the lines of a text as they are.
func verbatim(lines string) string { return ".PP\n.nf\n" + text(lines) + "\n.fi\n" }

// text is a text in which nothing is a request or an escape: no line begins with a dot or
// an apostrophe, a quote ends no argument, and a hyphen stays one that a shell reads.
func text(plain string) string {
	var b strings.Builder
	for line := range strings.Lines(plain) {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			b.WriteString(`\&`)
		}
		for _, r := range line {
			switch {
			case r == '\\':
				b.WriteString(`\e`)
			case r == '-':
				b.WriteString(`\-`)
			case r == '"':
				b.WriteString(`\(dq`)
			case r > '~':
				fmt.Fprintf(&b, `\[u%04X]`, r)
			default:
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}
