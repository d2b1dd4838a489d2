package scan

import (
	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/releasediff"
)

// Baseline is a release before that was scanned already, for its own sake, as far as
// a later one is compared with it.
type Baseline struct {
	// Release is its manifest and its files.
	Release releasediff.Release
	// Basis says which of its code was analysed, Power what that reached; nil:
	// none was.
	Basis facts.Basis
	Power *checks.Power
}

// BaselineOf takes down what an extension is compared by; a nil program is code that
// was not analysed.
func BaselineOf(ext *extension.Extension, program *facts.Program) Baseline {
	b := Baseline{Release: releasediff.Of(ext)}
	if program != nil {
		b.Basis, b.Power = program.Basis, checks.PowerOf(catalog.Default(), program)
	}
	return b
}

// Compare compares a later release with the baseline; nil: they are not comparable.
// What ships and what it is made of are not two releases.
func (b Baseline) Compare(ext *extension.Extension, program *facts.Program) *checks.Base {
	if program == nil || b.Power == nil || b.Basis != program.Basis {
		return nil
	}
	return &checks.Base{Change: releasediff.Compare(b.Release, ext), Power: b.Power}
}
