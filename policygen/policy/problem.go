package policy

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Problem is one thing wrong with a document, at its place. Lines and columns
// count from 1, columns in UTF-16 units.
type Problem struct {
	File         string
	Line, Column int
	Message      string
}

func (p Problem) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", escape.Printable(p.File, 200), p.Line, p.Column, p.Message)
}

// maxProblems bounds what is said about one document.
const maxProblems = 20

// reader walks a document and gathers what is wrong with it.
type reader struct {
	file     string
	doc      *jsondoc.Document
	problems []Problem
	dropped  int
	// states counts those of all patterns.
	states int
}

// open reads the JSON of a document; nil when it is none.
func open(file string, data []byte) (*reader, error) {
	r := &reader{file: file}
	if len(data) > MaxBytes {
		return nil, Problem{file, 1, 1, fmt.Sprintf("the document has more than %d bytes", MaxBytes)}
	}
	doc, err := jsondoc.Parse(data, 12)
	var syntax *jsondoc.SyntaxError
	if errors.As(err, &syntax) {
		return nil, Problem{file, syntax.Line, syntax.Column, syntax.Message}
	} else if err != nil {
		return nil, err
	}
	r.doc = doc
	for _, pointer := range doc.Duplicates {
		line, column, _ := doc.KeyPosition(pointer)
		r.problem(line, column, "%s is said twice", quote(pointer[strings.LastIndexByte(pointer, '/')+1:]))
	}
	return r, nil
}

func quote(s string) string { return `"` + escape.Printable(s, 80) + `"` }

func (r *reader) problem(line, column int, format string, args ...any) {
	if len(r.problems) == maxProblems {
		r.dropped++
		return
	}
	message := escape.Printable(fmt.Sprintf(format, args...), finding.MaxMessage)
	r.problems = append(r.problems, Problem{r.file, line, column, message})
}

// wrong notes a problem at a value.
func (r *reader) wrong(v *jsondoc.Value, format string, args ...any) {
	line, column := r.doc.At(v.Start)
	r.problem(line, column, format, args...)
}

// err joins the problems in the order of their places.
func (r *reader) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	slices.SortStableFunc(r.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	var errs []error
	for _, p := range r.problems {
		errs = append(errs, p)
	}
	if r.dropped > 0 {
		errs = append(errs, fmt.Errorf("%s: and %d more", escape.Printable(r.file, 200), r.dropped))
	}
	return errors.Join(errs...)
}

// object wants an object with these members and no others.
func (r *reader) object(v *jsondoc.Value, what string, known ...string) bool {
	if v.Kind != jsondoc.Object {
		r.wrong(v, "%s is an object, not %s", what, article(v.Kind))
		return false
	}
	for _, m := range v.Members {
		if !slices.Contains(known, m.Name) {
			line, column := r.doc.At(m.NameStart)
			r.problem(line, column, "%s has no member %s%s", what, quote(m.Name), didyoumean.Hint(m.Name, known))
		}
	}
	return true
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

// list wants a list of at most MaxGrants values.
func (r *reader) list(v *jsondoc.Value, what string) []*jsondoc.Value {
	switch {
	case v.Kind != jsondoc.Array:
		r.wrong(v, "%s is a list, not %s", what, article(v.Kind))
		return nil
	case len(v.Items) > MaxGrants:
		r.wrong(v, "%s has more than %d entries", what, MaxGrants)
		return nil
	}
	return v.Items
}

// text wants a string; absent is empty.
func (r *reader) text(v *jsondoc.Value, what string) string {
	switch {
	case v == nil:
		return ""
	case v.Kind != jsondoc.String:
		r.wrong(v, "%s is a string, not %s", what, article(v.Kind))
		return ""
	}
	return v.Text
}

// yes wants true; what is not so is left away.
func (r *reader) yes(v *jsondoc.Value, what string) bool {
	switch {
	case v == nil:
		return false
	case v.Kind != jsondoc.Bool || !v.True:
		r.wrong(v, "%s is true or left away", what)
	}
	return true
}
