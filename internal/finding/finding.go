// Package finding holds the words every layer uses to say what it saw: a
// finding, where it is, how bad it is, what it means and how sure we are.
//
// It knows nothing about extensions, facts or reports, so that everything may
// import it.
package finding

import (
	"cmp"
	"slices"
)

// A Finding is one thing a check saw in one place.
type Finding struct {
	// Check is the name of the check and its page ("code_dynamic_eval"); with the
	// severity behind it, the SARIF rule id. Never renamed once released.
	Check string `json:"check"`
	// Module is the scoring layer the finding counts towards.
	Module   Module   `json:"module"`
	Severity Severity `json:"severity"`
	// PaperSeverity is what the published matrix gives the same finding; None
	// when the matrix has no such row.
	PaperSeverity Severity   `json:"paperSeverity"`
	Intent        Intent     `json:"intent"`
	Confidence    Confidence `json:"confidence"`
	Provenance    Provenance `json:"provenance"`
	// Message is one sentence, plain text, with every piece of hostile input
	// already made printable (see Printable).
	Message string `json:"message"`
	// Where is the place; a zero Line means the file as a whole.
	Where Location `json:"where"`
	// LineHash is what code scanning knows the line by (internal/report/linehash),
	// so that a finding is the same one after the lines above it moved; empty
	// when there is no such line to read.
	LineHash string `json:"lineHash,omitempty"`
	// Origin is the place in the sources that Where was built from; nil when no
	// source map could be shown to tell.
	Origin *Origin `json:"origin,omitempty"`
	// Excerpt is the code there, or at Origin when that is a file of the
	// extension; nil when it could not be read or must not be repeated.
	Excerpt *Excerpt `json:"excerpt,omitempty"`
	// Reach says whether the code there can run; empty when it is not code.
	Reach Reach `json:"reach,omitempty"`
	// Flow is the way from a source to Where, both included; empty when the
	// finding is about one place.
	Flow []Step `json:"flow,omitempty"`
	// Fix is what settles the finding; nil when the page has to say it.
	Fix *Fix `json:"fix,omitempty"`
	// Opinion is what a language model said of it; nil: nobody asked one.
	Opinion *Opinion `json:"opinion,omitempty"`
	// Suppressed is set when a person has answered the finding.
	Suppressed *Suppression `json:"suppressed,omitempty"`
}

// MaxMessage is the longest message of a finding, in characters.
const MaxMessage = 600

// Location is a place in a file of the extension.
type Location struct {
	// File is slash-separated and relative to the extension's root.
	File string `json:"file"`
	// Line and Column count from 1; columns are UTF-16 code units, as SARIF
	// and VS Code count them. Zero: not known, the file as a whole.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// EndLine and EndColumn close the region (the column is exclusive). Zero:
	// only the start is known.
	EndLine   int `json:"endLine,omitempty"`
	EndColumn int `json:"endColumn,omitempty"`
}

// Anchor is the file and the line of a place, for those who need both: what is
// about the extension as a whole stands at the top of its manifest.
func (a Location) Anchor() (file string, line int) {
	return cmp.Or(a.File, "package.json"), max(a.Line, 1)
}

// Compare orders locations by file, line, column.
func (a Location) Compare(b Location) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.EndLine, b.EndLine),
		cmp.Compare(a.EndColumn, b.EndColumn),
	)
}

// Sort puts findings into the one order every output uses: worst first, then
// by check, place and message. It sorts in place and drops exact repeats.
func Sort(fs []Finding) []Finding {
	slices.SortStableFunc(fs, func(a, b Finding) int {
		return cmp.Or(
			-cmp.Compare(a.Severity, b.Severity),
			cmp.Compare(a.Check, b.Check),
			a.Where.Compare(b.Where),
			cmp.Compare(a.Message, b.Message),
			// What is left makes the order total, so that it never depends on
			// who found what first.
			cmp.Compare(a.Module, b.Module),
			-cmp.Compare(a.PaperSeverity, b.PaperSeverity),
			cmp.Compare(a.Intent, b.Intent),
			cmp.Compare(a.Confidence, b.Confidence),
			cmp.Compare(a.Provenance, b.Provenance),
			cmp.Compare(a.Reach, b.Reach),
			cmp.Compare(a.LineHash, b.LineHash),
			slices.CompareFunc(a.Flow, b.Flow, func(s, t Step) int {
				return cmp.Or(s.Where.Compare(t.Where), cmp.Compare(s.Message, t.Message))
			}),
		)
	})
	return slices.CompactFunc(fs, Finding.Equal)
}
