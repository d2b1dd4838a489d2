package config

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/nearest"
	"go.yaml.in/yaml/v4"
)

// reader walks the nodes of a document and collects what is wrong with it.
type reader struct {
	file   string
	words  Words
	errors Errors
}

func (r *reader) fail(n *yaml.Node, format string, args ...any) {
	e := &Error{File: r.file, Text: fmt.Sprintf(format, args...)}
	if n != nil {
		e.Line, e.Column = n.Line, n.Column
	}
	r.errors = append(r.errors, e)
}

// document gives the one document of a file; nil for a file without one.
func (r *reader) document(data []byte) *yaml.Node {
	switch {
	case len(data) > MaxBytes:
		r.fail(nil, "it is over the limit of %d bytes", MaxBytes)
		return nil
	case !utf8.Valid(data) || strings.ContainsRune(string(data), 0):
		r.fail(nil, "it is not text in UTF-8")
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
		r.fail(&second, "a second document begins here, and a configuration is one")
		return nil
	}
	if len(doc.Content) != 1 || doc.Content[0].ShortTag() == "!!null" {
		return nil
	}
	return doc.Content[0]
}

// failed turns the parser's error into ours. Its words may quote the file.
func (r *reader) failed(err error) {
	e := &Error{File: r.file, Text: "it is not YAML: " + finding.Printable(err.Error(), finding.MaxMessage)}
	var load *yaml.LoadError
	if errors.As(err, &load) {
		e.Text = "it is not YAML: " + finding.Printable(load.Message, finding.MaxMessage)
		e.Line, e.Column = load.Mark.Line, max(load.Mark.Column, 1)
		if e.Line <= 0 {
			e.Line, e.Column = 0, 0
		}
	}
	r.errors = append(r.errors, e)
}

// plain refuses what makes a document more than it looks like: one name for
// several places, types of one's own.
func (r *reader) plain(n *yaml.Node) bool {
	switch {
	case n.Kind == yaml.AliasNode:
		r.fail(n, "an alias is not taken here; write the value out")
		return false
	case n.Anchor != "":
		r.fail(n, "an anchor is not taken here; write the value out where it is needed")
		return false
	case n.Style&yaml.TaggedStyle != 0:
		r.fail(n, "a tag is not taken here")
		return false
	}
	return true
}

// field is a key of a mapping with its value.
type field struct {
	key, value *yaml.Node
}

// fields gives a mapping by its keys; every key is one of known, once.
func (r *reader) fields(n *yaml.Node, what string, known []string) (map[string]field, bool) {
	if !r.plain(n) {
		return nil, false
	}
	if n.Kind != yaml.MappingNode {
		r.fail(n, "%s has to be a mapping of %s", what, strings.Join(known, ", "))
		return nil, false
	}
	out := map[string]field{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch first, twice := out[key.Value]; {
		case !r.plain(key):
		case key.Kind != yaml.ScalarNode:
			r.fail(key, "a key has to be a word")
		case !contains(known, key.Value):
			r.fail(key, "unknown key %s%s (%s)", quoted(key.Value), nearest.Hint(key.Value, known), strings.Join(known, ", "))
		case twice:
			r.fail(key, "%s is set twice, first in line %d", key.Value, first.key.Line)
		default:
			out[key.Value] = field{key, value}
		}
	}
	return out, true
}

// items gives the parts of a list of at most most.
func (r *reader) items(n *yaml.Node, what string, most int) []*yaml.Node {
	if !r.plain(n) {
		return nil
	}
	switch {
	case n.Kind != yaml.SequenceNode:
		r.fail(n, "%s has to be a list", what)
		return nil
	case len(n.Content) > most:
		r.fail(n, "%s has %d entries, over the limit of %d", what, len(n.Content), most)
		return nil
	}
	return n.Content
}

// text gives a scalar of at most most characters, one of several lines on one.
// A number or a date is text here too: what counts is what is written.
func (r *reader) text(n *yaml.Node, what string, most int) (string, bool) {
	if !r.plain(n) {
		return "", false
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
		r.fail(n, "%s has to be text", what)
		return "", false
	}
	s := strings.TrimSpace(n.Value)
	if strings.Contains(s, "\n") {
		s = strings.Join(strings.Fields(s), " ")
	}
	switch {
	case s == "":
		r.fail(n, "%s is empty", what)
	case utf8.RuneCountInString(s) > most:
		r.fail(n, "%s is over the limit of %d characters", what, most)
	case !finding.IsPrintable(s, most):
		r.fail(n, "%s holds characters that do not print: %s", what, quoted(s))
	default:
		return s, true
	}
	return "", false
}

// word gives a scalar that is one of known.
func (r *reader) word(n *yaml.Node, what string, known []string) (string, bool) {
	s, ok := r.text(n, what, finding.MaxMessage)
	if ok && !contains(known, s) {
		r.fail(n, "unknown %s %s%s (%s)", what, quoted(s), nearest.Hint(s, known), listed(known))
		return "", false
	}
	return s, ok
}

// wordList gives words of known, from a list or from a single one; none twice.
func (r *reader) wordList(n *yaml.Node, what string, known []string) []string {
	nodes := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		nodes = r.items(n, what, len(known))
	}
	var out []string
	for _, n := range nodes {
		w, ok := r.word(n, what, known)
		if ok && contains(out, w) {
			r.fail(n, "%s is named twice", quoted(w))
		} else if ok {
			out = append(out, w)
		}
	}
	return out
}

// listed writes a set of words, unless it is too long to help.
func listed(known []string) string {
	if len(known) > 12 {
		return fmt.Sprintf("%d are known", len(known))
	}
	return strings.Join(known, ", ")
}

func quoted(s string) string { return `"` + finding.Printable(s, 80) + `"` }

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}
