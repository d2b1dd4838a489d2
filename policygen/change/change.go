// Package change is the difference of two policies for readers: what the second
// allows that the first does not, and, apart from it, what it has given up. It
// renders that as text, JSON and Markdown, the same bytes for the same policies.
// What is wider is policy's to say; whether that is accepted is the gate's.
package change

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/shell"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Diff is the difference of two policies.
type Diff struct {
	Extension string
	// Wider is what the new policy allows beyond the old, Narrower what it gave
	// up, both in the order of the document.
	Wider, Narrower []Line
}

// Line is one change with the places that need it.
type Line struct {
	policy.Change
	Places []evidence.Place
	// More counts places that are not listed.
	More int
}

// shown is how many places of a line are shown to people.
const shown = 3

// Between compares two policies. The evidence is the new one's; a zero document
// is none.
func Between(old, new policy.Policy, e evidence.Document) (Diff, error) {
	d := Diff{Extension: new.Extension}
	wider, err := policy.Wider(old, new)
	if err != nil {
		return d, fmt.Errorf("comparing policies: %w", err)
	}
	narrower, err := policy.Narrower(old, new)
	if err != nil {
		return d, fmt.Errorf("comparing policies: %w", err)
	}
	for _, c := range wider {
		l := Line{Change: c}
		if found, ok := e.Of(c.Grant); ok && !c.Denial {
			l.Places, l.More = found.Places, found.More
		}
		d.Wider = append(d.Wider, l)
	}
	for _, c := range narrower {
		d.Narrower = append(d.Narrower, Line{Change: c})
	}
	return d, nil
}

// Text writes the difference for a terminal.
func (d Diff) Text() string {
	var b strings.Builder
	part := func(sign, title string, lines []Line) {
		if len(lines) == 0 {
			return
		}
		fmt.Fprintf(&b, "%s:\n", title)
		for _, l := range lines {
			fmt.Fprintf(&b, "  %s %s\n      %s\n", sign, l.Grant, escape.Printable(l.Reason, finding.MaxMessage))
			for i, p := range l.Places {
				if i == shown {
					break
				}
				fmt.Fprintf(&b, "      %s\n", placeText(p))
			}
			if n := len(l.Places) - shown + l.More; n > 0 && len(l.Places) > shown {
				fmt.Fprintf(&b, "      and %d more places\n", n)
			}
		}
	}
	part("+", "Wider: the new policy allows more, so it does not pass (exit code 1)", d.Wider)
	part("-", "Narrower: the new policy allows less, which is fine", d.Narrower)
	if b.Len() == 0 {
		return "The policies allow the same: it passes.\n"
	}
	d.signs(&b)
	b.WriteString(d.next())
	return b.String()
}

// signs explains the stars and other signs of the lines.
func (d Diff) signs(b *strings.Builder) {
	var grants []policy.Grant
	for _, l := range append(slices.Clone(d.Wider), d.Narrower...) {
		grants = append(grants, l.Grant)
	}
	signs := policy.Signs(grants)
	if len(signs) == 0 {
		return
	}
	b.WriteString("What the signs mean:\n")
	for _, s := range signs {
		fmt.Fprintf(b, "  %s\n", s)
	}
	fmt.Fprintf(b, "  all signs: %s\n", policy.SignsPage)
}

// next is how it ends, and what to do.
func (d Diff) next() string {
	if len(d.Wider) == 0 {
		return "It passes: nothing is wider.\n"
	}
	// A resource says more than the function that takes it.
	for _, functions := range []bool{false, true} {
		for _, l := range d.Wider {
			if !l.Denial && (l.Grant.Section == policy.Modules) == functions {
				return "Next: see what needs it, and take that out:\n" +
					"  ringfence policy explain . " + shell.Quote(l.Grant.String()) + "\n" +
					"Or accept it: approve the pull request, or have this in the base's .ringfence/policy.override.json:\n" +
					"  " + escape.Printable(policy.Allowance(l.Grant), finding.MaxMessage) + "\n"
			}
		}
	}
	return "Next: put the denial back into .ringfence/policy.override.json, or accept that it is gone.\n"
}

func placeText(p evidence.Place) string {
	text := p.Text()
	if len(p.Path) > 0 {
		text += " (" + strings.Join(p.Path, " > ") + ")"
	}
	return escape.Printable(text, finding.MaxMessage)
}

// line is a Line as JSON.
type line struct {
	Grant   json.RawMessage  `json:"grant"`
	Trusted bool             `json:"trustedOnly,omitempty"`
	Denial  bool             `json:"denial,omitempty"`
	Text    string           `json:"text"`
	Reason  string           `json:"reason"`
	Places  []evidence.Place `json:"places"`
	More    int              `json:"more,omitempty"`
}

// JSON writes the difference for programs.
func (d Diff) JSON() ([]byte, error) {
	lines := func(in []Line) []line {
		out := []line{}
		for _, l := range in {
			places := l.Places
			if places == nil {
				places = []evidence.Place{}
			}
			out = append(out, line{json.RawMessage(l.Grant.Key()), l.Grant.TrustedOnly, l.Denial, l.Grant.String(), l.Reason, places, l.More})
		}
		return out
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(struct {
		Version   int    `json:"schemaVersion"`
		Extension string `json:"extension"`
		Wider     []line `json:"wider"`
		Narrower  []line `json:"narrower"`
	}{policy.SchemaVersion, d.Extension, lines(d.Wider), lines(d.Narrower)})
	if err != nil {
		return nil, fmt.Errorf("writing a difference: %w", err)
	}
	return b.Bytes(), nil
}
