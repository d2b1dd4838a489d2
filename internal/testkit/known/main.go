// Command known adds to the well-known extensions that ship
// (internal/lookalike/data/known.tsv) those of answers of the Visual Studio
// Marketplace, which somebody fetched and read; run it at the top of the
// repository:
//
//	known -question 1               what to ask for page 1, to be sent by POST
//	known -day DAY ANSWER.json…     adds what the answers name
//
// It asks nobody: what ships is what a person has looked at. A name that could be
// taken for one that is there already is not added and is printed, because a copy
// can have bought its installs. None is ever taken out: who looks like a name that is gone
// is no better for it.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/gallery"
	"github.com/ringfence-dev/ringfence/internal/lookalike"
)

const table = "internal/lookalike/data/known.tsv"

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "known:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	fs := flag.NewFlagSet("known", flag.ContinueOnError)
	page := fs.Int("question", 0, "print the question for this page")
	day := fs.String("day", "", "the day of the answers, as 2027-01-31")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if *page > 0 {
		body, err := gallery.KnownQuestion(*page)
		fmt.Fprintln(out, string(body))
		return err
	}
	if fs.NArg() == 0 {
		return errors.New("there is no answer to read")
	}
	var fresh []lookalike.Name
	for _, file := range fs.Args() {
		body, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		names, _, err := gallery.ReadKnown(body)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		fresh = append(fresh, names...)
	}
	old, err := os.ReadFile(table)
	if err != nil {
		return err
	}
	text, refused, err := merge(string(old), fresh, *day)
	if err != nil {
		return err
	}
	for _, like := range refused {
		fmt.Fprintf(out, "not added: %s\n", like)
	}
	return os.WriteFile(table, []byte(text), 0o644)
}

// refreshed begins the line of the head that says when the list was refreshed.
const refreshed = "# Refreshed "

// merge adds names to a table and says which it did not add, and why.
func merge(old string, fresh []lookalike.Name, day string) (text string, refused []string, err error) {
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return "", nil, fmt.Errorf("the day %q is none such as 2027-01-31", day)
	}
	var head []string
	var list []lookalike.Name
	for line := range strings.Lines(old) {
		line = strings.TrimRight(line, "\n")
		id, display, ok := strings.Cut(line, "\t")
		switch {
		case strings.HasPrefix(line, refreshed):
		case strings.HasPrefix(line, "#"):
			head = append(head, line)
		case !ok:
			return "", nil, fmt.Errorf("the table has a line without a tab: %q", line)
		default:
			list = append(list, lookalike.Name{ID: id, Display: display})
		}
	}
	before := len(list)
	for _, n := range fresh {
		if i := slices.IndexFunc(list, func(k lookalike.Name) bool { return strings.EqualFold(k.ID, n.ID) }); i >= 0 {
			list[i].Display = cmp.Or(n.Display, list[i].Display)
			continue
		}
		if like, is := lookalike.Of(n, list); is {
			refused = append(refused, fmt.Sprintf("%s looks like %s (%s)", n.ID, like.Name.ID, like.Kind))
			continue
		}
		list = append(list, n)
	}
	slices.SortFunc(list, func(a, b lookalike.Name) int { return cmp.Compare(strings.ToLower(a.ID), strings.ToLower(b.ID)) })
	head = append(
		head,
		fmt.Sprintf("%s%s: %d names were added from the Marketplace's own list by installs.", refreshed, day, len(list)-before),
	)
	var b strings.Builder
	for _, line := range head {
		b.WriteString(line + "\n")
	}
	for _, n := range list {
		b.WriteString(n.ID + "\t" + n.Display + "\n")
	}
	return b.String(), refused, nil
}
