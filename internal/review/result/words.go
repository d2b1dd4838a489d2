package result

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/policygen/change"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// maxMay is how many new permissions are said in words; the list below them has all.
const maxMay = 10

// newPermissions says in words what the policy allows and the base's did not, each with the
// first place that needs it. Programs that it starts come first, then files, hosts and the
// rest, then the functions by which.
func (p Page) newPermissions() string {
	if len(p.Wider) == 0 {
		return ""
	}
	lines := slices.Clone(p.Wider)
	slices.SortStableFunc(lines, func(a, b change.Line) int { return byFunction(a) - byFunction(b) })
	var b strings.Builder
	b.WriteString("\n### New permissions\n\n")
	for _, l := range lines[:min(len(lines), maxMay)] {
		verb, what := may(l)
		fmt.Fprintf(&b, "- %s %s", verb, escape.MarkdownCode(what, wide))
		if len(l.Places) > 0 {
			fmt.Fprintf(&b, ", %s", escape.MarkdownCode(finding.At(l.Places[0].Where, l.Places[0].Origin), wide))
		}
		b.WriteString("\n")
	}
	if left := len(lines) - maxMay; left > 0 {
		fmt.Fprintf(&b, "- and %d more\n", left)
	}
	return b.String()
}

func byFunction(l change.Line) int {
	switch l.Grant.Section {
	case policy.Processes:
		return 0
	case policy.Modules:
		return 2
	}
	return 1
}

// may says what a line lets the extension do, and to what.
func may(l change.Line) (verb, what string) {
	g := l.Grant
	_, what, _ = strings.Cut(g.String(), ": ")
	switch title, ok := strings.CutPrefix(g.Section.Title(), "may "); {
	case l.Denial:
		return "is no longer denied", g.String()
	case g.Section == policy.Processes && g.Shell:
		// A code span needs no quotation marks.
		return "may now run in a shell", strings.Replace(strings.TrimPrefix(what, "shell "), strconv.Quote(g.Pattern), g.Pattern, 1)
	case g.Section == policy.Processes:
		return "may now start", what
	case g.Section == policy.Modules:
		return "may now use", what
	case ok:
		return "may now " + title, what
	}
	return "may now", g.String()
}

// next is the verdict's single next step: the first command that puts something right, with
// what a person does then; and whether there is more to do.
func (p Page) next() string {
	steps := p.steps()
	switch {
	case len(steps) > 0:
		about := ""
		if len(steps) > 1 {
			about = ", for " + steps[0].gate
		}
		text := fmt.Sprintf("**Next%s:** %s\n", about, escape.MarkdownCode(steps[0].command, wideCommand))
		if steps[0].fix != "" {
			text += fmt.Sprintf("<br>%s\n", sentence(steps[0].fix))
		}
		return text
	case p.Outcome.Passes():
		return "**Next:** nothing has to be done.\n"
	}
	return "**Next:** read why below.\n"
}

// ours finds a sentence that cannot be more than words on a forge: no mention, no number of
// an issue, no address, no markup.
var ours = lazyregexp.Lazy(`^[A-Za-z0-9 ,;:'./_-]+$`)

// plain reports a text that is nothing but words on a forge.
func plain(text string) bool {
	lower := strings.ToLower(text)
	return ours().MatchString(text) && !strings.Contains(text, "//") && !strings.Contains(lower, "www.") && !strings.Contains(lower, "gh-")
}

// words is a text of the program's own, as words; where a stranger's text in it might be
// more than that, all of it is code.
func words(text string) string {
	if !plain(text) {
		return escape.MarkdownCode(text, wide)
	}
	return escape.MarkdownText(text, wide)
}

// cell is words for a table.
func cell(text string) string {
	if !plain(text) {
		return escape.MarkdownCell(text, wide)
	}
	return escape.MarkdownText(text, wide)
}

// entryMark stands before the entries of an override, ready to be copied, in what a person does.
const entryMark = "; the entry: "

// sentence is what a person does, as words, and what is to be copied below it, as code.
func sentence(text string) string {
	text, entry, copied := strings.Cut(text, entryMark)
	parts := ways(text)
	said := prose(parts[0])
	for i, way := range parts[1:] {
		said += fmt.Sprintf("<br>%d. %s", i+1, prose(way))
	}
	if copied {
		said += "<br>" + capital(entries(entry)) + ": " + escape.MarkdownCode(entry, wideCommand)
	}
	return said
}

// prose is a part of what a person does, as a sentence.
func prose(text string) string {
	if !plain(text) {
		return escape.MarkdownCode(text, 2*wide)
	}
	text = escape.MarkdownText(capital(text), 2*wide)
	if strings.HasSuffix(text, "\\:") || strings.HasSuffix(text, ":") {
		return text
	}
	return text + "."
}

// capital is a text with its first letter large.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// step is what puts one gate right.
type step struct{ gate, command, fix string }
