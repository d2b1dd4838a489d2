package finding

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// MaxSteps bounds the steps of one path: the ends stay, the middle is cut.
const MaxSteps = 40

// MaxEdits bounds the edits of one fix.
const MaxEdits = 20

// Step is one place on the way from where a stranger's data comes in to where
// it does harm.
type Step struct {
	Where Location `json:"where"`
	// Message says what happens there, in a few words ("reads the setting
	// go.path").
	Message string `json:"message"`
	// Origin is the place in the sources that Where was built from; nil as in
	// Finding.
	Origin *Origin `json:"origin,omitempty"`
}

// Fix is what settles a finding.
type Fix struct {
	// Text is one sentence that says what to do.
	Text string `json:"text"`
	// Edits are the exact changes to JSON files that do it; empty when code has
	// to change, which only a person can.
	Edits []Edit `json:"edits"`
}

// Edit is one change of a JSON file: the value a place gets, whether it was
// there or not.
type Edit struct {
	// File is the file, relative to the extension's root ("package.json").
	File string `json:"file"`
	// Pointer is the place, an RFC 6901 JSON pointer.
	Pointer string `json:"pointer"`
	// Value is what belongs there; null takes the place away.
	Value JSON `json:"value"`
}

// JSON is a JSON value in its shortest form, however it was laid out where it
// was read: what was written indented compares with what was not.
type JSON []byte

// MarshalJSON writes the value; none is null.
func (j JSON) MarshalJSON() ([]byte, error) {
	if j == nil {
		return []byte("null"), nil
	}
	return j, nil
}

// UnmarshalJSON keeps the value's shortest form.
func (j *JSON) UnmarshalJSON(text []byte) error {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return fmt.Errorf("reading a JSON value: %w", err)
	}
	// Writers differ in whether they escape <, > and &.
	var escaped bytes.Buffer
	json.HTMLEscape(&escaped, b.Bytes())
	*j = escaped.Bytes()
	return nil
}

// MaxExcerpt is the longest text of an excerpt, in characters.
const MaxExcerpt = 160

// Excerpt is the line of a finding, or the part of a long line around it, as it
// can be shown.
type Excerpt struct {
	// Text is one line, printable.
	Text string `json:"text"`
	// From and To are what the finding is about in Text, in characters from 0, To
	// exclusive; equal: the line as a whole.
	From int `json:"from"`
	To   int `json:"to"`
}

// Validate checks an excerpt from outside.
func (x Excerpt) Validate() error {
	if x.Text == "" || !escape.IsPrintable(x.Text, MaxExcerpt) || x.From < 0 || x.To < x.From || x.To > utf8.RuneCountInString(x.Text) {
		return fmt.Errorf("an excerpt is empty, does not print or marks what is not in it")
	}
	return nil
}

// Reach says whether the code of a finding can run.
type Reach string

// The reaches.
const (
	// Reached: a path of imports leads here from an entry, or no entry is known,
	// so that nobody can say it does not run.
	Reached Reach = "reached"
	// Unreached: no path was found. A severity one step lower, never none.
	Unreached Reach = "unreached"
	// NoCode: the finding is not about code.
	NoCode Reach = ""
)

// Suppression says that a person has answered a finding. It stays in every
// output and decides nothing.
type Suppression struct {
	// Reason is that person's sentence.
	Reason string `json:"reason"`
	// Until is the last day it holds (2027-01-31); empty: for good.
	Until string `json:"until"`
	// SignedOffBy is who answers for an exception; empty for what was ignored.
	SignedOffBy string `json:"signedOffBy"`
	// Rule names the entry of the configuration, counted from 0 ("ignore[2]").
	Rule string `json:"rule"`
}

// Validate checks a step from outside.
func (s Step) Validate() error {
	if s.Message == "" || !escape.IsPrintable(s.Message, MaxMessage) {
		return fmt.Errorf("a step's message is empty, too long or does not print")
	}
	if s.Origin != nil {
		if err := s.Origin.Validate(); err != nil {
			return err
		}
	}
	return s.Where.Validate()
}

// Validate checks a fix from outside.
func (x Fix) Validate() error {
	if x.Text == "" || !escape.IsPrintable(x.Text, MaxMessage) || x.Edits == nil || len(x.Edits) > MaxEdits {
		return fmt.Errorf("a fix has no text, a text that does not print, or too many edits")
	}
	for _, e := range x.Edits {
		if !LocalPath(e.File) || !escape.IsPrintable(e.Pointer, MaxMessage) || !strings.HasPrefix(e.Pointer, "/") ||
			!json.Valid(e.Value) || len(e.Value) > 64<<10 {
			return fmt.Errorf("an edit of %q is not an edit", escape.Printable(e.File, 80))
		}
	}
	return nil
}

// Validate checks a suppression from outside.
func (s Suppression) Validate() error {
	if s.Reason == "" || !escape.IsPrintable(s.Reason, MaxMessage) || !escape.IsPrintable(s.Rule, 80) ||
		!escape.IsPrintable(s.SignedOffBy, MaxMessage) {
		return fmt.Errorf("a suppression has no reason that prints")
	}
	if _, err := time.Parse(time.DateOnly, s.Until); err != nil && s.Until != "" {
		return fmt.Errorf("a suppression ends on no day")
	}
	return nil
}

// Equal reports that two findings are the same in every part.
func (f Finding) Equal(g Finding) bool {
	return f.bare() == g.bare() && slices.EqualFunc(f.Flow, g.Flow, Step.equal) && f.Fix.equal(g.Fix) &&
		same(f.Suppressed, g.Suppressed) && same(f.Opinion, g.Opinion) && same(f.Origin, g.Origin) && same(f.Excerpt, g.Excerpt)
}

func (s Step) equal(t Step) bool {
	return s.Where == t.Where && s.Message == t.Message && same(s.Origin, t.Origin)
}

// same compares what two pointers point to; two that are nil are the same.
func same[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func (x *Fix) equal(y *Fix) bool {
	if x == nil || y == nil {
		return x == y
	}
	return x.Text == y.Text && slices.EqualFunc(x.Edits, y.Edits, func(a, b Edit) bool {
		return a.File == b.File && a.Pointer == b.Pointer && string(a.Value) == string(b.Value)
	})
}

// bare is what of a finding compares with ==.
type bare struct {
	check           string
	module          Module
	severity, paper Severity
	intent          Intent
	confidence      Confidence
	provenance      Provenance
	message         string
	where           Location
	lineHash        string
	reach           Reach
}

func (f Finding) bare() bare {
	return bare{f.Check, f.Module, f.Severity, f.PaperSeverity, f.Intent, f.Confidence, f.Provenance, f.Message, f.Where, f.LineHash, f.Reach}
}
