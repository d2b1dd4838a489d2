// Package result is what a review came to, in the forms it is written in: JSON for
// programs, text for a terminal and Markdown for the pages of a forge. It judges
// nothing; what a stranger may have written is escaped for the form it is written in.
package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// Version is the version of the JSON form.
const Version = 1

// Document is what one run judged.
type Document struct {
	SchemaVersion int `json:"schemaVersion"`
	// Base is the commit the change was compared with; empty: what is there was
	// judged as it is.
	Base string `json:"base"`
	// Passes is true when all extensions pass.
	Passes     bool     `json:"passes"`
	Extensions []Judged `json:"extensions"`
	// Notes are about the run as a whole.
	Notes []string `json:"notes"`
}

// Judged is what became of one extension.
type Judged struct {
	// Path is its folder in the repository; "." is the root.
	Path        string           `json:"path"`
	ID          string           `json:"id"`
	Version     string           `json:"version"`
	Category    verdict.Category `json:"category"`
	Risk        finding.Severity `json:"risk"`
	NeedsReview bool             `json:"needsReview"`
	// Widened is true when the policy allows what the base's did not, accepted or
	// not.
	Widened bool `json:"widened"`
	// Passes is true when every gate holds or was accepted and Fails is empty.
	Passes bool `json:"passes"`
	// Fails are the words of fail-on that hold and are no gate.
	Fails []string     `json:"fails"`
	Gates gate.Outcome `json:"outcome"`
	Notes []string     `json:"notes"`
	// Fix is the command that puts drift right; empty: there is none.
	Fix string `json:"fix"`
	// NotChecked names the layers that did not look as a whole, for people.
	NotChecked string `json:"-"`
}

// JSON writes the document for programs.
func (d Document) JSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(d); err != nil {
		return nil, fmt.Errorf("writing the result: %w", err)
	}
	return b.Bytes(), nil
}

// Text writes the document for people.
func (d Document) Text() string {
	var b strings.Builder
	for i, x := range d.Extensions {
		if i > 0 {
			b.WriteString("\n")
		}
		x.text(&b, d.Base != "")
	}
	for _, n := range d.Notes {
		b.WriteString("\n")
		fold(&b, "note: ", show(n))
	}
	word := "passes"
	if !d.Passes {
		word = "does not pass"
	}
	against := "as it is"
	if d.Base != "" {
		against = "against " + d.Base
	}
	fmt.Fprintf(&b, "\nJudged %s: it %s.", against, word)
	if d.Passes {
		b.WriteString(" Nothing has to be done.")
	}
	b.WriteString("\n")
	return b.String()
}

func (x Judged) text(b *strings.Builder, compared bool) {
	name := x.ID
	if name == "" {
		name = x.Path
	}
	fmt.Fprintf(b, "%s %s (%s): %s, %s, risk %s", show(name), show(x.Version), show(x.Path), x.Category, passWord(x.Passes), x.Risk)
	if compared && x.Gates.New != nil {
		fmt.Fprintf(b, "; the change brings %s", x.Gates.Brings())
	}
	b.WriteString("\n")
	fmt.Fprintf(b, "  verdict  %s: %s\n", x.Category, x.Category.Means())
	var holds []gate.Name
	for _, r := range x.Gates.Results {
		if r.State == gate.Holds {
			holds = append(holds, r.Gate)
			continue
		}
		text := string(r.Gate)
		if r.Why != "" {
			text += ": " + show(r.Why)
		}
		if r.By != "" {
			text += fmt.Sprintf(" (accepted by %s)", show(r.By))
		}
		fold(b, fmt.Sprintf("  %-8s ", r.State), text)
		details(b, r.Details, r.More)
		remedy(b, r.Command, r.Fix)
	}
	for _, w := range x.Gates.FailOn {
		fold(b, "  fails    ", fmt.Sprintf("fail-on %s: %s", w.Word, show(w.Why)))
		details(b, w.Details, w.More)
		remedy(b, w.Command, w.Fix)
	}
	switch n := len(holds); {
	case n == 1:
		b.WriteString("  1 gate holds:\n")
	case n > 1:
		fmt.Fprintf(b, "  %d gates hold:\n", n)
	}
	for _, name := range holds {
		fmt.Fprintf(b, "    %-10s%s\n", name, name.Satisfied())
	}
	if x.NotChecked != "" {
		label := "  not checked "
		for _, line := range lines(show(x.NotChecked), columns-len(label)) {
			b.WriteString(label + line + "\n")
			label = strings.Repeat(" ", len(label))
		}
	}
	if compared && x.Gates.Of(gate.Findings).State == gate.Holds {
		fresh(b, x.Gates.Brought())
	}
	for _, r := range x.Gates.Refused {
		fold(b, "  note: ", show(r))
	}
	for _, n := range x.Notes {
		fold(b, "  note: ", show(n))
	}
}

