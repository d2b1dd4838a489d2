// Package doctor says what is missing on this machine or in a repository, each with the one
// command that mends it. It changes nothing and runs nothing of the repository: of the
// machine it asks which version of Node there is, and of the clone what git knows.
package doctor

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// Options say what is looked at.
type Options struct {
	// Target is the repository, or the extension's folder in it.
	Target string
	// Built is the commit that this program was built at; empty: nobody knows.
	Built string
	// Today is the day on which rulings may be over.
	Today string
}

// result is one thing that was looked at.
type result struct {
	// missing is set where something has to be done; note where it may be left.
	missing, note bool
	// what is for people, printable; command mends it, and is empty where nothing does.
	what, command string
}

// Run looks and prints. The error is exit.ErrNo where something is missing.
func Run(ctx context.Context, p *process.Process, o Options) error {
	var b strings.Builder
	machine := onMachine(ctx, p)
	section(&b, "this machine", machine)
	title, repository := inRepository(ctx, p, o)
	section(&b, title, repository)
	next := ""
	for _, r := range append(machine, repository...) {
		if r.missing && next == "" {
			next = r.command
		}
	}
	if next == "" {
		b.WriteString("\nNothing is missing.\n")
		return p.Say(b.String())
	}
	fmt.Fprintf(&b, "\nNext: %s\n", next)
	if err := p.Say(b.String()); err != nil {
		return err
	}
	return exit.ErrNo
}

// section writes what was looked at under a title.
func section(b *strings.Builder, title string, all []result) {
	fmt.Fprintf(b, "%s\n", title)
	for _, r := range all {
		word := "ok"
		switch {
		case r.missing:
			word = "missing"
		case r.note:
			word = "note"
		}
		for i, line := range folded(r.what) {
			if i > 0 {
				word = ""
			}
			fmt.Fprintf(b, "  %-8s %s\n", word, line)
		}
		if r.command != "" {
			fmt.Fprintf(b, "           %s\n", r.command)
		}
	}
}

func fine(format string, args ...any) result { return result{what: words(format, args...)} }

func missing(command, format string, args ...any) result {
	return result{missing: true, what: words(format, args...), command: escape.Printable(command, 2000)}
}

func note(command, format string, args ...any) result {
	return result{note: true, what: words(format, args...), command: escape.Printable(command, 2000)}
}

// columns is how much of a line there is for words, and most how much is said of one thing.
const columns, most = 89, 300

// words is a text that a stranger may have written a part of.
func words(format string, args ...any) string {
	return escape.Printable(fmt.Sprintf(format, args...), most)
}

// folded breaks a text at its blanks into lines that fit.
func folded(text string) []string {
	var out []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) <= columns:
			line += " " + word
		default:
			out, line = append(out, line), word
		}
	}
	return append(out, line)
}
