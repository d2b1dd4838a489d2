package baseline

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/shell"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/policygen/synth"
)

// Code is what one scan saw of the head's code.
type Code struct {
	// Needs is what it asks for, and Explain says why of a policy folded from it.
	Needs   policy.Policy
	Explain func(in policygen.Inputs, folded policy.Policy) evidence.Document
	// Keep makes the loader's two files for a policy.
	Keep func(policy.Policy) (loader, sidecar []byte, err error)
}

// on returns the comparison with the head's code on a basis; otherwise why says
// that there is none.
func (c Comparison) on(basis policy.Basis) (on Comparison, why string) {
	switch {
	case c.Needs.Basis == basis:
	case c.Other != nil && c.Other.Needs.Basis == basis:
		c.Code = *c.Other
	case basis == policy.Sources:
		return c, "not judged on this basis: the policy was made from sources, and no source of what package.json starts was found"
	default:
		return c, "not judged on this basis: the policy was made from the package, and only sources are here; build the package and name " +
			"it (" + c.build() + ")"
	}
	return c, ""
}

// build is the command that makes what a policy of the package is made from.
func (c Comparison) build() string {
	return fmt.Sprintf("ringfence build %s --out %s; --package %[2]s", shell.Quote(c.Path), extension.PackageName(c.Needs.Extension))
}

// Needs is what the code alone asks for. That it was not analysed is a note of the
// policy.
func Needs(ext *extension.Extension, program *facts.Program, programErr error) synth.Result {
	static := synth.Synthesize(synth.Input{Extension: ext, Program: program, Catalog: catalog.Default()})
	if programErr != nil {
		text := escape.Printable("The code was not analysed: "+programErr.Error(), policy.MaxQuestion)
		static.Policy.Notes = append(static.Policy.Notes, policy.Note{Mark: policy.Incomplete, Question: text})
	}
	return static
}
