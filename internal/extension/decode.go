package extension

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
)

// maxProblems bounds how many problems one file leaves behind; the count of
// the rest is the last one.
const maxProblems = 1000

// decoder reads typed values out of a document and notes every value that has
// another type. Its place is a cursor: a value, and the pointer that leads to
// it.
type decoder struct {
	file     string
	doc      *jsondoc.Document
	words    translations
	problems []Problem
	dropped  int
}

type cursor struct {
	v  *jsondoc.Value
	at string
}

func (d *decoder) root() cursor { return cursor{d.doc.Root, ""} }

// get steps into a member; the cursor's value is nil when there is none or it
// is null, which VS Code treats alike.
func (c cursor) get(name string) cursor {
	v := c.v.Get(name)
	if v != nil && v.Kind == jsondoc.Null {
		v = nil
	}
	return cursor{v, jsondoc.Pointer(c.at, name)}
}

func (c cursor) exists() bool { return c.v != nil }

func (c cursor) is(k jsondoc.Kind) bool { return c.v != nil && c.v.Kind == k }

func (d *decoder) problem(kind ProblemKind, at, format string, args ...any) {
	if len(d.problems) >= maxProblems {
		d.dropped++
		return
	}
	p := Problem{File: d.file, Pointer: at, Kind: kind, Message: fmt.Sprintf(format, args...)}
	p.Line, p.Column, _ = d.doc.Position(at)
	d.problems = append(d.problems, p)
}

func (d *decoder) wrong(c cursor, want string) {
	d.problem(WrongType, c.at, "%s should be %s, not %s", c.name(), want, article(c.v.Kind))
}

func (c cursor) name() string {
	if c.at == "" {
		return "the document"
	}
	return strconv.QuoteToASCII(c.at)
}

func article(k jsondoc.Kind) string {
	switch k {
	case jsondoc.Null:
		return "null"
	case jsondoc.Array, jsondoc.Object:
		return "an " + k.String()
	}
	return "a " + k.String()
}

// finish returns the problems in order of their places.
func (d *decoder) finish() []Problem {
	if d.dropped > 0 {
		d.problems = append(d.problems, Problem{
			File: d.file, Kind: d.problems[len(d.problems)-1].Kind,
			Message: fmt.Sprintf("%d more problems are not listed", d.dropped),
		})
	}
	slices.SortStableFunc(d.problems, compareProblems)
	return slices.Compact(d.problems)
}

func compareProblems(a, b Problem) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Pointer, b.Pointer),
		cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.Message, b.Message),
	)
}

// str reads a string that is not meant for people: a path, an id, a command.
// VS Code translates these as well, so that "main": "%main%" starts another
// file in every language; whoever does that wants it to be hard to see.
func (d *decoder) str(c cursor) string {
	s, key := d.textKey(c)
	if key != "" {
		d.problem(
			TranslatedIdentifier,
			c.at,
			"%s is not a text for people, yet it is looked up in package.nls.json and can differ by language",
			c.name(),
		)
	}
	return s
}

// text reads a string for people, translated.
func (d *decoder) text(c cursor) string {
	s, _ := d.textKey(c)
	return s
}

// textKey also gives the key; empty when the text was plain.
func (d *decoder) textKey(c cursor) (text, key string) {
	if !c.exists() {
		return "", ""
	}
	if c.v.Kind != jsondoc.String {
		d.wrong(c, "a string")
		return "", ""
	}
	s := c.v.Text
	key, ok := nlsKey(s)
	if !ok {
		return s, ""
	}
	if t := d.words[key]; t != "" {
		return t, key
	}
	d.problem(MissingTranslation, c.at, "no package.nls.json has %s, which %s asks for", strconv.QuoteToASCII(key), c.name())
	return s, key
}

func (d *decoder) boolean(c cursor) bool {
	if !c.exists() {
		return false
	}
	if c.v.Kind != jsondoc.Bool {
		d.wrong(c, "true or false")
		return false
	}
	return c.v.True
}

func (d *decoder) integer(c cursor) int64 {
	if !c.exists() {
		return 0
	}
	n, err := strconv.ParseInt(c.v.Text, 10, 64)
	if c.v.Kind != jsondoc.Number || err != nil {
		d.wrong(c, "a whole number")
		return 0
	}
	return n
}

// raw is the value as JSON; empty: none.
func (d *decoder) raw(c cursor) string {
	if !c.exists() {
		return ""
	}
	return d.doc.Raw(c.v)
}

// each calls f for the elements of an array. One bare object or string in the
// place of an array is noted and left out unless single says that VS Code
// takes it.
func (d *decoder) each(c cursor, f func(cursor)) {
	if !c.exists() {
		return
	}
	if c.v.Kind != jsondoc.Array {
		d.wrong(c, "an array")
		return
	}
	for i, v := range c.v.Items {
		f(cursor{v, c.at + "/" + strconv.Itoa(i)})
	}
}

// objects is each for arrays of objects.
func (d *decoder) objects(c cursor, f func(cursor)) {
	d.each(c, func(c cursor) {
		if c.v.Kind != jsondoc.Object {
			d.wrong(c, "an object")
			return
		}
		f(c)
	})
}

// oneOrMore is objects where VS Code also takes a single object.
func (d *decoder) oneOrMore(c cursor, f func(cursor)) {
	if c.is(jsondoc.Object) {
		f(c)
		return
	}
	d.objects(c, f)
}

// members calls f for the members of an object in the order written.
func (d *decoder) members(c cursor, f func(name string, c cursor)) {
	if !c.exists() {
		return
	}
	if c.v.Kind != jsondoc.Object {
		d.wrong(c, "an object")
		return
	}
	for _, m := range c.v.Members {
		f(m.Name, cursor{m.Value, jsondoc.Pointer(c.at, m.Name)})
	}
}

func (d *decoder) items(c cursor) []Item {
	var list []Item
	d.each(c, func(c cursor) {
		if c.v.Kind != jsondoc.String {
			d.wrong(c, "a string")
			return
		}
		list = append(list, Item{d.str(c), c.at})
	})
	return list
}

// itemOrItems is items where a single string is as good.
func (d *decoder) itemOrItems(c cursor) []Item {
	if c.is(jsondoc.String) {
		return []Item{{d.str(c), c.at}}
	}
	return d.items(c)
}

func (d *decoder) strs(c cursor) []string {
	var list []string
	for _, item := range d.itemOrItems(c) {
		list = append(list, item.Value)
	}
	return list
}

func (d *decoder) pairs(c cursor) []Pair {
	var list []Pair
	d.members(c, func(name string, c cursor) {
		if c.v.Kind != jsondoc.String {
			d.wrong(c, "a string")
			return
		}
		list = append(list, Pair{name, d.str(c), c.at})
	})
	slices.SortFunc(list, func(a, b Pair) int { return cmp.Compare(a.Key, b.Key) })
	return list
}