// fold writes words behind a beginning, on as many lines as they take; those after the first
// are moved in by two more than the beginning.
func fold(b *strings.Builder, begin, words string) {
	in := len([]rune(begin)) + 2
	for i, line := range escape.Fold(words, columns-in, -2) {
		if i > 0 {
			begin = strings.Repeat(" ", in)
		}
		b.WriteString(begin + line + "\n")
	}
}

func details(b *strings.Builder, lines []string, more int) {
	for _, line := range lines {
		fold(b, below, show(line))
	}
	if more > 0 {
		fmt.Fprintf(b, "%sand %d more\n", below, more)
	}
}

// fresh lists what the change brings and no gate is about: it is below the severity that fails.
func fresh(b *strings.Builder, list []finding.Finding) {
	for _, f := range list[:min(len(list), maxDetails)] {
		fold(b, "  new      ", show(fmt.Sprintf("%s %s %s: %s", f.At(), f.Severity, f.Check, f.Message)))
	}
	if more := len(list) - maxDetails; more > 0 {
		fmt.Fprintf(b, "           and %d more\n", more)
	}
}

// remedy says below a gate what puts it right: the command on a line of its own,
// so that it can be copied.
func remedy(b *strings.Builder, command, fix string) {
	if command == "" {
		return
	}
	fmt.Fprintf(b, "           to put it right: %s\n", show(command))
	said, entry, copied := strings.Cut(fix, entryMark)
	for i, part := range ways(show(said)) {
		number, indent := "", ""
		if i > 0 {
			number, indent = fmt.Sprintf("%d. ", i), "   "
		}
		for k, line := range lines(part, columns-len(below)-len(indent)) {
			if k == 0 {
				line = number + line
			} else {
				line = indent + line
			}
			b.WriteString(below + line + "\n")
		}
	}
	if copied {
		// An entry is copied, so that none is broken.
		fmt.Fprintf(b, "%s%s:\n", below, entries(entry))
		for _, one := range lines(show(entry), 0) {
			fmt.Fprintf(b, "%s%s\n", below, one)
		}
	}
}

// entries says how many entries are ready to be copied.
func entries(text string) string {
	if strings.Contains(text, "}, {") {
		return "the entries"
	}
	return "the entry"
}

// ways are the words before the ways to do something, and then each way, without its number. A
// sentence that names no ways is one part.
func ways(text string) []string {
	before, after, ok := strings.Cut(text, ": 1. ")
	if !ok {
		return []string{text}
	}
	return append([]string{before + ":"}, strings.Split(after, "; 2. ")...)
}

// columns is how wide a line of words is, at most; below is how far what belongs to a gate is
// moved in.
const (
	columns = 100
	below   = "             "
)

// lines breaks words at their blanks, and not within brackets: what is in them is copied.
func lines(text string, most int) []string {
	var whole, out []string
	depth := 0
	for _, word := range strings.Fields(text) {
		if depth > 0 {
			whole[len(whole)-1] += " " + word
		} else {
			whole = append(whole, word)
		}
		depth += strings.Count(word, "{") + strings.Count(word, "[") - strings.Count(word, "}") - strings.Count(word, "]")
	}
	for _, word := range whole {
		if n := len(out); n > 0 && len([]rune(out[n-1]))+1+len([]rune(word)) <= most {
			out[n-1] += " " + word
		} else {
			out = append(out, word)
		}
	}
	return out
}

func show(s string) string { return escape.Printable(s, finding.MaxMessage) }
