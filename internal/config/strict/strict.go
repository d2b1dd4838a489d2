// Package strict reads YAML that decides something, so that it means what stands
// there and nothing else: an unknown or doubled key, an anchor, an alias, a tag
// or a second document is an error at its line and column, sizes are bounded,
// and every text of it prints. It is the only home of a YAML parser and knows no
// document's keys: whoever reads one brings them.
package strict

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Reader walks the nodes of a document and collects what is wrong with it.
type Reader struct {
	file string
	// what names the document in messages ("a configuration"), most bounds its bytes.
	what string
	most int
	// errors are the mistakes found so far.
	errors Errors
}

// Node is a part of a document.
type Node = yaml.Node

// maxErrors is how many mistakes are told at once.
const maxErrors = 10

// New reads the one document of a file; the node is nil when there is none. file
// and what are its name and its kind in messages, and most bounds its bytes.
func New(file, what string, most int, data []byte) (*Reader, *Node) {
	r := &Reader{file: file, what: what, most: most}
	return r, r.document(data)
}

// Mistakes counts what was found wrong so far.
func (r *Reader) Mistakes() int { return len(r.errors) }

// Err returns the mistakes, of type Errors; nil when there are none.
func (r *Reader) Err() error {
	if len(r.errors) == 0 {
		return nil
	}
	if more := len(r.errors) - maxErrors; more > 0 {
		r.errors = r.errors[:maxErrors]
		r.Fail(nil, "and %d more", more)
	}
	return r.errors
}

// Fail notes a mistake at a node, or in the file as a whole when there is none.
func (r *Reader) Fail(n *Node, format string, args ...any) {
	e := &Error{File: r.file, Text: fmt.Sprintf(format, args...)}
	if n != nil {
		e.Line, e.Column = n.Line, n.Column
	}
	r.errors = append(r.errors, e)
}

// document returns the one document of a file; nil for a file without one.
func (r *Reader) document(data []byte) *Node {
	switch {
	case len(data) > r.most:
		r.Fail(nil, "it is over the limit of %d bytes", r.most)
		return nil
	case !utf8.Valid(data) || strings.ContainsRune(string(data), 0):
		r.Fail(nil, "it is not text in UTF-8")
		return nil
	}
	loader, err := yaml.NewLoader(strings.NewReader(string(data)))
	if err != nil {
		r.failed(err)
		return nil
	}
	var doc, second yaml.Node
	switch err := loader.Load(&doc); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		r.failed(err)
		return nil
	}
	if err := loader.Load(&second); !errors.Is(err, io.EOF) {
		if err != nil {
			r.failed(err)
			return nil
		}
		r.Fail(&second, "a second document begins here, and %s is one", r.what)
		return nil
	}
	if len(doc.Content) != 1 || doc.Content[0].ShortTag() == "!!null" {
		return nil
	}
	return doc.Content[0]
}

// failed turns the parser's error into ours. Its words may quote the file.
func (r *Reader) failed(err error) {
	e := &Error{File: r.file, Text: "it is not YAML: " + escape.Printable(err.Error(), finding.MaxMessage)}
	var load *yaml.LoadError
	if errors.As(err, &load) {
		e.Text = "it is not YAML: " + escape.Printable(load.Message, finding.MaxMessage)
		e.Line, e.Column = load.Mark.Line, max(load.Mark.Column, 1)
		if e.Line <= 0 {
			e.Line, e.Column = 0, 0
		}
	}
	r.errors = append(r.errors, e)
}

// plain refuses what makes a document more than it looks like: one name for
// several places, types of one's own.
func (r *Reader) plain(n *Node) bool {
	switch {
	case n.Kind == yaml.AliasNode:
		r.Fail(n, "an alias is not taken here; write the value out")
		return false
	case n.Anchor != "":
		r.Fail(n, "an anchor is not taken here; write the value out where it is needed")
		return false
	case n.Style&yaml.TaggedStyle != 0:
		r.Fail(n, "a tag is not taken here")
		return false
	}
	return true
}

// Field is a key of a mapping with its value.
type Field struct {
	Key, Value *Node
}

