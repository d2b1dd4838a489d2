// Package evidence is the document that says why each line of a policy is there:
// the places and call paths that need it. It is an artifact of a run, beside the
// policy and never in it, so that reformatting code changes this and not that.
// It knows grants by their keys and nothing of how they were found.
package evidence

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// SchemaVersion is the version of the document.
const SchemaVersion = 1

// The bounds of a document that is read.
const (
	MaxBytes  = 64 << 20
	MaxPlaces = 200
	MaxSteps  = 40
)

// Document is the evidence for one policy; docs/schemas/evidence.schema.json says the same.
type Document struct {
	SchemaVersion int    `json:"schemaVersion"`
	Extension     string `json:"extension"`
	// Tool is the version that made it.
	Tool string `json:"tool"`
	// Digests are the SHA-256 of the files that were analysed, by path.
	Digests map[string]string `json:"digests"`
	Lines   []Line            `json:"lines"`
	// Incomplete says what was not seen, a sentence each.
	Incomplete []string `json:"incomplete"`
}

// Line is why one grant is there.
type Line struct {
	// Grant is the grant's Key.
	Grant string `json:"grant"`
	// Origins are "static", "observed", "accepted", "override".
	Origins []string `json:"origins"`
	// Places are those that need it, MaxPlaces at most; More counts the others.
	Places []Place `json:"places"`
	More   int     `json:"more,omitempty"`
}

// Place is one use and the way there.
type Place struct {
	Where finding.Location `json:"where"`
	// Symbol is what is used there: "child_process.spawn".
	Symbol string `json:"symbol"`
	// Path leads from an entry to the place: functions and files, outermost
	// first.
	Path []string `json:"path,omitempty"`
	// Origin is the place in the sources that Where was built from; nil: it is not
	// known.
	Origin *finding.Origin `json:"origin,omitempty"`
}

// Text is the place as a person reads it: where its author can act, and what is
// used there.
func (p Place) Text() string {
	return escape.Printable(finding.At(p.Where, p.Origin)+" "+p.Symbol, finding.MaxMessage)
}

// Built says where the place is in the file that ships, where that is another
// one than is shown; else it is empty.
func (p Place) Built() string {
	if finding.Shown(p.Where, p.Origin) == p.Where {
		return ""
	}
	return escape.Printable(p.Where.String(), finding.MaxMessage)
}

// Sort puts places into the order of a document.
func Sort(places []Place) {
	slices.SortFunc(places, func(a, b Place) int {
		return cmp.Or(a.Where.Compare(b.Where), cmp.Compare(a.Symbol, b.Symbol), slices.Compare(a.Path, b.Path))
	})
}

// Of returns the line of a grant.
func (d Document) Of(g policy.Grant) (Line, bool) {
	key := g.Key()
	for _, l := range d.Lines {
		if l.Grant == key {
			return l, true
		}
	}
	return Line{}, false
}

// Bytes writes the document, sorted.
func (d Document) Bytes() ([]byte, error) {
	d.SchemaVersion = SchemaVersion
	d.Lines = slices.Clone(d.Lines)
	slices.SortFunc(d.Lines, func(a, b Line) int { return cmp.Compare(a.Grant, b.Grant) })
	for i, l := range d.Lines {
		l.Places = append([]Place{}, l.Places...)
		Sort(l.Places)
		if n := len(l.Places) - MaxPlaces; n > 0 {
			l.Places, l.More = l.Places[:MaxPlaces], l.More+n
		}
		l.Origins = append([]string{}, slices.Compact(slices.Sorted(slices.Values(l.Origins)))...) // a list, also when empty
		d.Lines[i] = l
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(d); err != nil {
		return nil, fmt.Errorf("writing evidence: %w", err)
	}
	return b.Bytes(), nil
}

// Parse reads a document, which is a stranger's file: bounded, and printable.
func Parse(data []byte) (Document, error) {
	var d Document
	if len(data) > MaxBytes {
		return d, fmt.Errorf("evidence of more than %d bytes", MaxBytes)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return d, fmt.Errorf("reading evidence: %w", err)
	}
	if decoder.More() {
		return d, errors.New("reading evidence: something follows the document")
	}
	if d.SchemaVersion != SchemaVersion {
		return d, fmt.Errorf("reading evidence: version %d, and this ringfence reads %d", d.SchemaVersion, SchemaVersion)
	}
	if err := d.validate(); err != nil {
		return d, fmt.Errorf("reading evidence: %w", err)
	}
	return d, nil
}

var digest = lazyregexp.Lazy(`^[0-9a-f]{64}$`)

// validate refuses what Bytes would not have written.
func (d Document) validate() error {
	if d.Digests == nil || d.Lines == nil || d.Incomplete == nil {
		return errors.New("digests, lines or incomplete is missing")
	}
	for _, text := range append([]string{d.Extension, d.Tool}, d.Incomplete...) {
		if !said(text) {
			return errors.New("a text that is empty, long or not printable")
		}
	}
	for file, sum := range d.Digests {
		if err := (finding.Location{File: file}).Validate(); err != nil {
			return err
		}
		if !digest().MatchString(sum) {
			return errors.New("a digest that is none")
		}
	}
	for _, l := range d.Lines {
		if err := l.validate(); err != nil {
			return err
		}
	}
	return nil
}

func said(text string) bool { return text != "" && escape.IsPrintable(text, finding.MaxMessage) }

func (l Line) validate() error {
	// Nothing is made of a key but a comparison.
	if !strings.HasPrefix(l.Grant, "{") || !json.Valid([]byte(l.Grant)) {
		return errors.New("a grant that is none")
	}
	if l.Origins == nil || l.Places == nil || len(l.Places) > MaxPlaces || l.More < 0 {
		return fmt.Errorf("a line without origins or places, or with more than %d", MaxPlaces)
	}
	for i, o := range l.Origins {
		if !slices.Contains([]string{"static", "observed", "accepted", "override"}, o) || slices.Contains(l.Origins[:i], o) {
			return errors.New("an origin that is none, or twice")
		}
	}
	for _, p := range l.Places {
		if err := p.Where.Validate(); err != nil {
			return err
		}
		if p.Origin != nil {
			if err := p.Origin.Validate(); err != nil {
				return err
			}
		}
		if p.Path != nil && len(p.Path) == 0 || len(p.Path) > MaxSteps || !said(p.Symbol) ||
			slices.ContainsFunc(p.Path, func(s string) bool { return !said(s) }) {
			return errors.New("a place that ringfence would not have written")
		}
	}
	return nil
}
