package finding

import (
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// Opinion is what a language model said of a finding, and what it was before.
// It may lower a severity by one level and nothing else.
type Opinion struct {
	// Model is the model's name as it was asked for.
	Model string `json:"model"`
	Says  Says   `json:"says"`
	// Reason is the model's own sentence, made printable.
	Reason string `json:"reason"`
	// Severity and PaperSeverity are what the finding has without the opinion.
	Severity      Severity `json:"severity"`
	PaperSeverity Severity `json:"paperSeverity"`
}

// Says is a model's word on a finding.
type Says string

// The words. Only Doubtful changes anything.
const (
	Real     Says = "real"
	Doubtful Says = "doubtful"
	Unsure   Says = "unsure"
)

// AllSays lists the words.
func AllSays() []Says { return []Says{Real, Doubtful, Unsure} }

// OpenToOpinion says whether a model may have an opinion on a finding that
// counts: it is a guess (in the layers of secrets and endpoints, at most
// likely), it is about a place in a file, and it is no sign of malice, which
// nobody's words are to explain away.
func (f Finding) OpenToOpinion() bool {
	guess := f.Confidence == Heuristic || f.Confidence == Likely && (f.Module == SecretsModule || f.Module == NetworkModule)
	return guess && f.Intent != Malicious && f.Where.File != "" && f.Where.Line > 0
}

// lowered is a level less, never under low: a model clears nothing.
func lowered(s Severity) Severity {
	if s > Low {
		return s - 1
	}
	return s
}

// With returns the finding with an opinion on it. Where it is not open to one the
// opinion is dropped.
func (f Finding) With(model string, says Says, reason string) Finding {
	if !f.OpenToOpinion() || f.Opinion != nil || !slices.Contains(AllSays(), says) {
		return f
	}
	f.Opinion = &Opinion{
		Model:         escape.Printable(model, 100),
		Says:          says,
		Reason:        escape.Printable(reason, 300),
		Severity:      f.Severity,
		PaperSeverity: f.PaperSeverity,
	}
	if says == Doubtful {
		f.Severity, f.PaperSeverity = lowered(f.Severity), lowered(f.PaperSeverity)
	}
	return f
}

// Validate checks an opinion from outside against its finding: nothing may be
// lower than the opinion can make it.
func (o Opinion) Validate(f Finding) error {
	// The configuration may have set the severity since, and never the matrix's.
	want := o.PaperSeverity
	if o.Says == Doubtful {
		want = lowered(want)
	}
	switch {
	case !slices.Contains(AllSays(), o.Says), o.Model == "", !escape.IsPrintable(o.Model, 100), !escape.IsPrintable(o.Reason, 300):
		return fmt.Errorf("an opinion is none, has no model or does not print")
	case o.Severity < None || o.Severity > Critical || o.PaperSeverity < None || o.PaperSeverity > Critical:
		return fmt.Errorf("a severity of an opinion is out of range")
	case !f.OpenToOpinion():
		return fmt.Errorf("a finding of %s is not open to an opinion", f.Check)
	case f.PaperSeverity != want:
		return fmt.Errorf("an opinion changed more than it may")
	}
	return nil
}