// Fields returns a mapping by its keys; every key is one of known, once.
func (r *Reader) Fields(n *Node, what string, known []string) (map[string]Field, bool) {
	if !r.plain(n) {
		return nil, false
	}
	if n.Kind != yaml.MappingNode {
		r.Fail(n, "%s has to be a mapping of %s", what, strings.Join(known, ", "))
		return nil, false
	}
	out := map[string]Field{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch first, twice := out[key.Value]; {
		case !r.plain(key):
		case key.Kind != yaml.ScalarNode:
			r.Fail(key, "a key has to be a word")
		case !slices.Contains(known, key.Value):
			r.Fail(key, "unknown key %s%s (%s)", Quoted(key.Value), didyoumean.Hint(key.Value, known), strings.Join(known, ", "))
		case twice:
			r.Fail(key, "%s is set twice, first in line %d", key.Value, first.Key.Line)
		default:
			out[key.Value] = Field{key, value}
		}
	}
	return out, true
}

// Items returns the parts of a list of at most most.
func (r *Reader) Items(n *Node, what string, most int) []*Node {
	if !r.plain(n) {
		return nil
	}
	switch {
	case n.Kind != yaml.SequenceNode:
		r.Fail(n, "%s has to be a list", what)
		return nil
	case len(n.Content) > most:
		r.Fail(n, "%s has %d entries, over the limit of %d", what, len(n.Content), most)
		return nil
	}
	return n.Content
}

// Parts returns a scalar as a list of one, and the parts of a list of at most most.
func (r *Reader) Parts(n *Node, what string, most int) []*Node {
	if n.Kind != yaml.SequenceNode {
		return []*Node{n}
	}
	return r.Items(n, what, most)
}

// Text returns a scalar of at most most characters, one of several lines on one.
// A number or a date is text here too: what counts is what is written.
func (r *Reader) Text(n *Node, what string, most int) (string, bool) {
	if !r.plain(n) {
		return "", false
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
		r.Fail(n, "%s has to be text", what)
		return "", false
	}
	s := strings.TrimSpace(n.Value)
	if strings.Contains(s, "\n") {
		s = strings.Join(strings.Fields(s), " ")
	}
	switch {
	case s == "":
		r.Fail(n, "%s is empty", what)
	case utf8.RuneCountInString(s) > most:
		r.Fail(n, "%s is over the limit of %d characters", what, most)
	case !escape.IsPrintable(s, most):
		r.Fail(n, "%s holds characters that do not print: %s", what, Quoted(s))
	default:
		return s, true
	}
	return "", false
}

// Word returns a scalar that is one of known.
func (r *Reader) Word(n *Node, what string, known []string) (string, bool) {
	s, ok := r.Text(n, what, finding.MaxMessage)
	if ok && !slices.Contains(known, s) {
		r.Fail(n, "unknown %s %s%s (%s)", what, Quoted(s), didyoumean.Hint(s, known), listed(known))
		return "", false
	}
	return s, ok
}

// Truth returns true or false, written so.
func (r *Reader) Truth(n *Node, key string) bool {
	w, _ := r.Word(n, "word for "+key, []string{"true", "false"})
	return w == "true"
}

// Words returns words of known, from a list or from a single one; none twice.
func (r *Reader) Words(n *Node, what string, known []string) []string {
	var out []string
	for _, n := range r.Parts(n, what, len(known)) {
		w, ok := r.Word(n, what, known)
		if ok && slices.Contains(out, w) {
			r.Fail(n, "%s is named twice", Quoted(w))
		} else if ok {
			out = append(out, w)
		}
	}
	return out
}

// Day reads a date as it is written, without a time or a zone.
func (r *Reader) Day(n *Node, what string) string {
	s, ok := r.Text(n, what, 40)
	if !ok {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		r.Fail(n, "%s has to be a day such as 2027-01-31, and %s is none", what, Quoted(s))
		return ""
	}
	return s
}

// listed writes a set of words, unless it is too long to help.
func listed(known []string) string {
	if len(known) > 12 {
		return fmt.Sprintf("%d are known", len(known))
	}
	return strings.Join(known, ", ")
}

// Quoted puts a text of the document between quotation marks, printable and short.
func Quoted(s string) string { return `"` + escape.Printable(s, 80) + `"` }
