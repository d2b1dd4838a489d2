package baseline

import (
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/policygen/synth"
)

// Needs is what the code alone asks for. That it was not analysed is a note of the
// policy.
func Needs(ext *extension.Extension, program *facts.Program, programErr error) synth.Result {
	static := synth.Synthesize(synth.Input{Extension: ext, Program: program, Catalog: catalog.Default()})
	if programErr != nil {
		text := finding.Printable("The code was not analysed: "+programErr.Error(), policy.MaxQuestion)
		static.Policy.Notes = append(static.Policy.Notes, policy.Note{Mark: policy.Incomplete, Question: text})
	}
	return static
}
